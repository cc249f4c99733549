// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace hone::numeric {

/// How many points quadratic_minimum() takes at most, the nearest ones: no others need be given to it.
std::size_t quadratic_points(std::size_t dimensions);

/// The point of the box [low, high] where a quadratic polynomial fitted by least squares to values at points
/// near `centre` is lowest. Takes the points nearest to the centre, half as many again as the polynomial has
/// coefficients: all second-order terms when there are enough points, without mixed ones when not. Empty when
/// there are too few points even for that.
std::vector<double> quadratic_minimum(std::span<const std::span<const double>> points,
                                      std::span<const double> values, std::span<const double> centre,
                                      std::span<const double> low, std::span<const double> high);

}  // namespace hone::numeric
