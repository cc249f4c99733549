// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/core/trial.hpp"

namespace hone::charts {

/// From when to when something ran.
struct Stretch {
  Timestamp begin = 0;
  Timestamp end = 0;
};

/// A unit in which a length of time is a handy number.
struct TimeUnit {
  const char* name;
  double milliseconds;
};

TimeUnit unit_for(double milliseconds);

/// A time in which nothing ran, and how many milliseconds of a picture stand for it.
struct Pause {
  Timestamp begin = 0;
  Timestamp end = 0;
  double shown = 0.0;
};

/// The time of a study in which pauses are short, such as the night before it was resumed: at their true
/// length the trials would be too narrow to be seen. A pause is a wait for the next trial of more than a
/// second, ten times as long as the longest trial and as the usual (median) wait. It is drawn as 3 % of the
/// rest; all together take 30 % at most.
class WorkingTime {
 public:
  /// At least one stretch, in any order.
  explicit WorkingTime(std::vector<Stretch> ran);

  /// Milliseconds from the first begin, pauses counted as long as they are drawn. Not for times within one.
  double at(Timestamp time) const;

  /// In the order of time.
  const std::vector<Pause>& pauses() const { return pauses_; }

 private:
  Timestamp first_ = 0;
  std::vector<Pause> pauses_;
};

}  // namespace hone::charts
