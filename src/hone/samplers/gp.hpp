// SPDX-License-Identifier: MIT
#pragma once

#include "hone/samplers/model_sampler.hpp"

namespace hone::samplers {

/// Plain Bayesian optimisation: a Gaussian process on standardised values and log EI.
class GaussianProcess final : public ModelSampler {
 public:
  explicit GaussianProcess(const Study& study);
  static OptionSpecs options();
};

enum class GpVariant { Plain, Map };

/// Declares the options of `gp`, for samplers that have others besides; `usual` is the variant that nothing
/// was said about.
void declare_gp(OptionReader& option, ModelOptions& model, GpVariant usual = GpVariant::Plain);

/// Reads them from a study file. Throws Error(InvalidOption).
ModelOptions read_gp_options(const Options& given);

}  // namespace hone::samplers
