// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <limits>

namespace hone::numeric {

/// What an OutputTransform does before it standardises.
enum class OutputShape {
  Plain,       ///< nothing
  BoxCox,      ///< Box-Cox of y / s
  YeoJohnson,  ///< Yeo-Johnson of y / s
  Ranks,       ///< the Normal quantiles of y's ranks, joined by straight lines
};

/// Which shape to take.
enum class OutputRule {
  /// The paper's choice where it leaves the bulk of the data visible, otherwise Yeo-Johnson in units of the
  /// data's bulk instead of their deviation, otherwise ranks.
  Robust,
  /// The rule of the HEBO paper's program, to the letter: with s the population deviation of y (not centred),
  /// Box-Cox of y / s if all y > 0, Yeo-Johnson of y / s if not or if Box-Cox gives a constant; plain when
  /// that
  /// is constant too or a power overflows.
  Published,
  Plain,
  BoxCox,  ///< Yeo-Johnson when some y <= 0
  YeoJohnson,
  Ranks,  ///< Blom's scores; ties share the mean of theirs
  /// The Gaussian copula of Salinas, Shen and Perrone (2020), by which tasks of all scales become comparable:
  ///   z = Φ⁻¹(clip(F, δ, 1 - δ)),  F(y) = share of the data below y,  δ = 1 / (4 n^¼ √(π ln n)).
  /// Ties share the mean of their F, so that many failures are worse than the middle. Not standardised any
  /// more. The few best of many data become equal, and so do the few worst.
  Copula,
};

struct OutputTransformOptions {
  OutputRule rule = OutputRule::Robust;
  /// Values farther above (below) the median than this many times the spread of the bulk are drawn in, their
  /// excess growing only like its logarithm; order is kept, and inverse() undoes it. The bulk is what remains
  /// without a tenth of the data at either end.
  double winsorise_above = std::numeric_limits<double>::infinity();
  double winsorise_below = std::numeric_limits<double>::infinity();
};

/// An increasing map of data to something like a standard Normal sample, fitted by maximum likelihood: mean 0
/// and population variance 1 on the data it was fitted to (Copula: nearly). Works for every finite y: one
/// value, all equal, scales of 1e-300 and 1e300 in one vector, outliers of 6e18. No intermediate overflows.
class OutputTransform {
 public:
  /// The identity.
  OutputTransform() = default;

  /// O(n log n) and about 40 passes over the data. Throws Error(InvalidArgument) when some y is not finite.
  static OutputTransform fit(const Eigen::VectorXd& y, const OutputTransformOptions& options = {});

  double apply(double y) const;
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// The y that apply() takes to z. Beyond the range of the transform it stays finite: the end of y's range,
  /// for ranks the smallest or largest y of the fit.
  double inverse(double z) const;
  Eigen::VectorXd inverse(const Eigen::VectorXd& z) const;
  /// log of the derivative of apply() at y, for comparing likelihoods of y itself.
  double log_slope(double y) const;

  OutputShape shape() const noexcept { return shape_; }
  /// The exponent of Box-Cox or Yeo-Johnson; 1 otherwise.
  double lambda() const noexcept { return lambda_; }

 private:
  // Draws excess beyond a fence in: fence + width log(1 + excess / width).
  struct Fence {
    double at = std::numeric_limits<double>::infinity();
    double width = 1.0;
  };
  struct Knots {
    Eigen::VectorXd y, z;
  };
  class Fitter;

  double draw_in(double y) const;
  double let_out(double y) const;
  double coordinate(double y) const;
  double from_coordinate(double a) const;

  OutputShape shape_ = OutputShape::Plain;
  double unit_ = 1.0;    // power of two; the rest is in units of it
  Fence above_, below_;  // below_ is for -y
  double scale_ = 1.0;   // s
  double lambda_ = 1.0;
  double least_ = 0.0;  // the coordinates of the data
  double most_ = 0.0;
  double mean_ = 0.0;  // of the shape's output
  double deviation_ = 1.0;
  Knots knots_;
};

}  // namespace hone::numeric
