// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hone/core/options.hpp"
#include "hone/learners/network_classifier.hpp"
#include "hone/learners/residual_network.hpp"
#include "hone/meta/meta_tasks.hpp"

namespace hone::meta {

using Network = learners::ResidualNetwork<float>;

/// What a network is to tell of a task's trials.
enum class TrainingLoss {
  Logistic,  ///< whether they are good: the log loss of labels
  Squared,   ///< their values: half the square of the error
};

/// How a network learns from many tasks. The defaults are those of the MALIBO paper.
struct TrainingOptions {
  int width = 64;
  int blocks = 3;
  int features = 50;
  int batch = 256;
  int epochs = 2048;          ///< at most
  int patience = 20;          ///< epochs without a better validation loss before it stops
  double rate = 1e-3;         ///< of Adam, at first
  double rate_decay = 0.999;  ///< from one epoch to the next
  double penalty = 0.1;       ///< of embeddings that are no standard normals
  double noise = 0.1;         ///< standard deviation of what is added to embeddings while training
  double held_out = 0.2;      ///< share of the trials that only validate
  TrainingLoss loss = TrainingLoss::Logistic;
};

/// Declares the options `training.*`.
void declare_training(OptionReader& option, TrainingOptions& training);

/// Changes with everything that a training does, but not with what it costs.
std::string settings_text(const TrainingOptions& training);

/// What came of a training.
struct TrainingReport {
  int tasks = 0;
  std::int64_t trials = 0;
  int epochs = 0;           ///< that were run
  int best_epoch = 0;       ///< whose network was kept
  double validation = 0.0;  ///< its loss on what was held out: weighted mean loss and penalty
  double log_loss = 0.0;    ///< the former by itself, logistic or squared
  /// What good trials counted in its tasks, and so should in a study that uses it.
  learners::Utility utility = learners::Utility::CappedImprovement;
};

struct Trained {
  Network network;
  TrainingReport report;
};

/// Told after each epoch.
using TrainingProgress = std::function<void(const TrainingReport& so_far, int epochs)>;

/// Meta-training (MALIBO, section 4.1): features φ and a mean m of them that all tasks share, and an
/// embedding z of each task, for which
///   C(x) = 1 / (1 + exp(-(m(φ(x)) + zᵀφ(x))))
/// tells the task's good trials from its poor ones, are learned together by Adam from the mean weighted log
/// loss plus the EmbeddingPenalty. Tasks weigh by their trials. The embeddings are not needed afterwards: a
/// new task has its own, with the standard normal for its prior.
///
/// With a squared loss the labels are values, which m(φ(x)) + zᵀφ(x) itself predicts: the regression that
/// MALIBO was derived from (BaNNER, Berkenkamp et al. 2021).
///
/// The network of the best epoch is returned. The same tasks, options and seed give the same network.
/// There must be at least one task.
Trained train(const std::vector<MetaTask>& tasks, const learners::NetworkInputs& inputs,
              const TrainingOptions& options, std::uint64_t seed, const TrainingProgress& progress = nullptr);

/// Before anything was learned: features that chance has made, and a mean of zero.
Network untrained(int inputs, const TrainingOptions& options, std::uint64_t seed);

}  // namespace hone::meta
