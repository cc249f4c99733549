// SPDX-License-Identifier: MIT
#include "hone/cli/check_run.hpp"

#include <filesystem>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/failure_text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/core/failure.hpp"
#include "hone/core/outcome_gap.hpp"
#include "hone/encode/middle.hpp"
#include "hone/runner/result.hpp"
#include "hone/runner/stop_signal.hpp"

namespace hone::cli {
namespace {

constexpr const char* kWorkdir = ".hone";

/// "10, from step 1 (0.9) to step 10 (0.125)".
std::string reports_in_short(const std::vector<Report>& reports) {
  if (reports.empty()) return "none";
  const auto one = [](const Report& report) {
    return text("step ", report.step, " (", short_number(report.value), ")");
  };
  if (reports.size() == 1) return "1, " + one(reports[0]);
  return text(reports.size(), ", from ", one(reports.front()), " to ", one(reports.back()));
}

std::string attributes_in_short(const Attributes& attributes) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : attributes) parts.push_back(name + "=" + to_text(value));
  return parts.empty() ? "none" : join(parts, ", ");
}

// The trial's folder, and the study's, which was made for it alone.
void remove_folders(const std::string& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  std::filesystem::remove(std::filesystem::path(folder).parent_path(), ignored);
}

void print_read(Context& context, const Study& study, const Trial& trial) {
  const auto line = [&](const std::string& label, const std::string& value) {
    context.out << "  " << context.out_style().dim(printable(label)) << "  " << printable(value) << "\n";
  };
  line("state", std::string(to_text(trial.state)));
  for (std::size_t i = 0; i < trial.values.size(); ++i)
    line(study.objectives[i].name, short_number(trial.values[i], 10));
  line("attributes", attributes_in_short(trial.attributes));
  for (std::size_t i = 0; i < trial.excess.size(); ++i) {
    const std::string& limit = study.constraints_on[i].text();
    std::vector<std::string> gaps;
    for (const OutcomeGap& gap : outcome_gaps(study.constraints_on[i], trial)) gaps.push_back(gap_text(gap));
    if (!gaps.empty()) {
      line("limit", text(limit, " is not known to hold: ", join(gaps, ", "),
                         "; print it as a number beside the result"));
    } else if (trial.excess[i] > 0.0) {
      line("limit", text(limit, " is broken by ", short_number(trial.excess[i])));
    } else {
      line("limit", limit + " holds");
    }
  }
  line("reports", reports_in_short(trial.reports));
  if (!trial.error.empty()) line("error", failure_in_short(trial.error));
}

}  // namespace

bool CheckRun::succeeded() const {
  return is_finished(tryout.trial.state) && !is_failure(tryout.trial.state);
}

CheckRun run_once(const Study& study) {
  CheckRun run;
  run.enqueued = !study.enqueue.empty();
  const Configuration settings = run.enqueued ? study.enqueue.front() : encode::middle_of(study.space);
  runner::StopSignal signal;
  const runner::ScopedSignals signals(signal);
  run.tryout = runner::try_out(study, settings, kWorkdir, &signal);
  run.interrupted = !is_finished(run.tryout.trial.state);
  if (run.succeeded()) remove_folders(run.tryout.folder);
  return run;
}

void print_check_run(Context& context, const Study& study, const CheckRun& run) {
  const Style style = context.out_style();
  const Trial& trial = run.tryout.trial;
  context.out << "\n" << style.bold("started") << "\n";
  print_started(context, run.tryout.command, run.tryout.directory);
  context.out << "with "
              << (run.enqueued ? "the first starting point" : "settings from the middle of the space") << "\n"
              << settings_text(trial.configuration, style);
  if (run.interrupted) {
    context.out << style.yellow("it was interrupted") << "\n";
    return;
  }
  const std::string took = duration_text(duration_of(trial, trial.finished));
  if (run.succeeded()) {
    context.out << "\n" << style.green("it took " + took + ", and this is read from it") << "\n";
    print_read(context, study, trial);
    if (const auto remark = trial.attributes.find(runner::kRemarkAttribute); remark != trial.attributes.end())
      context.out << style.yellow("warning: ") << printable(to_text(remark->second)) << "\n";
    return;
  }
  context.out << "\n" << style.red("it failed after " + took) << "\n";
  print_error(context, trial.error);
  context.out << style.dim("  all it wrote is in " + shell_word(run.tryout.folder)) << "\n";
}

codec::Json check_run_json(const Study& study, const CheckRun& run) {
  codec::Json json = {{"command", run.tryout.command},
                      {"directory", run.tryout.directory},
                      {"trial", codec::to_json(run.tryout.trial, study)}};
  if (!run.succeeded()) json["folder"] = run.tryout.folder;
  return json;
}

}  // namespace hone::cli
