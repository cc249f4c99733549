// SPDX-License-Identifier: MIT
#include "hone/baselines/prior_model.hpp"

#include <cmath>
#include <utility>

#include "hone/gp/fit.hpp"

namespace hone::baselines {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

model::Prediction corrected(const Expected& prior, model::Prediction residual) {
  residual.mean = prior.mean + prior.deviation.cwiseProduct(residual.mean);
  residual.variance.array() *= prior.deviation.array().square();
  return residual;
}

}  // namespace

PriorModel::PriorModel(std::shared_ptr<const NetworkPrior> prior, std::unique_ptr<model::Surrogate> residual,
                       double deviation)
    : prior_(std::move(prior)), residual_(std::move(residual)), deviation_(deviation) {}

model::Prediction PriorModel::predict(const model::Points& points) const {
  return corrected(prior_->at(points), residual_->predict(points));
}

model::Prediction PriorModel::screen(const model::Points& points) const {
  return corrected(prior_->at(points), residual_->screen(points));
}

VectorXd PriorModel::expect(const model::Points& points) const {
  const Expected prior = prior_->at(points);
  return prior.mean + prior.deviation.cwiseProduct(residual_->expect(points));
}

std::unique_ptr<model::Surrogate> PriorModel::believe(const model::Points& pending) const {
  return std::make_unique<PriorModel>(prior_, residual_->believe(pending), deviation_);
}

std::optional<model::JointPrediction> PriorModel::predict_jointly(const model::Points& points) const {
  auto joint = residual_->predict_jointly(points);
  if (!joint) return std::nullopt;
  const Expected prior = prior_->at(points);
  joint->mean = prior.mean + prior.deviation.cwiseProduct(joint->mean);
  // One product for each pair, so that it stays symmetric to the last bit.
  joint->covariance.array() *= (prior.deviation * prior.deviation.transpose()).array();
  return joint;
}

// By the product rule.
std::optional<model::PredictionGradient> PriorModel::predict_with_gradient(
    const model::Points& points) const {
  auto out = residual_->predict_with_gradient(points);
  if (!out) return std::nullopt;
  const ExpectedGradient prior = prior_->with_gradient(points);
  const VectorXd& sigma = prior.value.deviation;
  const VectorXd sigma_variance = 2.0 * sigma.cwiseProduct(out->value.variance);
  out->mean = prior.mean + out->value.mean.asDiagonal() * prior.deviation + sigma.asDiagonal() * out->mean;
  out->variance = (sigma_variance.asDiagonal() * prior.deviation +
                   sigma.array().square().matrix().asDiagonal() * out->variance)
                      .eval();
  out->value = corrected(prior.value, std::move(out->value));
  return out;
}

struct PriorFitter::Residuals {
  model::Dataset data;
  double deviation;
};

PriorFitter::PriorFitter(std::shared_ptr<const NetworkPrior> prior,
                         std::shared_ptr<const model::Fitter> residual, int most)
    : prior_(std::move(prior)), residual_(std::move(residual)), most_(most) {}

PriorFitter::Residuals PriorFitter::residuals_of(const model::Dataset& all) const {
  const model::Dataset data = all.subset(gp::choose_rows(all, most_));
  const Expected prior = prior_->at(data.points());
  const VectorXd residuals = (data.y() - prior.mean).cwiseQuotient(prior.deviation);
  const double deviation = data.size() > 0 ? std::sqrt(prior.deviation.array().square().mean()) : 1.0;
  return {model::Dataset(data.columns(), data.points(), residuals), deviation};
}

std::unique_ptr<model::Surrogate> PriorFitter::fit(const model::Dataset& data, std::uint64_t seed,
                                                   std::vector<double>& memory) const {
  const Residuals residuals = residuals_of(data);
  return std::make_unique<PriorModel>(prior_, residual_->fit(residuals.data, seed, memory),
                                      residuals.deviation);
}

std::unique_ptr<model::Surrogate> PriorFitter::recall(const model::Dataset& data,
                                                      std::span<const double> memory, bool exact) const {
  const Residuals residuals = residuals_of(data);
  return std::make_unique<PriorModel>(prior_, residual_->recall(residuals.data, memory, exact),
                                      residuals.deviation);
}

}  // namespace hone::baselines
