// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/model_sampler.hpp"

namespace hone::baselines {

/// Gaussian copula process with a parametric prior: Salinas, Shen and Perrone, "A Quantile-based Approach for
/// Hyperparameter Transfer Learning" (2020). The values of every study become Gaussian by their ranks, a
/// network learns from all sources together what is expected where, and how surely; the first trials are
/// drawn from that, and then a Gaussian process of what this study shows beyond it leads, with expected
/// improvement. Only ranks count, so that every increasing map of the objective leaves all proposals as they
/// are. Without sources it is `gp` on copula values. See docs/decisions/0019-gc3p.md.
class Gc3p final : public samplers::ModelSampler {
 public:
  explicit Gc3p(const SamplerInput& input);
  static OptionSpecs options();
  /// The network, if nobody has kept it yet.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);
};

}  // namespace hone::baselines
