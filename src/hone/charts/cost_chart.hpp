// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// What was reached for what was spent: complete trials and the best so far over the cost of all trials that
/// had ended by then, failed and pruned ones too. With several objectives one chart for each. None when the
/// study has no costs, or no complete trial of a known cost.
std::vector<plot::Chart> cost_charts(const Study& study, std::span<const Trial> trials,
                                     const ValueView& view = {});

}  // namespace hone::charts
