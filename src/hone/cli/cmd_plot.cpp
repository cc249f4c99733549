// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/charts/weights_chart.hpp"
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
  std::optional<std::string> output;
  bool log = false;
  bool ascii = false;
};

plot::Figure make_figure(const PlotOptions& options, const Study& study, const std::vector<Trial>& trials) {
  const std::string kind = options.kind.value_or(options.parameters.empty() ? "all" : "slices");
  plot::Figure figure{.title = study.name, .subtitle = charts::study_caption(study, trials)};
  const auto add = [&](const std::vector<plot::Chart>& more) {
    figure.charts.insert(figure.charts.end(), more.begin(), more.end());
  };
  if (kind == "weights") {
    add({charts::weights_chart(study, trials, shown_source)});
  } else if (kind != "slices") {
    add(charts::history_charts(study, trials, options.log));
    add(charts::front_charts(study, trials));
  }
  if (kind == "all" || kind == "slices")
    add(charts::slice_charts(study, trials, options.parameters, options.log));
  figure.columns =
      figure.charts.size() > 4 ? 3 : static_cast<int>(std::min<std::size_t>(2, figure.charts.size()));
  const bool single = figure.charts.size() == 1;
  figure.chart_width = single ? 720 : 440;
  figure.chart_height = single ? 420 : 320;
  return figure;
}

int run_plot(const PlotOptions& options, Context& context) {
  if (options.output) require_svg_name(*options.output);
  const OpenStudy open = open_study(context, options);
  const std::vector<Trial> all = trials_of(open);
  const std::vector<Trial> trials = fitting(all);
  if (const std::string outside = outside_text(open.study, all); !outside.empty() && !options.json)
    context.err << outside << ", and are not drawn\n";
  plot::Figure figure = make_figure(options, open.study, trials);
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

}  // namespace

void add_plot(Command root) {
  auto options = std::make_shared<PlotOptions>();
  Command command = root.subcommand("plot", "Draw the history and slices of a study, here or as SVG");
  command.group("Look").detail(
      "The history shows every trial and the best so far; a slice shows the objective against one parameter, "
      "later trials "
      "darker. Values far worse than most are drawn hollow at the edge. When the sampler works in stages, "
      "the "
      "history shows where each begins, and slices show the stage by colour and, in a terminal, by number "
      "(from 10 on by letter). For a study that learns from others, weights shows how much its own model and "
      "each source counted in the proposals.");
  add_study(command, *options);
  command
      .choice("--kind,-k", options->kind, {"all", "history", "slices", "weights"},
              "what to draw (default all)")
      .list("--parameter,-p", options->parameters, "NAME",
            "a slice of this parameter only; may be given several times")
      .option("--output,-o", options->output, "FILE", "write an SVG file instead of drawing here")
      .flag("--log", options->log, "logarithmic objective, when all values are positive")
      .flag("--ascii", options->ascii, "draw without Unicode characters")
      .example("hone plot study.yaml", "in the terminal")
      .example("hone plot study.yaml -k history -o history.svg", "")
      .example("hone plot study.yaml -p rate -p kind", "two slices")
      .example("hone plot study.yaml -k weights", "what was learned from other studies")
      .action([options](Context& context) { return run_plot(*options, context); });
}

}  // namespace hone::cli
