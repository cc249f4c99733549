// SPDX-License-Identifier: MIT
#include "hone/samplers/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hone/acquisition/volume_gain.hpp"
#include "hone/base/rng.hpp"
#include "hone/core/aim.hpp"
#include "hone/numeric/pareto.hpp"
#include "hone/samplers/fit_memory.hpp"
#include "hone/samplers/informed_trials.hpp"
#include "hone/samplers/limit_models.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/samplers/scalarise.hpp"

namespace hone::samplers {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Fits that only ever went on from the last one would keep a bad beginning for ever: when the observations
// have grown by half, the next is made from scratch.
bool is_due_afresh(const FitMemory& memory, std::int64_t observations) {
  return memory.theta.empty() || observations >= memory.cold + std::max<std::int64_t>(16, memory.cold / 2);
}

// How many deviations beyond all values a given reference point may lie.
constexpr double kFar = 10.0;

double deviation_of(const VectorXd& values) {
  return std::sqrt((values.array() - values.mean()).square().mean());
}

// A pruned trial that reported only some of several objectives says nothing of the others, and did not fail.
bool is_partial(const Trial& trial, std::size_t objectives) {
  if (trial.state != TrialState::Pruned || objectives == 1) return false;
  return trial.reports.empty() || trial.reports.back().size() < objectives ||
         !trial.reports.back().is_finite();
}

// What the outputs learn from. Broken trials have no values; that they broke is what the model of success
// knows.
std::span<const Trial> measured_trials(std::span<const Trial> history, std::size_t objectives, bool unbroken,
                                       std::vector<Trial>& kept) {
  const auto out = [&](const Trial& trial) {
    return (unbroken && broke(trial)) || is_partial(trial, objectives);
  };
  if (std::ranges::none_of(history, out)) return history;
  for (const Trial& trial : history)
    if (!out(trial)) kept.push_back(trial);
  return kept;
}

// Trials and what is modelled of them: a column for each output.
struct TrainingTrials {
  std::span<const Trial> trials;
  Observations seen;
  model::Points points;
  MatrixXd values;
};

// Fits one output to its transformed values, which come back.
VectorXd fit_output(const TrainingTrials& training, Index column, const search::SearchSpace& space,
                    const model::Fitter& fitter, const LearningOptions& options, FitMemory memory,
                    std::uint64_t seed, Posterior& posterior) {
  const VectorXd values = with_worst_for_missing(training.values.col(column));
  const auto transform = numeric::OutputTransform::fit(values, {.rule = options.output});
  const model::Dataset data(space.columns(), training.points, transform.apply(values));
  if (is_due_afresh(memory, posterior.observations)) memory = {.theta = {}, .cold = posterior.observations};
  posterior.objectives.push_back(fitter.fit(data, seed, memory.theta));
  posterior.transforms.push_back(transform);
  posterior.spreads.push_back(deviation_of(data.y()));
  posterior.notes.merge(to_notes(memory, static_cast<int>(column)));
  return data.y();
}

// Of a single objective.
void find_target(const TrainingTrials& training, const VectorXd& values, Posterior& posterior) {
  Index best = 0;
  behind_feasible(values, training.seen.violation).minCoeff(&best);
  posterior.best = {training.seen.configurations[static_cast<std::size_t>(best)]};
  posterior.target =
      posterior.model().predict(model::select(training.points, {static_cast<int>(best)})).mean[0];
}

// Of several: means instead of values, so that no trial is ahead by the luck of its noise.
void find_front(const TrainingTrials& training, const std::vector<Objective>& objectives,
                Posterior& posterior) {
  std::vector<int> rows;
  for (Index i = 0; i < training.points.rows(); ++i) {
    const bool counts = training.seen.violation[i] <= 0.0 || !training.seen.any_feasible();
    if (counts && training.seen.measured[static_cast<std::size_t>(i)] && !training.values.row(i).hasNaN())
      rows.push_back(static_cast<int>(i));
  }
  const model::Points points = model::select(training.points, rows);
  MatrixXd means(points.rows(), std::ssize(posterior.objectives));
  for (Index k = 0; k < means.cols(); ++k)
    means.col(k) = posterior.objectives[static_cast<std::size_t>(k)]->expect(points);
  const std::vector<Index> front = numeric::pareto_front(means);
  for (const Index i : front) {
    const auto row = static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]);
    posterior.best.push_back(training.seen.configurations[row]);
  }
  posterior.reference = acquisition::reference_point(means);
  for (Index k = 0; k < means.cols(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    // A transform says little of values far from those that it was fitted to.
    if (const auto worst = worst_loss(objectives[at]))
      posterior.reference[k] = std::clamp(posterior.transforms[at].apply(*worst),
                                          means.col(k).minCoeff() - kFar, means.col(k).maxCoeff() + kFar);
  }
  posterior.front = means(front, Eigen::all);
}

}  // namespace

