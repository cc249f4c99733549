// SPDX-License-Identifier: MIT
#include "hone/numeric/variation.hpp"

#include <algorithm>
#include <cmath>

namespace hone::numeric {
namespace {

// 32 bits are enough to decide something, and half the price.
bool chance(Rng& rng, double probability) {
  return static_cast<double>(rng.bits32()) * 0x1.0p-32 < probability;
}

double uniform(Rng& rng) { return (static_cast<double>(rng.bits32()) + 0.5) * 0x1.0p-32; }

// base^exponent for base in [0, 1]; most indices are whole numbers, and multiplying is several times faster.
double power(double base, double exponent) {
  if (exponent != std::nearbyint(exponent) || exponent > 64.0) return std::pow(base, exponent);
  double result = 1.0;
  for (int n = static_cast<int>(exponent); n > 0; n >>= 1, base *= base) {
    if (n & 1) result *= base;
  }
  return result;
}

// A column of so few cells has no use for steps that are mostly below a tenth of its range.
constexpr std::int64_t kFewCells = 10;

// The root of a random share: single precision, as the share has 32 random bits, at half the price.
double root(double base, double degree) {
  return static_cast<double>(std::pow(static_cast<float>(base), static_cast<float>(1.0 / degree)));
}

}  // namespace

Variation::Variation(const Nsga2Problem& problem, const Nsga2Options& options)
    : columns_(problem.columns), options_(options) {
  Group reals{ColumnKind::Real, {}, 0.0};
  Group ordered{ColumnKind::Ordered, {}, 0.0};
  for (int j = 0; j < static_cast<int>(columns_.size()); ++j) {
    const Column& column = columns_[static_cast<std::size_t>(j)];
    const double most = column.is_number() ? 1.0 : static_cast<double>(column.cells - 1);
    low_.push_back(problem.lower.size() > 0 ? problem.lower[j] : 0.0);
    high_.push_back(problem.upper.size() > 0 ? problem.upper[j] : most);
    if (column.kind == ColumnKind::Real) reals.genes.push_back(j);
    if (column.kind == ColumnKind::Ordered) ordered.genes.push_back(j);
    if (column.kind == ColumnKind::Category) groups_.push_back({column.kind, {j}, options.category_mutation});
  }
  for (Group* group : {&ordered, &reals}) {
    if (group->genes.empty()) continue;
    const double share = std::min(0.5, 1.0 / static_cast<double>(group->genes.size()));
    group->gene_mutation = options.gene_mutation < 0.0 ? share : options.gene_mutation;
    groups_.insert(groups_.begin(), std::move(*group));
  }
}

bool Variation::coin(Rng& rng) {
  if (coins_left_ == 0) {
    coins_ = rng.bits32();
    coins_left_ = 32;
  }
  --coins_left_;
  const bool heads = coins_ & 1U;
  coins_ >>= 1;
  return heads;
}

double Variation::legal(int gene, double value) const {
  const auto j = static_cast<std::size_t>(gene);
  if (columns_[j].kind == ColumnKind::Category) value = std::nearbyint(value);
  return std::clamp(value, low_[j], high_[j]);
}

void Variation::clamp(double* point) const {
  for (int j = 0; j < static_cast<int>(columns_.size()); ++j) point[j] = legal(j, point[j]);
}

void Variation::draw(Rng& rng, double* point) const {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const double range = high_[j] - low_[j];
    point[j] = columns_[j].is_number() ? std::clamp(low_[j] + rng.uniform() * range, low_[j], high_[j])
                                       : low_[j] + static_cast<double>(rng.below(choices(j)));
  }
}

std::uint64_t Variation::choices(std::size_t gene) const {
  return static_cast<std::uint64_t>(high_[gene] - low_[gene]) + 1;
}

