// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// Which slices to draw.
struct SliceOptions {
  std::vector<std::string> parameters = {};   ///< all that vary when empty
  std::optional<std::size_t> objective = {};  ///< all when none is given
  ValueView view = {};
};

/// Value against parameter, one chart for each objective and parameter: points, darker the later or coloured
/// by stage, over the whole declared range on the parameter's own scale. Choices with at least five values
/// are boxes; an arrow with a number says how many of them lie behind an end of the axis. Pruned trials stand
/// at the last value they reported, failed ones at the bad edge, each with a mark of its own; the best trial,
/// or the Pareto-optimal ones, are stars. Throws Error(NotFound) for an unknown name.
std::vector<plot::Chart> slice_charts(const Study& study, std::span<const Trial> trials,
                                      const SliceOptions& options = {});

}  // namespace hone::charts
