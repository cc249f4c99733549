// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/hebo.hpp"

namespace hone::transfer {

/// HEBO with what other studies know: models of its sources take part as long as they rank its trials better
/// than its own model and than chance, by the improvements that they predict. A study whose sources all lose
/// their weight early begins again as HEBO does; without a source that it can learn from, this is HEBO.
class HeboWithSources final : public samplers::Hebo {
 public:
  explicit HeboWithSources(const SamplerInput& input);
  static OptionSpecs options();
  /// How it models a study by itself. Throws Error(InvalidOption).
  static samplers::ModelOptions model_options(const Options& given);
  /// Models of sources that were fitted for this, to be kept for the next one.
  static std::vector<ArtefactDraft> prepare(const SamplerInput& input);
};

}  // namespace hone::transfer
