// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

// The pictures of a study, as plain data that plot/ draws here and others draw elsewhere.
namespace hone::charts {

/// Every complete trial's value by number, the best so far as a step line, failures at the edge. With several
/// objectives one chart for each. Values are focused on the good side; `log` asks for a logarithmic value
/// axis, which is ignored unless all values are positive. The stages of a sequential design are sections.
std::vector<plot::Chart> history_charts(const Study& study, std::span<const Trial> trials, bool log);

/// Value against parameter, one chart for each parameter that varies (or for the named ones): points, darker
/// the later or coloured by stage, on the parameter's own scale; boxes for choices. Throws Error(NotFound)
/// for an unknown name.
std::vector<plot::Chart> slice_charts(const Study& study, std::span<const Trial> trials,
                                      const std::vector<std::string>& names, bool log);

/// The axis of a parameter: on its own scale (logit as if it were linear), or the values of choices as
/// categories. Its ends come from the data.
plot::Axis axis_of(const Parameter& parameter);

/// For two objectives: all complete trials, and those that no other beats. Empty otherwise.
std::vector<plot::Chart> front_charts(const Study& study, std::span<const Trial> trials);

/// "40 trials, best 0.0321 (trial 17)".
std::string study_caption(const Study& study, std::span<const Trial> trials);

}  // namespace hone::charts
