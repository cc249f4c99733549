// SPDX-License-Identifier: MIT
#include "hone/meta/meta_training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/index.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/learners/adam.hpp"
#include "hone/meta/embedding_penalty.hpp"

namespace hone::meta {
namespace {

using Eigen::Index;
using Eigen::MatrixXf;

// Not quite zero: ranks of equal embeddings would say nothing, and push all dimensions the same way.
constexpr double kFirstEmbedding = 0.01;

// Noise is cut out of a long row of normal numbers, anywhere: drawing new ones each time would take a quarter
// of a training.
constexpr int kNoiseStarts = 1 << 16;

learners::NetworkShape shape_of(int inputs, const TrainingOptions& options) {
  return {.inputs = inputs, .width = options.width, .blocks = options.blocks, .features = options.features};
}

/// Trials of all tasks behind each other.
struct Rows {
  MatrixXf inputs;  // a column for each
  std::vector<int> task;
  Eigen::VectorXf label, weight;
};

Rows rows_of(const std::vector<MetaTask>& tasks, const learners::NetworkInputs& inputs) {
  Index total = 0;
  for (const MetaTask& task : tasks) total += task.size();
  Rows rows{MatrixXf(inputs.size(), total), {}, Eigen::VectorXf(total), Eigen::VectorXf(total)};
  Index at = 0;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const Index n = tasks[t].size();
    rows.inputs.middleCols(at, n) = inputs.of(tasks[t].points);
    rows.task.insert(rows.task.end(), index(n), static_cast<int>(t));
    rows.label.segment(at, n) = tasks[t].labels.label.cast<float>();
    rows.weight.segment(at, n) = tasks[t].labels.weight.cast<float>();
    at += n;
  }
  return rows;
}

double softplus(double s) { return std::max(s, 0.0) + std::log1p(std::exp(-std::abs(s))); }

double loss_of(TrainingLoss kind, double score, double label) {
  if (kind == TrainingLoss::Squared) return 0.5 * (score - label) * (score - label);
  return softplus(score) - label * score;
}

double loss_slope(TrainingLoss kind, double score, double label) {
  return (kind == TrainingLoss::Squared ? score : 1.0 / (1.0 + std::exp(-score))) - label;
}

class Training {
 public:
  Training(const std::vector<MetaTask>& tasks, const learners::NetworkInputs& inputs,
           const TrainingOptions& options, std::uint64_t seed)
      : options_(options),
        rng_(seed, 1),
        rows_(rows_of(tasks, inputs)),
        network_(shape_of(inputs.size(), options), rng_),
        embeddings_(options.features, std::ssize(tasks)),
        noise_(kNoiseStarts + options.features),
        penalty_(penalty_weights(options.batch, options.features)),
        adam_({.rate = options.rate}),
        embedding_adam_({.rate = options.rate}) {
    for (float& one : embeddings_.reshaped()) one = static_cast<float>(kFirstEmbedding * rng_.normal());
    for (float& one : noise_) one = static_cast<float>(options.noise * rng_.normal());
    const std::vector<int> order = rng_.permutation(static_cast<int>(rows_.task.size()));
    const auto held_out = static_cast<std::ptrdiff_t>(options.held_out * static_cast<double>(order.size()));
    validation_.assign(order.begin(), order.begin() + held_out);
    training_.assign(order.begin() + held_out, order.end());
    if (validation_.empty()) validation_ = training_;
  }

  void epoch(double rate) {
    rng_.shuffle(std::span(training_));
    for (std::size_t at = 0; at < training_.size(); at += index(options_.batch))
      step(std::span(training_).subspan(at, std::min(training_.size() - at, index(options_.batch))), rate);
  }

  struct Losses {
    double log_loss = 0.0;
    double penalty = 0.0;
  };
  Losses validate() {
    load(validation_, false);
    network_.forward(batch_, pass_);
    Losses losses;
    for (Index i = 0; i < batch_.cols(); ++i) {
      const int row = validation_[index(i)];
      losses.log_loss += rows_.weight[row] * loss_of(options_.loss, score(i), rows_.label[row]);
    }
    losses.log_loss /= static_cast<double>(validation_.size());
    embedding_gradient_.setZero(embeddings_.rows(), embeddings_.cols());
    losses.penalty = options_.penalty * penalty_.add(embeddings_, 0.0F, embedding_gradient_);
    return losses;
  }

  const Network& network() const { return network_; }
  std::int64_t trials() const { return std::ssize(rows_.task); }

