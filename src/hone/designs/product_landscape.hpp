// SPDX-License-Identifier: MIT
#pragma once

#include "hone/designs/discrepancy.hpp"
#include "hone/designs/landscape.hpp"
#include "hone/designs/product_kernels.hpp"

namespace hone::designs {

/// Two numbers in one register: every processor of 64 bits computes with both at once.
using TermPair = double __attribute__((vector_size(16)));

/// Four numbers of a free row c, or of a level: the products of their differences make up most of a change.
struct ProductTerms {
  TermPair bulk{};  ///< Σ_k p(k, c), Σ_k x_k p(k, c)
  TermPair
      alone{};  ///< product of the single-point factors of the other columns; p(c, c), which is left out of p
};

/// Change of a discrepancy by one exchange in the visited column. A view, so that the innermost loop keeps
/// its pointers in registers.
struct ProductCost {
  const ProductTerms* by_level;
  const ProductTerms* by_row;
  const double* sums;      ///< row t: Σ p(k, c) over runs k with a level up to t
  const double* products;  ///< p(k, c) of free rows
  std::size_t stride;
  double slope, curve, scale;

  /// Free row a of level low exchanges with b of level high, low < high.
  double operator()(int a, int low, int b, int high) const {
    const ProductTerms &u = by_level[low], &v = by_level[high], &p = by_row[a], &q = by_row[b];
    const TermPair rest = (v.bulk - u.bulk) * (p.bulk - q.bulk) + (v.alone - u.alone) * (p.alone - q.alone);
    const double* row = sums + static_cast<std::size_t>(low) * stride;
    double kink = 0.0;
    for (int t = low; t < high; ++t) {
      kink += row[a] - row[b];
      row += stride;
    }
    // The sum over k counts the pair (a, b) itself, whose product does not change.
    const double d = high - low;
    const double both = products[static_cast<std::size_t>(a) * stride + static_cast<std::size_t>(b)];
    return scale * (rest[0] + rest[1] - 4.0 * (slope * kink + both * d * (slope - curve * d)));
  }
};

/// The landscape of a squared discrepancy (CD2, WD2, MD2), whose energy is the criterion itself.
///
/// With p(k, c) the product over all columns but the visited one, for runs k and c, exchanging free rows a
/// and b of levels u < v changes n² times the criterion by
///   2 Σ_k [f(v, x_k) - f(u, x_k)] [p(k, a) - p(k, b)] + terms of a and b alone.
/// f is piecewise linear or quadratic in x_k, so the sum follows from prefix sums of p over the levels, kept
/// for every free row: an exchange costs v - u additions instead of n, and carrying one out (v - u) n.
/// Turning to another column costs n² and is shared by all exchanges tried there.
class ProductLandscape final : public Landscape {
 public:
  ProductLandscape(const Design& start, Frozen frozen, Criterion criterion);

  double criterion_after(int a, int b) const override { return energy() + change(a, b); }
  SweepCount sweep(const SweepPlan& plan, FastBits& bits) override;
  SweepCount descend(int window) override;
  void refresh() override;

  ProductCost cost() const;

 private:
  double change_between(int a, int low, int b, int high) const override;
  void moved(int a, int low, int b, int high) override;
  void prepare(int previous) override;

  void read_column(int column, ColumnValues& values) const;
  double factor(int low, int high) const;
  void start_products(int column);
  void sum_by_level();
  double full_energy() const;
  double frozen_energy(const DiscrepancyFormula& formula) const;

  PairFactor pair_;
  double mean_ = 0.0;           ///< the term that does not depend on the design
  double single_weight_ = 0.0;  ///< 2 for CD2 and MD2, 0 for WD2
  std::vector<double> z_;       ///< by level
  std::vector<double> single_;  ///< single-point factor by level
  std::vector<ProductTerms> by_level_;
  std::vector<ProductTerms> by_row_;
  ColumnValues values_;  ///< of the visited column
  ColumnValues next_values_;
  std::vector<int> level_begin_, runs_by_level_, scratch_;
  /// p, one row for each run, one column for each free row; 0 where both are the same
  AlignedMatrix products_;
  AlignedMatrix sums_;  ///< row t: Σ p(k, c) over runs k with a level up to t
  double scale_ = 0.0;  ///< 1 / n²
  double frozen_energy_ = 0.0;
};

}  // namespace hone::designs
