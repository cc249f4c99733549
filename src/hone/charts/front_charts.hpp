// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// For several objectives: one chart for each pair of them, with all complete trials and the Pareto-optimal
/// ones (a line joins these when there are just two objectives). Empty for one objective.
std::vector<plot::Chart> front_charts(const Study& study, std::span<const Trial> trials,
                                      const ValueView& view = {});

/// What a model expects of the Pareto-optimal trials, for objectives whose values are noisy: squares at the
/// means, and bars over the 95 % intervals, into the charts of front_charts(). Nothing where no value is.
void add_expected_front(std::vector<plot::Chart>& charts, const Study& study, std::span<const Trial> trials,
                        const analysis::StudyModel& model);

/// How the dominated hypervolume grew with the trials; empty where analysis::front_history() is.
std::vector<plot::Chart> hypervolume_charts(const Study& study, std::span<const Trial> trials);

}  // namespace hone::charts
