// SPDX-License-Identifier: MIT
#include "hone/charts/pictures.hpp"

#include <algorithm>

#include "hone/analysis/importance.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/charts/contour_chart.hpp"
#include "hone/charts/curve_chart.hpp"
#include "hone/charts/front_charts.hpp"
#include "hone/charts/importance_chart.hpp"
#include "hone/charts/parallel_chart.hpp"
#include "hone/charts/slice_charts.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/charts/timeline_chart.hpp"

namespace hone::charts {
namespace {

void require(bool holds, const std::string& problem, const std::string& remedy) {
  if (!holds) throw Error(ErrorCode::NotFound, problem, remedy);
}

bool any_complete(std::span<const Trial> trials) {
  return std::any_of(trials.begin(), trials.end(),
                     [](const Trial& trial) { return trial.state == TrialState::Complete; });
}

/// Each kind of study has its own way to tell values before the last one.
std::string how_to_report(const Plan& plan) {
  if (plan.command.empty())
    return "tell values while a trial runs: trial.report(value, step) in Python, \"report\" over stdio and "
           "HTTP";
  if (plan.mode == RunMode::Worker)
    return "let the worker answer with \"report\": {\"step\": STEP, \"value\": VALUE} while the trial runs";
  return "append lines of STEP VALUE to the file named by HONE_REPORT_FILE while the trial runs";
}

std::vector<plot::Chart> front_and_volume(const Study& study, std::span<const Trial> trials) {
  require(study.objectives.size() > 1,
          text("'", study.name, "' has one objective, so there is no Pareto front"),
          "draw its history: -k history");
  std::vector<plot::Chart> charts = front_charts(study, trials);
  for (plot::Chart& chart : hypervolume_charts(study, trials)) charts.push_back(std::move(chart));
  return charts;
}

}  // namespace

const std::vector<std::string>& picture_names() {
  static const std::vector<std::string> kNames = {"history", "slices",   "parallel", "contour",
                                                  "curves",  "timeline", "front",    "importance"};
  return kNames;
}

std::size_t objective_index(const Study& study, const std::string& name) {
  std::vector<std::string> names;
  for (const Objective& objective : study.objectives) names.push_back(objective.name);
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end())
    throw Error(ErrorCode::NotFound, text("there is no objective '", name, "'", did_you_mean(name, names)),
                "name one of " + join(names, ", "));
  return static_cast<std::size_t>(place - names.begin());
}

std::vector<plot::Chart> picture(const std::string& name, const Study& study, std::span<const Trial> trials,
                                 const analysis::StudyModel& model, const PictureOptions& options) {
  std::optional<std::size_t> objective;
  if (options.objective) objective = objective_index(study, *options.objective);
  if (name == "history") return history_charts(study, trials, options.log);
  if (name == "slices") return slice_charts(study, trials, {options.parameters, objective, options.log});
  if (name == "timeline") {
    std::vector<plot::Chart> charts = timeline_charts(trials, options.now);
    require(!charts.empty(), text("no trial of '", study.name, "' says when it began"),
            "trials that were imported have no times; a timeline needs trials that hone ran or handed out");
    return charts;
  }
  if (name == "curves") {
    std::vector<plot::Chart> charts = curve_charts(study, trials, options.log);
    require(!charts.empty(), text("no trial of '", study.name, "' reported a value on its way"),
            how_to_report(study.plan));
    return charts;
  }
  require(any_complete(trials),
          text("no trial of '", study.name, "' is complete yet, so there is nothing to draw"),
          "run some first: hone tune STUDY");
  if (name == "front") return front_and_volume(study, trials);
  if (name == "parallel")
    return {parallel_chart(study, trials, {options.parameters, objective.value_or(0), options.log})};
  if (name == "contour")
    return {contour_chart(study, trials, model, {options.parameters, objective.value_or(0)})};
  if (name == "importance")
    return {importance_chart(study,
                             analysis::measure_importance(study, trials, {.objective = options.objective}))};
  throw Error(ErrorCode::NotFound,
              text("there is no picture '", name, "'", did_you_mean(name, picture_names())),
              "name one of " + join(picture_names(), ", "));
}

void lay_out(plot::Figure& figure) {
  const bool single = figure.charts.size() == 1;
  figure.columns = figure.charts.size() > 4 || figure.charts.size() == 3
                       ? 3
                       : static_cast<int>(std::min<std::size_t>(2, figure.charts.size()));
  figure.chart_width = single ? 720 : 440;
  figure.chart_height = single ? 420 : 320;
  if (!single) return;
  // As high as its rows need, and as wide as its upright axes.
  const plot::Chart& chart = figure.charts[0];
  const bool lying = std::any_of(chart.series.begin(), chart.series.end(), [](const plot::Series& series) {
    const plot::Bars* bars = std::get_if<plot::Bars>(&series.marks);
    return std::holds_alternative<plot::Spans>(series.marks) || (bars != nullptr && bars->horizontal);
  });
  const auto rows = static_cast<double>(chart.y.categories.size());
  if (lying && rows > 0) figure.chart_height = std::clamp(120.0 + 22.0 * rows, 200.0, 900.0);
  if (chart.y.bare)
    figure.chart_width = std::clamp(90.0 * static_cast<double>(chart.x.categories.size()), 720.0, 1600.0);
}

}  // namespace hone::charts
