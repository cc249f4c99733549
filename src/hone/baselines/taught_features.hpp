// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/baselines/feature_map.hpp"
#include "hone/meta/adapted_classifier.hpp"

namespace hone::baselines {

/// The features of a network that earlier tasks have taught; the offset is the mean of all tasks, m(φ(x)),
/// moved by `shift`.
class TaughtFeatures final : public FeatureMap {
 public:
  /// The knowledge is immutable, hence shared.
  TaughtFeatures(model::Columns columns, std::shared_ptr<const meta::MetaKnowledge> knowledge,
                 double shift = 0.0);

  const model::Columns& columns() const override { return columns_; }
  Seen see(const model::Points& points) const override;
  Eigen::VectorXd offset_slope() const override;
  std::vector<Eigen::MatrixXd> by_coordinates(const model::Points& points,
                                              std::span<const Eigen::MatrixXd> by_features) const override;

 private:
  model::Columns columns_;
  std::shared_ptr<const meta::MetaKnowledge> knowledge_;
  double shift_;
};

}  // namespace hone::baselines
