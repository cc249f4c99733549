// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "hone/base/error.hpp"

namespace hone::storage {

/// The database gave a transaction up through no fault of the work in it: two of them waited for each other,
/// or the connection was lost. Nothing of it happened, and it may be run again.
class TryAgain : public Error {
 public:
  explicit TryAgain(const Error& error) : Error(error) {}
};

/// How often a transaction is run before its failure counts: ten times, and for ten seconds.
class Attempts {
 public:
  /// Sleeps for some milliseconds, longer each time and of random length, so that those who met do not meet
  /// again. False, at once, when there were enough.
  bool another();

 private:
  int made_ = 1;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Runs work, which returns something, until the database does not ask for it again.
template <class Work>
auto run_again(const Work& work) {
  for (Attempts attempts;;) {
    try {
      return work();
    } catch (const TryAgain&) {
      if (!attempts.another()) throw;
    }
  }
}

}  // namespace hone::storage
