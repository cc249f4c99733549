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
struct Progress {
  int evaluated = 0;
  int horizon = 50;    ///< evaluations of the whole study
  double alpha = 0.0;  ///< dilutes the share of samples that speak for a model; more drops sooner
};

/// Formula 4: the share of samples in which each model has the lowest loss; models that share the lowest
/// share the sample.
Eigen::VectorXd win_shares(const Losses& losses);

/// Formula 5: how likely each model but the target's is to be dropped,
///   1 - (1 - evaluated / horizon) #{s : loss_i < loss_target} / (S + α S).
/// At the horizon it is certain.
Eigen::VectorXd drop_probabilities(const Losses& losses, const Progress& progress);

/// The weights of all models, the target's last: those that chance drops get none, and the others their win
/// shares among themselves. One uniform number is taken from rng for each source.
Eigen::VectorXd ranking_weights(const Losses& losses, const Progress& progress, Rng& rng);

}  // namespace hone::transfer
