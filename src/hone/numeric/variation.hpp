// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/numeric/nsga2.hpp"

namespace hone::numeric {

/// How NSGA-II makes new points from old ones: of the problem only its columns and bounds count.
class Variation {
 public:
  Variation(const Nsga2Problem& problem, const Nsga2Options& options);

  /// A uniformly random point.
  void draw(Rng& rng, double* point) const;
  /// The nearest legal point.
  void clamp(double* point) const;
  /// Turns copies of two parents into two children. Points are as many numbers as there are columns.
  void breed(Rng& rng, double* a, double* b);

 private:
  struct Group {
    ColumnKind kind;
    std::vector<int> genes;
    double gene_mutation;
  };

  void cross_numbers(Rng& rng, const Group& group, double* a, double* b);
  void cross_category(Rng& rng, int gene, double* a, double* b);
  void mutate(Rng& rng, const Group& group, double* point);
  void cross_number(int gene, double spread, bool exchange, double* a, double* b) const;
  void mutate_number(int gene, double uniform, double* point) const;
  double legal(int gene, double value) const;
  /// How many categories a column may have.
  std::uint64_t choices(std::size_t gene) const;
  /// A fair coin; 32 of them are cut from one random number.
  bool coin(Rng& rng);

  Columns columns_;
  std::vector<double> low_, high_;
  std::vector<Group> groups_;
  Nsga2Options options_;
  std::uint32_t coins_ = 0;
  int coins_left_ = 0;
};

}  // namespace hone::numeric
