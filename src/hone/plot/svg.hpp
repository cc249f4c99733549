// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/plot/chart.hpp"

namespace hone::plot {

/// The figure as an SVG document of its own: dark on a white card, so that it reads on light and dark pages
/// alike. Groups say which axes, series and names of the legend they are (data-frame, data-x, data-y,
/// data-series, data-legend), for scripts that make it alive. The same figure gives the same bytes. Points
/// that would cover each other exactly are written once, so a study of 100,000 trials stays a small file.
std::string to_svg(const Figure& figure);

}  // namespace hone::plot
