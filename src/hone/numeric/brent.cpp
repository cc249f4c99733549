// SPDX-License-Identifier: MIT
#include "hone/numeric/brent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hone::numeric {
namespace {

constexpr double kGolden = 0.3819660112501051;  // (3 - √5) / 2
constexpr int kMostSteps = 200;

double evaluate(const ScalarFunction& f, double x) {
  const double value = f(x);
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

// Where the parabola through three points is lowest, as a step from the first; NaN when it has no lowest
// point.
double parabola_step(const ScalarMinimum& x, const ScalarMinimum& w, const ScalarMinimum& v) {
  const double r = (x.x - w.x) * (x.value - v.value);
  const double q = (x.x - v.x) * (x.value - w.value);
  return -((x.x - v.x) * q - (x.x - w.x) * r) / (2.0 * (q - r));
}

// Brent's method on [lower, upper] from `best` strictly inside.
ScalarMinimum refine(const ScalarFunction& f, double lower, double upper, ScalarMinimum best,
                     double tolerance) {
  ScalarMinimum second = best, third = best;
  double step = 0.0, step_before = 0.0;
  for (int i = 0; i < kMostSteps; ++i) {
    const double middle = 0.5 * (lower + upper);
    const double near = tolerance * std::abs(best.x) + 1e-11;
    if (std::abs(best.x - middle) <= 2.0 * near - 0.5 * (upper - lower)) break;
    // A parabola is trusted when it lands inside and its steps shrink by half every second time.
    double move = std::abs(step_before) > near ? parabola_step(best, second, third) : NAN;
    const double target = best.x + move;
    if (std::abs(move) < 0.5 * std::abs(step_before) && target > lower && target < upper) {
      step_before = step;
      if (target - lower < 2.0 * near || upper - target < 2.0 * near)
        move = std::copysign(near, middle - best.x);
    } else {
      step_before = best.x < middle ? upper - best.x : lower - best.x;
      move = kGolden * step_before;
    }
    step = std::abs(move) >= near ? move : std::copysign(near, move);
    const ScalarMinimum now{best.x + step, evaluate(f, best.x + step)};
    if (now.value <= best.value) {
      (now.x < best.x ? upper : lower) = best.x;
      third = std::exchange(second, std::exchange(best, now));
    } else {
      (now.x < best.x ? lower : upper) = now.x;
      if (now.value <= second.value || second.x == best.x) {
        third = std::exchange(second, now);
      } else if (now.value <= third.value || third.x == best.x || third.x == second.x) {
        third = now;
      }
    }
  }
  return best;
}

}  // namespace

ScalarMinimum minimise_brent(const ScalarFunction& f, double lower, double upper, double tolerance) {
  const double x = lower + kGolden * (upper - lower);
  return refine(f, lower, upper, {x, evaluate(f, x)}, tolerance);
}

ScalarMinimum minimise_downhill(const ScalarFunction& f, double a, double b, double least, double most,
                                double tolerance) {
  constexpr double kGrowth = 1.618033988749895;
  constexpr double kFarthest = 110.0;
  const auto at = [&](double x) {
    const double inside = std::clamp(x, least, most);
    return ScalarMinimum{inside, evaluate(f, inside)};
  };
  ScalarMinimum back = at(a), middle = at(b);
  if (back.value < middle.value) std::swap(back, middle);
  ScalarMinimum front = at(middle.x + kGrowth * (middle.x - back.x));
  // Each step aims where the parabola through the last three points is lowest, within limits.
  while (front.value < middle.value && front.x > least && front.x < most) {
    const double stride = front.x - middle.x;
    double move = parabola_step(middle, front, back);
    const bool ahead = std::abs(move) > std::abs(stride) && move * stride > 0.0;
    if (std::isnan(move) || !ahead) move = stride * (1.0 + kGrowth);
    if (std::abs(move) > kFarthest * std::abs(stride)) move = kFarthest * stride;
    back = std::exchange(middle, front);
    front = at(back.x + move);
  }
  const auto [low, high] = std::minmax(back.x, front.x);
  const ScalarMinimum best = front.value < middle.value ? front : middle;
  if (!(best.x > low && best.x < high)) {
    // Downhill all the way to a limit: the minimum is there, or between it and the point before.
    const ScalarMinimum inside = minimise_brent(f, low, high, tolerance);
    return inside.value < best.value ? inside : best;
  }
  return refine(f, low, high, best, tolerance);
}

}  // namespace hone::numeric
