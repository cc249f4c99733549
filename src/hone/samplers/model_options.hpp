// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/core/options.hpp"
#include "hone/gp/fit.hpp"
#include "hone/samplers/batch_choice.hpp"
#include "hone/samplers/belief.hpp"
#include "hone/samplers/ensemble.hpp"

namespace hone::samplers {

enum class StartDesign { Sobol, LatinHypercube };

/// Whether a configuration is tried a second time.
enum class RepeatRule {
  /// Where results are noisy, if the model expects most of it; and once everything was tried.
  Auto,
  Never,   ///< nothing is left to propose once everything was tried
  Always,  ///< whenever the model expects most of it
};

/// Everything that can be switched in a sampler led by a model; `variant` sets many at once, single options
/// go on top of it.
struct ModelOptions {
  std::int64_t startup = 0;  ///< trials before the first model; 0: chosen from the dimension
  StartDesign start = StartDesign::Sobol;
  gp::FitOptions fit = {};
  BeliefOptions belief = {};
  OpinionOptions search = {};
  BatchRule batch = BatchRule::Mixed;
  RepeatRule repeats = RepeatRule::Auto;
};

/// Declares all options of `hebo`, for samplers that have others besides.
void declare_hebo(OptionReader& option, ModelOptions& model);
enum class GpVariant { Plain, Map };
/// The same of `gp`; `usual` is the variant that nothing was said about.
void declare_gp(OptionReader& option, ModelOptions& model, GpVariant usual = GpVariant::Plain);

/// Those that do not ask what the model is: the start, the output transform, what is searched for and how.
/// For samplers led by something else than a Gaussian process.
void declare_search(OptionReader& option, ModelOptions& model);

/// Read the options of the study file. Throw Error(InvalidOption).
ModelOptions read_hebo_options(const Options& options);
ModelOptions read_gp_options(const Options& options);

OptionSpecs hebo_options();
OptionSpecs gp_options();

}  // namespace hone::samplers
