// SPDX-License-Identifier: MIT
#include "hone/designs/landscape.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/index.hpp"

namespace hone::designs {
namespace {

Design as_design(const std::vector<int>& columns, int runs, int factors, int levels) {
  std::vector<int> entries(columns.size());
  for (int i = 0; i < runs; ++i) {
    for (int j = 0; j < factors; ++j) {
      entries[index(i) * index(factors) + index(j)] = columns[index(j) * index(runs) + index(i)] + 1;
    }
  }
  return Design(runs, factors, levels, std::move(entries));
}

}  // namespace

Landscape::Landscape(const Design& start, Frozen frozen)
    : runs_(start.runs()), factors_(start.factors()), level_count_(start.levels()), frozen_(frozen) {
  for (int j = 0; j < factors_; ++j) {
    for (int i = 0; i < runs_; ++i) levels_.push_back(start(i, j) - 1);
  }
  best_levels_ = levels_;
  order_.resize(index(free_rows()));
  position_.resize(index(free_rows()));
}

Design Landscape::design() const { return as_design(levels_, runs_, factors_, level_count_); }

Design Landscape::best() const {
  return as_design(best_is_here_ ? levels_ : best_levels_, runs_, factors_, level_count_);
}

void Landscape::restore_best() {
  if (!best_is_here_) {
    levels_ = best_levels_;
    leave();
    refresh();
    best_energy_ = energy_;
    best_is_here_ = true;
  }
}

void Landscape::visit(int column) {
  const int previous = std::exchange(column_, column);
  if (previous == column) return;
  sort_free_rows();
  prepare(previous);
}

double Landscape::change(int a, int b) const {
  const auto all = column_levels(column_);
  const int low = all[index(frozen_.runs + a)], high = all[index(frozen_.runs + b)];
  if (low == high) return 0.0;
  return low < high ? change_between(a, low, b, high) : change_between(b, high, a, low);
}

bool Landscape::same_level(int a, int b) const noexcept {
  const auto all = column_levels(column_);
  return all[index(frozen_.runs + a)] == all[index(frozen_.runs + b)];
}

void Landscape::exchange(int a, int b) {
  const auto all = column_levels(column_);
  const int low = all[index(frozen_.runs + a)], high = all[index(frozen_.runs + b)];
  if (low == high) return;
  if (low > high) std::swap(a, b);
  exchange_at(position_[index(a)], position_[index(b)], change(a, b));
}

void Landscape::exchange_at(int low_position, int high_position, double energy_change) {
  if (energy_change > 0.0 && best_is_here_) {
    keep_best();
    best_is_here_ = false;
  }
  int& a = order_[index(low_position)];
  int& b = order_[index(high_position)];
  int* column = levels_.data() + index(column_) * index(runs_) + index(frozen_.runs);
  moved(a, column[a], b, column[b]);
  std::swap(column[a], column[b]);
  std::swap(position_[index(a)], position_[index(b)]);
  std::swap(a, b);
  energy_ += energy_change;
  if (energy_ < best_energy_) {
    best_energy_ = energy_;
    best_is_here_ = true;
  }
}

// Frozen runs and factors are in it from the start.
void Landscape::keep_best() {
  for (int j = frozen_.factors; j < factors_; ++j) {
    const auto first = std::ptrdiff_t{j} * runs_ + frozen_.runs;
    std::copy_n(levels_.begin() + first, free_rows(), best_levels_.begin() + first);
  }
}

std::span<const int> Landscape::column_levels(int column) const noexcept {
  return {levels_.data() + index(column) * index(runs_), index(runs_)};
}

void Landscape::set_energy(double energy) {
  energy_ = energy;
  if (best_is_here_) best_energy_ = energy;
}

// A counting sort; ties keep their row order.
void Landscape::sort_free_rows() {
  const auto free = column_levels(column_).subspan(index(frozen_.runs));
  std::vector<int>& counts = level_counts_;
  counts.assign(index(level_count_), 0);
  for (const int level : free) ++counts[index(level)];
  groups_.clear();
  int begin = 0;
  for (int level = 0; level < level_count_; ++level) {
    const int count = std::exchange(counts[index(level)], begin);
    if (count > 0) groups_.push_back({level, begin, count});
    begin += count;
  }
  for (int row = 0; row < free_rows(); ++row) {
    const int position = counts[index(free[index(row)])]++;
    order_[index(position)] = row;
    position_[index(row)] = position;
  }
}

}  // namespace hone::designs
