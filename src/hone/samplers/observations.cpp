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
  Eigen::RowVectorXd row(result.values.cols());
  for (const Trial& trial : history) {
    if (trial.state == TrialState::Complete) ++result.complete;
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

}  // namespace hone::samplers
