// SPDX-License-Identifier: MIT
#include "hone/charts/pictures.hpp"
#include "hone/charts/attainment_chart.hpp"

#include <algorithm>

#include "hone/analysis/importance.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/charts/contour_chart.hpp"
#include "hone/charts/cost_chart.hpp"
#include "hone/charts/curve_chart.hpp"
#include "hone/charts/diagnosis_charts.hpp"
#include "hone/charts/front_charts.hpp"
#include "hone/charts/importance_chart.hpp"
#include "hone/charts/parallel_chart.hpp"
#include "hone/charts/rank_charts.hpp"
#include "hone/charts/slice_charts.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/charts/timeline_chart.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/plot/svg.hpp"

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

using Charts = std::vector<plot::Chart>;

std::size_t chosen_objective(const PictureInput& input, const PictureOptions& options) {
  return options.objective ? objective_index(input.study, *options.objective) : 0;
}

Charts history(const PictureInput& input, const PictureOptions& options) {
  return history_charts(input.study, input.trials, options.view);
}

Charts slices(const PictureInput& input, const PictureOptions& options) {
  std::optional<std::size_t> objective;
  if (options.objective) objective = objective_index(input.study, *options.objective);
  return slice_charts(input.study, input.trials, {options.parameters, objective, options.view});
}

Charts parallel(const PictureInput& input, const PictureOptions& options) {
  return {parallel_chart(input.study, input.trials,
                         {.parameters = options.parameters,
                          .objective = chosen_objective(input, options),
                          .view = options.view,
                          .chosen = options.chosen})};
}

Charts contour(const PictureInput& input, const PictureOptions& options) {
  return {contour_chart(input.study, input.trials, input.model(),
                        {options.parameters, chosen_objective(input, options)})};
}

Charts curves(const PictureInput& input, const PictureOptions& options) {
  Charts charts = curve_charts(input.study, input.trials, options.view);
  require(!charts.empty(), text("no trial of '", input.study.name, "' reported a value on its way"),
          how_to_report(input.study.plan));
  return charts;
}

Charts timeline(const PictureInput& input, const PictureOptions& options) {
  Charts charts = timeline_charts(input.trials, options.now);
  require(!charts.empty(), text("no trial of '", input.study.name, "' says when it began"),
          "trials that were imported have no times; a timeline needs trials that hone ran or handed out");
  return charts;
}

Charts front(const PictureInput& input, const PictureOptions& options) {
  require(input.study.objectives.size() > 1,
          text("'", input.study.name, "' has one objective, so there is no Pareto front"),
          "draw its history: -k history");
  Charts charts = front_charts(input.study, input.trials, options.view);
  if (options.expected) {
    const analysis::StudyModel model = input.model();
    if (model.leads) add_expected_front(charts, input.study, input.trials, model);
  }
  for (plot::Chart& chart : hypervolume_charts(input.study, input.trials)) charts.push_back(std::move(chart));
  return charts;
}

Charts hypervolume(const PictureInput& input, const PictureOptions&) {
  const std::size_t objectives = input.study.objectives.size();
  require(objectives == 2 || objectives == 3,
          text("the hypervolume is measured of two or three objectives, and '", input.study.name, "' has ",
               objectives),
          objectives == 1 ? "draw its history: -k history" : "draw its fronts: -k front");
  Charts charts = hypervolume_charts(input.study, input.trials);
  require(!charts.empty(), text("no trial of '", input.study.name, "' keeps the limits yet"),
          "run more trials");
  return charts;
}

Charts attainment(const PictureInput& input, const PictureOptions& options) {
  const Study& study = input.study;
  require(study.objectives.size() == 2,
          text("what was attained is drawn of two objectives, and '", study.name, "' has ",
               study.objectives.size()),
          study.objectives.size() == 1 ? "draw its history: -k history" : "draw its fronts: -k front");
  for (const ComparedStudy& other : options.others)
    require(other.front.has_value(),
            text("'", other.name, "' has not the objectives ", study.objectives[0].name, " and ",
                 study.objectives[1].name, " of '", study.name, "', with their directions"),
            "compare studies that want the same");
  plot::Chart chart = attainment_chart(study, input.trials, options.others, options.view);
  require(!chart.series.empty(), text("no trial of '", study.name, "' keeps the limits yet"),
          "run more trials");
  return {std::move(chart)};
}

Charts ranks(const PictureInput& input, const PictureOptions& options) {
  Charts charts =
      rank_charts(input.study, input.trials,
                  {.parameters = options.parameters, .objective = chosen_objective(input, options)});
  require(!charts.empty(), text("no parameter of '", input.study.name, "' varies"), "widen a range");
  return charts;
}

Charts scatter(const PictureInput& input, const PictureOptions& options) {
  ScatterOptions wanted = options.scatter;
  wanted.objective = chosen_objective(input, options);
  wanted.view = options.view;
  return {scatter_chart(input.study, input.trials, wanted)};
}

Charts importance(const PictureInput& input, const PictureOptions& options) {
  ImportanceOptions wanted = options.importance;
  wanted.objective = options.objective;
  return {importance_chart(input.study, analysis::measure_importance(input.study, input.trials, wanted))};
}

Charts weights(const PictureInput& input, const PictureOptions& options) {
  const SourceLabel as_it_is = [](const std::string& name) { return name; };
  return {weights_chart(input.study, input.trials, options.label ? options.label : as_it_is)};
}

