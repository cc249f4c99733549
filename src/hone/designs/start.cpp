// SPDX-License-Identifier: MIT
#include "hone/designs/start.hpp"

#include <algorithm>
#include <vector>

#include "hone/base/index.hpp"

namespace hone::designs {
namespace {

// Levels (from 1) for so many new runs, given how often each level is used: the least used first, in
// ascending order.
std::vector<int> balancing_levels(std::vector<int> used, int runs) {
  std::vector<int> result;
  while (std::ssize(result) < runs) {
    const int least = *std::min_element(used.begin(), used.end());
    std::vector<int> lacking;
    for (int u = 0; u < std::ssize(used); ++u) {
      if (used[index(u)] == least) lacking.push_back(u);
    }
    const int wanted = runs - static_cast<int>(result.size());
    const int count = static_cast<int>(lacking.size()), take = std::min(wanted, count);
    for (int i = 0; i < take; ++i) {
      // The middles of `take` equal parts of the list: the whole list when take is count.
      const auto at = (static_cast<std::int64_t>(2 * i + 1) * count) / (2 * static_cast<std::int64_t>(take));
      const int level = lacking[static_cast<std::size_t>(at)];
      ++used[index(level)];
      result.push_back(level + 1);
    }
  }
  return result;
}

}  // namespace

Design add_random_runs(const Design& existing, int runs, Rng& rng) {
  const int total = existing.runs() + runs, factors = existing.factors();
  std::vector<int> entries(index(total) * index(factors));
  for (int j = 0; j < factors; ++j) {
    std::vector<int> used(index(existing.levels()));
    for (int i = 0; i < existing.runs(); ++i) {
      entries[index(i) * index(factors) + index(j)] = existing(i, j);
      ++used[index(existing(i, j) - 1)];
    }
    std::vector<int> fresh = balancing_levels(std::move(used), runs);
    rng.shuffle(std::span<int>(fresh));
    for (int i = 0; i < runs; ++i)
      entries[index(existing.runs() + i) * index(factors) + index(j)] = fresh[index(i)];
  }
  return Design(total, factors, existing.levels(), std::move(entries));
}

Design add_random_factors(const Design& existing, int factors, Rng& rng) {
  const Design fresh = add_random_runs(Design(0, factors, existing.levels(), {}), existing.runs(), rng);
  std::vector<int> entries;
  for (int i = 0; i < existing.runs(); ++i) {
    entries.insert(entries.end(), existing.row(i).begin(), existing.row(i).end());
    entries.insert(entries.end(), fresh.row(i).begin(), fresh.row(i).end());
  }
  return Design(existing.runs(), existing.factors() + factors, existing.levels(), std::move(entries));
}

}  // namespace hone::designs
