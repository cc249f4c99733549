// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/transfer/bootstrap.hpp"

// Feurer et al., "Practical Transfer Learning for Bayesian Optimization", section 4. In all tables of losses
// the last column is the target's.
namespace hone::transfer {

/// How far a study has come, as far as the dropping of models asks for it.
struct Dilution {
  int evaluated = 0;
  int horizon = 50;    ///< evaluations of the whole study
  double alpha = 0.0;  ///< dilutes the share of samples that speak for a model; more drops sooner
};

/// What each model is worth. The target's is the last.
struct Weighing {
  Eigen::VectorXd weights;    ///< they sum to 1
  std::vector<bool> dropped;  ///< one for each source
};

/// Formula 4: the share of samples in which each model has the lowest loss; models that share the lowest
/// share the sample.
Eigen::VectorXd win_shares(const Losses& losses);

/// Formula 5: how likely each model but the target's is to be dropped,
///   1 - (1 - evaluated / horizon) #{s : loss_i < loss_target} / (S + α S).
/// At the horizon it is certain.
Eigen::VectorXd drop_probabilities(const Losses& losses, const Dilution& progress);

/// Those that chance drops get nothing, and the others their win shares among themselves. One uniform number
/// is taken from rng for each source.
Weighing ranking_weights(const Losses& losses, const Eigen::VectorXd& drop_probabilities, Rng& rng);

/// Wistuba et al. (2016): an Epanechnikov kernel of the share of pairs that a source's model orders otherwise
/// than the observations (as pairs of both orders, so that ties do not depend on what came first):
///   0.75 (1 - (d / bandwidth)²) below the bandwidth, 0.75 for the target, and then to a sum of 1.
Weighing kernel_weights(const Eigen::VectorXd& discordant_shares, double bandwidth);

}  // namespace hone::transfer