Charts edf(const PictureInput& input, const PictureOptions& options) {
  const std::size_t own = chosen_objective(input, options);
  std::vector<ComparedStudy> studies = {{input.study.name, complete_values(input.trials, own)}};
  studies.insert(studies.end(), options.others.begin(), options.others.end());
  const bool any =
      std::any_of(studies.begin(), studies.end(), [](const auto& one) { return !one.values.empty(); });
  require(any, text("no trial of '", input.study.name, "' is complete yet, so there is nothing to draw"),
          "run some first: hone tune STUDY");
  return {edf_chart(input.study.objectives[own], studies, options.view)};
}

Charts cost(const PictureInput& input, const PictureOptions& options) {
  require(input.study.cost.has_value(), text("nothing says what the trials of '", input.study.name, "' cost"),
          "write cost: run_time, or the name of an attribute that trials report, into the study file");
  Charts charts = cost_charts(input.study, input.trials, options.view);
  require(!charts.empty(), text("no trial of '", input.study.name, "' is complete whose cost is known"),
          text("trials report '", *input.study.cost, "', or ran where hone saw their times"));
  return charts;
}

analysis::Diagnosis diagnosis_for(const PictureInput& input, const PictureOptions& options) {
  analysis::Diagnosis diagnosis = analysis::diagnose(input.study, input.trials, input.model(),
                                                     {.objective = chosen_objective(input, options)});
  require(diagnosis.fitted.has_value(), diagnosis.no_model, "run more trials");
  return diagnosis;
}

Charts warps(const PictureInput& input, const PictureOptions& options) {
  const analysis::Diagnosis diagnosis = diagnosis_for(input, options);
  return warp_charts(input.study, diagnosis, diagnosis.warps.size());
}

Charts calibration(const PictureInput& input, const PictureOptions& options) {
  return {calibration_chart(diagnosis_for(input, options))};
}

bool always(const Study&) { return true; }
bool has_several_objectives(const Study& study) { return study.objectives.size() > 1; }
bool has_a_volume(const Study& study) { return study.objectives.size() == 2 || study.objectives.size() == 3; }
bool has_two_objectives(const Study& study) { return study.objectives.size() == 2; }
bool has_costs(const Study& study) { return study.cost.has_value(); }
bool has_sources(const Study& study) { return !study.sources.empty(); }

/// One line for each.
struct Kind {
  const char* name;
  Charts (*make)(const PictureInput&, const PictureOptions&);
  bool needs_complete = true;  ///< a trial that is
  bool (*suits)(const Study&) = always;
};

constexpr Kind kKinds[] = {
    {"history", history, false},
    {"slices", slices, false},
    {"parallel", parallel},
    {"contour", contour},
    {"rank", ranks},
    {"scatter", scatter},
    {"curves", curves, false},
    {"timeline", timeline, false},
    {"front", front, true, has_several_objectives},
    {"hypervolume", hypervolume, true, has_a_volume},
    {"attainment", attainment, true, has_two_objectives},
    {"importance", importance},
    {"weights", weights, false, has_sources},
    {"edf", edf, false},
    {"cost", cost, false, has_costs},
    {"warps", warps},
    {"calibration", calibration},
};

}  // namespace

const std::vector<std::string>& picture_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Kind& kind : kKinds) names.emplace_back(kind.name);
    return names;
  }();
  return kNames;
}

std::vector<std::string> picture_names(const Study& study) {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds)
    if (kind.suits(study)) names.emplace_back(kind.name);
  return names;
}

std::vector<plot::Chart> picture(const std::string& name, const PictureInput& input,
                                 const PictureOptions& options) {
  const auto kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& one) { return one.name == name; });
  require(kind != std::end(kKinds),
          text("there is no picture '", name, "'", did_you_mean(name, picture_names())),
          "name one of " + join(picture_names(), ", "));
  require(!kind->needs_complete || any_complete(input.trials),
          text("no trial of '", input.study.name, "' is complete yet, so there is nothing to draw"),
          "run some first: hone tune STUDY");
  return kind->make(input, options);
}

ComparedStudy compared_study(const Study& own, const std::optional<std::string>& objective,
                             const Study& other, std::span<const Trial> trials) {
  const Objective& wanted = own.objectives[objective ? objective_index(own, *objective) : 0];
  const std::size_t index = objective_index(other, wanted.name);
  if (other.objectives[index].direction != wanted.direction)
    throw Error(ErrorCode::InvalidArgument,
                text("'", other.name, "' has to ", to_text(other.objectives[index].direction), " ",
                     wanted.name, ", and '", own.name, "' to ", to_text(wanted.direction), " it"),
                "compare studies that want the same");
  const std::vector<Trial> shown = drawable(trials);
  ComparedStudy compared{other.name, complete_values(shown, index)};
  if (own.objectives.size() == 2) compared.front = front_beside(own, other, shown);
  return compared;
}

std::vector<Trial> drawable(std::span<const Trial> all) {
  std::vector<Trial> trials = fitting({all.begin(), all.end()});
  std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  return trials;
}

std::string picture_svg(const Study& study, const std::string& caption, std::vector<plot::Chart> charts) {
  plot::Figure figure{.title = study.name, .subtitle = caption, .charts = std::move(charts)};
  lay_out(figure);
  return plot::to_svg(figure);
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
