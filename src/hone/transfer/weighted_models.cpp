// SPDX-License-Identifier: MIT
#include "hone/transfer/weighted_models.hpp"

#include <algorithm>
#include <utility>

namespace hone::transfer {
namespace {

using model::Prediction;

}  // namespace

WeightedModels::WeightedModels(std::vector<Member> members, EnsembleVariance variance, TargetState target)
    : variance_(variance), target_(std::move(target)) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].weight != 0.0 || i + 1 == members.size()) members_.push_back(std::move(members[i]));
  }
}

// The target's noise counts as it is: what is observed next is an observation of the target.
double WeightedModels::noise_variance() const {
  return own().scale * own().scale * own().model->noise_variance();
}

bool WeightedModels::doubts(std::size_t member) const {
  return variance_ == EnsembleVariance::Target ? member + 1 == members_.size()
                                               : members_[member].weight != 0.0;
}

// Of a member's variance; the target's alone counts in full.
double WeightedModels::doubt_factor(const Member& member) const {
  const double squared_scale = member.scale * member.scale;
  switch (variance_) {
    case EnsembleVariance::All:
      return member.weight * member.weight * squared_scale;
    case EnsembleVariance::Average:
      return member.weight * squared_scale;
    case EnsembleVariance::Target:
      break;
  }
  return squared_scale;
}

template <class Ask>
Prediction WeightedModels::sum_of(const Ask& ask, const model::Points& points) const {
  Prediction sum{Eigen::VectorXd::Zero(points.rows()), Eigen::VectorXd::Zero(points.rows())};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (!doubts(i)) {  // means cost less
      sum.mean.array() +=
          member.weight * (member.shift + member.scale * member.model->expect(points).array());
      continue;
    }
    const Prediction told = ask(*member.model);
    sum.mean.array() += member.weight * (member.shift + member.scale * told.mean.array());
    sum.variance += doubt_factor(member) * told.variance;
  }
  return sum;
}

Prediction WeightedModels::predict(const model::Points& points) const {
  return sum_of([&](const model::Surrogate& model) { return model.predict(points); }, points);
}

Prediction WeightedModels::screen(const model::Points& points) const {
  return sum_of([&](const model::Surrogate& model) { return model.screen(points); }, points);
}

Eigen::VectorXd WeightedModels::expect(const model::Points& points) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(points.rows());
  for (const Member& member : members_)
    sum.array() += member.weight * (member.shift + member.scale * member.model->expect(points).array());
  return sum;
}

// Members whose doubt does not count need not learn what is pending: means stay.
std::unique_ptr<model::Surrogate> WeightedModels::believe(const model::Points& pending) const {
  std::vector<Member> members = members_;
  for (std::size_t i = 0; i < members.size(); ++i) {
    Member& member = members[i];
    if (pending.rows() > 0) member.best = std::min(member.best, member.model->expect(pending).minCoeff());
    if (doubts(i)) member.model = member.model->believe(pending);
  }
  TargetState target = target_;
  target.seen = model::joined(target_.seen, pending);
  return std::make_unique<WeightedModels>(std::move(members), variance_, std::move(target));
}

std::optional<model::JointPrediction> WeightedModels::predict_jointly(const model::Points& points) const {
  model::JointPrediction sum{expect(points), Eigen::MatrixXd::Zero(points.rows(), points.rows())};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!doubts(i)) continue;
    const auto told = members_[i].model->predict_jointly(points);
    if (!told) return std::nullopt;
    sum.covariance += doubt_factor(members_[i]) * told->covariance;
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
    const auto told = member.model->predict_with_gradient(points);
    if (!told) return std::nullopt;
    sum.value.mean.array() += member.weight * (member.shift + member.scale * told->value.mean.array());
    sum.mean += member.weight * member.scale * told->mean;
    if (!doubts(i)) continue;
    sum.value.variance += doubt_factor(member) * told->value.variance;
    sum.variance += doubt_factor(member) * told->variance;
  }
  return sum;
}

}  // namespace hone::transfer
