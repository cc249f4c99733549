// SPDX-License-Identifier: MIT
#include "hone/transfer/weighted_models.hpp"

#include <utility>

namespace hone::transfer {

using model::Prediction;

WeightedModels::WeightedModels(std::vector<Member> members, EnsembleVariance variance) : variance_(variance) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].weight != 0.0 || i + 1 == members.size()) members_.push_back(std::move(members[i]));
  }
}

// The target's noise counts as it is: what is observed next is an observation of the target.
double WeightedModels::noise_variance() const {
  const double scale = members_.back().scale;
  return scale * scale * target().noise_variance();
}

bool WeightedModels::doubts(std::size_t member) const {
  return variance_ == EnsembleVariance::All ? members_[member].weight != 0.0 : member + 1 == members_.size();
}

namespace {

// The factor of a member's variance; the target's alone counts in full.
double variance_factor(const WeightedModels::Member& member, EnsembleVariance rule) {
  const double weight = rule == EnsembleVariance::All ? member.weight : 1.0;
  return weight * weight * member.scale * member.scale;
}

}  // namespace

template <class Ask>
Prediction WeightedModels::sum_of(const Ask& ask) const {
  Prediction sum;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.weight == 0.0 && !doubts(i)) continue;
    const Prediction own = ask(*member.model);
    if (sum.mean.size() == 0)
      sum = {Eigen::VectorXd::Zero(own.mean.size()), Eigen::VectorXd::Zero(own.mean.size())};
    sum.mean.array() += member.weight * (member.shift + member.scale * own.mean.array());
    if (doubts(i)) sum.variance += variance_factor(member, variance_) * own.variance;
  }
  return sum;
}

Prediction WeightedModels::predict(const model::Points& points) const {
  return sum_of([&](const model::Surrogate& model) { return model.predict(points); });
}

Prediction WeightedModels::screen(const model::Points& points) const {
  return sum_of([&](const model::Surrogate& model) { return model.screen(points); });
}

// Members whose doubt does not count need not learn what is pending: means stay.
std::unique_ptr<model::Surrogate> WeightedModels::believe(const model::Points& pending) const {
  std::vector<Member> members = members_;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (doubts(i)) members[i].model = members[i].model->believe(pending);
  }
  return std::make_unique<WeightedModels>(std::move(members), variance_);
}

std::optional<model::JointPrediction> WeightedModels::predict_jointly(const model::Points& points) const {
  model::JointPrediction sum{predict(points).mean, Eigen::MatrixXd::Zero(points.rows(), points.rows())};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!doubts(i)) continue;
    const auto own = members_[i].model->predict_jointly(points);
    if (!own) return std::nullopt;
    sum.covariance += variance_factor(members_[i], variance_) * own->covariance;
  }
  return sum;
}

std::optional<model::PredictionGradient> WeightedModels::predict_with_gradient(
    const model::Points& points) const {
  const Eigen::Index m = points.rows();
  model::PredictionGradient sum{{Eigen::VectorXd::Zero(m), Eigen::VectorXd::Zero(m)},
                                Eigen::MatrixXd::Zero(m, points.cols()),
                                Eigen::MatrixXd::Zero(m, points.cols())};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.weight == 0.0 && !doubts(i)) continue;
    const auto own = member.model->predict_with_gradient(points);
    if (!own) return std::nullopt;
    sum.value.mean.array() += member.weight * (member.shift + member.scale * own->value.mean.array());
    sum.mean += member.weight * member.scale * own->mean;
    if (!doubts(i)) continue;
    sum.value.variance += variance_factor(member, variance_) * own->value.variance;
    sum.variance += variance_factor(member, variance_) * own->variance;
  }
  return sum;
}

}  // namespace hone::transfer
