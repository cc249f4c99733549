// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/charts/edf_chart.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// The values of the Pareto-optimal trials of `other`, in the order of the objectives of `own`; nothing when
/// it has not those, with the same directions.
std::optional<std::vector<std::vector<double>>> front_beside(const Study& own, const Study& other,
                                                             std::span<const Trial> trials);

/// Of two objectives: the edge of what trials attained, after a quarter, half and all of those that have
/// ended. Beside other studies instead: the edge of each, and that of what at least half of the studies
/// attained (the median attainment surface). Others must have a front. Without a series when no trial may be
/// the best.
plot::Chart attainment_chart(const Study& study, std::span<const Trial> trials,
                             std::span<const ComparedStudy> others, const ValueView& view = {});

}  // namespace hone::charts
