// SPDX-License-Identifier: MIT
#include "hone/analysis/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "hone/analysis/expectation.hpp"
#include "hone/base/rng.hpp"
#include "hone/core/aim.hpp"

namespace hone::analysis {
namespace {

/// Predictions in the direction of the study.
void orient(Calibration& calibration, Direction direction) {
  if (direction == Direction::Minimize) return;
  for (auto* values : {&calibration.actual, &calibration.predicted, &calibration.low, &calibration.high}) {
    for (double& value : *values) value = -value;
  }
  calibration.low.swap(calibration.high);
}

void add_models(const Study& study, std::span<const Trial> trials, const StudyModel& model,
                const DiagnosisOptions& options, Diagnosis& out) {
  const search::SearchSpace space(study.space);
  const model::Dataset data = complete_dataset(space, trials, out.objective, options.objective);
  out.no_model = unfit_for_models(data);
  out.sampler = model.sampler;
  out.led = model.leads;
  if (!out.no_model.empty()) return;
  const bool plain = model.output == numeric::OutputRule::Plain;
  out.own = {model.fit.spec.warp, !plain};
  const ModelCheckOptions check{.fit = model.fit,
                                .output = plain ? numeric::OutputRule::Robust : model.output,
                                .splits = options.splits,
                                .seed = mix_seed(study.seed, 0)};
  out.models = compare_models(data, check);
  out.fitted = fit_and_calibrate(data, out.own, check);
  out.warps = out.own.warp ? out.fitted->warps : fit_and_calibrate(data, {true, out.own.output}, check).warps;
  std::sort(out.warps.begin(), out.warps.end(),
            [](const Warp& a, const Warp& b) { return a.largest_move() > b.largest_move(); });
  for (const Warp& warp : out.warps)
    out.warp_parameters.push_back(
        space.encoding().columns()[static_cast<std::size_t>(warp.column)].parameter);
  orient(out.fitted->calibration, out.objective.direction);
}

Groups values_of(const std::vector<Repeated>& repeats) {
  Groups groups;
  for (const Repeated& one : repeats) groups.push_back(one.values);
  return groups;
}

void add_noise(std::vector<Repeated> repeats, Diagnosis& out) {
  for (Repeated& one : repeats) {
    if (one.values.size() >= kLeastRepeats) {
      out.repeats.push_back(std::move(one));
    } else {
      ++out.seldom;
    }
  }
  Groups groups = values_of(out.repeats);
  out.noise = check_noise(groups);
  if (!out.fitted || !out.own.output) return;
  for (auto& group : groups) {
    for (double& value : group) value = out.fitted->transform.apply(as_loss(out.objective, value));
  }
  out.transformed_noise = check_noise(groups);
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

std::vector<Configuration> spread_configurations(const Study& study, std::span<const Trial> trials,
                                                 std::size_t objective, int count) {
  std::vector<const Trial*> known;
  std::unordered_set<Configuration> seen;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete && seen.insert(trial.configuration).second)
      known.push_back(&trial);
  }
  std::stable_sort(known.begin(), known.end(), [&](const Trial* a, const Trial* b) {
    return better(study.objectives[objective], a->values[objective], b->values[objective]);
  });
  std::vector<Configuration> chosen;
  const std::size_t taken = std::min(static_cast<std::size_t>(count), known.size());
  for (std::size_t i = 0; i < taken; ++i) {
    const std::size_t place = taken == 1 ? 0 : i * (known.size() - 1) / (taken - 1);
    chosen.push_back(known[place]->configuration);
  }
  return chosen;
}

Diagnosis diagnose(const Study& study, std::span<const Trial> all, const StudyModel& model,
                   const DiagnosisOptions& options) {
  const std::vector<Trial> trials = fitting({all.begin(), all.end()});
  Diagnosis out;
  out.objective = study.objectives[options.objective];
  out.runs = options.runs;
  out.failed_runs = options.failed_runs;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) ++out.complete;
    if (is_evidence(trial.state) && trial.state != TrialState::Complete) ++out.left_out;
  }
  add_models(study, trials, model, options, out);
  add_noise(options.repeats ? *options.repeats : repeated(trials, options.objective), out);
  if (options.repeats || !out.repeats.empty() || out.seldom > 0 || study.objectives.size() > 1) return out;
  if (const auto predicted = predicted_best(study, trials, model)) out.estimated_noise = predicted->noise;
  return out;
}

}  // namespace hone::analysis
