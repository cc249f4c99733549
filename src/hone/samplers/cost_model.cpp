// SPDX-License-Identifier: MIT
#include "hone/samplers/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hone/core/cost.hpp"
#include "hone/gp/fitter.hpp"

namespace hone::samplers {
namespace {

constexpr Eigen::Index kLeastCosts = 4;
// Costs that differ by less than this, as a part, are equal to whoever pays them.
constexpr double kEqualCosts = 0.01;

gp::FitOptions cost_fit() {
  gp::FitOptions options;
  options.spec.warp = false;
  return options;
}

}  // namespace

double CostModel::expected(const model::Points& point) const {
  return std::exp(mean + deviation * surrogate->expect(point)[0]);
}

std::optional<CostModel> learn_cost(std::span<const Trial> history, const std::string& rule,
                                    const search::SearchSpace& space, std::uint64_t seed) {
  std::vector<Configuration> configurations;
  std::vector<double> logs;
  for (const Trial& trial : history) {
    if (trial.state == TrialState::Pruned || !is_evidence(trial.state)) continue;
    const auto cost = cost_of(rule, trial);
    if (!cost) continue;
    configurations.push_back(trial.configuration);
    logs.push_back(std::log(*cost));
  }
  const Eigen::Map<const Eigen::VectorXd> values(logs.data(), std::ssize(logs));
  if (values.size() < std::max(kLeastCosts, space.dimensions() + 1)) return std::nullopt;
  if (values.maxCoeff() - values.minCoeff() < kEqualCosts) return std::nullopt;
  CostModel model{.surrogate = nullptr, .mean = values.mean()};
  model.deviation = std::sqrt((values.array() - model.mean).square().mean());
  const model::Dataset data(space.columns(), space.points(configurations),
                            (values.array() - model.mean) / model.deviation);
  std::vector<double> afresh;
  model.surrogate = gp::GpFitter(cost_fit()).fit(data, seed, afresh);
  return model;
}

}  // namespace hone::samplers