void Variation::breed(Rng& rng, double* a, double* b) {
  for (const Group& group : groups_) {
    const bool cross = chance(rng, options_.crossover);
    if (group.kind == ColumnKind::Category) {
      if (cross) cross_category(rng, group.genes[0], a, b);
    } else if (cross) {
      cross_numbers(rng, group, a, b);
    }
    mutate(rng, group, a);
    mutate(rng, group, b);
  }
}

void Variation::cross_category(Rng& rng, int gene, double* a, double* b) {
  if (coin(rng)) std::swap(a[gene], b[gene]);
}

void Variation::cross_numbers(Rng& rng, const Group& group, double* a, double* b) {
  const bool may_exchange = chance(rng, options_.exchange);
  for (const int j : group.genes) {
    if (!coin(rng)) continue;
    const bool exchange = may_exchange && coin(rng);
    cross_number(j, uniform(rng), exchange, a, b);
  }
}

// Simulated binary crossover: children lie about their parents as far apart as the spread factor says, whose
// density is cut off on each side so that the bound there cannot be passed.
void Variation::cross_number(int gene, double r, bool exchange, double* a, double* b) const {
  const double low = low_[static_cast<std::size_t>(gene)], high = high_[static_cast<std::size_t>(gene)];
  const double first = std::clamp(a[gene], low, high);  // the middle of a cell may lie outside
  const double second = std::clamp(b[gene], low, high);
  const double left = std::min(first, second);
  const double right = std::max(first, second);
  const double apart = right - left;
  if (!(apart > 1e-14) || !(high > low)) {
    if (exchange) std::swap(a[gene], b[gene]);
    return;
  }
  const double exponent = options_.crossover_index + 1.0;
  const auto spread = [&](double room) {
    const double alpha = 2.0 - power(apart / (apart + 2.0 * room), exponent);
    const double share = r * alpha;
    return root(share <= 1.0 ? share : 1.0 / (2.0 - share), exponent);
  };
  const double middle = 0.5 * (left + right);
  double lower = middle - 0.5 * spread(left - low) * apart;
  double upper = middle + 0.5 * spread(high - right) * apart;
  if ((a[gene] > b[gene]) != exchange) std::swap(lower, upper);
  a[gene] = legal(gene, lower);
  b[gene] = legal(gene, upper);
}

void Variation::mutate(Rng& rng, const Group& group, double* point) {
  if (group.kind == ColumnKind::Category) {
    const auto j = static_cast<std::size_t>(group.genes[0]);
    if (chance(rng, group.gene_mutation)) point[j] = low_[j] + static_cast<double>(rng.below(choices(j)));
    return;
  }
  if (!chance(rng, options_.mutation)) return;
  for (const int j : group.genes) {
    if (chance(rng, group.gene_mutation)) mutate_number(j, uniform(rng), point);
  }
}

// Polynomial mutation: a step towards one of the bounds, most likely a small one.
void Variation::mutate_number(int gene, double r, double* point) const {
  const double low = low_[static_cast<std::size_t>(gene)], high = high_[static_cast<std::size_t>(gene)];
  const double range = high - low;
  if (!(range > 0.0)) return;
  const double exponent = options_.mutation_index + 1.0;
  const double x = std::clamp(point[gene], low, high);  // the middle of a cell may lie outside
  double step = 0.0;
  if (r < 0.5) {
    const double rest = power((high - x) / range, exponent);
    step = std::pow(2.0 * r + (1.0 - 2.0 * r) * rest, 1.0 / exponent) - 1.0;
  } else {
    const double rest = power((x - low) / range, exponent);
    step = 1.0 - std::pow(2.0 * (1.0 - r) + 2.0 * (r - 0.5) * rest, 1.0 / exponent);
  }
  const Column& column = columns_[static_cast<std::size_t>(gene)];
  double move = step * range;
  if (column.kind == ColumnKind::Ordered && column.cells < kFewCells)
    move = std::copysign(std::max(std::abs(move), 1.0 / static_cast<double>(column.cells)), move);
  point[gene] = legal(gene, x + move);
}

}  // namespace hone::numeric
