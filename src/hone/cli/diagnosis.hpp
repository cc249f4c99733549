// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/model_check.hpp"
#include "hone/analysis/noise_check.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

// What 'hone diagnose' finds out, apart from how it is said.
namespace hone::cli {

/// Values of one configuration, evaluated more than once.
struct Repeated {
  Configuration configuration;
  std::vector<double> values;
};

/// Complete trials of equal configurations, in the order of the first; those that stand alone are left out.
std::vector<Repeated> repeated(std::span<const Trial> trials, std::size_t objective);

struct DiagnosisOptions {
  std::size_t objective = 0;
  int splits = 20;
  int runs = 0;         ///< of the command, made for the repeats
  int failed_runs = 0;  ///< of those, without a value
};

struct Diagnosis {
  Objective objective;
  int complete = 0;
  int left_out = 0;  ///< trials that ended without a value

  int runs = 0;         ///< of the command, made for the repeats; 0 when they are the study's own trials
  int failed_runs = 0;  ///< of those, without a value
  std::vector<Repeated> repeats;  ///< with values enough for the tests
  int seldom = 0;                 ///< configurations repeated, but too seldom
  analysis::NoiseCheck noise;
  analysis::NoiseCheck transformed_noise;  ///< after the output transform of the model; Unknown without one

  std::string no_model;   ///< why there is no model; what follows is then empty
  std::string sampler;    ///< whose options the model has: "hebo", "gp"
  analysis::Variant own;  ///< the transforms that this sampler uses
  std::optional<analysis::ModelComparison> models;
  std::optional<analysis::FittedModel> fitted;  ///< with `own` transforms
  std::vector<analysis::Warp> warps;            ///< of the model with a warp, whether it is `own` or not
  std::vector<std::size_t> warp_parameters;     ///< index in the space of each of them
};

/// Everything that can be known: noise from the repeats given, models from the complete trials. The models
/// have the options of the study's sampler when that is led by a model, of hebo otherwise.
Diagnosis diagnose(const Study& study, std::span<const Trial> trials, std::vector<Repeated> repeats,
                   const DiagnosisOptions& options);

/// The learned warps, largest first: where the model places each value of a parameter. At most `limit`.
std::vector<plot::Chart> warp_charts(const Study& study, const Diagnosis& diagnosis, std::size_t limit);
/// What was predicted for each trial without knowing it, against what it gave.
plot::Chart calibration_chart(const Diagnosis& diagnosis);

/// In words what it means for the person: two to five sentences.
std::vector<std::string> advice(const Study& study, const Diagnosis& diagnosis);

/// "changes faster at the low end".
std::string warp_meaning(const analysis::Warp& warp);

/// "Box-Cox, exponent -0.3".
std::string transform_text(const numeric::OutputTransform& transform);

}  // namespace hone::cli
