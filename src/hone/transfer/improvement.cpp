// SPDX-License-Identifier: MIT
#include "hone/transfer/improvement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hone::transfer {
namespace {

using acquisition::Scored;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNothing = -std::numeric_limits<double>::infinity();

// Where no model with a weight promises anything, the target's own decides, whatever its weight.
constexpr double kLeastOwnWeight = 1e-12;

double log_sum(double a, double b) {
  const double larger = std::max(a, b);
  if (larger == kNothing) return kNothing;
  return larger + std::log1p(std::exp(std::min(a, b) - larger));
}

}  // namespace

bool WeightedImprovement::takes_means(const WeightedModels::Member& member) const {
  return options_.of_sources == OfSources::Predicted && &member != &models_.own();
}

double WeightedImprovement::extra_variance(const WeightedModels::Member& member) const {
  return options_.with_noise ? member.model->noise_variance() : 0.0;
}

// The target's improvement is in the units of its values; those of the sources are in standard deviations.
double WeightedImprovement::log_weight(const WeightedModels::Member& member) const {
  if (&member != &models_.own()) return std::log(member.weight);
  return std::log(std::max(member.weight, kLeastOwnWeight)) - std::log(models_.target().deviation);
}

MatrixXd WeightedImprovement::operator()(const model::Points& points, Rng&) const {
  VectorXd sum = VectorXd::Constant(points.rows(), kNothing);
  for (const WeightedModels::Member& member : models_.members()) {
    VectorXd logs;
    if (takes_means(member)) {
      logs = (member.best - member.model->expect(points).array()).max(0.0).log();
    } else {
      model::Prediction told = options_.screen ? member.model->screen(points) : member.model->predict(points);
      told.variance.array() += extra_variance(member);
      logs = acquisition::log_expected_improvement(told, member.best);
    }
    const double weight = log_weight(member);
    for (Index i = 0; i < sum.size(); ++i) sum[i] = log_sum(sum[i], weight + logs[i]);
  }
  return -sum;
}

std::optional<Scored> WeightedImprovement::with_gradient(const model::Points& points) const {
  const Index m = points.rows();
  VectorXd sum = VectorXd::Constant(m, kNothing);
  MatrixXd slope = MatrixXd::Zero(m, points.cols());
  for (const WeightedModels::Member& member : models_.members()) {
    auto told = member.model->predict_with_gradient(points);
    if (!told) return std::nullopt;
    told->value.variance.array() += extra_variance(member);
    Scored logs;
    if (takes_means(member)) {
      const Eigen::ArrayXd gain = (member.best - told->value.mean.array()).max(0.0);
      logs.value = gain.log();
      const Eigen::ArrayXd factor = -gain.max(std::numeric_limits<double>::min()).inverse();
      logs.gradient = told->mean.array().colwise() * factor;
    } else {
      logs = acquisition::log_expected_improvement(*told, member.best);
    }
    // d log Σ exp(aᵢ) is the average of the daᵢ, each with its share of the sum.
    for (Index i = 0; i < m; ++i) {
      const double term = log_weight(member) + logs.value[i];
      if (term == kNothing) continue;
      const double both = log_sum(sum[i], term);
      slope.row(i) = std::exp(sum[i] - both) * slope.row(i) + std::exp(term - both) * logs.gradient.row(i);
      sum[i] = both;
    }
  }
  return Scored{-sum, -slope};
}

ComparedImprovement::ComparedImprovement(const WeightedModels& models) : models_(models) {
  Index best = 0;
  models.expect(models.target().seen).minCoeff(&best);
  best_ = model::select(models.target().seen, {static_cast<int>(best)});
}

// Joint predictions grow with the square of their points, so that few at a time are asked for.
MatrixXd ComparedImprovement::operator()(const model::Points& points, Rng&) const {
  constexpr Index kTogether = 32;
  model::Prediction lead{VectorXd(points.rows()), VectorXd(points.rows())};  // of f(x) - f(x*)
  for (Index first = 0; first < points.rows(); first += kTogether) {
    const Index size = std::min(kTogether, points.rows() - first);
    std::vector<int> rows;
    for (Index i = first; i < first + size; ++i) rows.push_back(static_cast<int>(i));
    const auto told = models_.predict_jointly(model::joined(model::select(points, rows), best_));
    if (!told) return MatrixXd::Zero(points.rows(), 1);
    const double at_best = told->covariance(size, size);
    for (Index i = 0; i < size; ++i) {
      const double variance = told->covariance(i, i) + at_best - 2.0 * told->covariance(i, size);
      lead.mean[first + i] = told->mean[i] - told->mean[size];
      lead.variance[first + i] = std::max(variance, 1e-12 * (told->covariance(i, i) + at_best));
    }
  }
  return -acquisition::log_expected_improvement(lead, 0.0);
}

}  // namespace hone::transfer
