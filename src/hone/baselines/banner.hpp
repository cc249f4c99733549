// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/model_sampler.hpp"

namespace hone::baselines {

/// BaNNER (Berkenkamp et al. 2021), the regression that MALIBO was derived from: earlier studies teach a
/// network what values to expect where, and along which features studies differ; a new study's own place
/// among them is found by Bayesian linear regression, and expected improvement leads. Without sources the
/// features are those of a network that chance has made. See BannerFitter for how scales are treated.
class Banner final : public samplers::ModelSampler {
 public:
  explicit Banner(const SamplerInput& input);
  static OptionSpecs options();
  /// The network as the sources have taught it, if nobody has kept it yet.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);
};

}  // namespace hone::baselines
