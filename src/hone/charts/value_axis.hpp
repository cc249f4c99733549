// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

// What the pictures of a study have in common.
namespace hone::charts {

/// The values of one objective of all complete trials, by number.
std::vector<double> complete_values(std::span<const Trial> trials, std::size_t objective);

/// How values of objectives are shown.
struct ValueView {
  bool log = false;  ///< logarithmic, when all are positive
  bool all = false;  ///< the axis reaches to the furthest value
};

/// The axis of an objective. Unless all are wanted or it is logarithmic it ends before the far worst values,
/// which would press all others into a line; mark_beyond() tells of these.
plot::Axis value_axis(const Objective& objective, const std::vector<double>& values, const ValueView& view);

/// The axis with both ends settled by the values, and how many of them lie behind the ends it had.
plot::Axis settled_axis(plot::Axis axis, const std::vector<double>& values);

/// Where trials without a value stand: the bad end of what the axis shows of the values.
double bad_edge(const Objective& objective, const std::vector<double>& values, const plot::Axis& axis);

/// Where a pruned trial stands: at the last value it reported (reports are of the first objective), but no
/// further out than the bad edge, as it was stopped for being poor and would press all others together.
double pruned_value(const Trial& trial, const Objective& objective, std::size_t index, double edge);

/// The axis of a parameter: on its own scale (logit as if it were linear), or the values of choices as
/// categories. Its ends come from the data.
plot::Axis axis_of(const Parameter& parameter);

/// The same, but it shows the whole declared range, with a margin at both ends as a share of it.
plot::Axis declared_axis(const Parameter& parameter, double margin);

/// Where a value of the parameter lies on its axis: the number, or the position among the choices. NaN when
/// the configuration does not have it.
double place_of(const Parameter& parameter, const std::optional<Value>& value);

/// A float or int parameter.
bool is_numeric(const Domain& domain);

/// Of complete trials that break a limit of constraints_on, which are drawn as crosses where they lie.
inline constexpr int kInfeasibleColour = 3;

/// Trials that were stopped, failed or broke a limit: each kind a mark of its own.
struct SpecialMarks {
  plot::Dots infeasible{.x = {}, .y = {}, .radius = 3.2, .marker = plot::Marker::Cross};
  plot::Dots pruned{.x = {}, .y = {}, .radius = 3.2, .marker = plot::Marker::Triangle};
  plot::Dots failed{.x = {}, .y = {}, .radius = 3.2, .marker = plot::Marker::Cross};

  /// Those that there are, which are moved from.
  void add_to(plot::Chart& chart);
};

/// Failed, timed out or infeasible: ended without a value and without being stopped for it.
bool ended_badly(TrialState state);

/// Indices of the named parameters, or of all that vary. Throws Error(NotFound) for an unknown name.
std::vector<std::size_t> chosen_parameters(const Space& space, const std::vector<std::string>& names);

/// The best trial, or with several objectives the Pareto-optimal ones.
std::vector<const Trial*> best_trials(const Study& study, std::span<const Trial> trials);

/// "best", or "Pareto-optimal".
std::string best_word(const Study& study);

}  // namespace hone::charts
