// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/model_check.hpp"
#include "hone/analysis/noise_check.hpp"
#include "hone/core/study.hpp"

// What a study's trials tell about its noise and about the model that learns from them.
namespace hone::analysis {

/// Values of one configuration, evaluated more than once.
struct Repeated {
  Configuration configuration;
  std::vector<double> values;
};

/// Complete trials of equal configurations, in the order of the first; those that stand alone are left out.
std::vector<Repeated> repeated(std::span<const Trial> trials, std::size_t objective);

/// Different configurations of complete trials, spread evenly from the best to the worst: fewer than `count`
/// when there are no more.
std::vector<Configuration> spread_configurations(const Study& study, std::span<const Trial> trials,
                                                 std::size_t objective, int count);

/// The Gaussian process that a diagnosis examines: a sampler's, with the options it has in the study.
struct StudyModel {
  std::string sampler;  ///< whose it is
  bool leads = false;   ///< the study's own sampler is led by such a model
  gp::FitOptions fit = {};
  numeric::OutputRule output = numeric::OutputRule::Robust;
};

struct DiagnosisOptions {
  std::size_t objective = 0;
  int splits = 20;
  /// The values of repeats that were made for the diagnosis; those among the trials when there are none.
  std::optional<std::vector<Repeated>> repeats = {};
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
  NoiseCheck noise;
  std::optional<double>
      estimated_noise;           ///< by the model, as predicted_best() tells it, where nothing was repeated
  NoiseCheck transformed_noise;  ///< after the output transform of the model; Unknown without one

  std::string no_model;  ///< why there is no model; what follows is then empty
  std::string sampler;   ///< whose options the model has
  bool led = false;      ///< the study's own sampler is led by such a model
  Variant own;           ///< the transforms that this sampler uses
  std::optional<ModelComparison> models;
  std::optional<FittedModel> fitted;         ///< with `own` transforms
  std::vector<Warp> warps;                   ///< of the model with a warp, whether it is `own` or not
  std::vector<std::size_t> warp_parameters;  ///< index in the space of each of them
};

/// Everything that can be known: noise from the repeats, models from the complete trials that fit the space.
/// What is random is drawn by the study's seed, so that everybody who asks is told the same.
Diagnosis diagnose(const Study& study, std::span<const Trial> trials, const StudyModel& model,
                   const DiagnosisOptions& options = {});

/// One to three plain sentences: can the model be trusted, does noise matter, should a setting change?
std::string verdict(const Diagnosis& diagnosis);

/// In words what it means for the person: two to five sentences.
std::vector<std::string> advice(const Study& study, const Diagnosis& diagnosis);

/// "changes faster at the low end".
std::string warp_meaning(const Warp& warp);

/// "Box-Cox, exponent -0.3".
std::string transform_text(const numeric::OutputTransform& transform);

}  // namespace hone::analysis
