// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "hone/designs/search.hpp"

namespace hone::designs {
namespace {

constexpr int kOuterLoops = 50;
constexpr int kInnerLoops = 100;
constexpr double kFirstThreshold = 0.005;  // of the criterion at the start
constexpr double kHitRatio = 0.1;
constexpr double kScale = 0.8;

struct Exchange {
  int a = 0;
  int b = 0;
  double change = std::numeric_limits<double>::infinity();
};

// The best of some random pairs of free rows with different levels in the visited column.
Exchange best_of(Landscape& landscape, int pairs, Rng& rng) {
  Exchange best;
  const auto groups = landscape.groups();
  if (groups.size() < 2) return best;
  const auto draw = [&rng](int bound) {
    return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
  };
  for (int i = 0; i < pairs; ++i) {
    const int a = draw(landscape.free_rows());
    int b = a;
    while (landscape.same_level(a, b)) b = draw(landscape.free_rows());
    const double change = landscape.change(a, b);
    if (change < best.change) best = {a, b, change};
  }
  return best;
}

// min(50, a fifth of the pairs of free rows with different levels in a balanced column), and at least one.
int pairs_per_step(const Landscape& landscape) {
  const double free = landscape.free_rows(), q = landscape.levels();
  return std::max(1, static_cast<int>(std::min(50.0, 0.2 * free * free * (q - 1.0) / (2.0 * q))));
}

}  // namespace

std::int64_t threshold_accepting(Landscape& landscape, const Allowance& budget, Rng& rng) {
  const int first = landscape.frozen().factors, columns = landscape.factors() - first;
  if (columns == 0 || landscape.free_rows() < 2) return 0;
  const int pairs = pairs_per_step(landscape);
  const bool limited = budget.spent || budget.iterations > 0;
  double threshold = kFirstThreshold * landscape.energy();
  std::int64_t tried = 0;
  for (int outer = 0; limited ? budget.fraction(tried) < 1.0 : outer < kOuterLoops; ++outer) {
    int hits = 0;
    for (int step = 0; step < kInnerLoops && budget.has_room_for(0.0); ++step) {
      landscape.visit(first + step % columns);
      const Exchange candidate = best_of(landscape, pairs, rng);
      tried += pairs;
      const double refused =
          threshold > 0.0 ? candidate.change / threshold : (candidate.change > 0.0 ? 1.0 : 0.0);
      if (rng.uniform() < refused) continue;
      if (!(candidate.change < std::numeric_limits<double>::infinity())) continue;
      landscape.exchange(candidate.a, candidate.b);
      ++hits;
    }
    threshold *= hits < kHitRatio * kInnerLoops ? 1.0 / kScale : kScale;
    if (!budget.has_room_for(budget.pass)) return tried;
    landscape.refresh();
  }
  return tried;
}

}  // namespace hone::designs
