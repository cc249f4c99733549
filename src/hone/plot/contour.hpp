// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/plot/chart.hpp"

namespace hone::plot {

struct Place {
  double x = 0.0;
  double y = 0.0;
};

/// Polygons that together cover where a field is at least `level`, taking it as linear along the edges of its
/// grid. Cells next to each other in a row that lie above the level as a whole make one polygon.
std::vector<std::vector<Place>> area_above(const Field& field, double level);

/// The levels between the bands of a field, ascending; none when it is constant or has no finite value.
std::vector<double> band_levels(const Field& field);

}  // namespace hone::plot
