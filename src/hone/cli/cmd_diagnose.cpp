// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/analysis/diagnosis.hpp"
#include "hone/base/printable.hpp"
#include "hone/charts/diagnosis_charts.hpp"
#include "hone/charts/pictures.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/diagnosis_text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/progress.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/plot/svg.hpp"
#include "hone/service/diagnosis_json.hpp"
#include "hone/service/findings.hpp"
#include "hone/service/repeats.hpp"

namespace hone::cli {
namespace {

struct DiagnoseOptions : StudyOptions {
  std::optional<std::string> objective;
  std::optional<std::int64_t> repeats;
  std::optional<std::int64_t> configurations;
  std::optional<std::int64_t> parallel;
  std::optional<std::int64_t> splits;
  std::optional<std::string> workdir;
  std::optional<std::string> svg;
  bool details = false;
  bool ascii = false;
};

struct Subject {
  Study study;
  std::vector<Trial> trials;
};

/// The study in its store. Repeats can also be made of a study file that was never tuned.
Subject load(const DiagnoseOptions& options, const Context& context) {
  const CommandStore store = open_store(context, options.store);
  if (options.repeats && names_file(options.study, store)) {
    Study study = codec::read_study_file(options.study);
    if (!store.find(study.name)) return {std::move(study), {}};
  }
  const OpenStudy open = open_study(context, options, store);
  return {open.study, fitting(trials_of(open))};
}

void write_svg(const std::string& path, const Study& study, const analysis::Diagnosis& diagnosis,
               const std::vector<Trial>& trials) {
  plot::Figure figure{.title = study.name, .subtitle = charts::study_caption(study, trials)};
  figure.charts = {charts::calibration_chart(diagnosis)};
  for (plot::Chart& chart : charts::warp_charts(study, diagnosis, diagnosis.warps.size()))
    figure.charts.push_back(std::move(chart));
  figure.columns =
      figure.charts.size() > 4 ? 3 : static_cast<int>(std::min<std::size_t>(2, figure.charts.size()));
  figure.chart_width = 440;
  figure.chart_height = 320;
  write_file(path, plot::to_svg(figure));
}

/// Runs them before the eyes of the user, who may stop them.
service::RepeatRun watch_repeats(Context& context, const service::RepeatPlan& repeats,
                                 std::size_t configurations, const std::string& workdir, bool quiet) {
  const auto runs = static_cast<std::int64_t>(repeats.proposals.size());
  const auto places = static_cast<std::int64_t>(configurations);
  if (!quiet) {
    context.err << "running the command " << counted(runs, "time") << ": " << counted(places, "configuration")
                << ", each " << counted(runs / std::max<std::int64_t>(places, 1), "time") << "\n"
                << std::flush;
  }
  runner::StopSignal signal;
  const runner::ScopedSignals signals(signal);
  ProgressView progress(context.err, context.err_style(), context.environment.error_is_terminal,
                        repeats.study, repeats.study.plan.budget);
  service::RepeatRun run = service::run_repeats(repeats, workdir, &signal, quiet ? nullptr : &progress);
  progress.clear();
  return run;
}

/// Repeats as they were asked for.
service::RepeatRun gather(const DiagnoseOptions& options, Context& context, const Subject& subject,
                          std::size_t objective) {
  if (!options.repeats) return {};
  const auto parallel =
      options.parallel ? std::optional<int>(static_cast<int>(*options.parallel)) : std::nullopt;
  const auto chosen = service::choose_configurations(subject.study, subject.trials, objective,
                                                     static_cast<int>(options.configurations.value_or(5)));
  const service::RepeatPlan repeats =
      service::plan_repeats(subject.study, chosen, static_cast<int>(*options.repeats), parallel);
  return watch_repeats(context, repeats, chosen.size(), options.workdir.value_or(".hone"), options.json);
}

int run_diagnose(const DiagnoseOptions& options, Context& context) {
  if (options.svg) require_svg_name(*options.svg);
  if (options.configurations && !options.repeats)
    throw UsageError("--configurations says where to repeat, but not how often", "add --repeats 5");
  const Subject subject = load(options, context);
  const std::size_t objective = options.objective ? objective_index(subject.study, *options.objective) : 0;
  const service::RepeatRun run = gather(options, context, subject, objective);
  analysis::DiagnosisOptions asked{.objective = objective};
  if (options.splits) asked.splits = static_cast<int>(*options.splits);
  if (options.repeats) {
    asked.repeats = analysis::repeated(run.trials, objective);
    asked.runs = static_cast<int>(run.trials.size());
    asked.failed_runs =
        static_cast<int>(std::count_if(run.trials.begin(), run.trials.end(),
                                       [](const Trial& t) { return t.state != TrialState::Complete; }));
  }
  const analysis::Diagnosis diagnosis = service::diagnosis_of(subject.study, subject.trials, asked);
  const bool draw = options.svg && diagnosis.fitted;
  if (draw) write_svg(*options.svg, subject.study, diagnosis, subject.trials);
  if (options.svg && !draw)
    context.err << "nothing to draw, so " << printable(*options.svg)
                << " was not written: " << diagnosis.no_model << "\n";
  if (options.json) {
    context.answer(service::diagnosis_json(subject.study, diagnosis));
  } else {
    print_diagnosis(context, subject.study, diagnosis, {.details = options.details, .ascii = options.ascii});
    if (draw) context.out << "\nwrote " << printable(*options.svg) << "\n";
  }
  if (run.interrupted) return kInterrupted;
  if (asked.runs > 0 && asked.failed_runs == asked.runs) return kFailure;
  const bool nothing = !diagnosis.fitted && diagnosis.noise.verdict == analysis::NoiseVerdict::Unknown;
  return nothing ? kNotFound : kOk;
}

}  // namespace

void add_diagnose(Command root) {
  auto options = std::make_shared<DiagnoseOptions>();
  Command command =
      root.subcommand("diagnose", "Test noise and model: is it heteroscedastic, non-stationary?");
  command.group("Look").detail(
      R"(Opens with a verdict and what it means; --details adds the statistics behind it. Compares the spread of repeated evaluations (Levene's and the Fligner-Killeen test), asks what input warp and output transform gain in likelihood (paired t-test over random splits), checks the model's predictions by leaving out each trial, draws the learned warps, and says what follows. Repeats are trials of equal settings in the study or, with --repeats, new runs of its command, which are not added to the study.)");
  add_study(command, *options);
  command
      .option("--repeats,-r", options->repeats, "N", "run the command N times at each chosen configuration",
              3, 100000)
      .option("--configurations,-k", options->configurations, "K",
              "how many, from the best to the worst (default 5)", 2, 100000)
      .option("--parallel,-j", options->parallel, "K", "commands at a time", 1, 10000)
      .option("--workdir", options->workdir, "DIR", "where repeats get their folders (default .hone)")
      .option("--objective", options->objective, "NAME", "which one, of several (default the first)")
      .option("--splits", options->splits, "N", "random splits for the t-test (default 20)", 2, 10000)
      .option("--svg", options->svg, "FILE", "also draw predictions and warps as SVG")
      .flag("--details", options->details, "also the tests, tables and drawings behind the words")
      .flag("--ascii", options->ascii, "draw without Unicode characters")
      .example("hone diagnose study.yaml", "from the trials there are")
      .example("hone diagnose study.yaml --details", "with all statistics")
      .example("hone diagnose study.yaml --repeats 10 -j 4", "measure the noise as well")
      .example("hone diagnose study.yaml --svg model.svg", "")
      .action([options](Context& context) { return run_diagnose(*options, context); });
}

}  // namespace hone::cli
