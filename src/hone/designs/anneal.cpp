// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include "hone/designs/search.hpp"

namespace hone::designs {
namespace {

// Found by trial on designs of 20 to 200 runs; see bench/micro/designs_bench.cpp for what they reach.
constexpr double kFirstAcceptance = 0.1;
constexpr double kFirstWindow = 0.3;  // as a share of the levels
constexpr double kLastWindow = 0.05;
constexpr double kAnnealed = 0.95;  // of the budget; the rest is for the descent
constexpr int kVisitsBetweenRefreshes = 500;
constexpr double kLongVisit = 0.02;  // of a given time: the end would be missed by as much
constexpr int kFewestCandidates = 64;

double between(double first, double last, double fraction) {
  return first * std::pow(last / first, fraction);
}

// Draws free columns, each once before any comes again.
class ColumnDraw {
 public:
  ColumnDraw(const Landscape& landscape, FastBits& bits) : bits_(bits) {
    for (int j = landscape.frozen().factors; j < landscape.factors(); ++j) columns_.push_back(j);
  }
  int next() {
    if (used_ == columns_.size()) used_ = 0;
    const auto rest = static_cast<int>(columns_.size() - used_);
    std::swap(columns_[used_], columns_[used_ + static_cast<std::size_t>(bits_.below(rest))]);
    return columns_[used_++];
  }
  const std::vector<int>& all() const { return columns_; }

 private:
  FastBits& bits_;
  std::vector<int> columns_;
  std::size_t used_ = 0;
};

// Keeps the share of accepted exchanges on its target. The temperature moves by at most a factor per visit
// that lets it cross its whole range some times over within the budget.
class Thermostat {
 public:
  explicit Thermostat(double temperature) : temperature_(temperature) {}
  double temperature() const { return temperature_; }
  void update(const SweepCount& count, double target, double progress) {
    const double keep = std::exp(-progress / 0.005);
    tried_ = std::min(keep, 0.95) * tried_ + count.tried;
    accepted_ = std::min(keep, 0.95) * accepted_ + count.accepted;
    const double share = (accepted_ + 1e-3) / (tried_ + 1.0);
    const double error = std::clamp(std::log(target / share), -1.0, 1.0);
    temperature_ *= std::exp(std::clamp(40.0 * progress, 0.01, 0.5) * error);
  }

