// SPDX-License-Identifier: MIT
#include "hone/numeric/wolfe_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone::numeric {
namespace {

constexpr double kSufficientDecrease = 1e-4;
constexpr double kCurvature = 0.9;
constexpr int kMostEvaluations = 20;

// Minimiser of the cubic through two values and slopes, kept inside the inner 80 % of the interval.
template <class Trial>
double interpolate(const Trial& a, const Trial& b) {
  const double width = b.step - a.step;
  double fraction = 0.5;
  if (!std::isfinite(b.value)) {
    fraction = 0.25;  // beyond the domain: nothing to interpolate, so come back quickly
  } else {
    const double d1 = a.slope + b.slope - 3.0 * (b.value - a.value) / width;
    const double root = d1 * d1 - a.slope * b.slope;
    if (root >= 0.0) {
      const double d2 = std::copysign(std::sqrt(root), width);
      const double cubic = 1.0 - (b.slope + d2 - d1) / (b.slope - a.slope + 2.0 * d2);
      if (std::isfinite(cubic)) fraction = cubic;
    }
  }
  return a.step + width * std::clamp(fraction, 0.1, 0.9);
}

// Keeps x in its interval, and puts it on a bound that only rounding kept it from: a variable left one bit
// inside would count as free, and the search would creep along.
double onto_bound(double x, double origin, double lower, double upper) {
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * std::max(origin, std::abs(x));
  if (x - lower <= rounding) return lower;
  if (upper - x <= rounding) return upper;
  return x;
}

}  // namespace

WolfeSearch::WolfeSearch(const SmoothFunction& objective, const Eigen::VectorXd& lower,
                         const Eigen::VectorXd& upper)
    : objective_(objective), lower_(lower), upper_(upper) {
  trial_.gradient.resize(lower.size());
}

bool WolfeSearch::evaluate(Evaluated& point) {
  ++evaluations_;
  point.value = objective_(point.x, point.gradient);
  return std::isfinite(point.value) && point.gradient.allFinite();
}

WolfeSearch::Trial WolfeSearch::try_step(const Evaluated& from, const Eigen::VectorXd& direction,
                                         double step) {
  trial_.x = from.x + step * direction;
  for (Eigen::Index i = 0; i < trial_.x.size(); ++i) {
    trial_.x[i] = onto_bound(trial_.x[i], std::abs(from.x[i]), lower_[i], upper_[i]);
  }
  if (!evaluate(trial_)) return {step, std::numeric_limits<double>::infinity(), 0.0};
  return {step, trial_.value, trial_.gradient.dot(direction)};
}

bool WolfeSearch::search(Evaluated& point, const Eigen::VectorXd& direction, double step, double longest) {
  const Trial origin{0.0, point.value, point.gradient.dot(direction)};
  Trial low = origin;  // the lowest so far that satisfies sufficient decrease
  Trial high = origin;
  bool bracketed = false;
  for (int i = 0; i < kMostEvaluations; ++i) {
    const Trial now = try_step(point, direction, step);
    if (now.value > origin.value + kSufficientDecrease * step * origin.slope || now.value >= low.value) {
      high = now;
      bracketed = true;
    } else {
      if (bracketed ? now.slope * (high.step - low.step) >= 0.0 : now.slope >= 0.0) {
        high = low;
        bracketed = true;
      }
      low = now;
      std::swap(best_, trial_);
      trial_.gradient.resize(point.x.size());
      if (std::abs(now.slope) <= -kCurvature * origin.slope || (!bracketed && step >= longest)) break;
    }
    step = bracketed ? interpolate(low, high) : std::min(longest, 4.0 * step);
    const double resolution = std::numeric_limits<double>::epsilon() * std::max(low.step, high.step);
    if (bracketed && std::abs(high.step - low.step) <= resolution) break;
  }
  if (low.step == 0.0) return false;
  std::swap(point, best_);
  return true;
}

}  // namespace hone::numeric
