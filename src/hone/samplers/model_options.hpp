// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "hone/core/options.hpp"
#include "hone/gp/fit.hpp"
#include "hone/samplers/batch_choice.hpp"
#include "hone/samplers/ensemble.hpp"
#include "hone/samplers/posterior.hpp"

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
  LearningOptions learning = {};
  OpinionOptions search = {};
  BatchRule batch = BatchRule::Mixed;
  RepeatRule repeats = RepeatRule::Auto;
};

/// What a sampler led by a Gaussian process, or a variant of it, sets before single options are read.
struct UsualModel {
  ModelOptions options = {.fit = {.iterations = 30}, .search = {.evolution = {.generations = 30}}};
  std::string kernel = "matern52";
};

/// Declares the options that all samplers led by a Gaussian process have.
void declare_process(OptionReader& option, UsualModel usual, ModelOptions& model);

/// Those that do not ask what the model is: the start, the output transform, what is searched for and how.
/// For samplers led by something else than a Gaussian process.
void declare_search(OptionReader& option, ModelOptions& model);

/// How many trials come before the first model.
void declare_startup(OptionReader& option, ModelOptions& model);

}  // namespace hone::samplers
