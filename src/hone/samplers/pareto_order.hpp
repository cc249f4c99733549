// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace hone::samplers {

/// Trials with several objectives, one behind the other.
struct ParetoOrder {
  /// Of each trial, 0 the best, then 1, 2 ...; NaN where its values have a NaN.
  Eigen::VectorXd place;
  /// How many of the first places no other trial dominates.
  Eigen::Index front = 0;
};

/// For samplers that tell the better trials from the others and need nothing but an order (MOTPE, Ozaki et
/// al. 2020). Rows of `values` are trials, columns objectives to be minimised. Fronts come one after the
/// other (non-dominated sorting). Of each front first the one that dominates the most volume, then always the
/// one that adds the most to what those before it dominate, up to 64; then those with the most room. Volume
/// is what lies below a tenth of the front's range beyond its worst values, in units of that range. Of more
/// than three objectives, room alone decides.
ParetoOrder pareto_order(const Eigen::MatrixXd& values);

/// The same where some trials break limits on outcomes: behind all others, by violation.
ParetoOrder pareto_order(const Eigen::MatrixXd& values, const Eigen::VectorXd& violation);

}  // namespace hone::samplers
