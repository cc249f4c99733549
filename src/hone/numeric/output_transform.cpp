// SPDX-License-Identifier: MIT
#include "hone/numeric/output_transform.hpp"

#include <algorithm>
#include <cmath>

#include "hone/numeric/output_fit.hpp"
#include "hone/numeric/signed_power.hpp"

namespace hone::numeric {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

// Where y lies between two knots, in [0, 1]. Their difference may overflow, so huge ones are halved first;
// tiny ones must not be, since half of the smallest number is 0.
double share(double y, double left, double right) {
  const double half = std::abs(left) > 1.0 || std::abs(right) > 1.0 ? 0.5 : 1.0;
  return std::clamp((half * y - half * left) / (half * right - half * left), 0.0, 1.0);
}

// Index of the segment of increasing knots that holds x; there are at least two knots.
Eigen::Index segment_of(const Eigen::VectorXd& knots, double x) {
  const auto after = std::upper_bound(knots.begin(), knots.end(), x) - knots.begin();
  return std::clamp<Eigen::Index>(after - 1, 0, knots.size() - 2);
}

}  // namespace

double OutputTransform::draw_in(double y) const {
  if (y > above_.at) return above_.at + above_.width * std::log1p((y - above_.at) / above_.width);
  if (-y > below_.at) return -below_.at - below_.width * std::log1p((-y - below_.at) / below_.width);
  return y;
}

double OutputTransform::let_out(double y) const {
  if (y > above_.at) return above_.at + above_.width * std::expm1((y - above_.at) / above_.width);
  if (-y > below_.at) return -below_.at - below_.width * std::expm1((-y - below_.at) / below_.width);
  return y;
}

double OutputTransform::coordinate(double y) const {
  const double drawn = draw_in(y / unit_);
  switch (shape_) {
    case OutputShape::BoxCox:
      // y / unit may have underflowed, so the logarithm is taken of y itself.
      if (drawn == y / unit_) return std::log(std::max(y, kSmallest)) - std::log(unit_) - std::log(scale_);
      return std::log(drawn) - std::log(scale_);
    case OutputShape::YeoJohnson: {
      const double x = drawn / scale_;
      return std::copysign(std::log1p(std::abs(x)), x);
    }
    default:
      return drawn;
  }
}

double OutputTransform::from_coordinate(double a) const {
  double y = a;
  if (shape_ == OutputShape::YeoJohnson) y = std::copysign(std::expm1(std::abs(a)), a) * scale_;
  if (shape_ == OutputShape::BoxCox) {
    const double log_drawn = a + std::log(scale_);
    y = std::exp(log_drawn);
    if (let_out(y) == y) return std::min(std::exp(log_drawn + std::log(unit_)), kLargest);
  }
  return std::clamp(let_out(y) * unit_, -kLargest, kLargest);
}

double OutputTransform::apply(double y) const {
  if (shape_ == OutputShape::Ranks) {
    const Eigen::Index i = segment_of(knots_.y, y);
    return knots_.z[i] + share(y, knots_.y[i], knots_.y[i + 1]) * (knots_.z[i + 1] - knots_.z[i]);
  }
  double u = coordinate(y);
  if (shape_ != OutputShape::Plain) {
    u = SignedPower(lambda_, least_, most_, shape_ == OutputShape::YeoJohnson).forward(u);
  }
  return (u - mean_) / deviation_;
}

double OutputTransform::inverse(double z) const {
  if (shape_ == OutputShape::Ranks) {
    const Eigen::Index i = segment_of(knots_.z, z);
    const double t = share(z, knots_.z[i], knots_.z[i + 1]);
    return (1.0 - t) * knots_.y[i] + t * knots_.y[i + 1];
  }
  double u = mean_ + z * deviation_;
  if (shape_ != OutputShape::Plain) {
    u = SignedPower(lambda_, least_, most_, shape_ == OutputShape::YeoJohnson).inverse(u);
  }
  return from_coordinate(u);
}

double OutputTransform::log_slope(double y) const {
  if (shape_ == OutputShape::Ranks) {
    const Eigen::Index i = segment_of(knots_.y, y);
    if (y < knots_.y[0] || y > knots_.y[knots_.y.size() - 1]) return -std::numeric_limits<double>::infinity();
    const double left = knots_.y[i];
    const double right = knots_.y[i + 1];
    const double half = std::abs(left) > 1.0 || std::abs(right) > 1.0 ? 0.5 : 1.0;  // as in share()
    return std::log(half * (knots_.z[i + 1] - knots_.z[i])) - std::log(half * right - half * left);
  }
  const double x = y / unit_;
  double slope = -std::log(deviation_) - std::log(unit_);
  if (x > above_.at) slope -= std::log1p((x - above_.at) / above_.width);
  if (-x > below_.at) slope -= std::log1p((-x - below_.at) / below_.width);
  if (shape_ == OutputShape::Plain) return slope;
  // The coordinate's own slope: 1/drawn for Box-Cox, 1/(scale + |drawn|) for Yeo-Johnson.
  const double a = coordinate(y);
  const bool two_sided = shape_ == OutputShape::YeoJohnson;
  slope -= (two_sided ? std::abs(a) : a) + std::log(scale_);
  return slope + SignedPower(lambda_, least_, most_, two_sided).log_slope(a);
}

Eigen::VectorXd OutputTransform::apply(const Eigen::VectorXd& y) const {
  return y.unaryExpr([this](double value) { return apply(value); });
}

Eigen::VectorXd OutputTransform::inverse(const Eigen::VectorXd& z) const {
  return z.unaryExpr([this](double value) { return inverse(value); });
}

OutputTransform OutputTransform::fit(const Eigen::VectorXd& y, const OutputTransformOptions& options) {
  return Fitter(y, options).fit();
}

}  // namespace hone::numeric
