// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "hone/samplers/model_sampler.hpp"

namespace hone::samplers {

/// HEBO (Cowen-Rivers et al. 2022): a Gaussian process with learned input warping on power-transformed
/// values; EI, PI and confidence bound weighed against each other by NSGA-II on the mixed space.
class Hebo : public ModelSampler {
 public:
  explicit Hebo(const Study& study);
  static OptionSpecs options();

 protected:
  /// For a sampler that adds parts of its own to those of HEBO.
  Hebo(const Study& study, ModelParts parts) : ModelSampler(study, std::move(parts)) {}
};

/// Declares the options of `hebo`, for samplers that have others besides. `variant` is what ours is by
/// default, the method as it was published, or the package of its authors as it is today.
void declare_hebo(OptionReader& option, ModelOptions& model);

/// Reads them from a study file. Throws Error(InvalidOption).
ModelOptions read_hebo_options(const Options& given);

}  // namespace hone::samplers
