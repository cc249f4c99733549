// SPDX-License-Identifier: MIT
#pragma once

#include "hone/baselines/ablr_network.hpp"
#include "hone/baselines/feature_map.hpp"
#include "hone/baselines/one_hot.hpp"

namespace hone::baselines {

/// The features of `ablr`: a network with its parameters, and how it reads points. The offset is 0.
class AblrBody final : public FeatureMap {
 public:
  AblrBody(OneHot encoding, AblrNetwork network, Eigen::VectorXd parameters);

  const model::Columns& columns() const override { return encoding_.columns(); }
  Seen see(const model::Points& points) const override;
  Eigen::VectorXd offset_slope() const override { return Eigen::VectorXd::Zero(network_.features()); }
  std::vector<Eigen::MatrixXd> by_coordinates(const model::Points& points,
                                              std::span<const Eigen::MatrixXd> by_features) const override;

 private:
  OneHot encoding_;
  AblrNetwork network_;
  Eigen::VectorXd parameters_;
};

}  // namespace hone::baselines
