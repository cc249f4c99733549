// SPDX-License-Identifier: MIT
#pragma once

#include "hone/designs/landscape.hpp"

namespace hone::designs {

/// The landscape of the largest and of the mean squared correlation of two columns. The energy of the former
/// has the mean square added, which leads downhill where the largest does not change.
///
/// Sums of products of levels are whole numbers, so nothing is lost however many exchanges are made. An
/// exchange costs O(s).
class CorrelationLandscape final : public Landscape {
 public:
  CorrelationLandscape(const Design& start, Frozen frozen, Criterion criterion);

  double criterion_after(int a, int b) const override;
  SweepCount sweep(const SweepPlan& plan, FastBits& bits) override;
  SweepCount descend(int window) override;
  void refresh() override;

  /// What the loops of sweep.hpp call.
  auto cost() const {
    return [this](int a, int low, int b, int high) { return change_between(a, low, b, high); };
  }

 private:
  struct Measure {
    double largest = 0.0;  ///< absolute correlation
    double squares = 0.0;  ///< sum of squared correlations over pairs
  };

  double change_between(int a, int low, int b, int high) const override;
  void moved(int a, int low, int b, int high) override;
  void prepare(int previous) override;

  Measure measure_after(int a, int low, int b, int high) const;
  double energy_of(const Measure& measure) const;
  double correlation(int j, int k, std::int64_t product) const;
  std::int64_t& product(int j, int k);
  std::int64_t product(int j, int k) const;

  bool largest_;
  double pairs_;
  std::vector<std::int64_t> products_;  ///< Σ_i u_ij u_ik
  std::vector<std::int64_t> sums_;      ///< Σ_i u_ij
  std::vector<double> inverse_norms_;   ///< 0 for a constant column
  std::vector<int> row_levels_;         ///< levels of the free rows, row after row
  Measure elsewhere_;                   ///< over the pairs without the visited column
};

}  // namespace hone::designs
