// SPDX-License-Identifier: MIT
#pragma once

#include "hone/samplers/model_sampler.hpp"

namespace hone::samplers {

/// A random forest and expected improvement, in the manner of SMAC (Hutter et al. 2011): the baseline for
/// functions with steps, categories and conditions.
class Rf final : public ModelSampler {
 public:
  explicit Rf(const Study& study);
  static OptionSpecs options();
};

}  // namespace hone::samplers