void Posterior::condition_on(const model::Points& pending) {
  believed += static_cast<int>(pending.rows());
  MatrixXd means(pending.rows(), std::ssize(objectives));
  for (Index k = 0; k < means.cols(); ++k) {
    std::unique_ptr<model::Surrogate>& model = objectives[static_cast<std::size_t>(k)];
    means.col(k) = model->predict(pending).mean;
    if (!model->believe_in_place(pending)) model = model->believe(pending);
  }
  const VectorXd log_probable = acquisition::log_feasible(limits, pending);
  for (acquisition::ModelledLimit& limit : limits) limit.model = limit.model->believe(pending);
  for (Index i = 0; i < means.rows(); ++i) {
    if (log_probable[i] < -std::numbers::ln2) continue;
    if (!several()) {
      target = std::min(target, means(i, 0));
      continue;
    }
    front.conservativeResize(front.rows() + 1, means.cols());
    front.bottomRows(1) = means.row(i);
  }
}

Posterior learn(std::span<const Trial> all, const AskRequest& request,
                const std::vector<Objective>& objectives, const search::SearchSpace& space,
                const model::Fitter& fitter, const LearningOptions& options) {
  std::vector<Trial> selected, ended_well;
  const std::span<const Trial> history = informed_trials(all, space.space(), selected);
  const auto success = learn_success(history, space, mix_seed(request.seed, 5));
  TrainingTrials training{
      .trials = measured_trials(history, objectives.size(), success.has_value(), ended_well),
      .seen = {},
      .points = {},
      .values = {}};
  training.seen = observe(training.trials, objectives);
  training.points = space.points(training.seen.configurations);
  const bool each = options.several == SeveralObjectives::Volume && objectives.size() > 1;
  training.values =
      each ? training.seen.values : MatrixXd(parego(training.seen.values, mix_seed(request.seed, 3)));

  Posterior posterior{
      .objectives = {}, .best = {}, .observations = static_cast<int>(training.points.rows()), .spreads = {}};
  VectorXd values;
  for (Index k = 0; k < training.values.cols(); ++k) {
    FitMemory memory;
    if (options.warm) memory = newest_memory(all, request.running, static_cast<int>(k));
    const std::uint64_t seed = mix_seed(request.seed, 1);
    values = fit_output(training, k, space, fitter, options, std::move(memory),
                        k == 0 ? seed : mix_seed(seed, static_cast<std::uint64_t>(k)), posterior);
  }
  posterior.limits = learn_limits(training.trials, space, mix_seed(request.seed, 4));
  if (success) posterior.limits.push_back(*success);
  posterior.feasible_known = training.seen.any_feasible();
  if (posterior.several()) {
    find_front(training, objectives, posterior);
  } else {
    find_target(training, values, posterior);
  }
  if (request.running.empty()) return posterior;
  std::vector<Configuration> pending;
  for (const Trial& trial : request.running) pending.push_back(trial.configuration);
  posterior.condition_on(space.points(pending));
  return posterior;
}

}  // namespace hone::samplers
