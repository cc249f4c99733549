// SPDX-License-Identifier: MIT
#include "hone/analysis/front.hpp"

#include <algorithm>
#include <cmath>

#include "hone/core/aim.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::analysis {
namespace {

/// One row for each trial; smaller is better.
Eigen::MatrixXd losses(const std::vector<const Trial*>& trials, std::span<const Objective> objectives) {
  Eigen::MatrixXd out(static_cast<Eigen::Index>(trials.size()), static_cast<Eigen::Index>(objectives.size()));
  for (std::size_t i = 0; i < trials.size(); ++i) {
    for (std::size_t k = 0; k < objectives.size(); ++k)
      out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          as_loss(objectives[k], trials[i]->values[k]);
  }
  return out;
}

Eigen::VectorXd reference_of(const Eigen::MatrixXd& front, std::span<const Objective> objectives) {
  Eigen::VectorXd reference(front.cols());
  for (Eigen::Index k = 0; k < front.cols(); ++k) {
    const double worst = front.col(k).maxCoeff();
    const double range = worst - front.col(k).minCoeff();
    const double size = range > 0.0 ? range : worst != 0.0 ? std::abs(worst) : 10.0;
    reference[k] = worst_loss(objectives[static_cast<std::size_t>(k)]).value_or(worst + 0.1 * size);
  }
  return reference;
}

bool measurable(const std::vector<const Trial*>& front, std::span<const Objective> objectives) {
  return !front.empty() && objectives.size() >= 2 && objectives.size() <= 3;
}

}  // namespace

std::optional<FrontVolume> front_volume(std::span<const Trial> trials,
                                        std::span<const Objective> objectives) {
  const std::vector<const Trial*> front = pareto_trials(trials, objectives);
  if (!measurable(front, objectives)) return std::nullopt;
  const Eigen::MatrixXd values = losses(front, objectives);
  const Eigen::VectorXd reference = reference_of(values, objectives);
  FrontVolume out{{}, numeric::hypervolume(values, reference)};
  for (std::size_t k = 0; k < objectives.size(); ++k)
    out.reference.push_back(as_loss(objectives[k], reference[static_cast<Eigen::Index>(k)]));
  return out;
}

std::vector<VolumeStep> front_history(std::span<const Trial> trials, std::span<const Objective> objectives) {
  const std::vector<const Trial*> last = pareto_trials(trials, objectives);
  if (!measurable(last, objectives)) return {};
  const Eigen::VectorXd reference = reference_of(losses(last, objectives), objectives);
  // A volume of three objectives takes n² steps, of two n log n: so many of them stay within a second.
  const auto size = static_cast<double>(last.size());
  const double cost = objectives.size() == 3 ? size * size : size * (1.0 + std::log2(size));
  const auto most = static_cast<std::size_t>(std::clamp(2e8 / cost, 8.0, 400.0));
  const std::size_t stride = std::max<std::size_t>(1, trials.size() / most);

  std::vector<VolumeStep> steps;
  std::vector<Trial> known;  // the front so far
  bool changed = false;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Trial& trial = trials[i];
    if (may_be_best(trial)) {
      Trial& copy = known.emplace_back();
      copy.state = trial.state;
      copy.values = trial.values;
      changed = true;
    }
    const bool at_stop = (i + 1) % stride == 0 || i + 1 == trials.size();
    if (!changed || !at_stop) continue;
    changed = false;
    std::vector<Trial> front;
    for (const Trial* one : pareto_trials(known, objectives)) front.push_back(*one);
    known = std::move(front);
    std::vector<const Trial*> rows;
    for (const Trial& one : known) rows.push_back(&one);
    const double volume = numeric::hypervolume(losses(rows, objectives), reference);
    if (steps.empty() || volume > steps.back().volume || i + 1 == trials.size())
      steps.push_back({trial.number, volume});
  }
  return steps;
}

}  // namespace hone::analysis
