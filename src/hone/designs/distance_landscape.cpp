// SPDX-License-Identifier: MIT
#include "hone/designs/distance_landscape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/clones.hpp"
#include "hone/base/index.hpp"
#include "hone/designs/sweep.hpp"

namespace hone::designs {
namespace {

constexpr int kMaximinPower = 50;
constexpr double kRepeated = 0.25;     // half a level, squared
constexpr double kRounding = 2.3e-16;  // of one addition
constexpr double kTrusted = 1e-12;     // relative error of a sum that may be used
constexpr double kInfinity = std::numeric_limits<double>::infinity();

HONE_VECTOR_CLONES
void shifted_distances(const double* __restrict squared, const double* __restrict x, double from, double to,
                       std::size_t n, double* __restrict out) {
  const double step = to - from, twice_middle = to + from;
  for (std::size_t k = 0; k < n; ++k) out[k] = squared[k] + step * (twice_middle - 2.0 * x[k]);
}

// values = (unit / max(values, repeated))^(power / 2), by squaring.
HONE_VECTOR_CLONES
void inverse_powers(double unit, int power, std::size_t n, double* __restrict values) {
  constexpr std::size_t kBlock = 8;
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    double base[kBlock], result[kBlock];
    for (std::size_t i = 0; i < kBlock; ++i) {
      const double value = values[begin + i];
      base[i] = unit / (value > kRepeated ? value : kRepeated);
    }
    for (std::size_t i = 0; i < kBlock; ++i) result[i] = power % 2 != 0 ? std::sqrt(base[i]) : 1.0;
    for (int rest = power / 2; rest != 0; rest /= 2) {
      if (rest % 2 != 0) {
        for (std::size_t i = 0; i < kBlock; ++i) result[i] *= base[i];
      }
      for (std::size_t i = 0; i < kBlock; ++i) base[i] *= base[i];
    }
    for (std::size_t i = 0; i < kBlock; ++i) values[begin + i] = result[i];
  }
}

// Eight partial sums, whatever the processor, so that every machine gets the same bits.
HONE_VECTOR_CLONES
double lane_sum(const double* values, std::size_t n) {
  double lanes[8] = {};
  for (std::size_t begin = 0; begin < n; begin += 8) {
    for (std::size_t i = 0; i < 8; ++i) lanes[i] += values[begin + i];
  }
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

}  // namespace

DistanceLandscape::DistanceLandscape(const Design& start, Frozen frozen, Criterion criterion, int phi_power)
    : Landscape(start, frozen),
      maximin_(criterion == Criterion::Maximin),
      power_(maximin_ ? kMaximinPower : phi_power),
      // Two independent levels are (q² - 1) / 6 apart in the mean of the square.
      unit_(std::max(1.0,
                     start.factors() * (static_cast<double>(start.levels()) * start.levels() - 1.0) / 6.0)),
      distances_(free_rows(), start.runs()),
      terms_(free_rows(), start.runs()),
      x_(distances_.stride()),
      buffer_(2 * distances_.stride()) {
  frozen_smallest_ = kInfinity;
  for (int i = 0; i < frozen.runs; ++i) {
    for (int k = 0; k < i; ++k) {
      double squared = 0.0;
      for (int j = 0; j < factors(); ++j) squared += std::pow(level(i, j) - level(k, j), 2);
      frozen_smallest_ = std::min(frozen_smallest_, squared);
      double term[8] = {squared};
      inverse_powers(unit_, power_, 8, term);
      frozen_sum_ += term[0];
    }
  }
  refresh();
}

SweepCount DistanceLandscape::sweep(const SweepPlan& plan, FastBits& bits) {
  return sweep_column(*this, plan, bits);
}
SweepCount DistanceLandscape::descend(int window) { return descend_column(*this, window); }

// In units of the cube, where a level is 1 / q wide.
double DistanceLandscape::phi(double sum) const {
  return levels() * std::pow(sum, 1.0 / power_) / std::sqrt(unit_);
}

double DistanceLandscape::change_between(int a, int low, int b, int high) const {
  return phi(sum_after(a, low, b, high)) - energy();
}

void DistanceLandscape::distances_after(int a, int from, int to, double* out) const {
  shifted_distances(distances_.row(a), x_.data(), from, to, distances_.stride(), out);
}

void DistanceLandscape::terms(int self, double* values) const {
  inverse_powers(unit_, power_, distances_.stride(), values);
  values[self] = 0.0;
  std::fill(values + runs(), values + distances_.stride(), 0.0);
}

double DistanceLandscape::sum_after(int a, int low, int b, int high) const {
  const int run_a = frozen().runs + a, run_b = frozen().runs + b;
  double* of_a = buffer_.data();
  double* of_b = of_a + distances_.stride();
  distances_after(a, low, high, of_a);
  distances_after(b, high, low, of_b);
  // The two stay as far apart as they were.
  of_a[run_b] = of_b[run_a] = distances_.row(a)[run_b];
  terms(run_a, of_a);
  terms(run_b, of_b);
  const double mutual = terms_.row(a)[run_b];
  const double now =
      lane_sum(terms_.row(a), terms_.stride()) + lane_sum(terms_.row(b), terms_.stride()) - mutual;
  const double then = lane_sum(of_a, terms_.stride()) + lane_sum(of_b, terms_.stride()) - mutual;
  // Taking away a pair much closer than all others would leave only rounding errors of the rest.
  const double rest = (sum_ - now) * kTrusted > sum_error_ ? sum_ - now : sum_without(a, b);
  return rest + then;
}

double DistanceLandscape::sum_without(int a, int b) const {
  double among_free = 0.0, with_frozen = 0.0;
  for (int c = 0; c < free_rows(); ++c) {
    if (c == a || c == b) continue;
    const double* row = terms_.row(c);
    for (int k = 0; k < frozen().runs; ++k) with_frozen += row[k];
    for (int k = 0; k < c; ++k) among_free += k == a || k == b ? 0.0 : row[frozen().runs + k];
  }
  return frozen_sum_ + among_free + with_frozen;
}

void DistanceLandscape::moved(int a, int low, int b, int high) {
  const int run_a = frozen().runs + a, run_b = frozen().runs + b;
  const double sum = sum_after(a, low, b, high);
  sum_error_ += kRounding * std::max(sum_, sum);
  sum_ = sum;
  const double mutual = distances_.row(a)[run_b];
  std::vector<double> of_a(distances_.stride()), of_b(distances_.stride());
  distances_after(a, low, high, of_a.data());
  distances_after(b, high, low, of_b.data());
  of_a[index(run_b)] = of_b[index(run_a)] = mutual;
  of_a[index(run_a)] = of_b[index(run_b)] = 0.0;
  for (const auto& [row, values] : {std::pair(a, &of_a), std::pair(b, &of_b)}) {
    std::copy(values->begin(), values->end(), distances_.row(row));
    std::copy(values->begin(), values->end(), terms_.row(row));
    terms(frozen().runs + row, terms_.row(row));
    for (int c = 0; c < free_rows(); ++c) {
      distances_.row(c)[frozen().runs + row] = distances_.row(row)[frozen().runs + c];
      terms_.row(c)[frozen().runs + row] = terms_.row(row)[frozen().runs + c];
    }
  }
  std::swap(x_[index(run_a)], x_[index(run_b)]);
  nearest_known_ = false;
  if (sum_error_ > 0.01 * kTrusted * sum_) add_up();
}

void DistanceLandscape::add_up() {
  sum_ = sum_without(-1, -1);
  sum_error_ = 4.0 * kRounding * sum_;
}

void DistanceLandscape::prepare(int) {
  const auto all = column_levels(column());
  std::copy(all.begin(), all.end(), x_.begin());
}

void DistanceLandscape::refresh() {
  for (int c = 0; c < free_rows(); ++c) {
    double* row = distances_.row(c);
    std::fill_n(row, distances_.stride(), 0.0);
    for (int j = 0; j < factors(); ++j) {
      const auto all = column_levels(j);
      const double own = all[index(frozen().runs + c)];
      for (std::size_t k = 0; k < all.size(); ++k) row[k] += (own - all[k]) * (own - all[k]);
    }
    std::copy_n(row, distances_.stride(), terms_.row(c));
    terms(frozen().runs + c, terms_.row(c));
  }
  add_up();
  nearest_known_ = false;
  set_energy(phi(sum_));
}

double DistanceLandscape::criterion_after(int a, int b) const {
  const double smallest = smallest_after(a, b);
  if (maximin_) return std::sqrt(smallest) / levels();
  return smallest == 0.0 ? kInfinity : energy() + change(a, b);
}

// The smallest squared distance, in levels, after an exchange: among the rows that stay, by the lists of
// nearest runs, and from the two that move.
double DistanceLandscape::smallest_after(int a, int b) const {
  if (!nearest_known_) find_nearest();
  const int run_a = frozen().runs + a, run_b = frozen().runs + b;
  double smallest = frozen_smallest_;
  for (int c = 0; c < free_rows(); ++c) {
    if (c == a || c == b) continue;
    for (const Neighbour& n : nearest_[index(c)]) {
      if (n.run < 0 || n.run == run_a || n.run == run_b) continue;
      smallest = std::min(smallest, n.distance);
      break;
    }
  }
  const auto from_row = [&](int row, int own, int from, int to) {
    distances_after(row, from, to, buffer_.data());
    for (int k = 0; k < runs(); ++k) {
      if (k != run_a && k != run_b) smallest = std::min(smallest, buffer_[index(k)]);
    }
    if (own == run_a && run_a != run_b) smallest = std::min(smallest, distances_.row(row)[run_b]);
  };
  const int level_a = level(run_a, column()), level_b = level(run_b, column());
  from_row(a, run_a, level_a, level_b);
  from_row(b, run_b, level_b, level_a);
  return smallest;
}

void DistanceLandscape::find_nearest() const {
  nearest_.assign(index(free_rows()), {});
  for (int c = 0; c < free_rows(); ++c) {
    auto& nearest = nearest_[index(c)];
    nearest.fill({-1, kInfinity});
    for (int k = 0; k < runs(); ++k) {
      if (k == frozen().runs + c) continue;
      Neighbour candidate{k, distances_.row(c)[k]};
      for (Neighbour& n : nearest) {
        if (candidate.distance < n.distance) std::swap(candidate, n);
      }
    }
  }
  nearest_known_ = true;
}

}  // namespace hone::designs
