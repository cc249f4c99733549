// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/charts/front_charts.hpp"
#include "hone/charts/pictures.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/plot/svg.hpp"
#include "hone/plot/terminal.hpp"

namespace hone::cli {
namespace {

struct PlotOptions : StudyOptions {
  std::optional<std::string> kind;
  std::vector<std::string> parameters;
  std::optional<std::string> objective;
  std::vector<std::string> with;
  std::optional<std::string> output;
  bool log = false;
  bool ascii = false;
};

std::vector<charts::ComparedStudy> compared_with(const PlotOptions& options, const Context& context,
                                                 const Study& study) {
  std::vector<charts::ComparedStudy> others;
  for (const std::string& name : options.with) {
    StudyOptions other = options;
    other.study = name;
    const OpenStudy open = open_study(context, other);
    others.push_back(charts::compared_study(study, options.objective, open.study, all_trials(open)));
  }
  return others;
}

plot::Figure make_figure(const PlotOptions& options, const Context& context, const Study& study,
                         const std::vector<Trial>& trials) {
  const std::string kind = options.kind.value_or(!options.with.empty()        ? "edf"
                                                 : options.parameters.empty() ? "all"
                                                                              : "slices");
  if (kind != "edf" && !options.with.empty())
    throw UsageError("--with compares studies, which only -k edf draws", "leave -k out, or write -k edf");
  plot::Figure figure{.title = study.name, .subtitle = charts::study_caption(study, trials)};
  const charts::PictureInput input{study, trials, [&] { return catalog::model_settings(study); }};
  charts::PictureOptions asked;
  asked.parameters = options.parameters;
  asked.objective = options.objective;
  asked.log = options.log;
  asked.now = storage::system_time();
  asked.others = compared_with(options, context, study);
  asked.label = shown_source;
  const auto add = [&](std::vector<plot::Chart> charts) {
    std::move(charts.begin(), charts.end(), std::back_inserter(figure.charts));
  };
  if (kind == "all") {
    add(charts::picture("history", input, asked));
    add(charts::front_charts(study, trials));
    add(charts::picture("slices", input, asked));
  } else {
    add(charts::picture(kind, input, asked));
  }
  if (!options.with.empty()) figure.subtitle = text("compared with ", join(options.with, ", "));
  charts::lay_out(figure);
  return figure;
}

/// "all", which is some of them, and each by its name.
std::vector<std::string> plot_kinds() {
  std::vector<std::string> kinds = {"all"};
  kinds.insert(kinds.end(), charts::picture_names().begin(), charts::picture_names().end());
  return kinds;
}

int run_plot(const PlotOptions& options, Context& context) {
  if (options.output) require_svg_name(*options.output);
  const OpenStudy open = open_study(context, options);
  const std::vector<Trial> all = trials_of(open);
  const std::vector<Trial> trials = fitting(all);
  if (const std::string outside = outside_text(open.study, all); !outside.empty() && !options.json)
    context.err << outside << "; what does not fit is not drawn\n";
  plot::Figure figure = make_figure(options, context, open.study, trials);
  if (options.output == "-") {
    context.out << plot::to_svg(figure);
    return kOk;
  }
  if (options.output) write_file(*options.output, plot::to_svg(figure));
  if (options.json) {
    context.out << codec::json_text(
        {{"study", open.study.name},
         {"charts", figure.charts.size()},
         {"file", options.output ? codec::Json(*options.output) : codec::Json(nullptr)}});
    return kOk;
  }
  if (options.output) {
    context.out << "wrote " << printable(*options.output) << "\n";
    return kOk;
  }
  const Style style = context.out_style();
  context.out << plot::to_terminal(figure, {.width = context.environment.width,
                                            .rows = figure.charts.size() == 1 ? 18 : 10,
                                            .unicode = style.unicode && !options.ascii,
                                            .colour = style.colour});
  return kOk;
}

constexpr const char* kPlotDetail =
    R"(history shows every trial and the best so far; slices the objective against each parameter over its whole range, later trials darker, the best as a star, with marks of their own for pruned and failed trials. parallel draws every trial as a line across all parameters, contour what the model expects over two of them (the two that matter most unless -p names them), curves what trials reported on their way, timeline who ran what when, front the Pareto front of several objectives and how its hypervolume grew, edf the share of trials that are as good or better than each value, also of several studies. importance draws what hone importance measures by fANOVA: the share of each parameter. weights shows, for a study that learns from others, how much its own model and each source counted in the proposals; warps and calibration are those of hone diagnose: where the model places the values of each parameter, and what it predicted for each trial against what came.
Values far worse than most are drawn hollow at the edge. When the sampler works in stages, the history shows where each begins, and slices show the stage by colour and, in a terminal, by number (from 10 on by letter).)";

}  // namespace

void add_plot(Command root) {
  auto options = std::make_shared<PlotOptions>();
  Command command = root.subcommand("plot", "Draw a study: history, slices, contour, ..., here or as SVG");
  command.group("Look").detail(kPlotDetail);
  add_study(command, *options);
  command
      .choice("--kind,-k", options->kind, plot_kinds(), "what to draw (default all: history, front, slices)")
      .list("--parameter,-p", options->parameters, "NAME",
            "this parameter only, of slices, parallel and contour; may be given several times")
      .option("--objective", options->objective, "NAME",
              "of several: the one of slices, contour, edf and importance, and the colour of parallel")
      .list("--with,-w", options->with, "STUDY",
            "another study to compare with (edf); may be given several times")
      .option("--output,-o", options->output, "FILE", "write an SVG file instead of drawing here")
      .flag("--log", options->log, "logarithmic objective, when all values are positive")
      .flag("--ascii", options->ascii, "draw without Unicode characters")
      .example("hone plot study.yaml", "in the terminal")
      .example("hone plot study.yaml -k history -o history.svg", "")
      .example("hone plot study.yaml -p rate -p kind", "two slices")
      .example("hone plot study.yaml -k contour -p rate -p layers",
               "what the model expects of two parameters")
      .example("hone plot study.yaml -k importance", "which parameters matter")
      .example("hone plot study.yaml --with earlier --with baseline", "compare the values of three studies")
      .example("hone plot study.yaml -k weights", "what was learned from other studies")
      .action([options](Context& context) { return run_plot(*options, context); });
}

}  // namespace hone::cli
