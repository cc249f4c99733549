// SPDX-License-Identifier: MIT
#include "hone/designs/product_landscape.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hone/base/index.hpp"
#include "hone/designs/sweep.hpp"

namespace hone::designs {
ProductLandscape::ProductLandscape(const Design& start, Frozen frozen, Criterion criterion)
    : Landscape(start, frozen),
      by_level_(index(start.levels())),
      by_row_(index(free_rows())),
      products_(start.runs(), free_rows()),
      sums_(start.levels(), free_rows()),
      scale_(1.0 / start.runs() / start.runs()) {
  const DiscrepancyFormula formula = discrepancy_formula(criterion, start.factors());
  const double q = levels(), n = runs();
  pair_ = {.base = formula.pair.base, .slope = formula.pair.slope / q, .curve = formula.pair.curve / q / q};
  mean_ = formula.mean;
  single_weight_ = formula.single_weight;
  for (int u = 0; u < levels(); ++u) {
    const double x = (2 * u + 1) / (2.0 * q);
    z_.push_back(formula.z(x));
    single_.push_back(formula.single(x));
    ProductTerms& terms = by_level_[index(u)];
    terms.bulk = TermPair{2.0 * (z_.back() + u * (pair_.slope + pair_.curve * u)), -4.0 * pair_.curve * u};
    terms.alone = TermPair{-n * single_weight_ * single_.back(), factor(u, u)};
  }
  frozen_energy_ = frozen_energy(formula);
  refresh();
}

ProductCost ProductLandscape::cost() const {
  return {by_level_.data(),   by_row_.data(), sums_.data(), products_.row(frozen().runs),
          products_.stride(), pair_.slope,    pair_.curve,  scale_};
}

double ProductLandscape::change_between(int a, int low, int b, int high) const {
  return cost()(a, low, b, high);
}

double ProductLandscape::factor(int low, int high) const {
  const double d = high - low;
  return pair_.base + z_[index(low)] + z_[index(high)] - d * (pair_.slope - pair_.curve * d);
}

SweepCount ProductLandscape::sweep(const SweepPlan& plan, FastBits& bits) {
  return sweep_column(*this, plan, bits);
}
SweepCount ProductLandscape::descend(int window) { return descend_column(*this, window); }

void ProductLandscape::moved(int a, int low, int b, int high) {
  const double* p = products_.row(frozen().runs + a);
  const double* q = products_.row(frozen().runs + b);
  add_difference(q, p, low, high - low, sums_);
  if (pair_.curve != 0.0) {
    const double d = high - low;
    for (std::size_t c = 0; c < by_row_.size(); ++c) by_row_[c].bulk[1] += d * (p[c] - q[c]);
  }
  std::swap(values_.x[index(frozen().runs + a)], values_.x[index(frozen().runs + b)]);
  std::swap(values_.z[index(frozen().runs + a)], values_.z[index(frozen().runs + b)]);
}

void ProductLandscape::read_column(int column, ColumnValues& values) const {
  const std::size_t size = index(frozen().runs) + products_.stride();
  values.x.assign(size, 0.0);
  values.z.assign(size, 0.0);
  const auto all = column_levels(column);
  for (std::size_t k = 0; k < all.size(); ++k) {
    values.x[k] = all[k];
    values.z[k] = z_[index(all[k])];
  }
}

void ProductLandscape::prepare(int previous) {
  if (previous < 0) {
    start_products(column());
  } else {
    read_column(column(), next_values_);
    replace_column(pair_, values_, next_values_, frozen().runs, runs(), products_);
    std::swap(values_, next_values_);
    for (int c = 0; c < free_rows(); ++c) {
      const int run = frozen().runs + c;
      const auto was = index(level(run, previous)), is = index(level(run, column()));
      by_row_[index(c)].alone *=
          TermPair{single_[was], by_level_[was].alone[1]} / TermPair{single_[is], by_level_[is].alone[1]};
    }
  }
  sum_by_level();
}

void ProductLandscape::start_products(int visited) {
  std::fill_n(products_.data(), index(runs()) * products_.stride(), 1.0);
  std::fill(by_row_.begin(), by_row_.end(), ProductTerms{.bulk = {}, .alone = {1.0, 1.0}});
  for (int j = 0; j < factors(); ++j) {
    if (j == visited) continue;
    read_column(j, values_);
    multiply_column(pair_, values_, frozen().runs, runs(), products_);
    const auto free = column_levels(j).subspan(index(frozen().runs));
    for (std::size_t c = 0; c < free.size(); ++c) by_row_[c].alone[0] *= single_[index(free[c])];
  }
  for (int c = 0; c < free_rows(); ++c) {
    by_row_[index(c)].alone[1] = products_.row(frozen().runs + c)[c];
    products_.row(frozen().runs + c)[c] = 0.0;
  }
  for (int k = 0; k < runs(); ++k) {
    std::fill(products_.row(k) + free_rows(), products_.row(k) + products_.stride(), 0.0);
  }
  read_column(visited, values_);
}

void ProductLandscape::sum_by_level() {
  const auto all = column_levels(column());
  level_begin_.assign(index(levels()) + 1, 0);
  for (const int u : all) ++level_begin_[index(u) + 1];
  std::partial_sum(level_begin_.begin(), level_begin_.end(), level_begin_.begin());
  runs_by_level_.resize(all.size());
  std::vector<int>& next = scratch_;
  next.assign(level_begin_.begin(), level_begin_.end() - 1);
  for (int k = 0; k < runs(); ++k) runs_by_level_[index(next[index(all[index(k)])]++)] = k;

  sum_rows_by_level(products_, level_begin_, runs_by_level_, sums_);
  std::vector<double> total(pair_.curve != 0.0 ? sums_.stride() : 0);
  for (int t = 0; t + 1 < levels() && !total.empty(); ++t) {
    for (std::size_t c = 0; c < total.size(); ++c) total[c] += sums_.row(t)[c];
  }
  const double* below = sums_.row(levels() - 1);
  for (std::size_t c = 0; c < by_row_.size(); ++c) {
    by_row_[c].bulk[0] = below[c];
    if (!total.empty()) by_row_[c].bulk[1] = (levels() - 1) * below[c] - total[c];  // summation by parts
  }
}

void ProductLandscape::refresh() {
  const int visited = std::max(column(), 0);
  start_products(visited);
  set_energy(full_energy());
  if (column() >= 0) sum_by_level();
}

// Of the design as it is; products_ and by_row_ must leave out exactly the column of values_.
double ProductLandscape::full_energy() const {
  AlignedMatrix whole = products_;
  multiply_column(pair_, values_, frozen().runs, runs(), whole);
  double sum = 0.0;
  for (int k = 0; k < runs(); ++k) {
    double row = 0.0;
    for (int c = 0; c < free_rows(); ++c) row += whole.row(k)[c];
    sum += k < frozen().runs ? 2.0 * row : row;
  }
  for (int c = 0; c < free_rows(); ++c) {
    const auto u = index(static_cast<int>(values_.x[index(frozen().runs + c)]));
    const TermPair alone = by_row_[index(c)].alone * by_level_[u].alone;
    sum += alone[0] + alone[1];
  }
  return mean_ + frozen_energy_ + scale_ * sum;
}

// What pairs of frozen runs contribute.
double ProductLandscape::frozen_energy(const DiscrepancyFormula& formula) const {
  DesignPoints points(frozen().runs, factors());
  for (int j = 0; j < factors(); ++j) {
    for (int i = 0; i < frozen().runs; ++i) points(i, j) = (2 * level(i, j) + 1) / (2.0 * levels());
  }
  const DiscrepancySums sums = discrepancy_sums(formula, points);
  return scale_ * (sums.pairs - runs() * single_weight_ * sums.singles);
}

}  // namespace hone::designs
