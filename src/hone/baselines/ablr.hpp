// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/model_sampler.hpp"

namespace hone::baselines {

/// Multi-task adaptive Bayesian linear regression (Perrone et al. 2018): a network that all studies share, a
/// linear model of its features for each, and log EI. Sources teach what the objective depends on and how,
/// not where it is low, so that begins with learned_start(). Cheap for many trials: it grows with their
/// number, not its cube. See AblrFitter.
class Ablr final : public samplers::ModelSampler {
 public:
  explicit Ablr(const SamplerInput& input);
  static OptionSpecs options();
  /// The network as the sources have taught it, if nobody has kept it yet.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);
};

}  // namespace hone::baselines
