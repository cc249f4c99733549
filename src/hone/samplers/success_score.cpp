// SPDX-License-Identifier: MIT
#include "hone/samplers/success_score.hpp"

#include <algorithm>
#include <utility>

#include "hone/learners/labels.hpp"
#include "hone/samplers/limit_models.hpp"

namespace hone::samplers {
namespace {

// A forest may be certain, and be wrong.
constexpr double kLeastProbability = 1e-3;

}  // namespace

SuccessScore::SuccessScore(learners::RandomForest forest, double share)
    : forest_(std::move(forest)),
      share_(share),
      explained_(std::clamp(forest_.explained().value_or(0.0), 0.0, 1.0)) {}

Eigen::VectorXd SuccessScore::score(const model::Points& points) const {
  const Eigen::ArrayXd probability = share_ + explained_ * (forest_.mean(points).array() - share_);
  return -probability.max(kLeastProbability).min(1.0).log();
}

Eigen::MatrixXd SuccessScore::operator()(const model::Points& points, Rng&) const { return score(points); }

std::optional<acquisition::Scored> SuccessScore::with_gradient(const model::Points& points) const {
  return acquisition::Scored{score(points), Eigen::MatrixXd::Zero(points.rows(), points.cols())};
}

std::shared_ptr<const SuccessScore> learn_success_score(std::span<const Trial> history,
                                                        const model::Columns& columns,
                                                        const model::Points& points, std::uint64_t seed) {
  const auto broken = std::count_if(history.begin(), history.end(), broke);
  if (broken == 0 || broken == std::ssize(history)) return nullptr;
  learners::Labels labels{Eigen::VectorXd::Ones(std::ssize(history)),
                          Eigen::VectorXd::Ones(std::ssize(history))};
  for (std::size_t i = 0; i < history.size(); ++i)
    if (broke(history[i])) labels.label[static_cast<Eigen::Index>(i)] = 0.0;
  const auto [rows, kept] = learners::thinned(labels, learners::kEnoughRows);
  learners::ForestOptions options;
  options.out_of_bag = true;
  return std::make_shared<const SuccessScore>(
      learners::RandomForest::fit(columns, model::select(points, rows), kept, options, seed),
      1.0 - static_cast<double>(broken) / static_cast<double>(history.size()));
}

}  // namespace hone::samplers
