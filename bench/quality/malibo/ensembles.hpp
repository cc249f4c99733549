// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/quality/box_function.hpp"
#include "hone/base/rng.hpp"

namespace hone::quality::malibo {

/// A family of functions, each member a task: parameters are drawn uniformly. Of the MALIBO paper, appendix
/// H.4 to H.7, with what is misprinted there put right: Branin's first bracket is squared, and the quadratic
/// lives on [-1, 1], where its minimum is.
struct Ensemble {
  std::string name;
  std::vector<Interval> box;
  std::vector<Interval> parameters;
  double (*value)(std::span<const double> x, std::span<const double> parameters);
  int tasks;   ///< earlier ones in the paper
  int points;  ///< of each

  std::vector<double> draw(Rng& rng) const;
};

/// forrester, branin, hartmann3 and quadratic.
const std::vector<Ensemble>& ensembles();

/// nullptr when there is none of this name.
const Ensemble* find_ensemble(const std::string& name);

}  // namespace hone::quality::malibo
