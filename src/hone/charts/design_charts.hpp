// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/layouts/design_table.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// Every pair of columns as a chart (of the first ten), existing runs in grey. The columns of a space are its
/// parameters that vary, in their own units.
plot::Figure design_figure(const layouts::LaidOut& laid_out, const std::string& subtitle);

}  // namespace hone::charts
