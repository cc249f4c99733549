// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/numeric/lbfgs.hpp"

namespace hone::numeric {

/// A place with its value and gradient.
struct Evaluated {
  Eigen::VectorXd x;
  Eigen::VectorXd gradient;
  double value = 0.0;
};

/// A line search for the strong Wolfe conditions with room for its vectors, so that it allocates only once.
class WolfeSearch {
 public:
  WolfeSearch(const SmoothFunction& objective, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);

  /// Evaluates the objective at point.x; true when value and gradient are finite.
  bool evaluate(Evaluated& point);

  /// Moves `point` along `direction`, at first by `step` times it and never by more than `longest` times it,
  /// to a place of lower value, by the strong Wolfe conditions when 20 evaluations can meet them. False, with
  /// the point unchanged, when no lower value was found.
  bool search(Evaluated& point, const Eigen::VectorXd& direction, double step, double longest);

  int evaluations() const noexcept { return evaluations_; }

 private:
  struct Trial {
    double step;
    double value;
    double slope;
  };
  Trial try_step(const Evaluated& from, const Eigen::VectorXd& direction, double step);

  const SmoothFunction& objective_;
  const Eigen::VectorXd& lower_;
  const Eigen::VectorXd& upper_;
  Evaluated trial_;
  Evaluated best_;
  int evaluations_ = 0;
};

}  // namespace hone::numeric
