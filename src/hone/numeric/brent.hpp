// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace hone::numeric {

using ScalarFunction = std::function<double(double)>;

struct ScalarMinimum {
  double x;
  double value;
};

/// A minimum of f in [lower, upper] by Brent's method (golden sections and parabolas; Brent 1973, chapter 5),
/// located to about tolerance * |x|. Where f has several minima it finds one of them, and an end of the
/// interval only to within the tolerance. A value that is not a number counts as infinitely bad. Of our own
/// because Boost's version starts from an end of the interval and cannot be given a point known to be low.
ScalarMinimum minimise_brent(const ScalarFunction& f, double lower, double upper, double tolerance = 1e-9);

/// A minimum of f on the whole line: goes downhill from a and b in growing steps until the minimum is
/// enclosed, but not beyond [least, most], then as above. least <= a < b <= most.
ScalarMinimum minimise_downhill(const ScalarFunction& f, double a, double b, double least, double most,
                                double tolerance = 1e-9);

}  // namespace hone::numeric
