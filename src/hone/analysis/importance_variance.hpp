// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "hone/analysis/importance_boxes.hpp"

// The functional analysis of variance of a function that is constant on boxes, exactly. With independent
// coordinates a function is the sum of its mean, of one function for each coordinate, one for each two, ...,
// all uncorrelated, so that their variances add up to that of the function (Sobol 1993; for the trees of a
// forest: Hutter, Hoos and Leyton-Brown 2014).
namespace hone::analysis {

/// E[f | the coordinate lies in atom k], for all k. O(boxes + atoms).
std::vector<double> marginal(const LeafBoxes& boxes, std::size_t column);

/// E[f | coordinates of two columns in atoms k and l], an entry for each k (rows) and l.
/// O(boxes + atoms of the one x atoms of the other).
Eigen::MatrixXd marginal(const LeafBoxes& boxes, std::size_t first, std::size_t second);

struct Variances {
  double mean = 0.0;
  double total = 0.0;
  std::vector<double> single;  ///< of the main effect of each column
  /// Of what each two columns do together and neither does alone: (0, 1), (0, 2), ..., (1, 2), ...; empty
  /// unless asked for. Never negative.
  std::vector<double> pair;
};
Variances variances(const LeafBoxes& boxes, bool pairs);

}  // namespace hone::analysis
