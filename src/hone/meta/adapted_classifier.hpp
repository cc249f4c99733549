// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "hone/learners/boosted_trees.hpp"
#include "hone/learners/logistic_regression.hpp"
#include "hone/learners/network_classifier.hpp"
#include "hone/meta/meta_training.hpp"
#include "hone/model/classifier.hpp"

namespace hone::meta {

/// What was learned beforehand, as a classifier is made of it.
struct MetaKnowledge {
  learners::NetworkInputs inputs;
  Network network;
};

/// Features of points, a row for each, and the mean of all tasks there.
struct Seen {
  Eigen::MatrixXd features;
  Eigen::VectorXd mean;
};
Seen look(const MetaKnowledge& knowledge, const model::Points& points);

/// A task's own embedding, drawn from what is believed of it (a Thompson sample): m(φ) + zᵀφ is again a
/// network with other weights at its end.
class DrawnClassifier final : public model::Classifier {
 public:
  DrawnClassifier(MetaKnowledge knowledge, const Eigen::VectorXd& embedding);

  Eigen::VectorXd log_odds(const model::Points& points) const override;
  std::optional<model::ScoreGradient> log_odds_with_gradient(const model::Points& points) const override;

 private:
  MetaKnowledge knowledge_;
};

/// The embedding integrated out, by the probit approximation (equation 25).
class MeanClassifier final : public model::Classifier {
 public:
  MeanClassifier(MetaKnowledge knowledge, learners::LogisticRegression task);

  Eigen::VectorXd log_odds(const model::Points& points) const override;

 private:
  MetaKnowledge knowledge_;
  learners::LogisticRegression task_;
};

/// Another classifier, corrected by trees that were boosted from it (section 4.3): where the new task is
/// unlike all earlier ones, they learn the difference. No gradient.
class CorrectedClassifier final : public model::Classifier {
 public:
  CorrectedClassifier(std::unique_ptr<model::Classifier> base, learners::BoostedTrees trees);

  Eigen::VectorXd log_odds(const model::Points& points) const override;

 private:
  std::unique_ptr<model::Classifier> base_;
  learners::BoostedTrees trees_;
};

}  // namespace hone::meta
