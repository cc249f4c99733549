// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// Who ran what when: a row for each place where trials ran one after the other (the parallel places of a
/// worker are found from the times), a bar for each trial, coloured by how it ended. Of more than 40 rows
/// those with the most trials are shown. Running trials reach to `now`; 0 stands for the last change. Pauses
/// (WorkingTime) are drawn short, and told. Nothing when no trial has begun, as with trials that were
/// imported.
std::vector<plot::Chart> timeline_charts(std::span<const Trial> trials, Timestamp now = 0);

}  // namespace hone::charts
