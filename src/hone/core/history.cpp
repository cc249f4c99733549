// SPDX-License-Identifier: MIT
#include "hone/core/history.hpp"

#include <algorithm>

namespace hone {

void History::add(std::span<const Trial> finished) {
  for (const Trial& trial : finished) {
    const auto by_number = [](const Trial& a, std::int64_t number) { return a.number < number; };
    // Nearly always at the end; a late finisher is moved in.
    const auto place = !trials_.empty() && trials_.back().number < trial.number
                           ? trials_.end()
                           : std::lower_bound(trials_.begin(), trials_.end(), trial.number, by_number);
    const bool known = place != trials_.end() && place->number == trial.number;
    if (known) forget(place->configuration);
    if (!is_evidence(trial.state)) {
      if (known) trials_.erase(place);
      continue;
    }
    ++tried_[trial.configuration];
    if (known) {
      *place = trial;
    } else {
      trials_.insert(place, trial);
    }
  }
}

void History::forget(const Configuration& configuration) {
  const auto old = tried_.find(configuration);
  if (--old->second == 0) tried_.erase(old);
}

}  // namespace hone