 private:
  void load(std::span<const int> rows, bool noise) {
    batch_.resize(rows_.inputs.rows(), std::ssize(rows));
    of_task_.resize(embeddings_.rows(), std::ssize(rows));
    for (Index i = 0; i < batch_.cols(); ++i) {
      const int row = rows[index(i)];
      batch_.col(i) = rows_.inputs.col(row);
      of_task_.col(i) = embeddings_.col(rows_.task[index(row)]);
    }
    if (noise) {
      for (auto column : of_task_.colwise())
        column += noise_.segment(static_cast<Index>(rng_.below(kNoiseStarts)), column.size());
    }
  }

  double score(Index i) const {
    return static_cast<double>(pass_.score[i] + of_task_.col(i).dot(pass_.features().col(i)));
  }

  void step(std::span<const int> rows, double rate) {
    load(rows, options_.noise > 0.0);
    network_.forward(batch_, pass_);
    embedding_gradient_.setZero(embeddings_.rows(), embeddings_.cols());
    slope_.resize(batch_.cols());
    for (Index i = 0; i < batch_.cols(); ++i) {
      const int row = rows[index(i)];
      const double slope = loss_slope(options_.loss, score(i), rows_.label[row]);
      slope_[i] = static_cast<float>(rows_.weight[row] * slope / static_cast<double>(rows.size()));
      embedding_gradient_.col(rows_.task[index(row)]) += slope_[i] * pass_.features().col(i);
    }
    of_task_ *= slope_.asDiagonal();  // now the derivatives by the features
    network_.backward(pass_, slope_, of_task_, gradient_);
    penalty_.add(embeddings_, static_cast<float>(options_.penalty), embedding_gradient_);
    adam_.step(network_.parameters(), gradient_, rate);
    flat_ = embeddings_.reshaped();
    embedding_adam_.step(flat_, embedding_gradient_.reshaped(), rate);
    embeddings_.reshaped() = flat_;
  }

  TrainingOptions options_;
  Rng rng_;
  Rows rows_;
  Network network_;
  MatrixXf embeddings_;  // a column for each task
  Eigen::VectorXf noise_;
  EmbeddingPenalty penalty_;
  learners::Adam<float> adam_, embedding_adam_;
  std::vector<int> training_, validation_;
  // Used again by each step.
  Network::Pass pass_;
  MatrixXf batch_, of_task_, embedding_gradient_;
  Eigen::RowVectorXf slope_;
  Eigen::VectorXf gradient_, flat_;
};

}  // namespace

void declare_training(OptionReader& option, TrainingOptions& training) {
  option.integer("training.width", training.width, 2, 1000, "units of each layer");
  option.integer("training.blocks", training.blocks, 0, 20, "layers with a skip");
  option.integer("training.features", training.features, 1, 1000, "that studies may differ in");
  option.integer("training.batch", training.batch, 1, 100000, "trials of one step").in("trials");
  option.integer("training.epochs", training.epochs, 1, 1000000, "passes over all trials, at most");
  option.integer("training.patience", training.patience, 1, 1000000, "passes without a gain before it stops");
  option.real("training.rate", training.rate, 1e-6, 1.0, "length of a step");
  option.real("training.penalty", training.penalty, 0.0, 1e6, "of embeddings that are not standard normal");
  option.real("training.noise", training.noise, 0.0, 10.0, "added to embeddings while training");
}

std::string settings_text(const TrainingOptions& t) {
  return text(t.width, " ", t.blocks, " ", t.features, " ", t.batch, " ", t.epochs, " ", t.patience, " ",
              t.rate, " ", t.rate_decay, " ", t.penalty, " ", t.noise, " ", t.held_out);
}

Trained train(const std::vector<MetaTask>& tasks, const learners::NetworkInputs& inputs,
              const TrainingOptions& options, std::uint64_t seed, const TrainingProgress& progress) {
  Training training(tasks, inputs, options, seed);
  Trained best{training.network(), {.tasks = static_cast<int>(tasks.size()), .trials = training.trials()}};
  best.report.validation = std::numeric_limits<double>::infinity();
  double rate = 1.0;
  for (int epoch = 1; epoch <= options.epochs; ++epoch, rate *= options.rate_decay) {
    training.epoch(rate);
    const auto losses = training.validate();
    best.report.epochs = epoch;
    if (losses.log_loss + losses.penalty < best.report.validation) {
      best.network = training.network();
      best.report.best_epoch = epoch;
      best.report.validation = losses.log_loss + losses.penalty;
      best.report.log_loss = losses.log_loss;
    }
    if (progress) progress(best.report, options.epochs);
    if (epoch - best.report.best_epoch >= options.patience) break;
  }
  return best;
}

Network untrained(int inputs, const TrainingOptions& options, std::uint64_t seed) {
  Rng rng(seed, 1);
  Network network(shape_of(inputs, options), rng);
  network.parameters().tail(options.features + 1).setZero();
  return network;
}

}  // namespace hone::meta
