// SPDX-License-Identifier: MIT
#include "hone/charts/working_time.hpp"

#include <algorithm>

namespace hone::charts {
namespace {

constexpr Timestamp kMuchLonger = 10;
constexpr Timestamp kSecond = 1000;

double length_of(const Pause& pause) { return static_cast<double>(pause.end - pause.begin); }

/// Waits for the next trial; most are 0 when trials run side by side.
Timestamp median_wait(std::vector<Timestamp> waits) {
  if (waits.empty()) return 0;
  const auto middle = waits.begin() + (std::ssize(waits) - 1) / 2;
  std::nth_element(waits.begin(), middle, waits.end());
  return *middle;
}

}  // namespace

WorkingTime::WorkingTime(std::vector<Stretch> ran) {
  std::sort(ran.begin(), ran.end(), [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  first_ = ran.front().begin;
  Timestamp reached = first_;
  Timestamp longest = 0;
  std::vector<Timestamp> waits;
  for (const Stretch& one : ran) {
    if (&one != &ran.front()) waits.push_back(std::max<Timestamp>(0, one.begin - reached));
    if (one.begin > reached) pauses_.push_back({reached, one.begin});
    reached = std::max(reached, one.end);
    longest = std::max(longest, one.end - one.begin);
  }
  const Timestamp least = std::max(kSecond, kMuchLonger * std::max(longest, median_wait(std::move(waits))));
  std::erase_if(pauses_, [&](const Pause& wait) { return wait.end - wait.begin <= least; });
  if (pauses_.empty()) return;
  auto rest = static_cast<double>(reached - first_);
  for (const Pause& pause : pauses_) rest -= length_of(pause);
  const double share = std::min(0.03, 0.3 / static_cast<double>(pauses_.size()));
  const double shown = share * std::max(rest, static_cast<double>(kSecond));
  for (Pause& pause : pauses_) pause.shown = shown;
  std::erase_if(pauses_, [](const Pause& pause) { return length_of(pause) <= pause.shown; });
}

double WorkingTime::at(Timestamp time) const {
  auto out = static_cast<double>(time - first_);
  for (const Pause& pause : pauses_) {
    if (pause.end > time) break;
    out -= length_of(pause) - pause.shown;
  }
  return out;
}

TimeUnit unit_for(double milliseconds) {
  if (milliseconds < 180e3) return {"seconds", 1e3};
  if (milliseconds < 180.0 * 60e3) return {"minutes", 60e3};
  if (milliseconds < 96.0 * 3600e3) return {"hours", 3600e3};
  return {"days", 86400e3};
}

}  // namespace hone::charts
