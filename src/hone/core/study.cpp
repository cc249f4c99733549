// SPDX-License-Identifier: MIT
#include "hone/core/study.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

bool dominates(const Trial& a, const Trial& b, std::span<const Objective> objectives) {
  bool somewhere_better = false;
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (better(objectives[i], b.values[i], a.values[i])) return false;
    somewhere_better = somewhere_better || better(objectives[i], a.values[i], b.values[i]);
  }
  return somewhere_better;
}

}  // namespace

std::string to_text(Direction direction) {
  return direction == Direction::Minimize ? "minimize" : "maximize";
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

std::vector<const Trial*> pareto_trials(std::span<const Trial> trials,
                                        std::span<const Objective> objectives) {
  std::vector<const Trial*> front;
  for (const Trial& trial : trials) {
    if (!may_be_best(trial)) continue;
    const auto beats_it = [&](const Trial* other) { return dominates(*other, trial, objectives); };
    if (std::any_of(front.begin(), front.end(), beats_it)) continue;
    std::erase_if(front, [&](const Trial* other) { return dominates(trial, *other, objectives); });
    front.push_back(&trial);
  }
  return front;
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
