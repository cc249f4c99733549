// SPDX-License-Identifier: MIT
#include "hone/learners/logistic_regression.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hone/base/error.hpp"
#include "hone/numeric/blas.hpp"

namespace hone::learners {
namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRounding = 1e-12;

/// The function to be minimised.
struct WeightPosterior {
  const MatrixXd& features;
  const Labels& labels;
  const VectorXd& offset;
  double alpha;

  ArrayXd scores(const VectorXd& z) const { return (features * z + offset).array(); }
  double value(const VectorXd& z, const ArrayXd& s) const {
    // log(1 + exp s) without overflow.
    const ArrayXd softplus = s.max(0.0) + (-s.abs()).exp().log1p();
    return 0.5 * alpha * z.squaredNorm() +
           (labels.weight.array() * (softplus - labels.label.array() * s)).sum();
  }
  VectorXd gradient(const VectorXd& z, const ArrayXd& p) const {
    return alpha * z + features.transpose() * (labels.weight.array() * (p - labels.label.array())).matrix();
  }
  MatrixXd hessian(const ArrayXd& p) const {
    const ArrayXd root = (labels.weight.array() * p * (1.0 - p)).sqrt();
    const MatrixXd scaled = features.array().colwise() * root;
    MatrixXd h = alpha * MatrixXd::Identity(features.cols(), features.cols());
    if (scaled.rows() > 0) numeric::blas::syrk_lower(numeric::blas::Op::Transposed, 1.0, scaled, 1.0, h);
    return h;
  }
};

ArrayXd probability(const ArrayXd& s) { return 1.0 / (1.0 + (-s).exp()); }

void check_sizes(const MatrixXd& features, const Labels& labels, const VectorXd& offset) {
  if (features.rows() == labels.label.size() && features.rows() == labels.weight.size() &&
      (offset.size() == 0 || offset.size() == features.rows()))
    return;
  throw Error(ErrorCode::InvalidArgument, "features, labels, weights and offsets differ in number",
              "give one of each for every observation");
}

}  // namespace

LogisticRegression LogisticRegression::fit(const MatrixXd& features, const Labels& labels,
                                           const VectorXd& given_offset, const Options& options) {
  check_sizes(features, labels, given_offset);
  const VectorXd offset = given_offset.size() > 0 ? given_offset : VectorXd(VectorXd::Zero(features.rows()));
  const WeightPosterior posterior{features, labels, offset, options.prior_precision};
  LogisticRegression model;
  model.mode_ = VectorXd::Zero(features.cols());
  ArrayXd s = posterior.scores(model.mode_);
  double value = posterior.value(model.mode_, s);
  // The slope is a sum over all rows, and rounded like one.
  const double enough = options.tolerance * std::max(1.0, labels.weight.sum());
  for (int step = 0; step < options.max_steps; ++step) {
    const ArrayXd p = probability(s);
    const VectorXd gradient = posterior.gradient(model.mode_, p);
    if (gradient.size() == 0 || gradient.cwiseAbs().maxCoeff() <= enough) break;
    model.precision_.compute(posterior.hessian(p));
    const VectorXd direction = model.precision_.solve(-gradient);
    // Newton's full step nearly always; from far away it may be too long.
    double length = 1.0;
    const double slope = gradient.dot(direction);
    // So near that the value cannot tell any more whether a step helps. The step can: there Newton's doubles
    // the digits.
    if (-slope <= kRounding * std::max(1.0, std::abs(value))) {
      model.mode_ += direction;
      s = posterior.scores(model.mode_);
      break;
    }
    bool lower = false;
    for (int halving = 0; halving < 40 && !lower; ++halving, length *= 0.5) {
      const VectorXd next = model.mode_ + length * direction;
      const ArrayXd next_s = posterior.scores(next);
      const double next_value = posterior.value(next, next_s);
      lower = next_value <= value + 1e-4 * length * slope;
      if (!lower) continue;
      model.mode_ = next;
      s = next_s;
      value = next_value;
    }
    if (!lower) break;  // rounding is all that is left
  }
  model.precision_.compute(posterior.hessian(probability(s)));
  return model;
}

VectorXd LogisticRegression::variance(const MatrixXd& features) const {
  MatrixXd solved = features.transpose();
  precision_.solve_lower_in_place(solved);
  return solved.colwise().squaredNorm().transpose();
}

VectorXd LogisticRegression::log_odds(const MatrixXd& features, const VectorXd& offset) const {
  VectorXd mean = features * mode_;
  if (offset.size() > 0) mean += offset;
  return mean.array() / (1.0 + std::numbers::pi / 8.0 * variance(features).array()).sqrt();
}

VectorXd LogisticRegression::draw(Rng& rng) const {
  MatrixXd noise(mode_.size(), 1);
  for (double& one : noise.reshaped()) one = rng.normal();
  precision_.solve_upper_in_place(noise);
  return mode_ + noise.col(0);
}

}  // namespace hone::learners
