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
    ++tried_[trial.configuration];
    if (place == trials_.end() || place->number != trial.number) {
      trials_.insert(place, trial);
      continue;
    }
    const auto old = tried_.find(place->configuration);
    if (--old->second == 0) tried_.erase(old);
    *place = trial;
  }
}

}  // namespace hone
