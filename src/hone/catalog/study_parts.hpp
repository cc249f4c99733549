// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/pruner.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/sampler_input.hpp"
#include "hone/runner/knowledge.hpp"
#include "hone/storage/storage.hpp"

namespace hone::catalog {

/// What became of a study's sources when its sampler was made.
struct SourceTally {
  struct Refused {
    std::string name;
    std::string reason;  ///< as transfer::match() tells it
  };
  std::vector<std::string> used = {};     ///< names of those it can learn from
  std::vector<Refused> refused = {};      ///< those that do not fit
  std::vector<std::string> remarks = {};  ///< for the user: what is not there, a pattern that matches nothing

  std::size_t total() const { return used.size() + refused.size(); }
};

/// What a study is driven with.
struct StudyParts {
  std::unique_ptr<Sampler> sampler;  ///< nullptr where the store proposes by itself
  std::unique_ptr<Pruner> pruner;    ///< nullptr for a study without one
  SourceTally sources = {};          ///< empty when its sampler uses none
};

/// What is wrong with the sampler, the pruner or the constraints of a study, each with the field of the study
/// file that it is about, without looking at a store.
struct PartProblem {
  std::string field;
  Error error;
};
std::vector<PartProblem> part_problems(const Study& study);

/// Throws what is wrong with the sampler, the pruner or the constraints of a study, without looking at a
/// store. Whoever stores a study checks it first: one that can never be run must not be left behind.
void check_parts(const Study& study);

/// Whether check_parts() has seen a study already: it makes a sampler and looks for settings that constraints
/// allow, which once is enough for.
enum class Checked { No, Yes };

/// Makes the sampler that the input's study names. What it makes of the sources is kept in the store, which
/// the input's artefacts should be of, so that it is made once for all studies and workers.
std::unique_ptr<Sampler> make_sampler(storage::ArtefactStore& storage, const SamplerInput& input);

/// How a study that this program opens for its user reaches other stores and files.
runner::SourceAccess source_access();

/// Checks the study, unless somebody has, and makes its parts. The sampler is told what it may know beside
/// it: the study's sources, wherever they are, and the artefacts of the store. For one that does not learn
/// from others nothing is resolved or read. `progress` is told while models of the sources are made that the
/// store does not have yet, which may take minutes. Throws as check_parts() and runner::gather_knowledge()
/// do.
StudyParts make_parts(storage::Storage& storage, const Study& study, const LearningProgress& progress = {},
                      Checked checked = Checked::No);

/// Parts with a sampler of the caller's own, which the catalog need not know. Checks the rest of the study.
StudyParts make_parts(const Study& study, std::unique_ptr<Sampler> sampler);

/// What can be seen to be missing of a study's sources, one sentence each: stores and studies that are
/// not there. `address`: the store that the study itself is in, or will be. Reads no trials and makes
/// nothing.
std::vector<std::string> missing_sources(const Study& study, const std::string& address);
/// Why the model that the study's sampler names (`hone meta train`) cannot be used, as far as the store at
/// this address tells; empty when it can, or when none is named.
std::string model_problem(const Study& study, const std::string& address);

}  // namespace hone::catalog
