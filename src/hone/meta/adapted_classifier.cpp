// SPDX-License-Identifier: MIT
#include "hone/meta/adapted_classifier.hpp"

#include <utility>

namespace hone::meta {

Seen look(const MetaKnowledge& knowledge, const model::Points& points) {
  Network::Pass pass;
  knowledge.network.forward(knowledge.inputs.of(points), pass);
  return {pass.features().transpose().cast<double>(), pass.score.transpose().cast<double>()};
}

DrawnClassifier::DrawnClassifier(MetaKnowledge knowledge, const Eigen::VectorXd& embedding)
    : knowledge_(std::move(knowledge)) {
  Eigen::VectorXf& parameters = knowledge_.network.parameters();
  // The last layer: a weight for each feature, then the bias.
  parameters.segment(parameters.size() - 1 - embedding.size(), embedding.size()) += embedding.cast<float>();
}

Eigen::VectorXd DrawnClassifier::log_odds(const model::Points& points) const {
  Network::Pass pass;
  knowledge_.network.forward(knowledge_.inputs.of(points), pass);
  return pass.score.transpose().cast<double>();
}

std::optional<model::ScoreGradient> DrawnClassifier::log_odds_with_gradient(
    const model::Points& points) const {
  Network::Pass pass;
  knowledge_.network.forward(knowledge_.inputs.of(points), pass);
  return model::ScoreGradient{
      pass.score.transpose().cast<double>(),
      knowledge_.inputs.by_coordinates(knowledge_.network.input_gradient(pass), points)};
}

MeanClassifier::MeanClassifier(MetaKnowledge knowledge, learners::LogisticRegression task)
    : knowledge_(std::move(knowledge)), task_(std::move(task)) {}

Eigen::VectorXd MeanClassifier::log_odds(const model::Points& points) const {
  const Seen seen = look(knowledge_, points);
  return task_.log_odds(seen.features, seen.mean);
}

CorrectedClassifier::CorrectedClassifier(std::unique_ptr<model::Classifier> base,
                                         learners::BoostedTrees trees)
    : base_(std::move(base)), trees_(std::move(trees)) {}

Eigen::VectorXd CorrectedClassifier::log_odds(const model::Points& points) const {
  return base_->log_odds(points) + trees_.correction(points);
}

}  // namespace hone::meta
