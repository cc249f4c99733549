// SPDX-License-Identifier: MIT
#include "hone/numeric/output_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/numeric/normal.hpp"
#include "hone/numeric/power_transform.hpp"
#include "hone/numeric/signed_power.hpp"

namespace hone::numeric {
namespace {

// Below this share of the data's size their deviation is mostly rounding, and no power could bend them.
constexpr double kLeastRelativeDeviation = 1e-8;

// A standard Normal sample has 2.6 between its first and last decile.
constexpr double kLeastVisibleBulk = 0.1;

double population_deviation(const Eigen::VectorXd& x) {
  return std::sqrt((x.array() - x.mean()).square().mean());
}

// What lies between the tenths at either end, of which there is at least one datum; the range of three or
// fewer.
double bulk_spread(Eigen::VectorXd x) {
  std::sort(x.begin(), x.end());
  const Eigen::Index n = x.size();
  const Eigen::Index cut = n < 4 ? 0 : std::max<Eigen::Index>(1, n / 10);
  return x[n - 1 - cut] - x[cut];
}

double median(Eigen::VectorXd x) {
  std::sort(x.begin(), x.end());
  return 0.5 * (x[(x.size() - 1) / 2] + x[x.size() / 2]);
}

}  // namespace

OutputTransform::Fitter::Fitter(const Eigen::VectorXd& y, const OutputTransformOptions& options)
    : y_(y), options_(options) {
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    if (std::isfinite(y[i])) continue;
    throw Error(ErrorCode::InvalidArgument, text("output ", i, " is ", y[i]),
                "leave failed results out of the transform");
  }
}

OutputTransform OutputTransform::Fitter::fit() {
  if (y_.size() == 0) return out_;
  set_unit();
  set_fences();
  const bool flat = !(deviation_ > kLeastRelativeDeviation * drawn_.cwiseAbs().maxCoeff());
  const bool positive = y_.minCoeff() > 0.0;
  // Ranks know nothing of rounding: only what is all equal has none.
  if (options_.rule == OutputRule::Copula && y_.maxCoeff() > y_.minCoeff()) {
    fit_copula();
    return out_;
  }
  if (flat) {
    fit_plain();
    return out_;
  }
  switch (options_.rule) {
    case OutputRule::Robust:
      fit_robust();
      break;
    case OutputRule::Published:
      fit_published();
      break;
    case OutputRule::Plain:
      fit_plain();
      break;
    case OutputRule::BoxCox:
      fit_power(positive ? OutputShape::BoxCox : OutputShape::YeoJohnson, deviation_);
      break;
    case OutputRule::YeoJohnson:
      fit_power(OutputShape::YeoJohnson, deviation_);
      break;
    case OutputRule::Ranks:
      fit_ranks();
      break;
    case OutputRule::Copula:
      fit_copula();
      break;
  }
  return out_;
}

void OutputTransform::Fitter::set_unit() {
  int exponent = 0;
  std::frexp(y_.cwiseAbs().maxCoeff(), &exponent);
  out_.unit_ = std::ldexp(1.0, std::clamp(exponent, -1021, 1023));
}

void OutputTransform::Fitter::set_fences() {
  drawn_ = y_ / out_.unit_;
  const double width = bulk_spread(drawn_);
  if (width > 0.0) {
    const double centre = median(drawn_);
    out_.above_ = {centre + options_.winsorise_above * width, width};
    out_.below_ = {options_.winsorise_below * width - centre, width};
    for (double& value : drawn_) value = out_.draw_in(value);
  }
  deviation_ = population_deviation(drawn_);
  bulk_ = bulk_spread(drawn_);
}

void OutputTransform::Fitter::fit_robust() {
  fit_power(y_.minCoeff() > 0.0 ? OutputShape::BoxCox : OutputShape::YeoJohnson, deviation_);
  if (shows_the_bulk()) return;
  if (bulk_ > 0.0) {
    fit_power(OutputShape::YeoJohnson, bulk_);
    if (shows_the_bulk()) return;
  }
  fit_ranks();
}

void OutputTransform::Fitter::fit_published() {
  if (y_.minCoeff() > 0.0) {
    fit_power(OutputShape::BoxCox, deviation_);
    if (published_accepts()) return;
  }
  fit_power(OutputShape::YeoJohnson, deviation_);
  if (!published_accepts()) fit_plain();
}

void OutputTransform::Fitter::fit_plain() {
  out_.shape_ = OutputShape::Plain;
  out_.lambda_ = 1.0;
  out_.mean_ = drawn_.mean();
  // All equal: the mean of equal numbers may round, and there is nothing to divide by.
  if (drawn_.maxCoeff() == drawn_.minCoeff()) out_.mean_ = drawn_[0];
  out_.deviation_ = deviation_ > 0.0 && drawn_.maxCoeff() > drawn_.minCoeff() ? deviation_ : 1.0;
}

