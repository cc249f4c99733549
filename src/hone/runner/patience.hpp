// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "hone/base/error.hpp"
#include "hone/runner/loop_observer.hpp"
#include "hone/runner/moment.hpp"

namespace hone::runner {

/// A disk that may be full, and since when.
class FullDisk {
 public:
  /// `limit`: seconds for which it is tried again.
  FullDisk(double limit, LoopObserver& observer) : limit_(limit), observer_(observer) {}

  /// It had no room. True when that is so for longer than the limit; the first time somebody is warned.
  bool refused(const Error& error);
  /// It had room.
  void took() noexcept { since_.reset(); }

 private:
  double limit_;
  LoopObserver& observer_;
  std::optional<Moment> since_;
};

/// Puts up with a store that others keep busy, or whose disk is full, for a while.
class Patience {
 public:
  /// Seconds for which such a store is tried again.
  Patience(double busy_limit, double full_limit, LoopObserver& observer)
      : busy_limit_(busy_limit), disk_(full_limit, observer) {}

  /// Does something with the store. False when it is busy or full, and should be tried again when paused() is
  /// over. Throws its error when that has lasted too long, and every other one.
  bool call(const std::function<void()>& action);
  bool paused(Moment now) const noexcept { return now < not_before_; }
  /// The store had room for a result. That something can be read or a little be written says nothing.
  void stored() noexcept { disk_.took(); }

 private:
  void refused(const Error& error);

  double busy_limit_;
  FullDisk disk_;
  std::optional<Moment> busy_since_;
  std::optional<Moment> full_last_;
  Moment not_before_;
};

}  // namespace hone::runner
