// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"

namespace hone::catalog {

/// A sampler by name. Help texts, schemas, documentation and tests learn of samplers from here.
struct SamplerInfo : MethodInfo {
  std::unique_ptr<Sampler> (*make)(const Study& study);
};

const std::vector<SamplerInfo>& samplers();

/// Throws Error(NotFound), with a suggestion, for an unknown name.
const SamplerInfo& sampler_named(const std::string& name);

/// Makes the sampler that a study names, with its options. Throws Error(NotFound) for an unknown name and
/// Error(InvalidOption) for a wrong option.
std::unique_ptr<Sampler> make_sampler(const Study& study);

}  // namespace hone::catalog
