// SPDX-License-Identifier: MIT
#include "hone/core/history.hpp"

#include <algorithm>

namespace hone {
namespace {

// Where a number is, or would be among what is sorted by it. Nearly always at the end; a late finisher is
// moved in.
template <class Numbered>
auto place_of(std::vector<Numbered>& all, std::int64_t number) {
  if (all.empty() || all.back().number < number) return all.end();
  return std::lower_bound(all.begin(), all.end(), number,
                          [](const Numbered& one, std::int64_t wanted) { return one.number < wanted; });
}

}  // namespace

void TriedTrials::add(std::span<const Trial> finished) {
  for (const Trial& trial : finished) {
    const auto place = place_of(told_, trial.number);
    const bool known = place != told_.end() && place->number == trial.number;
    if (known) forget(place->configuration);
    if (!is_evidence(trial.state)) {
      if (known) told_.erase(place);
      continue;
    }
    ++tried_[trial.configuration];
    if (known) {
      place->configuration = trial.configuration;
    } else {
      told_.insert(place, {trial.number, trial.configuration});
    }
  }
}

void TriedTrials::forget(const Configuration& configuration) {
  const auto old = tried_.find(configuration);
  if (--old->second == 0) tried_.erase(old);
}

void History::add(std::span<const Trial> finished) {
  TriedTrials::add(finished);
  for (const Trial& trial : finished) {
    const auto place = place_of(trials_, trial.number);
    const bool known = place != trials_.end() && place->number == trial.number;
    if (!is_evidence(trial.state)) {
      if (known) trials_.erase(place);
    } else if (known) {
      *place = trial;
    } else {
      trials_.insert(place, trial);
    }
  }
}

}  // namespace hone
