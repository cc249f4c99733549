// SPDX-License-Identifier: MIT
#include "hone/numeric/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/index.hpp"

namespace hone::numeric {
namespace {

using Bits = std::uint64_t;

void set_bit(Bits* bits, int i) { bits[i >> 6] |= Bits{1} << (i & 63); }

bool meet(const Bits* a, const Bits* b, Eigen::Index words) {
  Bits any = 0;
  for (Eigen::Index w = 0; w < words; ++w) any |= a[w] & b[w];
  return any != 0;
}

}  // namespace

void ParetoSorter::sort(const Eigen::Ref<const Eigen::MatrixXd>& objectives) {
  load(objectives);
  find_dominators();
  assign_ranks();
  crowding_known_ = false;
}

void ParetoSorter::load(const Eigen::Ref<const Eigen::MatrixXd>& objectives) {
  count_ = objectives.rows();
  objectives_ = objectives.cols();
  words_ = (count_ + 63) / 64;
  values_.resize(index(count_ * objectives_));
  orders_.resize(values_.size());
  for (Eigen::Index k = 0; k < objectives_; ++k) {
    for (Eigen::Index i = 0; i < count_; ++i) {
      const double value =
          std::isnan(objectives(i, k)) ? std::numeric_limits<double>::infinity() : objectives(i, k);
      values_[index(k * count_ + i)] = value;
      orders_[index(k * count_ + i)] = {value, static_cast<int>(i)};
    }
  }
  // In the first order ties are settled by the other objectives, so that who dominates always comes first.
  const auto lexicographic = [this](const Key& a, const Key& b) {
    if (a.value != b.value) return a.value < b.value;
    for (const double* v = values_.data() + count_; v < values_.data() + values_.size(); v += count_) {
      if (v[a.row] != v[b.row]) return v[a.row] < v[b.row];
    }
    return a.row < b.row;
  };
  for (Eigen::Index k = 0; k < objectives_; ++k) {
    Key* from = orders_.data() + k * count_;
    if (k == 0) {
      std::sort(from, from + count_, lexicographic);
    } else {
      std::sort(from, from + count_, [](const Key& a, const Key& b) { return a.value < b.value; });
    }
  }
}

bool ParetoSorter::equal_rows(int a, int b) const {
  for (const double* v = values_.data(); v < values_.data() + values_.size(); v += count_) {
    if (v[a] != v[b]) return false;
  }
  return true;
}

// Row i's dominators are the rows before it in the first order that are no worse in every other objective:
// one sweep per objective over a growing set of bits. Equal rows are settled afterwards; they share their
// dominators.
void ParetoSorter::find_dominators() {
  dominators_.resize(index(count_ * words_));
  repeated_.assign(index(count_), 0);
  seen_.assign(index(words_), 0);
  const Key* first = orders_.data();
  for (Eigen::Index p = 0; p < count_; ++p) {
    std::copy(seen_.begin(), seen_.end(), dominators_of(first[p].row));
    set_bit(seen_.data(), first[p].row);
  }
  for (Eigen::Index k = 1; k < objectives_; ++k) {
    const Key* order = orders_.data() + k * count_;
    std::fill(seen_.begin(), seen_.end(), Bits{0});
    Eigen::Index added = 0;
    for (Eigen::Index p = 0; p < count_; ++p) {
      for (; added < count_ && order[added].value <= order[p].value; ++added)
        set_bit(seen_.data(), order[added].row);
      Bits* row = dominators_of(order[p].row);
      for (Eigen::Index w = 0; w < words_; ++w) row[w] &= seen_[index(w)];
    }
  }
  for (Eigen::Index p = 1; p < count_; ++p) {
    const int before = first[p - 1].row;
    const int row = first[p].row;
    if (!equal_rows(before, row)) continue;
    repeated_[static_cast<std::size_t>(row)] = 1;
    std::copy(dominators_of(before), dominators_of(before) + words_, dominators_of(row));
  }
}

// A front that holds a dominator of row i is preceded only by fronts that do so too, so the first without one
// is found by bisection.
void ParetoSorter::assign_ranks() {
  ranks_.assign(index(count_), 0);
  members_.clear();
  fronts_ = 0;
  for (Eigen::Index p = 0; p < count_; ++p) {
    const int row = orders_.empty() ? static_cast<int>(p) : orders_[index(p)].row;
    int low = 0, high = fronts_;
    while (low < high) {
      const int middle = (low + high) / 2;
      const bool dominated = meet(dominators_of(row), members_.data() + middle * words_, words_);
      (dominated ? low : high) = dominated ? middle + 1 : middle;
    }
    if (low == fronts_) {
      ++fronts_;
      members_.resize(index(fronts_ * words_), 0);
    }
    ranks_[static_cast<std::size_t>(row)] = low;
    set_bit(members_.data() + low * words_, row);
  }
}

const std::vector<double>& ParetoSorter::crowding() {
  if (crowding_known_) return crowding_;
  crowding_known_ = true;
  crowding_.assign(index(count_), 0.0);
  for (Eigen::Index k = 0; k < objectives_; ++k) add_gaps(orders_.data() + k * count_);
  for (double& room : crowding_) room /= static_cast<double>(std::max<Eigen::Index>(1, objectives_));
  return crowding_;
}

// One pass over all fronts at once: the last row met of each front is the lower neighbour of the next.
void ParetoSorter::add_gaps(const Key* order) {
  low_.assign(index(fronts_), std::numeric_limits<double>::infinity());
  high_.assign(index(fronts_), -std::numeric_limits<double>::infinity());
  neighbour_.assign(index(fronts_), -1);
  for (Eigen::Index p = 0; p < count_; ++p) {
    const std::size_t front = index(ranks_[static_cast<std::size_t>(order[p].row)]);
    low_[front] = std::min(low_[front], order[p].value);
    high_[front] = std::max(high_[front], order[p].value);
  }
  for (Eigen::Index p = 0; p < count_; ++p) {
    const auto row = static_cast<std::size_t>(order[p].row);
    if (repeated_[row]) continue;
    const auto front = index(ranks_[row]);
    const int lower = neighbour_[front];
    neighbour_[front] = static_cast<int>(p);
    if (lower < 0) {
      crowding_[row] = std::numeric_limits<double>::infinity();
      continue;
    }
    const double gap = (order[p].value - order[lower].value) / (high_[front] - low_[front]);
    if (std::isnan(gap)) continue;  // no range, or infinite values
    crowding_[row] += gap;
    crowding_[static_cast<std::size_t>(order[lower].row)] += gap;
  }
  for (const int last : neighbour_) {
    if (last >= 0)
      crowding_[static_cast<std::size_t>(order[last].row)] = std::numeric_limits<double>::infinity();
  }
}

std::vector<Eigen::Index> pareto_front(const Eigen::Ref<const Eigen::MatrixXd>& objectives) {
  ParetoSorter sorter;
  sorter.sort(objectives);
  std::vector<Eigen::Index> front;
  for (Eigen::Index i = 0; i < objectives.rows(); ++i) {
    if (sorter.ranks()[index(i)] == 0) front.push_back(i);
  }
  return front;
}

}  // namespace hone::numeric
