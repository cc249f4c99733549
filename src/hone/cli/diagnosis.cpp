// SPDX-License-Identifier: MIT
#include "hone/cli/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "hone/base/rng.hpp"
#include "hone/samplers/model_options.hpp"
#include "hone/search/search_space.hpp"

namespace hone::cli {
namespace {

using analysis::Variant;

double sign_of(const Objective& objective) { return objective.direction == Direction::Minimize ? 1.0 : -1.0; }

/// The model of the study's own sampler, or else of hebo.
samplers::ModelOptions model_of(const Study& study, std::string& name) {
  name = study.sampler.name == "gp" ? "gp" : "hebo";
  if (name == "gp") return samplers::read_gp_options(study.sampler.options);
  const bool own = study.sampler.name == "hebo";
  return samplers::read_hebo_options(own ? study.sampler.options : Options{});
}

/// Complete trials as a model sees them: smaller is better. Trials without a value are not guessed at.
model::Dataset dataset_of(const search::SearchSpace& space, std::span<const Trial> trials,
                          const Diagnosis& diagnosis, std::size_t objective) {
  std::vector<Configuration> configurations;
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    configurations.push_back(trial.configuration);
    values.push_back(sign_of(diagnosis.objective) * trial.values[objective]);
  }
  const Eigen::VectorXd y =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  return {space.columns(), space.points(configurations), y};
}

/// Predictions in the direction of the study.
void orient(analysis::Calibration& calibration, double sign) {
  if (sign > 0.0) return;
  for (auto* values : {&calibration.actual, &calibration.predicted, &calibration.low, &calibration.high}) {
    for (double& value : *values) value = -value;
  }
  calibration.low.swap(calibration.high);
}

void check_models(const Study& study, std::span<const Trial> trials, const DiagnosisOptions& options,
                  Diagnosis& out) {
  const search::SearchSpace space(study.space);
  const model::Dataset data = dataset_of(space, trials, out, options.objective);
  out.no_model = analysis::unfit_for_models(data);
  const samplers::ModelOptions model = model_of(study, out.sampler);
  if (!out.no_model.empty()) return;
  const bool plain = model.belief.output == numeric::OutputRule::Plain;
  out.own = {model.fit.spec.warp, !plain};
  const analysis::ModelCheckOptions check{.fit = model.fit,
                                          .output = plain ? numeric::OutputRule::Robust : model.belief.output,
                                          .splits = options.splits,
                                          .seed = mix_seed(study.seed, 0)};
  out.models = analysis::compare_models(data, check);
  out.fitted = analysis::fit_and_calibrate(data, out.own, check);
  out.warps = out.own.warp ? out.fitted->warps
                           : analysis::fit_and_calibrate(data, {true, out.own.output}, check).warps;
  std::sort(out.warps.begin(), out.warps.end(), [](const analysis::Warp& a, const analysis::Warp& b) {
    return a.largest_move() > b.largest_move();
  });
  for (const analysis::Warp& warp : out.warps)
    out.warp_parameters.push_back(
        space.encoding().columns()[static_cast<std::size_t>(warp.column)].parameter);
  orient(out.fitted->calibration, sign_of(out.objective));
}

analysis::Groups values_of(const std::vector<Repeated>& repeats) {
  analysis::Groups groups;
  for (const Repeated& one : repeats) groups.push_back(one.values);
  return groups;
}

void check_noise(std::vector<Repeated> repeats, Diagnosis& out) {
  for (Repeated& one : repeats) {
    if (one.values.size() >= analysis::kLeastRepeats) {
      out.repeats.push_back(std::move(one));
    } else {
      ++out.seldom;
    }
  }
  analysis::Groups groups = values_of(out.repeats);
  out.noise = analysis::check_noise(groups);
  if (!out.fitted || !out.own.output) return;
  for (auto& group : groups) {
    for (double& value : group) value = out.fitted->transform.apply(sign_of(out.objective) * value);
  }
  out.transformed_noise = analysis::check_noise(groups);
}

}  // namespace

std::vector<Repeated> repeated(std::span<const Trial> trials, std::size_t objective) {
  std::unordered_map<Configuration, std::size_t> places;
  std::vector<Repeated> all;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete) continue;
    const auto [place, is_new] = places.try_emplace(trial.configuration, all.size());
    if (is_new) all.push_back({trial.configuration, {}});
    all[place->second].values.push_back(trial.values[objective]);
  }
  std::erase_if(all, [](const Repeated& one) { return one.values.size() < 2; });
  return all;
}

Diagnosis diagnose(const Study& study, std::span<const Trial> trials, std::vector<Repeated> repeats,
                   const DiagnosisOptions& options) {
  Diagnosis out;
  out.objective = study.objectives[options.objective];
  out.runs = options.runs;
  out.failed_runs = options.failed_runs;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) ++out.complete;
    if (is_evidence(trial.state) && trial.state != TrialState::Complete) ++out.left_out;
  }
  check_models(study, trials, options, out);
  check_noise(std::move(repeats), out);
  return out;
}

}  // namespace hone::cli
