// SPDX-License-Identifier: MIT
#pragma once

#include "hone/acquisition/acquisition.hpp"
#include "hone/model/classifier.hpp"

namespace hone::acquisition {

/// Minus the log odds that a point is a good one. A classifier that was trained with the weights of a utility
/// ranks points as the expected utility does (Song et al. 2022): for the weights of LFBO as EI, for plain
/// labels as PI.
class ClassifierScore final : public Acquisition {
 public:
  /// The classifier must outlive the object.
  explicit ClassifierScore(const model::Classifier& classifier) : classifier_(classifier) {}

  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  const model::Classifier& classifier_;
};

}  // namespace hone::acquisition
