// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/charts/report.hpp"
#include "hone/cli/command_text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/dashboard.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"
#include "hone/service/findings.hpp"

namespace hone::cli {
namespace {

struct HtmlReportOptions : StudyOptions {
  std::optional<std::string> output;
  std::optional<std::int64_t> port;
  bool no_model = false;
  bool all_values = false;
  bool live = false;
};

void require_html_name(const std::string& path) {
  const std::string ending = codec::extension_of(path);
  if (ending.empty() || ending == ".html" || ending == ".htm") return;
  throw UsageError("the report would be HTML, not " + ending + ", in " + path,
                   "name the file .html; a browser opens it, and prints it as PDF");
}

/// Empty where no line of a shell would run the trial: a worker is sent its settings.
std::string command_to_copy(const Study& study, const Trial& trial) {
  return study.plan.mode == RunMode::Worker ? "" : trial_command(study, trial);
}

/// A report that changes with its study is the dashboard, opened on it: the same pictures by the same code,
/// fed by what workers do as it happens.
int run_live_report(const HtmlReportOptions& options, Context& context) {
  if (options.output || options.json || options.no_model || options.all_values)
    throw UsageError("a live report is served, not written",
                     "leave out --live, or -o, --json, --no-model and --all-values");
  return serve_dashboard({.study = options.study, .store = options.store, .port = options.port}, context);
}

int run_report(const HtmlReportOptions& options, Context& context) {
  if (options.live) return run_live_report(options, context);
  if (options.port)
    throw UsageError("--port is where a live report is served", "add --live, or leave out --port");
  const std::string path = options.output.value_or("report.html");
  require_html_name(path);
  const OpenStudy open = open_study(context, options);
  const std::vector<Trial> all = trials_of(open);
  const std::vector<Trial> trials = fitting(all);
  if (const std::string outside = outside_text(open.study, all); !outside.empty() && !options.json)
    context.err << outside << "; the report leaves out what does not fit\n";
  charts::ReportOptions asked{.made = time_text(storage::system_time()),
                              .now = storage::system_time(),
                              .view = {.all = options.all_values}};
  if (!options.no_model) {
    asked.model = catalog::model_settings(open.study);
    try {
      asked.importance = service::importance_of(open.study, trials, {});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::InvalidArgument) throw;
      asked.no_importance = error.what();  // too few trials, as a rule
    }
  }
  const Trial* best =
      open.study.objectives.size() == 1 ? best_trial(trials, open.study.objectives[0]) : nullptr;
  if (best != nullptr) asked.command = command_to_copy(definition_of(open, *best), *best);
  const std::string page = charts::html_report(open.study, trials, asked);
  if (path == "-") {
    context.out << page;
    return kOk;
  }
  write_file(path, page);
  if (options.json)
    return context.answer({{"study", open.study.name}, {"trials", trials.size()}, {"file", path}});
  context.out << "wrote " << printable(path) << "\n";
  return kOk;
}

constexpr const char* kReportDetail =
    R"(One file with everything inside, to open in a browser, send or print; it loads nothing from anywhere. It holds the best settings with the command line to copy, how far the study is, failures by reason, history, slices, parallel coordinates, the importance of parameters, a contour of the two that matter most, learning curves, a timeline, the Pareto front of several objectives, the diagnosis, and a table of trials. Points and lines say which trial they are and what its settings were; draw along an axis of the parallel coordinates, and the table shows the trials that pass there. What has no data is left out.
With --live nothing is written: the dashboard is served on this machine, read-only, open on the study, and follows it while it runs. Ctrl-C ends it.)";

}  // namespace

void add_report(Command root) {
  auto options = std::make_shared<HtmlReportOptions>();
  Command command = root.subcommand("report", "Write everything about a study as one HTML page");
  command.group("Look").detail(kReportDetail);
  add_study(command, *options);
  command
      .option("--output,-o", options->output, "FILE",
              "where to write it (default report.html; -: standard output)")
      .flag("--no-model", options->no_model, "leave out importance, contour and diagnosis, which fit models")
      .flag("--all-values", options->all_values,
            "axes that reach to the furthest value; without it the far worst are arrows at the end")
      .flag("--live", options->live, "serve it while the study runs, and print its address")
      .option("--port,-p", options->port, "N", "where --live listens (default 7180; 0: any that is free)", 0,
              65535)
      .example("hone report study.yaml -o study.html", "")
      .example("hone report digits-svm --store results.db", "")
      .example("hone report digits-svm --live", "then open the address that is printed")
      .action([options](Context& context) { return run_report(*options, context); });
}

}  // namespace hone::cli
