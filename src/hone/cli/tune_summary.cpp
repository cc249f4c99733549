// SPDX-License-Identifier: MIT
#include "hone/cli/tune_summary.hpp"

#include <algorithm>
#include <ostream>

#include "hone/analysis/failure_groups.hpp"
#include "hone/analysis/front.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/best_text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/failure_text.hpp"
#include "hone/cli/front_text.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/limits_text.hpp"
#include "hone/cli/source_text.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/failure.hpp"
#include "hone/service/source_survey.hpp"

namespace hone::cli {
namespace {

/// How the person calls the study, for command lines that are proposed.
std::string where_of(const Context& context, const TuneSummary& summary) {
  return study_hint(context, summary.argument, summary.open.address);
}

void print_last_failed(Context& context, const TuneSummary& summary) {
  if (const auto& failure = summary.result.last_failure) {
    print_failed_run(context, *failure);
    return;
  }
  const Trial* failed = last_failure(summary.trials);
  if (failed == nullptr) return;
  context.out << context.out_style().red(text("the last failure: trial ", failed->number, " ended with"))
              << "\n";
  print_error(context, failed->error);
  context.out << "\n";
}

/// What to do when nothing succeeded.
void print_way_out(Context& context, const TuneSummary& summary) {
  const Counts counts = count(summary.trials);
  const std::string where = where_of(context, summary);
  const bool file = names_file(summary.argument, summary.open);
  context.out << "no trial of the study has succeeded. Correct the command or the program";
  if (counts.failed == 0) context.out << ", or raise trial_timeout";
  if (file) context.out << ",\ntry it with   hone check --run " << shell_word(summary.argument);
  context.out << (file ? ",\nand then run  " : ",\nthen run  ") << "hone retry " << where << " && hone tune "
              << where << "\n";
  if (summary.result.reason == runner::StopReason::GaveUp) print_never_give_up(context);
}

codec::Json failures_json(const std::vector<analysis::FailureGroup>& groups) {
  codec::Json list = codec::Json::array();
  for (const analysis::FailureGroup& group : groups) {
    list.push_back({{"state", to_text(group.state)},
                    {"reason", group.reason},
                    {"trials", group.count},
                    {"last", group.last}});
  }
  return list;
}

/// The same command would begin to count --more anew.
std::string how_to_go_on(const TuneSummary& summary) {
  if (!summary.more) return "the same command goes on";
  const std::int64_t left = *summary.more - summary.result.finished;
  return left > 0 ? text("the same command with --more ", left, " goes on")
                  : "all that was asked for is done";
}

// Those of the budget, and those that were run beyond it because they waited in the queue.
std::int64_t trials_wanted(const TuneSummary& summary) {
  const Counts counts = count(summary.trials);
  return std::max(summary.open.study.plan.budget.trials.value_or(0), counts.total - counts.waiting);
}

}  // namespace

std::string reason_text(const TuneSummary& summary) {
  using runner::StopReason;
  const Budget& budget = summary.open.study.plan.budget;
  switch (summary.result.reason) {
    case StopReason::Trials:
      if (const std::int64_t running = count(summary.trials).running; running > 0) {
        return text("all ", trials_wanted(summary), " trials are started, ", running,
                    running == 1 ? " runs" : " run", " elsewhere");
      }
      return text("all ", trials_wanted(summary), " trials are done");
    case StopReason::Time:
      return "the time of " + duration_text(budget.time.value_or(0.0)) + " is up";
    case StopReason::Target:
      return text("the target ", budget.target.value_or(0.0), " is reached");
    case StopReason::Cost:
      return text("the cost of ", budget.cost.value_or(0.0), " is spent");
    case StopReason::Gain:
      return text("less than ", summary.open.study.plan.stop.gain.value_or(0.0),
                  " is expected of each further ", summary.open.study.cost ? "unit of cost" : "trial");
    case StopReason::Patience:
      return text(budget.patience.value_or(0), " trials brought nothing better");
    case StopReason::Failures:
      return text(budget.max_failures.value_or(0), " trials failed");
    case StopReason::GaveUp:
      return gave_up_text(budget);
    case StopReason::Exhausted:
      return "the sampler has nothing left to propose";
    case StopReason::Interrupted:
      return "interrupted; " + how_to_go_on(summary);
    case StopReason::Terminated:
      return "asked to end; " + how_to_go_on(summary);
    case StopReason::Redefined:
      return "somebody gave the study another search space; start again to work in it";
    case StopReason::Stopped:
      return "somebody stopped the study; 'hone stop --resume' lets it go on";
  }
  return "";
}

void print_summary(Context& context, const TuneSummary& summary) {
  const Style style = context.out_style();
  const Counts counts = count(summary.trials);
  context.out << style.bold(printable(summary.open.study.name)) << ": "
              << counted(summary.result.finished, "trial") << " in " << duration_text(summary.seconds) << "; "
              << reason_text(summary) << "\n";
  context.out << style.dim("in the study: " + counts_text(counts)) << "\n\n";
  const std::string where = where_of(context, summary);
  print_failure_groups(context, summary.trials, where);
  if (counts.complete == 0 && counts.failed + counts.timed_out > 0) {
    print_last_failed(context, summary);
    print_way_out(context, summary);
    return;
  }
  const Study& study = summary.open.study;
  if (study.objectives.size() == 1) {
    print_best(context, study, summary.trials);
  } else {
    print_front(context, study, summary.trials, where);
  }
  print_outside(context, study, summary.trials);
  context.out << "\n"
              << style.dim("look further: hone plot " + where + ", hone trials " + where +
                           " --sort best -n 10")
              << "\n";
}

void print_json(Context& context, const TuneSummary& summary) {
  const Study& study = summary.open.study;
  const Counts counts = count(summary.trials);
  codec::Json json = {{"study", study.name},
                      {"store", shown_store(summary.open.address)},
                      {"reason", runner::to_text(summary.result.reason)},
                      {"seconds", summary.seconds},
                      {"finished", summary.result.finished},
                      {"trials", counts.total},
                      {"complete", counts.complete},
                      {"failed", counts.failed + counts.timed_out}};
  if (const auto groups = analysis::failure_groups(summary.trials); !groups.empty())
    json["failures"] = failures_json(groups);
  if (const auto& failure = summary.result.last_failure) {
    json["last_failure"] = {{"number", failure->trial.number},
                            {"command", failure->command},
                            {"directory", failure->directory},
                            {"folder", failure->folder},
                            {"error", failure->trial.error}};
  }
  if (study.objectives.size() == 1) {
    const Trial* best = best_trial(summary.trials, study.objectives[0]);
    json["best"] = best == nullptr ? codec::Json(nullptr) : codec::to_json(*best, study);
  } else {
    json["front"] = codec::Json::array();
    for (const Trial* trial : pareto_trials(summary.trials, study.objectives))
      json["front"].push_back(codec::to_json(*trial, study));
    if (const auto volume = analysis::front_volume(summary.trials, study.objectives))
      json["hypervolume"] = {{"volume", volume->volume}, {"reference", volume->reference}};
  }
  if (!study.constraints_on.empty()) json["outcomes"] = limits_json(study, summary.trials);
  if (!summary.sources.used.empty()) {
    codec::Json sources = {{"used", summary.sources.used.size()},
                           {"refused", summary.sources.refused.size()}};
    const auto weights = service::newest_weights(summary.trials);
    if (weights) sources["newest"] = weights_json(*weights);
    json["sources"] = std::move(sources);
  }
  if (!summary.warnings.empty()) json["warnings"] = summary.warnings;
  context.answer(json);
}

int exit_code_of(const TuneSummary& summary) {
  using runner::StopReason;
  const StopReason reason = summary.result.reason;
  if (reason == StopReason::Interrupted) return kInterrupted;
  if (reason == StopReason::Terminated) return kTerminated;
  if (reason == StopReason::Redefined || reason == StopReason::Stopped) return kConflict;
  if (reason == StopReason::GaveUp) return kFailure;
  const Counts counts = count(summary.trials);
  if (counts.complete > 0) return kOk;
  const bool only_failures = counts.failed + counts.timed_out > 0 && counts.running == 0;
  return only_failures || summary.result.finished > 0 ? kFailure : kOk;
}

}  // namespace hone::cli
