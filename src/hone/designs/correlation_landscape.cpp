// SPDX-License-Identifier: MIT
#include "hone/designs/correlation_landscape.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/index.hpp"
#include "hone/designs/sweep.hpp"

namespace hone::designs {
CorrelationLandscape::CorrelationLandscape(const Design& start, Frozen frozen, Criterion criterion)
    : Landscape(start, frozen),
      largest_(criterion == Criterion::MaxCorrelation),
      pairs_(std::max(1.0, 0.5 * start.factors() * (start.factors() - 1.0))),
      products_(index(start.factors()) * index(start.factors())),
      sums_(index(start.factors())),
      inverse_norms_(index(start.factors())),
      row_levels_(index(free_rows()) * index(start.factors())) {
  refresh();
}

SweepCount CorrelationLandscape::sweep(const SweepPlan& plan, FastBits& bits) {
  return sweep_column(*this, plan, bits);
}
SweepCount CorrelationLandscape::descend(int window) { return descend_column(*this, window); }

std::int64_t& CorrelationLandscape::product(int j, int k) {
  return products_[index(j) * sums_.size() + index(k)];
}
std::int64_t CorrelationLandscape::product(int j, int k) const {
  return products_[index(j) * sums_.size() + index(k)];
}

double CorrelationLandscape::correlation(int j, int k, std::int64_t sum) const {
  const std::int64_t covariance = runs() * sum - sums_[index(j)] * sums_[index(k)];
  return static_cast<double>(covariance) * inverse_norms_[index(j)] * inverse_norms_[index(k)];
}

double CorrelationLandscape::energy_of(const Measure& measure) const {
  return (largest_ ? measure.largest : 0.0) + measure.squares / pairs_;
}

CorrelationLandscape::Measure CorrelationLandscape::measure_after(int a, int low, int b, int high) const {
  const int* row_a = row_levels_.data() + index(a) * sums_.size();
  const int* row_b = row_levels_.data() + index(b) * sums_.size();
  Measure result = elsewhere_;
  for (int k = 0; k < factors(); ++k) {
    if (k == column()) continue;
    // a gains high - low in the visited column and b loses it.
    const std::int64_t moved = static_cast<std::int64_t>(high - low) * (row_a[k] - row_b[k]);
    const double r = correlation(column(), k, product(column(), k) + moved);
    result.largest = std::max(result.largest, std::abs(r));
    result.squares += r * r;
  }
  return result;
}

double CorrelationLandscape::change_between(int a, int low, int b, int high) const {
  return energy_of(measure_after(a, low, b, high)) - energy();
}

double CorrelationLandscape::criterion_after(int a, int b) const {
  const int u = level(frozen().runs + a, column()), v = level(frozen().runs + b, column());
  const Measure measure = measure_after(a, u, b, v);
  return largest_ ? measure.largest : measure.squares / pairs_;
}

void CorrelationLandscape::moved(int a, int low, int b, int high) {
  int* row_a = row_levels_.data() + index(a) * sums_.size();
  int* row_b = row_levels_.data() + index(b) * sums_.size();
  for (int k = 0; k < factors(); ++k) {
    if (k == column()) continue;
    product(column(), k) += static_cast<std::int64_t>(high - low) * (row_a[k] - row_b[k]);
    product(k, column()) = product(column(), k);
  }
  std::swap(row_a[column()], row_b[column()]);
}

void CorrelationLandscape::prepare(int) {
  elsewhere_ = {};
  for (int j = 0; j < factors(); ++j) {
    for (int k = 0; k < j; ++k) {
      if (j == column() || k == column()) continue;
      const double r = correlation(j, k, product(j, k));
      elsewhere_.largest = std::max(elsewhere_.largest, std::abs(r));
      elsewhere_.squares += r * r;
    }
  }
}

void CorrelationLandscape::refresh() {
  for (int j = 0; j < factors(); ++j) {
    const auto u = column_levels(j);
    sums_[index(j)] = 0;
    for (const int level : u) sums_[index(j)] += level;
    for (int k = 0; k <= j; ++k) {
      const auto v = column_levels(k);
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < u.size(); ++i) sum += static_cast<std::int64_t>(u[i]) * v[i];
      product(j, k) = product(k, j) = sum;
    }
    const std::int64_t variance = runs() * product(j, j) - sums_[index(j)] * sums_[index(j)];
    inverse_norms_[index(j)] = variance == 0 ? 0.0 : 1.0 / std::sqrt(static_cast<double>(variance));
    for (int c = 0; c < free_rows(); ++c) {
      row_levels_[index(c) * sums_.size() + index(j)] = u[index(frozen().runs + c)];
    }
  }
  Measure all;
  for (int j = 0; j < factors(); ++j) {
    for (int k = 0; k < j; ++k) {
      const double r = correlation(j, k, product(j, k));
      all.largest = std::max(all.largest, std::abs(r));
      all.squares += r * r;
    }
  }
  set_energy(energy_of(all));
}

}  // namespace hone::designs
