// SPDX-License-Identifier: MIT
#include "hone/baselines/feature_model.hpp"

#include <algorithm>
#include <utility>

#include "hone/numeric/blas.hpp"

namespace hone::baselines {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

FeatureModel::FeatureModel(std::shared_ptr<const FeatureMap> features, gp::Scaling scaling, AblrHead head)
    : features_(std::move(features)), scaling_(scaling), head_(std::move(head)) {}

VectorXd FeatureModel::means(const FeatureMap::Seen& seen) const {
  const VectorXd standardised = seen.offset + seen.features.transpose() * head_.weights();
  return standardised.unaryExpr([&](double mean) { return scaling_.mean(mean); });
}

// The variance φᵀ A⁻¹ φ is the length of L⁻¹ φ.
model::Prediction FeatureModel::predict(const model::Points& points) const {
  FeatureMap::Seen seen = features_->see(points);
  model::Prediction out{means(seen), VectorXd(points.rows())};
  head_.factor().solve_lower_in_place(seen.features);
  for (Index i = 0; i < points.rows(); ++i)
    out.variance[i] = scaling_.variance(seen.features.col(i).squaredNorm());
  return out;
}

VectorXd FeatureModel::expect(const model::Points& points) const { return means(features_->see(points)); }

std::unique_ptr<model::Surrogate> FeatureModel::believe(const model::Points& pending) const {
  return std::make_unique<FeatureModel>(features_, scaling_, head_.believe(features_->see(pending).features));
}

std::optional<model::JointPrediction> FeatureModel::predict_jointly(const model::Points& points) const {
  FeatureMap::Seen seen = features_->see(points);
  model::JointPrediction out{means(seen), MatrixXd::Zero(points.rows(), points.rows())};
  head_.factor().solve_lower_in_place(seen.features);
  blas::syrk_lower(blas::Op::Transposed, 1.0, seen.features, 0.0, out.covariance);
  for (Index j = 0; j < points.rows(); ++j) {
    for (Index i = j; i < points.rows(); ++i)
      out.covariance(i, j) = out.covariance(j, i) = scaling_.covariance(out.covariance(i, j));
    out.covariance(j, j) = std::max(out.covariance(j, j), std::numeric_limits<double>::min());
  }
  return out;
}

// By the features the mean changes as m and the slope of the offset, and the variance as 2 A⁻¹ φ; the
// features do the rest.
std::optional<model::PredictionGradient> FeatureModel::predict_with_gradient(
    const model::Points& points) const {
  const FeatureMap::Seen seen = features_->see(points);
  MatrixXd solved = seen.features;
  head_.factor().solve_in_place(solved);
  const VectorXd by_mean = head_.weights() + features_->offset_slope();
  const MatrixXd by_features[] = {by_mean.replicate(1, points.rows()), 2.0 * solved};
  std::vector<MatrixXd> slopes = features_->by_coordinates(points, by_features);
  model::PredictionGradient out{
      {means(seen), VectorXd(points.rows())}, std::move(slopes[0]), std::move(slopes[1])};
  for (Index i = 0; i < points.rows(); ++i)
    out.value.variance[i] = scaling_.variance(seen.features.col(i).dot(solved.col(i)));
  out.mean = out.mean.unaryExpr([&](double slope) { return scaling_.difference(slope); });
  out.variance = out.variance.unaryExpr([&](double slope) { return scaling_.covariance(slope); });
  return out;
}

}  // namespace hone::baselines
