// SPDX-License-Identifier: MIT
#include "hone/samplers/belief.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hone/base/rng.hpp"
#include "hone/samplers/fit_memory.hpp"
#include "hone/samplers/limit_models.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/samplers/scalarise.hpp"

namespace hone::samplers {
namespace {

// Fits that only ever went on from the last one would keep a bad beginning for ever: when the observations
// have grown by half, the next is made from scratch.
bool is_due_afresh(const FitMemory& memory, std::int64_t observations) {
  return memory.theta.empty() || observations >= memory.cold + std::max<std::int64_t>(16, memory.cold / 2);
}

double deviation_of(const Eigen::VectorXd& values) {
  return std::sqrt((values.array() - values.mean()).square().mean());
}

}  // namespace

std::unique_ptr<acquisition::Acquisition> Belief::promise(const acquisition::MaceOptions& opinions) const {
  if (limits.empty()) return judge->judge(*model, opinions);
  if (!feasible_known) return std::make_unique<acquisition::SeekFeasible>(limits);
  return std::make_unique<acquisition::WeighedByFeasibility>(judge->judge(*model, opinions), limits);
}

double Belief::believe(const model::Points& points, double before) {
  const Eigen::VectorXd means = model->predict(points).mean;
  const Eigen::VectorXd log_probable = acquisition::log_feasible(limits, points);
  for (Eigen::Index i = 0; i < means.size(); ++i) {
    if (log_probable[i] >= -std::numbers::ln2) before = std::min(before, means[i]);
  }
  model = model->believe(points);
  for (acquisition::ModelledLimit& limit : limits) limit.model = limit.model->believe(points);
  return before;
}

Belief learn(std::span<const Trial> history, const AskRequest& request,
             const std::vector<Objective>& objectives, const search::SearchSpace& space,
             const model::Fitter& fitter, const BeliefOptions& options) {
  const Observations seen = observe(history, objectives);
  const Eigen::VectorXd values = with_worst_for_missing(parego(seen.values, mix_seed(request.seed, 3)));
  const auto transform = numeric::OutputTransform::fit(values, {.rule = options.output});
  const model::Dataset data(space.columns(), space.points(seen.configurations), transform.apply(values));
  const auto observations = static_cast<std::int64_t>(seen.configurations.size());
  FitMemory memory;
  if (options.warm) memory = newest_memory(history, request.running);
  if (is_due_afresh(memory, observations)) memory = {.theta = {}, .cold = observations};

  Belief belief{.model = fitter.fit(data, mix_seed(request.seed, 1), memory.theta),
                .target = 0.0,
                .best = {},
                .observations = static_cast<int>(observations),
                .spread = deviation_of(data.y()),
                .notes = to_notes(memory)};
  belief.limits = learn_limits(history, space, mix_seed(request.seed, 4));
  belief.feasible_known = seen.any_feasible();
  Eigen::Index best = 0;
  behind_feasible(data.y(), seen.violation).minCoeff(&best);
  belief.best = seen.configurations[static_cast<std::size_t>(best)];
  belief.target = belief.model->predict(model::select(data.points(), {static_cast<int>(best)})).mean[0];
  if (request.running.empty()) return belief;
  std::vector<Configuration> pending;
  for (const Trial& trial : request.running) pending.push_back(trial.configuration);
  belief.target = belief.believe(space.points(pending), belief.target);
  return belief;
}

}  // namespace hone::samplers
