// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

namespace hone::runner {

/// A point in time by a clock that nobody sets: durations are measured with it, never with the wall clock.
using Moment = std::chrono::steady_clock::time_point;

/// Adds seconds to a moment; the far future for more than a century.
inline Moment after(Moment moment, double seconds) {
  constexpr double kCentury = 3.2e9;
  return moment + std::chrono::duration_cast<Moment::duration>(
                      std::chrono::duration<double>(std::min(seconds, kCentury)));
}

/// From one moment to another.
inline double seconds_between(Moment from, Moment to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace hone::runner
