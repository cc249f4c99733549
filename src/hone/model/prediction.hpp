// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace hone::model {

/// What a model believes about m points, each on its own.
struct Prediction {
  Eigen::VectorXd mean;
  Eigen::VectorXd variance;  ///< of the underlying function, > 0; an observation adds the noise variance
};

/// What a model believes about m points together.
struct JointPrediction {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;  ///< m x m, of the underlying function; symmetric to the last bit
};

/// A prediction and how it changes with the points. Row i of a gradient is for point i, with a zero for every
/// categorical or inactive coordinate.
struct PredictionGradient {
  Prediction value;
  Eigen::MatrixXd mean;      ///< m x d, derivatives of value.mean
  Eigen::MatrixXd variance;  ///< m x d, derivatives of value.variance
};

}  // namespace hone::model
