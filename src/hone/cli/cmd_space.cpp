// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/version_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/service/space_report.hpp"

namespace hone::cli {
namespace {

struct SpaceOptions : StudyOptions {
  std::optional<std::string> set;
  bool dry_run = false;
  bool names = false;
};

/// The definition in the file, for the study in the store: under its name, and with its sources when the file
/// names none.
Study definition_for(const OpenStudy& open, const std::string& file) {
  Study given = codec::read_study_file(file);
  given.name = open.study.name;
  if (given.sources.empty()) given.sources = open.study.sources;
  return given;
}

int set_space(const SpaceOptions& options, const OpenStudy& open, Context& context) {
  const Study given = definition_for(open, *options.set);
  const auto done = open.operations->set_space(open.study.name, given, options.dry_run);
  if (options.json) return context.answer(service::space_report_json(open.study.name, done));
  const runner::PlannedChange& change = done.change;
  if (change.changes.empty()) {
    context.out << "nothing differs: " << printable(open.study.name) << " is defined as in "
                << printable(*options.set) << "\n";
    return kOk;
  }
  context.out << (options.dry_run ? "would change in " : "changed in ") << printable(open.study.name) << "\n"
              << changes_text(change.changes);
  if (change.new_space) context.out << effect_text(change) << "\n";
  if (options.dry_run) {
    context.out << context.out_style().dim("nothing was changed; without --dry-run it is") << "\n";
  } else {
    context.out << "the definition is at version " << done.version << "\n";
  }
  return kOk;
}

int show_space(const SpaceOptions& options, const OpenStudy& open, Context& context) {
  const std::vector<Trial> trials = all_trials(open);
  const std::vector<storage::StudyVersion> versions = open.operations->versions(open.study.name);
  if (options.json)
    return context.answer({{"study", open.study.name},
                           {"version", open.version},
                           {"definition", codec::to_json(open.study)},
                           {"versions", versions_json(versions, trials)}});
  const Style style = context.out_style();
  context.out << style.bold(printable(open.study.name)) << ", version " << open.version << "\n\n"
              << space_table(open.study.space).text(style, context.table_width());
  for (const Constraint& constraint : open.study.space.constraints())
    context.out << "  " << style.dim("constraint  ") << printable(constraint.text()) << "\n";
  for (const OutcomeConstraint& limit : open.study.constraints_on)
    context.out << "  " << style.dim("limit       ") << printable(limit.text()) << "\n";
  context.out << "\n" << versions_table(versions, trials).text(style, context.table_width());
  if (const std::string outside = outside_text(open.study, trials); !outside.empty())
    context.out << "\n" << outside << "\n";
  return kOk;
}

int run_space(const SpaceOptions& options, Context& context) {
  if (options.dry_run && !options.set)
    throw UsageError("--dry-run needs a file to look at", "write --set FILE --dry-run");
  const OpenStudy open = open_study(context, options);
  if (options.names) {
    for (const Parameter& parameter : open.study.space.parameters())
      context.out << printable(parameter.name) << "\n";
    return kOk;
  }
  return options.set ? set_space(options, open, context) : show_space(options, open, context);
}

}  // namespace

void add_space(Command root) {
  auto options = std::make_shared<SpaceOptions>();
  Command command = root.subcommand("space", "Show or change the search space of a study in the store");
  command.group("Run").detail(
      R"(Without --set: the space as it is, and all versions of the study's definition with the trials that ran under each. With --set the study takes over what the file says, as 'hone tune --adopt' does: ranges may be widened or narrowed, choices and parameters may come and go, scales may change. Trials are never lost: those that do not fit the new space are kept and marked, and count again when a later space has them. A new parameter needs a `default` for old trials, a removed one an entry under `removed`. Objectives cannot change.)");
  add_study(command, *options);
  command.option("--set", options->set, "FILE", "take over the definition in this study file")
      .flag("--dry-run", options->dry_run, "say what would change, and change nothing")
      .flag("--names", options->names, "only the names of the parameters, one on each line")
      .example("hone space digits-svm", "the space and its versions")
      .example("hone space digits-svm --set study.yaml --dry-run", "what the edited file would change")
      .example("hone space digits-svm --set study.yaml", "")
      .action([options](Context& context) { return run_space(*options, context); });
}

}  // namespace hone::cli
