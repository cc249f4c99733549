// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

#include "hone/runner/moment.hpp"

namespace hone::service {

/// How much was asked for in the busiest stretch of time of late. Workers who were served together come
/// together again, so that the mean says little of what will be wanted at once.
class Busiest {
 public:
  /// So many were asked for now; a stretch takes so many seconds.
  void add(runner::Moment now, std::int64_t count, double seconds) {
    while (!asks_.empty() && runner::seconds_between(asks_.front().first, now) >= seconds) {
      within_ -= asks_.front().second;
      asks_.pop_front();
    }
    asks_.emplace_back(now, count);
    within_ += count;
    if (runner::seconds_between(since_, now) > std::max(kRemembered, 10.0 * seconds)) {
      before_ = std::exchange(lately_, 0);
      since_ = now;
    }
    lately_ = std::max(lately_, within_);
  }
  std::int64_t most() const noexcept { return std::max(before_, lately_); }

 private:
  static constexpr double kRemembered = 30.0;                 // seconds, and at most twice as many
  std::deque<std::pair<runner::Moment, std::int64_t>> asks_;  // of the last stretch
  std::int64_t within_ = 0;
  std::int64_t before_ = 0;
  std::int64_t lately_ = 0;
  runner::Moment since_ = {};
};

}  // namespace hone::service
