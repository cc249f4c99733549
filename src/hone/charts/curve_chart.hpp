// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// What trials reported, step by step: one line each, those that were pruned in a colour of their own with a
/// mark where they ended, the best trial in front. Of more than `most` trials the best third and an even
/// share of the rest, by the last value reported; of long curves at most 200 steps. Nothing when no trial
/// reported anything.
std::vector<plot::Chart> curve_charts(const Study& study, std::span<const Trial> trials,
                                      const ValueView& view, std::size_t most = 400);

}  // namespace hone::charts
