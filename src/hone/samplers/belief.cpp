// SPDX-License-Identifier: MIT
#include "hone/samplers/belief.hpp"

#include <algorithm>

#include "hone/base/rng.hpp"
#include "hone/samplers/fit_memory.hpp"
#include "hone/samplers/observations.hpp"

namespace hone::samplers {
namespace {

// Fits that only ever went on from the last one would keep a bad beginning for ever: when the observations
// have grown by half, the next is made from scratch.
bool is_due_afresh(const FitMemory& memory, std::int64_t observations) {
  return memory.theta.empty() || observations >= memory.cold + std::max<std::int64_t>(16, memory.cold / 2);
}

}  // namespace

Belief learn(std::span<const Trial> history, const AskRequest& request,
             const std::vector<Objective>& objectives, const ModelSpace& model_space,
             const BeliefOptions& options) {
  const Observations seen = observe(history, objectives, mix_seed(request.seed, 3));
  const auto transform = numeric::OutputTransform::fit(seen.values, {.rule = options.output});
  const model::Dataset data(model_space.columns(), model_space.points(seen.configurations),
                            transform.apply(seen.values));
  const auto observations = static_cast<std::int64_t>(seen.configurations.size());
  FitMemory memory;
  if (options.warm) memory = newest_memory(history, request.running);
  if (is_due_afresh(memory, observations)) memory = {.theta = {}, .cold = observations};

  gp::Gp model = gp::fit(data, options.fit, mix_seed(request.seed, 1), memory.theta);
  memory.theta = model.hyperparameters();
  Eigen::Index best = 0;
  data.y().minCoeff(&best);
  double target = model.predict(model::select(data.points(), {static_cast<int>(best)})).mean[0];
  if (!request.running.empty()) {
    std::vector<Configuration> pending;
    for (const Trial& trial : request.running) pending.push_back(trial.configuration);
    const model::Points points = model_space.points(pending);
    target = std::min(target, model.predict(points).mean.minCoeff());
    model = model.believe(points);
  }
  return {std::move(model), target, seen.configurations[static_cast<std::size_t>(best)],
          static_cast<int>(observations), to_notes(memory)};
}

}  // namespace hone::samplers
