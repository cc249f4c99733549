// SPDX-License-Identifier: MIT
#include "hone/samplers/run_set.hpp"

#include <iterator>

namespace hone::samplers {

bool RunSet::contains(int run) const {
  const auto after = ends_.upper_bound(run);
  return after != ends_.begin() && std::prev(after)->second > run;
}

void RunSet::add(int run) {
  if (contains(run)) return;
  ++size_;
  int end = run + 1;
  const auto after = ends_.upper_bound(run);
  if (after != ends_.end() && after->first == end) {
    end = after->second;
    ends_.erase(after);
  }
  const auto next = ends_.upper_bound(run);
  if (next != ends_.begin() && std::prev(next)->second == run) {
    std::prev(next)->second = end;
  } else {
    ends_[run] = end;
  }
}

int RunSet::first_missing() const {
  return ends_.empty() || ends_.begin()->first > 0 ? 0 : ends_.begin()->second;
}

}  // namespace hone::samplers
