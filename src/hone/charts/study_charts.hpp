// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

// The pictures of a study, as plain data that plot/ draws here and others draw elsewhere.
namespace hone::charts {

/// Every complete trial's value by number, the best so far as a step line, pruned trials at the last value
/// they reported (no worse than the worst), failures at the edge. With several
/// objectives one chart for each. The stages of a sequential design are sections.
std::vector<plot::Chart> history_charts(const Study& study, std::span<const Trial> trials,
                                        const ValueView& view = {});

/// "40 trials, best 0.0321 (trial 17)".
std::string study_caption(const Study& study, std::span<const Trial> trials);

}  // namespace hone::charts
