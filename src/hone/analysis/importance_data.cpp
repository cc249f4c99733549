// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_data.hpp"

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/aim.hpp"

namespace hone::analysis {
namespace {

void require_enough(std::size_t complete, std::int64_t left_out) {
  const auto count = static_cast<std::int64_t>(complete);
  if (count >= kLeastImportanceTrials) return;
  std::string without_value;
  if (left_out > 0) without_value = text(" (", left_out, " ended without a value)");
  throw Error(ErrorCode::InvalidArgument,
              text("importance needs at least ", kLeastImportanceTrials, " complete trials, and there ",
                   count == 1 ? "is " : "are ", count, without_value),
              text("run ", kLeastImportanceTrials - count, " more"));
}

/// Mean 0 and deviation 1, also of values whose squares or differences would overflow.
Eigen::VectorXd standardised(const Eigen::VectorXd& raw, const std::string& objective) {
  if ((raw.array() == raw[0]).all()) {
    throw Error(ErrorCode::InvalidArgument,
                text("all ", raw.size(), " complete trials have the same value of '", objective, "', ",
                     std::abs(raw[0])),
                "no parameter can be important for what does not change; check what the command reports");
  }
  Eigen::VectorXd values = raw / raw.cwiseAbs().maxCoeff();
  values.array() -= values.mean();
  values /= values.cwiseAbs().maxCoeff();  // values that hardly differ have squares that underflow
  return values / std::sqrt(values.squaredNorm() / static_cast<double>(values.size()));
}

void require_variation(const SpaceMeasure& space, const model::Points& points) {
  if (space.dimensions() == 0) {
    throw Error(ErrorCode::InvalidArgument, "the study has only constants",
                "importance compares parameters that vary");
  }
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    if ((points.x.col(j).array() != points.x(0, j)).any()) return;
    if (points.active.size() > 0 && (points.active.col(j) != points.active(0, j)).any()) return;
  }
  throw Error(ErrorCode::InvalidArgument, "all complete trials have the same parameters",
              "run trials of other settings");
}

}  // namespace

std::size_t find_objective(std::span<const Objective> objectives, const std::optional<std::string>& name) {
  if (!name) return 0;
  std::vector<std::string> names;
  for (const Objective& objective : objectives) names.push_back(objective.name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == *name) return i;
  }
  throw Error(ErrorCode::NotFound, text("there is no objective '", *name, "'", did_you_mean(*name, names)),
              "name one of " + join(names, ", "));
}

ImportanceData importance_data(const Study& study, std::span<const Trial> trials,
                               const std::optional<std::string>& objective) {
  const std::size_t which = find_objective(study.objectives, objective);
  ImportanceData data{study.objectives[which], SpaceMeasure(study.space), {}, {}};
  const Direction direction = data.objective.direction;
  std::vector<const Configuration*> configurations;
  std::vector<double> values;
  for (const Trial& trial : trials) {
    if (!fits(trial)) continue;
    if (trial.state == TrialState::Complete) {
      configurations.push_back(&trial.configuration);
      values.push_back(as_loss(direction, trial.values[which]));
    } else if (is_evidence(trial.state)) {
      ++data.left_out;
    }
  }
  require_enough(values.size(), data.left_out);
  data.values =
      standardised(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())),
                   data.objective.name);
  data.points = data.space.points(configurations);
  require_variation(data.space, data.points);
  return data;
}

}  // namespace hone::analysis
