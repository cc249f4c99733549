// SPDX-License-Identifier: MIT
#include "hone/cli/failure_text.hpp"

#include <algorithm>
#include <ostream>

#include "hone/analysis/failure_groups.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/core/failure.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kMostGroups = 5;

/// The states of the failures, as `hone trials --state` takes them.
std::string states_of(const std::vector<analysis::FailureGroup>& groups) {
  std::string states;
  for (const TrialState state : {TrialState::Failed, TrialState::TimedOut}) {
    const bool some = std::any_of(groups.begin(), groups.end(),
                                  [&](const analysis::FailureGroup& group) { return group.state == state; });
    if (some) states += (states.empty() ? "" : ",") + std::string(to_text(state));
  }
  return states;
}

}  // namespace

void print_started(Context& context, const std::vector<std::string>& command, const std::string& directory) {
  context.out << "  " << shell_line(command) << "\n";
  if (!directory.empty()) context.out << context.out_style().dim("  in " + shell_word(directory)) << "\n";
}

void print_error(Context& context, const std::string& error) {
  for (const std::string& line : split(trim(error), '\n')) context.out << "  " << printable(line) << "\n";
}

const Trial* last_failure(std::span<const Trial> trials) {
  const auto failed = std::find_if(trials.rbegin(), trials.rend(), [](const Trial& trial) {
    return is_failure(trial.state) && !trial.error.empty();
  });
  return failed == trials.rend() ? nullptr : &*failed;
}

void print_failed_run(Context& context, const runner::FailedRun& failure) {
  const Style style = context.out_style();
  context.out << style.red(text("the last failure: trial ", failure.trial.number, " was started as")) << "\n";
  print_started(context, failure.command, failure.directory);
  context.out << "and ended with\n";
  print_error(context, failure.trial.error);
  context.out << style.dim("  all it wrote is in " + shell_word(failure.folder)) << "\n\n";
}

std::string gave_up_text(const Budget& budget) {
  return text("gave up, as ", budget.give_up_after,
              budget.give_up_after == 1 ? " trial failed" : " trials in a row failed in the same way",
              " and none succeeded");
}

void print_never_give_up(Context& context) {
  context.out << context.out_style().dim("to go on whatever fails: budget: {give_up_after: never}") << "\n";
}

void print_failure_groups(Context& context, std::span<const Trial> trials, const std::string& where) {
  const std::vector<analysis::FailureGroup> groups = analysis::failure_groups(trials);
  if (groups.empty()) return;
  const Style style = context.out_style();
  const int width = context.table_width();
  context.out << style.red("why trials failed") << "\n";
  for (std::size_t i = 0; i < std::min(groups.size(), kMostGroups); ++i) {
    const std::string times = text(groups[i].count, " x  ");
    const std::string reason = printable(groups[i].reason.empty() ? "no reason given" : groups[i].reason);
    const std::size_t room = static_cast<std::size_t>(std::max(width - 4, 20)) - times.size();
    context.out << "  " << times << (width > 0 ? plot::fit(reason, room, style.unicode) : reason) << "\n";
  }
  if (groups.size() > kMostGroups)
    context.out << "  " << counted(static_cast<std::int64_t>(groups.size() - kMostGroups), "other reason")
                << "\n";
  context.out << style.dim("  list them: hone trials " + where + " --state " + states_of(groups)) << "\n\n";
}

}  // namespace hone::cli
