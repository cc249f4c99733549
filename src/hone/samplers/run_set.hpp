// SPDX-License-Identifier: MIT
#pragma once

#include <map>

namespace hone::samplers {

/// A set of run numbers, kept as stretches without gaps. Runs are handed out in order, so these are about as
/// many as there are workers, however many runs there are: looking up and copying cost no more late than
/// early.
class RunSet {
 public:
  void add(int run);
  bool contains(int run) const;
  int size() const noexcept { return size_; }
  /// The smallest number from 0 that is not in the set.
  int first_missing() const;
  std::size_t stretches() const noexcept { return ends_.size(); }

 private:
  std::map<int, int> ends_;  ///< begin of a stretch -> one past its end
  int size_ = 0;
};

}  // namespace hone::samplers
