// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

/// Everything here minimises. A row of `objectives` is one point, a column one objective. A point dominates
/// another when it is nowhere worse and somewhere better; a NaN counts as infinitely bad.
namespace hone::numeric {

/// Non-dominated sorting and crowding for many calls of similar size: memory is kept from one to the next.
class ParetoSorter {
 public:
  /// Sorts the rows of `objectives` into fronts. O(n log n m + n² (m + log fronts) / 64) for n rows and m
  /// columns; 200 x 3 take about 20 µs. For n rows it holds n² / 8 bytes (twice).
  void sort(const Eigen::Ref<const Eigen::MatrixXd>& objectives);

  /// How many fronts there are.
  int fronts() const noexcept { return fronts_; }
  /// For each row its front: 0 when nothing dominates it, then 1 + the worst front of those that do.
  const std::vector<int>& ranks() const noexcept { return ranks_; }

  /// For each row the room it has within its front: the mean over objectives of the gap between its two
  /// neighbours as a share of the front's range (Deb et al. 2002). Infinite for the ends of each objective,
  /// and 0 for all but one of rows with equal objectives. Computed on the first call after sort().
  const std::vector<double>& crowding();

 private:
  struct Key {
    double value;
    int row;
  };

  void load(const Eigen::Ref<const Eigen::MatrixXd>& objectives);
  void find_dominators();
  void assign_ranks();
  void add_gaps(const Key* order);
  bool equal_rows(int a, int b) const;
  std::uint64_t* dominators_of(int row) { return dominators_.data() + row * words_; }

  Eigen::Index count_ = 0;
  Eigen::Index objectives_ = 0;
  Eigen::Index words_ = 0;
  int fronts_ = 0;
  bool crowding_known_ = false;
  std::vector<double> values_;             // without NaN, by column
  std::vector<Key> orders_;                // per objective, ascending; that of the first is lexicographic
  std::vector<char> repeated_;             // equal in all objectives to a row before it
  std::vector<std::uint64_t> dominators_;  // n rows of bits
  std::vector<std::uint64_t> members_;     // one row of bits per front
  std::vector<std::uint64_t> seen_;
  std::vector<int> ranks_;
  std::vector<double> crowding_;
  std::vector<int> neighbour_;  // per front, while gaps are added
  std::vector<double> low_, high_;
};

/// The rows that no other row dominates, in ascending order; equal rows are all kept.
std::vector<Eigen::Index> pareto_front(const Eigen::Ref<const Eigen::MatrixXd>& objectives);

/// The volume between the rows and `reference` that at least one row dominates. Rows not better than the
/// reference everywhere add nothing. One, two or three objectives: O(n log n) for two, O(n²) for three;
/// throws Error(InvalidArgument) for more.
double hypervolume(const Eigen::MatrixXd& objectives, const Eigen::VectorXd& reference);

}  // namespace hone::numeric
