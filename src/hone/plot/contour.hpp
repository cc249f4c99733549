// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "hone/plot/chart.hpp"

namespace hone::plot {

struct Place {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Place&, const Place&) = default;
  friend bool operator<(const Place& a, const Place& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
};

/// The outline of where a field is at least `level`, taking it as linear along the edges of its grid: closed
/// rings, counter-clockwise around what is inside, clockwise around holes.
std::vector<std::vector<Place>> area_above(const Surface& field, double level);

/// The least and the largest finite value; the first is above the second when there is none.
std::pair<double, double> finite_range(const Surface& field);

/// The levels between the bands of a field, ascending; none when it is constant or has no finite value.
std::vector<double> band_levels(const Surface& field);

}  // namespace hone::plot
