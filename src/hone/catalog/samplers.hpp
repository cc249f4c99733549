// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/sampler_input.hpp"
#include "hone/core/study.hpp"

namespace hone::catalog {

/// What leads a sampler: whether it heeds priors and costs, and tells what it expects.
enum class Guidance {
  None,
  Classes,  ///< a model of what is good: heeds both
  Values,   ///< a model of values: tells what it expects, too
};

/// A sampler by name. Help texts, schemas, documentation and tests learn of samplers from here.
struct SamplerInfo : MethodInfo {
  std::unique_ptr<Sampler> (*make)(const SamplerInput& input);
  bool uses_sources;  ///< learns from the other studies of its input, not from its own alone
  /// What is made of the sources once, for whoever keeps artefacts: what is not there yet. nullptr for a
  /// sampler that makes nothing.
  std::vector<ArtefactDraft> (*prepare)(const SamplerInput& input);
  Guidance guidance = Guidance::None;
};

/// Baselines come last.
const std::vector<SamplerInfo>& samplers();

/// Throws Error(NotFound), with a suggestion, for an unknown name.
const SamplerInfo& sampler_named(const std::string& name);

/// Makes the sampler that the input's study names, with its options. A study alone will do as input: the
/// sampler then knows no other. Throws Error(NotFound) for an unknown name and Error(InvalidOption) for a
/// wrong option.
std::unique_ptr<Sampler> make_sampler(const SamplerInput& input);

/// The one that covers a space evenly, however many points are asked for: for points before any result.
Choice even_sampler();
/// The one that needs nothing and is ready at once: for studies whose trials are all enqueued.
Choice plain_sampler();

/// False when the sources that a study names have no effect on its proposals.
bool learns_from_sources(const Study& study);

/// What to tell the user of a study that names sources although its sampler does not use them; empty
/// otherwise.
std::string ignored_sources_remark(const Study& study);

/// The same for priors, costs and a least gain.
std::string ignored_preferences_remark(const Study& study);

}  // namespace hone::catalog