 private:
  double temperature_;
  double tried_ = 0.0;
  double accepted_ = 0.0;
};

// The mean increase of a random exchange, times the share to be accepted.
double first_temperature(Landscape& landscape, ColumnDraw& columns, FastBits& bits) {
  double sum = 0.0;
  int increases = 0;
  for (int visit = 0; visit < 4; ++visit) {
    landscape.visit(columns.next());
    for (int i = 0; i < 50; ++i) {
      const int a = bits.below(landscape.free_rows()), b = bits.below(landscape.free_rows());
      const double change = landscape.change(a, b);
      if (!(change > 0.0)) continue;
      sum += change;
      ++increases;
    }
  }
  return increases == 0 ? 0.0 : kFirstAcceptance * sum / increases;
}

// Enough to be worth turning to the column, few enough to see every column often, and the more often the more
// columns there are, as the best entries of each depend on all others. Many frozen runs make turning dear,
// which is worth more exchanges, but not so many that a column were seen less than ten times for it.
int candidates_per_visit(const Allowance& budget, std::int64_t rows, std::int64_t columns,
                         std::int64_t frozen) {
  const std::int64_t own = std::min(4 * rows, rows * rows / 64);
  const std::int64_t for_frozen =
      budget.spent ? 0 : std::min((frozen - rows) * rows / 128, budget.iterations / (10 * columns));
  const std::int64_t worth = std::max<std::int64_t>({kFewestCandidates, own, for_frozen});
  const std::int64_t most = std::clamp<std::int64_t>(240 / columns, 4, 16) * std::max<std::int64_t>(rows, 8);
  const std::int64_t visits = columns * std::clamp<std::int64_t>(4 * columns, 40, 100);
  const std::int64_t often = budget.spent ? most : budget.iterations / visits;
  return static_cast<int>(std::clamp(often, worth, std::max(worth, most)));
}

struct Acceptance {
  double first, last;
};

// With many columns a search of few exchanges for each entry had better stay warmer and leave more to the
// descent.
Acceptance acceptance(const Allowance& budget, std::int64_t rows, std::int64_t columns, double last) {
  if (budget.spent || columns <= 10) return {kFirstAcceptance, last};
  const double each = static_cast<double>(budget.iterations) / static_cast<double>(rows * columns);
  const double warmth = std::clamp(std::sqrt(20000.0 / std::max(each, 1.0)), 1.0, 4.0);
  return {kFirstAcceptance * std::sqrt(warmth), last * warmth};
}

// Pairs of free rows that a descent looks at in one column.
double descent_pairs(const Landscape& landscape, int window) {
  const double rows = landscape.free_rows(), levels = landscape.levels();
  return rows * std::max(1.0, rows / levels) * std::min<double>(window, levels);
}

// `cost` is the share of a given time that trying one exchange takes.
std::int64_t descend(Landscape& landscape, const ColumnDraw& columns, const Allowance& budget,
                     std::int64_t tried, double cost) {
  if (!budget.has_room_for(budget.pass)) return tried;
  landscape.restore_best();
  // Near levels first, as they are few and promise most; far ones cost more and in large designs are left
  // out.
  const int widest = std::min(landscape.levels(), 256);
  for (int window = std::clamp(landscape.levels() / 16, 2, 16);; window *= 4) {
    for (bool improved = true; improved;) {
      improved = false;
      for (const int column : columns.all()) {
        if (budget.fraction(tried) >= 1.0) return tried;
        if (!budget.has_room_for(cost * descent_pairs(landscape, window))) return tried;
        landscape.visit(column);
        const SweepCount count = landscape.descend(window);
        improved = improved || count.accepted > 0;
        tried += count.tried;
      }
    }
    if (window >= widest) return tried;
  }
}

}  // namespace

std::int64_t anneal(Landscape& landscape, const Allowance& budget, Rng& rng, double last_acceptance) {
  FastBits bits(rng.bits64());
  ColumnDraw columns(landscape, bits);
  if (columns.all().empty() || landscape.free_rows() < 2) return 0;
  Thermostat thermostat(first_temperature(landscape, columns, bits));
  const std::int64_t rows = landscape.free_rows(), all = std::ssize(columns.all());
  const int wanted = candidates_per_visit(budget, rows, all, landscape.frozen().runs);
  int candidates = budget.spent ? kFewestCandidates : wanted;  // until it is known how long they take
  const Acceptance share = acceptance(budget, rows, all, last_acceptance);
  std::int64_t tried = 0;
  double fraction = 0.0, cost = 0.0;
  for (int visit = 1; fraction < kAnnealed; ++visit) {
    const double done = fraction / kAnnealed;
    const double window = landscape.levels() * between(kFirstWindow, kLastWindow, done);
    landscape.visit(columns.next());
    const double before = budget.spent ? budget.spent() : 0.0;
    const SweepCount count = landscape.sweep({.temperature = thermostat.temperature(),
                                              .window = std::max(1, static_cast<int>(window)),
                                              .candidates = candidates},
                                             bits);
    tried += std::max(count.tried, 1);
    const double next = budget.fraction(tried);
    thermostat.update(count, between(share.first, share.last, done), next - fraction);
    if (budget.spent) {
      cost = (next - before) / std::max(count.tried, 1);
      candidates = static_cast<int>(std::clamp<double>(kLongVisit / std::max(cost, 1e-15), kFewestCandidates,
                                                       std::max(wanted, kFewestCandidates)));
    }
    fraction = next;
    if (visit % kVisitsBetweenRefreshes == 0 && budget.has_room_for(budget.pass)) landscape.refresh();
  }
  return descend(landscape, columns, budget, tried, cost);
}

}  // namespace hone::designs
