// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/plot/chart.hpp"

// The pictures of a diagnosis.
namespace hone::charts {

/// The learned warps, largest first: where the model places each value of a parameter. At most `limit`.
std::vector<plot::Chart> warp_charts(const Study& study, const analysis::Diagnosis& diagnosis,
                                     std::size_t limit);

/// What was predicted for each trial without knowing it, against what it gave.
plot::Chart calibration_chart(const analysis::Diagnosis& diagnosis);

}  // namespace hone::charts
