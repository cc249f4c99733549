// SPDX-License-Identifier: MIT
#include "hone/samplers/informed_trials.hpp"

#include <algorithm>
#include <optional>

namespace hone::samplers {
namespace {

bool lacks_one(const Configuration& configuration, const Space& space,
               std::span<const std::size_t> optional) {
  if (std::all_of(optional.begin(), optional.end(),
                  [&](std::size_t i) { return configuration[i].has_value(); }))
    return false;
  std::vector<std::optional<Value>> values(space.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = configuration[i];
  return std::any_of(optional.begin(), optional.end(),
                     [&](std::size_t i) { return !values[i] && space.active(i, values); });
}

}  // namespace

std::span<const Trial> informed_trials(std::span<const Trial> history, const Space& space,
                                       std::vector<Trial>& kept) {
  std::vector<std::size_t> optional;
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (space.parameters()[i].optional) optional.push_back(i);
  }
  if (optional.empty()) return history;
  std::vector<char> informed;
  std::size_t lacking = 0;
  std::size_t complete = 0;
  for (const Trial& trial : history) {
    informed.push_back(!lacks_one(trial.configuration, space, optional));
    if (informed.back() == 0) ++lacking;
    if (informed.back() != 0 && trial.state == TrialState::Complete) ++complete;
  }
  if (lacking == 0 || complete < std::min(2 * space.size(), lacking)) return history;
  kept.clear();
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (informed[i] != 0) kept.push_back(history[i]);
  }
  return kept;
}

}  // namespace hone::samplers
