// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/best_text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/failure_text.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/front_text.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/limits_text.hpp"
#include "hone/cli/note_text.hpp"
#include "hone/cli/source_text.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/answer.hpp"
#include "hone/service/findings.hpp"
#include "hone/service/source_survey.hpp"

namespace hone::cli {
namespace {

/// "3m 20s in all, 5.0s each".
std::string times_text(const std::vector<Trial>& trials) {
  double total = 0.0;
  std::int64_t timed = 0;
  for (const Trial& trial : trials) {
    if (!is_evidence(trial.state) || trial.started == 0) continue;
    total += std::max(0.0, duration_of(trial, trial.finished));
    ++timed;
  }
  if (timed == 0) return "";
  return duration_text(total) + " of trials, " + duration_text(total / static_cast<double>(timed)) + " each";
}

Timestamp last_change(const std::vector<Trial>& trials) {
  Timestamp last = 0;
  for (const Trial& trial : trials) last = std::max({last, trial.created, trial.started, trial.finished});
  return last;
}

/// The last failure tells most about what is wrong now.
void print_last_failure(Context& context, const std::vector<Trial>& trials) {
  const Trial* failed = last_failure(trials);
  if (failed == nullptr) return;
  context.out << "\n"
              << context.out_style().yellow("last failure") << ": trial " << failed->number << ": "
              << printable_lines(failed->error) << "\n";
}

int run_show(const StudyOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  const std::vector<Trial> trials = all_trials(open);
  const Counts counts = count(trials);
  const auto weights = service::newest_weights(trials);
  const storage::Annotations notes = open.operations->annotations(open.study.name);
  if (options.json) {
    codec::Json json = codec::show_json(open.study, trials);
    json["store"] = shown_store(open.address);
    if (const auto stored = open.operations->find(open.study.name))
      service::add_facts(json, *stored, service::notes_of(notes));
    if (weights) json["sources"] = weights_json(*weights);
    if (!open.study.constraints_on.empty()) json["outcomes"] = limits_json(open.study, trials);
    if (!notes.notes.empty()) json["notes"] = study_notes_json(notes)["notes"];
    if (!notes.attributes.empty()) json["attributes"] = codec::to_json(notes.attributes);
    json["versions"] = versions_json(open.operations->versions(open.study.name), trials);
    return context.answer(json);
  }
  const Style style = context.out_style();
  const auto line = [&](const char* label, const std::string& value) {
    if (!value.empty()) context.out << "  " << style.dim(label) << printable(value) << "\n";
  };
  context.out << style.bold(printable(open.study.name)) << "\n";
  line("objective   ", objectives_text(open.study));
  line("limits      ", limits_line(open.study));
  line("sampler     ", open.study.sampler.name);
  line("pruner      ", open.study.pruner ? open.study.pruner->name : "");
  line("command     ", shell_line(open.study.plan.command));
  line("directory   ", open.study.plan.directory);
  line("budget      ", open.study.plan.command.empty() ? "" : budget_text(open.study.plan.budget));
  line("sources     ", sources_in_short(open.study.sources));
  line("weights     ", weights ? weights_text(*weights) : "");
  line("store       ", shown_store(open.address));
  line("trials      ", text(counts.total, trials.empty() ? "" : " (" + counts_text(counts) + ")"));
  line("time        ", times_text(trials));
  line("last change ", trials.empty() ? "" : ago_text(last_change(trials), storage::system_time()));
  if (!notes.notes.empty()) context.out << "\n" << study_notes_text(notes);
  context.out << "\n" << space_table(open.study.space).text(style, context.table_width()) << "\n";
  for (const Constraint& constraint : open.study.space.constraints())
    context.out << "constraint  " << printable(constraint.text()) << "\n";
  if (!open.study.space.constraints().empty()) context.out << "\n";
  if (const auto versions = open.operations->versions(open.study.name); versions.size() > 1)
    context.out << versions_table(versions, trials).text(style, context.table_width()) << "\n";
  if (open.study.objectives.size() == 1) {
    print_best(context, open.study, trials);
  } else {
    context.out << style.bold(front_line(open.study, trials)) << with_store("; see 'hone best'\n", context);
  }
  print_outside(context, open.study, trials);
  print_last_failure(context, trials);
  return kOk;
}

}  // namespace

void add_show(Command root) {
  auto options = std::make_shared<StudyOptions>();
  Command command = root.subcommand("show", "Describe a study: its space, how far it is, its best trial");
  command.group("Look");
  add_study(command, *options);
  command.example("hone show study.yaml", "")
      .example("hone show digits-svm --store results.db", "")
      .action([options](Context& context) { return run_show(*options, context); });
}

}  // namespace hone::cli
