// SPDX-License-Identifier: MIT
#include "hone/samplers/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/core/aim.hpp"
#include "hone/samplers/expected_ends.hpp"

namespace hone::samplers {
namespace {

using Row = Eigen::RowVectorXd;

Row row_of(const Trial& complete, const std::vector<Objective>& objectives) {
  Row row(std::ssize(objectives));
  for (std::size_t k = 0; k < objectives.size(); ++k)
    row[static_cast<Eigen::Index>(k)] = as_loss(objectives[k], complete.values[k]);
  return row;
}

// What pruned trials would have come to, objective by objective.
class PrunedEnds {
 public:
  PrunedEnds(std::span<const Trial> history, const std::vector<Objective>& objectives) {
    for (std::size_t k = 0; k < objectives.size(); ++k)
      ends_.push_back(expected_ends(history, objectives, k));
    if (objectives.size() == 1) return;
    for (const Trial& trial : history)
      if (trial.state == TrialState::Complete) complete_.push_back(row_of(trial, objectives));
  }

  Row of(std::size_t trial) const {
    Row row(std::ssize(ends_));
    for (Eigen::Index k = 0; k < row.size(); ++k) row[k] = ends_[static_cast<std::size_t>(k)][trial];
    if (row.hasNaN()) row.setConstant(std::numeric_limits<double>::quiet_NaN());
    return behind_complete(row);
  }

 private:
  // An estimate must not put a trial that was stopped ahead of all that were measured. With one objective it
  // does not; of several it is moved the shortest way behind a complete trial.
  Row behind_complete(const Row& row) const {
    const Row* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const Row& complete : complete_) {
      const double way = (complete - row).cwiseMax(0.0).sum();
      if (!(way < least)) continue;
      least = way;
      nearest = &complete;
    }
    return nearest == nullptr ? row : Row(row.cwiseMax(*nearest));
  }

  std::vector<std::vector<double>> ends_;
  std::vector<Row> complete_;
};

}  // namespace

Observations observe(std::span<const Trial> history, const std::vector<Objective>& objectives) {
  Observations result;
  const PrunedEnds ends(history, objectives);
  const Row nothing = Row::Constant(std::ssize(objectives), std::numeric_limits<double>::quiet_NaN());
  result.values.resize(std::ssize(history), nothing.size());
  result.violation.resize(result.values.rows());
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Trial& trial = history[i];
    const bool complete = trial.state == TrialState::Complete;
    const Row row = complete                            ? row_of(trial, objectives)
                    : trial.state == TrialState::Pruned ? ends.of(i)
                                                        : nothing;
    if (complete) {
      ++result.complete;
      if (feasible(trial)) ++result.feasible;
    }
    result.values.row(static_cast<Eigen::Index>(i)) = row;
    result.violation[static_cast<Eigen::Index>(i)] = trial.violation;
    result.measured.push_back(complete);
    result.configurations.push_back(trial.configuration);
  }
  return result;
}

Eigen::VectorXd with_worst_for_missing(const Eigen::VectorXd& values) {
  double worst = -std::numeric_limits<double>::infinity();
  for (const double value : values) {
    if (!std::isnan(value)) worst = std::max(worst, value);
  }
  return values.unaryExpr([worst](double value) { return std::isnan(value) ? worst : value; });
}

Eigen::VectorXd behind_feasible(const Eigen::VectorXd& values, const Eigen::VectorXd& violation) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double least = kInfinity, most = -kInfinity;
  std::vector<Eigen::Index> broken;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (violation[i] > 0.0) {
      broken.push_back(i);
      continue;
    }
    least = std::min(least, values[i]);
    most = std::max(most, values[i]);
  }
  if (broken.empty()) return values;
  if (least > most) least = most = 0.0;  // nothing is feasible yet
  const double spread = most - least;
  const double width = std::isfinite(spread) && spread > 0.0 ? spread : 1.0;
  const auto standing = [&](Eigen::Index i) { return OutcomeRank{violation[i], values[i]}; };
  std::sort(broken.begin(), broken.end(),
            [&](Eigen::Index a, Eigen::Index b) { return standing(a) < standing(b); });
  Eigen::VectorXd ranked = values;
  double place = 0.0;
  for (std::size_t k = 0; k < broken.size(); ++k) {
    if (k == 0 || standing(broken[k - 1]) < standing(broken[k])) place = static_cast<double>(k + 1);
    ranked[broken[k]] = most + width * place / static_cast<double>(broken.size());
  }
  return ranked;
}

}  // namespace hone::samplers
