// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "hone/transfer/ensemble_sampler.hpp"

namespace hone::baselines {

/// Linear stacking: the weights, none below 0, with which the models' means explain the values best in the
/// least squares, with a small ridge. One column for each model, the target's last; all standardised.
transfer::Weighing stacking_weights(const Eigen::MatrixXd& means, const Eigen::VectorXd& values);

const transfer::EnsembleMethod& wac();

/// The models of "Warmstarting of Model-based Algorithm Configuration" (Lindauer and Hutter 2018): earlier
/// studies stacked by a linear regression.
using Wac = transfer::EnsembleSampler<wac>;

}  // namespace hone::baselines