void OutputTransform::Fitter::fit_power(OutputShape shape, double scale) {
  const bool two_sided = shape == OutputShape::YeoJohnson;
  out_.shape_ = shape;
  out_.scale_ = scale;
  Eigen::VectorXd a = y_.unaryExpr([this](double y) { return out_.coordinate(y); });
  out_.least_ = a.minCoeff();
  out_.most_ = a.maxCoeff();
  out_.lambda_ = fit_power_of_coordinates(a, two_sided).lambda;
  const SignedPower power(out_.lambda_, out_.least_, out_.most_, two_sided);
  for (double& value : a) value = power.forward(value);
  out_.mean_ = a.mean();
  out_.deviation_ = population_deviation(a);
}

bool OutputTransform::Fitter::shows_the_bulk() const {
  if (!(out_.deviation_ > 0.0) || !std::isfinite(out_.deviation_)) return false;
  return bulk_spread(out_.apply(y_)) >= kLeastVisibleBulk;
}

// It computes the power itself, standardises it by a routine that leaves what is constant up to rounding
// alone, and then looks whether the deviation came out as at least 0.5.
bool OutputTransform::Fitter::published_accepts() const {
  const auto n = static_cast<double>(y_.size());
  const double lambda = out_.lambda_;
  const bool box_cox_used = out_.shape_ == OutputShape::BoxCox;
  const Eigen::VectorXd t = (drawn_ / out_.scale_).unaryExpr([&](double x) {
    const double rate = box_cox_used || x >= 0.0 ? lambda : 2.0 - lambda;
    const double a = box_cox_used ? std::log(x) : std::log1p(std::abs(x));
    if (rate * a > 709.0) return std::numeric_limits<double>::infinity();
    return box_cox_used ? box_cox(x, lambda) : yeo_johnson(x, lambda);
  });
  const double mean = t.mean();
  const double variance = (t.array() - mean).square().mean();
  const double rounding = std::numeric_limits<double>::epsilon() * n;
  return std::isfinite(variance) && variance > rounding * variance + std::pow(rounding * mean, 2);
}

// Blom's scores, ties sharing the mean of theirs.
void OutputTransform::Fitter::fit_ranks() {
  std::vector<double> sorted(y_.begin(), y_.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  std::vector<double> y, z, weight;
  for (std::size_t i = 0; i < n;) {
    std::size_t end = i;
    double sum = 0.0;
    for (; end < n && sorted[end] == sorted[i]; ++end) {
      sum += normal_quantile((static_cast<double>(end) + 0.625) / (static_cast<double>(n) + 0.25));
    }
    y.push_back(sorted[i]);
    weight.push_back(static_cast<double>(end - i));
    z.push_back(sum / weight.back());
    i = end;
  }
  out_.shape_ = OutputShape::Ranks;
  out_.lambda_ = 1.0;
  const auto knots = static_cast<Eigen::Index>(y.size());
  out_.knots_.y = Eigen::Map<const Eigen::VectorXd>(y.data(), knots);
  const Eigen::Map<const Eigen::ArrayXd> scores(z.data(), knots);
  const Eigen::Map<const Eigen::ArrayXd> weights(weight.data(), knots);
  const double mean = (scores * weights).sum() / weights.sum();
  const double variance = ((scores - mean).square() * weights).sum() / weights.sum();
  out_.knots_.z = ((scores - mean) / std::sqrt(variance)).matrix();
}

// Equal scores at the ends are one knot, that of the innermost datum: beyond the knots the map is flat
// anyway.
void OutputTransform::Fitter::fit_copula() {
  std::vector<double> sorted(y_.begin(), y_.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  const double margin = 0.25 / (std::pow(n, 0.25) * std::sqrt(std::numbers::pi * std::log(n)));
  std::vector<double> y, z;
  for (std::size_t i = 0, end = 0; i < sorted.size(); i = end) {
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    const double share = 0.5 * static_cast<double>(i + end - 1) / n;
    if (!z.empty() && share <= margin) {
      y.back() = sorted[i];
      continue;
    }
    y.push_back(sorted[i]);
    z.push_back(normal_quantile(std::clamp(share, margin, 1.0 - margin)));
    if (share >= 1.0 - margin) break;
  }
  out_.shape_ = OutputShape::Ranks;
  out_.lambda_ = 1.0;
  out_.knots_.y = Eigen::Map<const Eigen::VectorXd>(y.data(), static_cast<Eigen::Index>(y.size()));
  out_.knots_.z = Eigen::Map<const Eigen::VectorXd>(z.data(), static_cast<Eigen::Index>(z.size()));
}

}  // namespace hone::numeric
