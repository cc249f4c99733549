// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bench/quality/box_function.hpp"

namespace hone::quality::malibo {

struct LeastValue {
  std::vector<double> x;
  double value;
};

/// The global minimum of a smooth function in a box of up to three dimensions whose basins are wider than
/// 1/40 of a side (1/200 in two dimensions, 1/2000 in one): a grid, then a pattern search from its lowest
/// local minima until steps are below 1e-9 of a side. Values are exact to rounding, as a minimum is flat.
LeastValue least_value(const std::function<double(std::span<const double>)>& function,
                       const std::vector<Interval>& box);

}  // namespace hone::quality::malibo
