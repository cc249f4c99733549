// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// Parts of one axis: what lies in none of them is not shown.
struct AxisParts {
  std::string label = {};                                 ///< of the axis
  std::vector<std::pair<double, double>> intervals = {};  ///< in its units; places of choices
};

/// "C:1..10,90..100;kernel:0..1", with labels percent-encoded, as the dashboard has it in its addresses.
/// Throws Error(InvalidArgument) for anything else.
std::vector<AxisParts> parse_axis_parts(const std::string& text);

struct ParallelOptions {
  std::vector<std::string> parameters = {};  ///< all that vary when empty, or those that tell most
  std::size_t objective = 0;                 ///< that lines are coloured by
  ValueView view = {};
  std::size_t most = 1500;       ///< lines; more trials are drawn as a density
  std::size_t most_lines = 300;  ///< of the best trials, in front of a density
  std::size_t most_axes = 20;    ///< of parameters, unless they are named
  int cells = 64;                ///< of a density, on each axis
  std::vector<AxisParts> chosen = {};
};

/// Every complete trial as a line across its parameters to its objectives: the better, the fuller its colour
/// and the further in front; the best, or the Pareto-optimal ones, in a colour of their own. Of very many it
/// is a density, all of them counted, behind the lines of the best. A parameter that a trial does not have is
/// a gap. Values behind the end of an axis stand at that end, and the axis says how many they are. The axes
/// are those of all trials, whichever parts of them are chosen. Throws Error(NotFound) for an unknown name.
plot::Chart parallel_chart(const Study& study, std::span<const Trial> trials,
                           const ParallelOptions& options = {});

/// Which of trials sorted from best to worst to show when there are more than `most`: the best third, and of
/// the rest every so-manieth. Ascending.
std::vector<std::size_t> shown_of(std::size_t count, std::size_t most);

}  // namespace hone::charts
