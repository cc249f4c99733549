// SPDX-License-Identifier: MIT
#include "hone/samplers/limit_models.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/rng.hpp"
#include "hone/gp/fitter.hpp"
#include "hone/numeric/output_transform.hpp"

namespace hone::samplers {
namespace {

struct Reported {
  std::vector<Configuration> configurations;
  Eigen::VectorXd excess;
};

Reported reported(std::span<const Trial> history, std::size_t limit) {
  Reported result;
  std::vector<double> excess;
  for (const Trial& trial : history) {
    if (limit >= trial.excess.size() || !std::isfinite(trial.excess[limit])) continue;
    result.configurations.push_back(trial.configuration);
    excess.push_back(trial.excess[limit]);
  }
  result.excess = Eigen::Map<const Eigen::VectorXd>(excess.data(), std::ssize(excess));
  return result;
}

std::size_t limits_of(std::span<const Trial> history) {
  std::size_t count = 0;
  for (const Trial& trial : history) count = std::max(count, trial.excess.size());
  return count;
}

// Two labels say little about the shape of what is behind them: without a warp, and with noise, since a
// border that is sharp between two trials may lie anywhere between them.
gp::FitOptions label_fit() {
  gp::FitOptions options;
  options.spec.warp = false;
  options.priors.noise = gp::Prior::log_normal(-2.3, 0.5);
  return options;
}

}  // namespace

std::vector<acquisition::ModelledLimit> learn_limits(std::span<const Trial> history,
                                                     const search::SearchSpace& space, std::uint64_t seed) {
  const gp::GpFitter fitter({});
  std::vector<acquisition::ModelledLimit> limits;
  for (std::size_t k = 0; k < limits_of(history); ++k) {
    const Reported known = reported(history, k);
    if (known.configurations.empty()) continue;
    const auto transform = numeric::OutputTransform::fit(known.excess);
    const model::Dataset data(space.columns(), space.points(known.configurations),
                              transform.apply(known.excess));
    std::vector<double> afresh;
    limits.push_back({fitter.fit(data, mix_seed(seed, k), afresh), transform.apply(0.0)});
  }
  return limits;
}

bool broke(const Trial& trial) {
  return trial.state == TrialState::Failed || trial.state == TrialState::TimedOut ||
         trial.state == TrialState::Infeasible;
}

std::optional<acquisition::ModelledLimit> learn_success(std::span<const Trial> history,
                                                        const search::SearchSpace& space,
                                                        std::uint64_t seed) {
  if (std::none_of(history.begin(), history.end(), broke)) return std::nullopt;
  std::vector<Configuration> configurations;
  Eigen::VectorXd labels(std::ssize(history));
  for (std::size_t i = 0; i < history.size(); ++i) {
    configurations.push_back(history[i].configuration);
    labels[static_cast<Eigen::Index>(i)] = broke(history[i]) ? 1.0 : -1.0;
  }
  const model::Dataset data(space.columns(), space.points(configurations), std::move(labels));
  std::vector<double> afresh;
  return acquisition::ModelledLimit{gp::GpFitter(label_fit()).fit(data, seed, afresh), 0.0};
}

}  // namespace hone::samplers
