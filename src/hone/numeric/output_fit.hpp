// SPDX-License-Identifier: MIT
#pragma once

#include "hone/numeric/output_transform.hpp"

namespace hone::numeric {

/// Chooses and fits an OutputTransform. Private to numeric.
class OutputTransform::Fitter {
 public:
  Fitter(const Eigen::VectorXd& y, const OutputTransformOptions& options);

  OutputTransform fit();

 private:
  void set_unit();
  void set_fences();
  void fit_robust();
  void fit_published();
  void fit_plain();
  void fit_ranks();
  void fit_copula();
  /// Fits one of the two powers to the data in units of `scale`.
  void fit_power(OutputShape shape, double scale);

  bool shows_the_bulk() const;
  /// Whether the published program would have got a usable result from the power just fitted.
  bool published_accepts() const;

  const Eigen::VectorXd& y_;
  OutputTransformOptions options_;
  Eigen::VectorXd drawn_;   // y in units of `unit`, drawn in
  double deviation_ = 0.0;  // of drawn_
  double bulk_ = 0.0;       // the spread of drawn_'s bulk
  OutputTransform out_;
};

}  // namespace hone::numeric
