// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>

namespace hone::numeric {

/// When to stop a local search, and how much of its past it remembers.
struct LbfgsOptions {
  int max_iterations = 100;
  /// Pairs of steps and gradient changes kept for the curvature; clamped to 1 ... 20.
  int memory = 10;
  /// Converged when no component of the projected gradient is larger, in units of value per unit of x.
  double gradient_tolerance = 1e-5;
  /// Converged when an iteration lowers the value by less than this times max(1, |value|).
  double relative_decrease = 1e-9;
};

struct LbfgsResult {
  Eigen::VectorXd x;
  double value;
  int iterations;
  int evaluations;
  /// One of the two tolerances was met; false when iterations ran out, the start had no finite value, or the
  /// line search could not go on.
  bool converged;
};

/// Returns the value at x and writes the gradient, which has the right size already. A value or gradient that
/// is not finite says "x is out of the domain": the search then stays nearer to where it was.
using SmoothFunction = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& gradient)>;

/// Minimises a smooth function in a box, of which each side may be infinite: L-BFGS-B (Byrd, Lu, Nocedal and
/// Zhu 1995; subspace step with projection, Morales and Nocedal 2011) with a line search for the strong Wolfe
/// conditions (Nocedal and Wright 2006, section 3.5). Every point evaluated lies in the box; a start outside
/// is moved to it. Fixed variables (lower == upper) are allowed. The value never rises from one iteration to
/// the next, and the result is the best point seen. All memory is allocated before the first iteration.
LbfgsResult minimise_lbfgs(const SmoothFunction& objective, const Eigen::VectorXd& start,
                           const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                           const LbfgsOptions& options = {});

}  // namespace hone::numeric
