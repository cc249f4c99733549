// SPDX-License-Identifier: MIT
#include "hone/analysis/look_interval.hpp"

namespace hone::analysis {

bool LookInterval::due(const std::vector<Report>& reports) const {
  if (reports.empty()) return false;
  const std::int64_t step = reports.back().step;
  if (step < warmup_steps) return false;
  if (reports.size() == 1) return true;
  const std::int64_t before = reports[reports.size() - 2].step;
  if (before < warmup_steps) return true;
  const auto number = [&](std::int64_t at) { return (at - warmup_steps) / interval; };
  return number(step) != number(before);
}

void LookInterval::declare(OptionReader& option, const std::string& prefix) {
  constexpr std::int64_t kMost = 1'000'000'000;
  option
      .integer(prefix + "warmup_steps", warmup_steps, 0, kMost,
               "a trial is left alone as long as its step is below this")
      .in("steps");
  option.integer(prefix + "interval", interval, 1, kMost, "a trial is looked at once in so many steps")
      .in("steps");
}

}  // namespace hone::analysis
