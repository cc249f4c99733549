// SPDX-License-Identifier: MIT
#include "hone/core/study.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {

std::string to_text(Direction direction) {
  return direction == Direction::Minimize ? "minimize" : "maximize";
}

bool same_objectives(std::span<const Objective> a, std::span<const Objective> b) {
  return std::ranges::equal(a, b, [](const Objective& one, const Objective& other) {
    return one.name == other.name && one.direction == other.direction;
  });
}

bool better(const Objective& objective, double a, double b) {
  return objective.direction == Direction::Minimize ? a < b : a > b;
}

const Trial* best_trial(std::span<const Trial> trials, const Objective& objective) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (!may_be_best(trial)) continue;
    if (best == nullptr || better(objective, trial.values[0], best->values[0])) best = &trial;
  }
  return best;
}

std::size_t objective_index(const Study& study, const std::string& name) {
  std::vector<std::string> names;
  for (const Objective& objective : study.objectives) names.push_back(objective.name);
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end())
    throw Error(ErrorCode::NotFound, text("there is no objective '", name, "'", did_you_mean(name, names)),
                "name one of " + join(names, ", "));
  return static_cast<std::size_t>(place - names.begin());
}

}  // namespace hone
