// SPDX-License-Identifier: MIT
#include "hone/samplers/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "hone/base/rng.hpp"

namespace hone::samplers {
namespace {

double to_minimise(const Objective& objective, double value) {
  return objective.direction == Direction::Minimize ? value : -value;
}

/// One number for each trial, the smaller the better.
class Scalarisation {
 public:
  Scalarisation(std::span<const Trial> history, const std::vector<Objective>& objectives, std::uint64_t seed)
      : objectives_(objectives) {
    if (objectives.size() < 2) return;
    Rng rng(seed);
    double sum = 0.0;
    for (std::size_t k = 0; k < objectives.size(); ++k) {
      Share share{.weight =
                      -std::log(1.0 - rng.uniform())};  // exponential shares of a sum are uniform weights
      for (const Trial& trial : history) {
        if (trial.state != TrialState::Complete) continue;
        const double value = to_minimise(objectives[k], trial.values[k]);
        share.least = std::min(share.least, value);
        share.most = std::max(share.most, value);
      }
      sum += share.weight;
      shares_.push_back(share);
    }
    for (Share& share : shares_) share.weight /= sum;
  }

  std::optional<double> operator()(const Trial& trial) const {
    if (trial.state == TrialState::Complete)
      return shares_.empty() ? to_minimise(objectives_[0], trial.values[0]) : mix(trial);
    // Reports are of the first objective alone.
    const bool reported = shares_.empty() && trial.state == TrialState::Pruned && !trial.reports.empty();
    if (!reported || !std::isfinite(trial.reports.back().value)) return std::nullopt;
    return to_minimise(objectives_[0], trial.reports.back().value);
  }

 private:
  struct Share {
    double weight = 1.0;
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
  };

  double mix(const Trial& trial) const {
    double largest = 0.0;
    double sum = 0.0;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      const Share& share = shares_[k];
      // Halved, because the difference of two finite numbers may not be finite.
      const double range = 0.5 * share.most - 0.5 * share.least;
      const double above = 0.5 * to_minimise(objectives_[k], trial.values[k]) - 0.5 * share.least;
      const double weighted = range > 0.0 ? share.weight * above / range : 0.0;
      largest = std::max(largest, weighted);
      sum += weighted;
    }
    return largest + 0.05 * sum;
  }

  const std::vector<Objective>& objectives_;
  std::vector<Share> shares_;  // none for a single objective
};

}  // namespace

Observations observe(std::span<const Trial> history, const std::vector<Objective>& objectives,
                     std::uint64_t seed) {
  const Scalarisation scalarise(history, objectives, seed);
  Observations result;
  std::vector<std::optional<double>> measured;
  double worst = -std::numeric_limits<double>::infinity();
  for (const Trial& trial : history) {
    if (trial.state == TrialState::Complete) ++result.complete;
    measured.push_back(scalarise(trial));
    if (measured.back()) worst = std::max(worst, *measured.back());
  }
  if (result.complete == 0) return result;
  result.values.resize(static_cast<Eigen::Index>(history.size()));
  for (std::size_t i = 0; i < history.size(); ++i) {
    result.values[static_cast<Eigen::Index>(i)] = measured[i].value_or(worst);
    result.configurations.push_back(history[i].configuration);
  }
  return result;
}

}  // namespace hone::samplers
