// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/charts/front_charts.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/plot/svg.hpp"
#include "hone/plot/terminal.hpp"
#include "hone/service/pictures_asked.hpp"

namespace hone::cli {
namespace {

struct PlotOptions : StudyOptions {
  std::optional<std::string> kind;
  service::AskedPicture picture;
  std::optional<std::string> output;
  std::optional<std::string> x, y, colour, size;
  bool ascii = false;
};

plot::Figure make_figure(const PlotOptions& options, const Context& context, const OpenStudy& open,
                         const std::vector<Trial>& trials) {
  const Study& study = open.study;
  const service::AskedPicture& picture = options.picture;
  const std::string kind = options.kind.value_or(!picture.with.empty()        ? "edf"
                                                 : picture.parameters.empty() ? "all"
                                                                              : "slices");
  if (kind != "edf" && kind != "attainment" && !picture.with.empty())
    throw UsageError("--with compares studies, which only -k edf and -k attainment draw",
                     "leave -k out, or write -k edf");
  plot::Figure figure{.title = study.name, .subtitle = charts::study_caption(study, trials)};
  const charts::PictureInput input = service::picture_input(study, trials);
  const auto show = [&](const std::string& name, const auto& look) {
    StudyOptions other = options;
    other.study = name;
    const OpenStudy beside = open_study(context, other, open);
    look(beside.study, all_trials(beside));
  };
  charts::PictureOptions asked = service::picture_options(picture, study, show);
  asked.scatter = {.x = options.x.value_or(""),
                   .y = options.y.value_or(""),
                   .colour = options.colour.value_or(""),
                   .size = options.size.value_or("")};
  asked.label = shown_source;
  asked.expected = true;  // who asks for a single picture waits for a model
  const auto add = [&](std::vector<plot::Chart> charts) {
    std::move(charts.begin(), charts.end(), std::back_inserter(figure.charts));
  };
  if (kind == "all") {
    add(charts::picture("history", input, asked));
    add(charts::front_charts(study, trials, asked.view));
    add(charts::picture("slices", input, asked));
  } else {
    add(charts::picture(kind, input, asked));
  }
  if (!picture.with.empty()) figure.subtitle = service::compared_caption(picture);
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
  plot::Figure figure = make_figure(options, context, open, trials);
  if (options.output == "-") {
    context.out << plot::to_svg(figure);
    return kOk;
  }
  if (options.output) write_file(*options.output, plot::to_svg(figure));
  if (options.json)
    return context.answer({{"study", open.study.name},
                           {"charts", figure.charts.size()},
                           {"file", options.output ? codec::Json(*options.output) : codec::Json(nullptr)}});
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
    R"(history shows every trial and the best so far; slices the objective against each parameter over its whole range, later trials darker, the best as a star, with marks of their own for pruned and failed trials. parallel draws every trial as a line across all parameters, contour what the model expects over two of them (the two that matter most unless -p names them), rank where the best tenth, quarter and half of the trials lie, over every two of the parameters that tell most or of those named, curves what trials reported on their way, timeline who ran what when, front the Pareto front of several objectives and how its hypervolume grew (hypervolume this alone), attainment the edge of what two objectives attained after a quarter, half and all of the trials, or of several studies, with what at least half of them attained, edf the share of trials that are as good or better than each value, also of several studies. importance draws what hone importance measures by fANOVA: the share of each parameter. weights shows, for a study that learns from others, how much its own model and each source counted in the proposals; warps and calibration are those of hone diagnose: where the model places the values of each parameter, and what it predicted for each trial against what came.
scatter draws any two properties of the trials against each other (--x, --y), and two more as --colour and --size. Values far worse than most are arrows at the end of the axis, with their number; --all-values shows them in their places. When the sampler works in stages, the history shows where each begins, and slices show the stage by colour and, in a terminal, by number (from 10 on by letter).)";

}  // namespace

void add_plot(Command root) {
  auto options = std::make_shared<PlotOptions>();
  Command command = root.subcommand("plot", "Draw a study: history, slices, contour, ..., here or as SVG");
  command.group("Look").detail(kPlotDetail);
  add_study(command, *options);
  command
      .choice("--kind,-k", options->kind, plot_kinds(), "what to draw (default all: history, front, slices)")
      .list("--parameter,-p", options->picture.parameters, "NAME",
            "this parameter only, of slices, parallel, contour and rank; may be given several times")
      .option("--objective", options->picture.objective, "NAME",
              "of several: the one of slices, contour, rank, edf and importance, and the colour of parallel")
      .list("--with,-w", options->picture.with, "STUDY",
            "another study to compare with (edf, attainment); may be given several times")
      .option("--output,-o", options->output, "FILE", "write an SVG file instead of drawing here")
      .option(
          "--x", options->x, "WHAT",
          "of scatter: what lies across: number, started, seconds, an objective, a parameter or an attribute "
          "(default: the parameter that tells most)")
      .option("--y", options->y, "WHAT", "of scatter: what goes up (default: the objective)")
      .option("--colour", options->colour, "WHAT", "of scatter: what colours mean, or none")
      .option("--size", options->size, "WHAT", "of scatter: what the size of dots means")
      .flag("--all-values", options->picture.view.all,
            "axes that reach to the furthest value; without it the far worst are arrows at the end")
      .flag("--log", options->picture.view.log, "logarithmic objective, when all values are positive")
      .flag("--ascii", options->ascii, "draw without Unicode characters")
      .example("hone plot study.yaml", "in the terminal")
      .example("hone plot study.yaml -k history -o history.svg", "")
      .example("hone plot study.yaml -p rate -p kind", "two slices")
      .example("hone plot study.yaml -k contour -p rate -p layers",
               "what the model expects of two parameters")
      .example("hone plot study.yaml -k scatter --x seconds --colour kind",
               "any two properties of the trials")
      .example("hone plot study.yaml -k importance", "which parameters matter")
      .example("hone plot study.yaml --with earlier --with baseline", "compare the values of three studies")
      .example("hone plot study.yaml -k weights", "what was learned from other studies")
      .action([options](Context& context) { return run_plot(*options, context); });
}

}  // namespace hone::cli
