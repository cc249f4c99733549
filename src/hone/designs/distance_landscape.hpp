// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "hone/designs/aligned_matrix.hpp"
#include "hone/designs/landscape.hpp"

namespace hone::designs {

/// The landscape of phi_p and of the maximin distance. The energy is phi_p, for Maximin with p = 50, which
/// orders designs by their smallest distance and then by how many pairs have it. A repeated run counts as
/// half a level apart, to keep the energy finite.
///
/// Squared distances are whole numbers of levels and kept for every free row, so an exchange costs O(n).
class DistanceLandscape final : public Landscape {
 public:
  DistanceLandscape(const Design& start, Frozen frozen, Criterion criterion, int phi_power);

  double criterion_after(int a, int b) const override;
  SweepCount sweep(const SweepPlan& plan, FastBits& bits) override;
  SweepCount descend(int window) override;
  void refresh() override;

  /// What the loops of sweep.hpp call.
  auto cost() const {
    return [this](int a, int low, int b, int high) { return change_between(a, low, b, high); };
  }

 private:
  double change_between(int a, int low, int b, int high) const override;
  void moved(int a, int low, int b, int high) override;
  void prepare(int previous) override;

  double phi(double sum) const;
  double sum_after(int a, int low, int b, int high) const;
  double smallest_after(int a, int b) const;
  /// Writes the squared distances of free row a to all runs if its level were `to` instead of `from`.
  void distances_after(int a, int from, int to, double* out) const;
  /// Replaces squared distances by distance^-p in units of the typical one; `self` gets 0.
  void terms(int self, double* values) const;
  double sum_without(int a, int b) const;
  void add_up();
  void find_nearest() const;

  bool maximin_;
  int power_;
  double unit_;              ///< typical squared distance, in levels
  AlignedMatrix distances_;  ///< squared, in levels; a row for each free row, a column for each run
  AlignedMatrix terms_;      ///< what each adds to the sum; 0 for a run with itself
  std::vector<double> x_;    ///< levels of the visited column, padded
  double sum_ = 0.0;         ///< Σ over pairs of terms
  double sum_error_ = 0.0;   ///< how far rounding may have carried it off
  double frozen_sum_ = 0.0;  ///< the part of pairs of frozen runs
  double frozen_smallest_ = 0.0;
  mutable std::vector<double> buffer_;

  struct Neighbour {
    int run = -1;
    double distance = 0.0;
  };
  /// Three nearest runs of every free row: two of them may be the rows that move.
  mutable std::vector<std::array<Neighbour, 3>> nearest_;
  mutable bool nearest_known_ = false;
};

}  // namespace hone::designs
