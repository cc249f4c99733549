// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "hone/designs/landscape.hpp"

namespace hone::designs {

/// 1,024 equally likely values of an exponential variable of mean 1. An increase is accepted with probability
/// exp(-increase / temperature) when it is below temperature times such a value.
inline const std::array<double, 1024>& exponential_thresholds() {
  static const std::array<double, 1024> table = [] {
    std::array<double, 1024> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = -std::log((static_cast<double>(i) + 0.5) / 1024.0);
    return values;
  }();
  return table;
}

/// Tries plan.candidates random exchanges. L has cost(a, low, b, high), which the compiler can see, as a
/// virtual call for every candidate would cost as much as the candidate.
template <class L>
SweepCount sweep_column(L& landscape, const SweepPlan& plan, FastBits& bits) {
  constexpr int kBatch = 16;
  SweepCount count;
  const std::span<const LevelGroup> groups = landscape.groups();
  const int levels = static_cast<int>(groups.size());
  if (levels < 2) return count;
  const int window = std::clamp(plan.window, 1, levels - 1);
  const double* thresholds = exponential_thresholds().data();
  const int* order = landscape.order().data();
  const auto cost = landscape.cost();
  const double temperature = plan.temperature;
  while (count.tried < plan.candidates) {
    // The same number of levels apart for a whole batch: a loop of known length is a branch well predicted.
    const int apart = 1 + bits.below(window);
    const auto choices = static_cast<std::uint64_t>(levels - apart);
    for (int i = 0; i < kBatch; ++i) {
      const std::uint64_t draw = bits.next();
      const LevelGroup* low = groups.data() + (((draw & 0xFFFFFF) * choices) >> 24);
      const LevelGroup* high = low + apart;
      const int pa =
          low->begin + static_cast<int>(((draw >> 24 & 0x7FFF) * static_cast<unsigned>(low->count)) >> 15);
      const int pb =
          high->begin + static_cast<int>(((draw >> 39 & 0x7FFF) * static_cast<unsigned>(high->count)) >> 15);
      const double change = cost(order[pa], low->level, order[pb], high->level);
      if (change <= temperature * thresholds[draw >> 54]) {
        landscape.exchange_at(pa, pb, change);
        ++count.accepted;
      }
    }
    count.tried += kBatch;
  }
  return count;
}

/// See Landscape::descend(). Changes within rounding of zero do not count as lower, or the descent might
/// never end.
template <class L>
SweepCount descend_column(L& landscape, int window) {
  SweepCount count;
  const std::span<const LevelGroup> groups = landscape.groups();
  const int* order = landscape.order().data();
  const auto cost = landscape.cost();
  const double least = -1e-12 * std::max(std::abs(landscape.energy()), 1e-8);
  for (std::size_t low = 0; low < groups.size(); ++low) {
    const std::size_t end = std::min(groups.size(), low + 1 + static_cast<std::size_t>(window));
    for (std::size_t high = low + 1; high < end; ++high) {
      const LevelGroup &l = groups[low], &h = groups[high];
      for (int pa = l.begin; pa < l.begin + l.count; ++pa) {
        for (int pb = h.begin; pb < h.begin + h.count; ++pb) {
          const double change = cost(order[pa], l.level, order[pb], h.level);
          ++count.tried;
          if (change >= least) continue;
          landscape.exchange_at(pa, pb, change);
          ++count.accepted;
        }
      }
    }
  }
  return count;
}

}  // namespace hone::designs
