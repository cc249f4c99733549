// SPDX-License-Identifier: MIT
#include "hone/transfer/ablr_model.hpp"

#include <algorithm>
#include <utility>

#include "hone/numeric/blas.hpp"

namespace hone::transfer {
namespace {

namespace blas = numeric::blas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

AblrModel::AblrModel(std::shared_ptr<const AblrBody> body, gp::Scaling scaling, AblrHead head)
    : body_(std::move(body)), scaling_(scaling), head_(std::move(head)) {}

MatrixXd AblrModel::features(const model::Points& points) const {
  return std::move(body_->network.run(body_->parameters, body_->encoding.encode(points)).back());
}

VectorXd AblrModel::means(const MatrixXd& features) const {
  const VectorXd standardised = features.transpose() * head_.weights();
  return standardised.unaryExpr([&](double mean) { return scaling_.mean(mean); });
}

// The variance φᵀ A⁻¹ φ is the length of L⁻¹ φ.
model::Prediction AblrModel::predict(const model::Points& points) const {
  MatrixXd phi = features(points);
  model::Prediction out{means(phi), VectorXd(points.rows())};
  head_.factor().solve_lower_in_place(phi);
  for (Index i = 0; i < points.rows(); ++i) out.variance[i] = scaling_.variance(phi.col(i).squaredNorm());
  return out;
}

VectorXd AblrModel::expect(const model::Points& points) const { return means(features(points)); }

std::unique_ptr<model::Surrogate> AblrModel::believe(const model::Points& pending) const {
  return std::make_unique<AblrModel>(body_, scaling_, head_.believe(features(pending)));
}

std::optional<model::JointPrediction> AblrModel::predict_jointly(const model::Points& points) const {
  MatrixXd phi = features(points);
  model::JointPrediction out{means(phi), MatrixXd::Zero(points.rows(), points.rows())};
  head_.factor().solve_lower_in_place(phi);
  blas::syrk_lower(blas::Op::Transposed, 1.0, phi, 0.0, out.covariance);
  for (Index j = 0; j < points.rows(); ++j) {
    for (Index i = j; i < points.rows(); ++i)
      out.covariance(i, j) = out.covariance(j, i) = scaling_.covariance(out.covariance(i, j));
    out.covariance(j, j) = std::max(out.covariance(j, j), std::numeric_limits<double>::min());
  }
  return out;
}

// By the features the mean changes as m, and the variance as 2 A⁻¹ φ; the network does the rest.
std::optional<model::PredictionGradient> AblrModel::predict_with_gradient(const model::Points& points) const {
  const AblrBody& body = *body_;
  const std::vector<MatrixXd> layers = body.network.run(body.parameters, body.encoding.encode(points));
  MatrixXd solved = layers.back();
  head_.factor().solve_in_place(solved);
  const auto by_coordinates = [&](MatrixXd by_features) {
    return body.encoding.by_coordinates(
        body.network.by_inputs(body.parameters, layers, std::move(by_features)), points);
  };
  model::PredictionGradient out{{means(layers.back()), VectorXd(points.rows())},
                                by_coordinates(head_.weights().replicate(1, points.rows())),
                                by_coordinates(2.0 * solved)};
  for (Index i = 0; i < points.rows(); ++i)
    out.value.variance[i] = scaling_.variance(layers.back().col(i).dot(solved.col(i)));
  out.mean = out.mean.unaryExpr([&](double slope) { return scaling_.difference(slope); });
  out.variance = out.variance.unaryExpr([&](double slope) { return scaling_.covariance(slope); });
  return out;
}

}  // namespace hone::transfer
