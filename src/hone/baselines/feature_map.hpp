// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "hone/model/dataset.hpp"

namespace hone::baselines {

/// Features φ of points that a linear model is put on, and what is expected of a point before that model says
/// anything. Immutable, and safe to ask from several threads.
class FeatureMap {
 public:
  struct Seen {
    Eigen::MatrixXd features;  ///< a column for each point
    Eigen::VectorXd offset;    ///< what is expected of each, standardised
  };

  virtual ~FeatureMap() = default;

  virtual const model::Columns& columns() const = 0;

  virtual Seen see(const model::Points& points) const = 0;

  /// The derivatives of the offset by the features.
  virtual Eigen::VectorXd offset_slope() const = 0;

  /// From derivatives by the features (a column for each point) to those by the coordinates (a row for each),
  /// for each of several quantities.
  virtual std::vector<Eigen::MatrixXd> by_coordinates(const model::Points& points,
                                                      std::span<const Eigen::MatrixXd> by_features) const = 0;

 protected:
  FeatureMap() = default;
  FeatureMap(const FeatureMap&) = default;
  FeatureMap& operator=(const FeatureMap&) = default;
};

}  // namespace hone::baselines
