// SPDX-License-Identifier: MIT
#include "hone/samplers/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/core/aim.hpp"

namespace hone::samplers {
namespace {

void fill_values(const Trial& trial, const std::vector<Objective>& objectives,
                 Eigen::Ref<Eigen::RowVectorXd> row) {
  row.setConstant(std::numeric_limits<double>::quiet_NaN());
  if (trial.state == TrialState::Complete) {
    for (std::size_t k = 0; k < objectives.size(); ++k)
      row[static_cast<Eigen::Index>(k)] = as_loss(objectives[k], trial.values[k]);
  } else if (trial.state == TrialState::Pruned && objectives.size() == 1 && !trial.reports.empty() &&
             std::isfinite(trial.reports.back().value)) {
    row[0] = as_loss(objectives[0], trial.reports.back().value);
  }
}

}  // namespace

Observations observe(std::span<const Trial> history, const std::vector<Objective>& objectives) {
  Observations result;
  result.values.resize(static_cast<Eigen::Index>(history.size()),
                       static_cast<Eigen::Index>(objectives.size()));
  result.violation.resize(result.values.rows());
  Eigen::RowVectorXd row(result.values.cols());
  for (const Trial& trial : history) {
    if (trial.state == TrialState::Complete) {
      ++result.complete;
      if (feasible(trial)) ++result.feasible;
    }
    result.violation[static_cast<Eigen::Index>(result.configurations.size())] = trial.violation;
    fill_values(trial, objectives, row);
    result.values.row(static_cast<Eigen::Index>(result.configurations.size())) = row;
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
