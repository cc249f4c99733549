// SPDX-License-Identifier: MIT
#include "hone/transfer/matching.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/core/aim.hpp"
#include "hone/transfer/passage.hpp"

namespace hone::transfer {
namespace {

// A model of fewer says nothing about an order.
constexpr int kLeastComplete = 3;

// The objective of a source that speaks of the target's first; nothing when it cannot be told.
std::optional<std::size_t> objective_of(const SourceStudy& source, const Objective& wanted) {
  for (std::size_t k = 0; k < source.objectives.size(); ++k) {
    if (source.objectives[k].name == wanted.name) return k;
  }
  if (source.objectives.size() == 1) return 0;
  return std::nullopt;
}

// One that broke the limits of its own study counts as failed: what is learned of a source is where its good
// trials lie.
double value_of(const Trial& trial, std::size_t objective, Direction direction) {
  if (!may_be_best(trial)) return std::numeric_limits<double>::quiet_NaN();
  return as_loss(direction, trial.values[objective]);
}

// Of those that have a value.
bool all_equal(const Eigen::VectorXd& values) {
  double first = std::numeric_limits<double>::quiet_NaN();
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (std::isnan(first)) first = value;
    if (value != first) return false;
  }
  return true;
}

}  // namespace

Matched match(const SourceStudy& source, const Study& target) {
  Matched matched{.name = source.name};
  const Passage passage(source.space, target.space);
  matched.missing = passage.missing();
  matched.extra = passage.extra();
  const auto objective = objective_of(source, target.objectives.front());
  std::vector<double> values;
  int complete = 0;
  for (const Trial& trial : source.trials) {
    if (!objective || passage.varying() == 0) break;
    auto configuration = passage(trial.configuration);
    if (!configuration) {
      ++matched.left_out;
      continue;
    }
    const double value = value_of(trial, *objective, source.objectives[*objective].direction);
    complete += std::isnan(value) ? 0 : 1;
    values.push_back(value);
    matched.configurations.push_back(std::move(*configuration));
  }
  matched.values = Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  if (target.objectives.size() > 1) {
    matched.refusal = "a study of several objectives does not learn from others";
  } else if (passage.varying() == 0) {
    matched.refusal = "no parameter that varies in both has the name and the kind of one of this study";
  } else if (!objective) {
    matched.refusal =
        text("it has several objectives, and none is called '", target.objectives.front().name, "'");
  } else if (complete >= kLeastComplete && all_equal(matched.values)) {
    matched.refusal = "all its trials have the same value";
  } else if (complete < kLeastComplete) {
    matched.refusal = source.trials.empty()
                          ? "it has no trial that ended"
                          : text(complete == 0   ? std::string("no complete trial lies")
                                 : complete == 1 ? std::string("only 1 complete trial lies")
                                                 : text("only ", complete, " complete trials lie"),
                                 " in the ranges of this study; ", kLeastComplete, " are needed");
  }
  return matched;
}

}  // namespace hone::transfer
