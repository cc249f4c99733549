// SPDX-License-Identifier: MIT
#include <algorithm>
#include <istream>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/confirm.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/runner/trial_folders.hpp"
#include "hone/runner/worker_id.hpp"
#include "hone/service/administration.hpp"
#include "hone/service/entries.hpp"

namespace hone::cli {
namespace {

struct StudiesOptions {
  std::optional<std::string> store;
  std::vector<std::string> tags;
  bool names = false;
  bool json = false;
};

std::string goal_text(const storage::StudySummary& summary) {
  std::vector<std::string> parts;
  for (const Objective& objective : summary.objectives)
    parts.push_back(to_text(objective.direction) + " " + objective.name);
  return join(parts, ", ");
}

Table studies_table(const std::vector<storage::StudySummary>& studies) {
  Table table;
  table.column("study");
  table.column("objective");
  table.column("sampler");
  for (const char* title : {"trials", "complete", "no result", "running", "best"})
    table.column(title, Align::Right);
  table.column("created");
  const Timestamp now = storage::system_time();
  for (const storage::StudySummary& summary : studies) {
    table.row({summary.name, goal_text(summary), summary.sampler, std::to_string(summary.trials),
               std::to_string(summary.complete), std::to_string(summary.failed),
               std::to_string(summary.running), summary.best ? short_number(*summary.best) : "",
               ago_text(summary.created, now)});
  }
  return table;
}

int run_studies(const StudiesOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  std::vector<storage::StudySummary> studies = store.operations->studies();
  const bool none = studies.empty();
  for (const std::string& tag : options.tags) {
    check_tag(tag);
    std::erase_if(studies, [&](const storage::StudySummary& summary) {
      return !store.operations->annotations(summary.name).tags().contains(tag);
    });
  }
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const storage::StudySummary& summary : studies) list.push_back(service::summary_json(summary));
    return context.answer(list);
  }
  if (options.names) {
    for (const storage::StudySummary& summary : studies) context.out << printable(summary.name) << "\n";
  } else if (studies.empty()) {
    context.out << (none ? "there are no studies in " : "no study has that tag in ")
                << shown_store(store.address) << "\n";
  } else {
    context.out << studies_table(studies).text(context.out_style(), context.table_width());
  }
  return kOk;
}

struct DeleteOptions : StudyOptions {
  std::vector<std::string> trials;
  std::optional<std::string> workdir;
  bool yes = false;
  bool files = false;
};

/// Takes trials out. They stay in the store, so nobody is asked: `hone retry --trial` brings them back.
int delete_trials(const DeleteOptions& options, const OpenStudy& open, Context& context) {
  const std::vector<std::int64_t> numbers = trial_numbers(options.trials);
  open.operations->remove(open.study.name, numbers);
  if (options.json) return context.answer({{"study", open.study.name}, {"deleted_trials", numbers}});
  const std::string where = study_hint(context, options.study, options.store);
  context.out << (numbers.size() == 1 ? "trial " : "trials ") << numbers_in_short(numbers) << " of "
              << printable(open.study.name) << (numbers.size() == 1 ? " is" : " are") << " deleted\n"
              << context.out_style().dim("look: hone trials " + where + " --state deleted") << "\n";
  return kOk;
}

/// What a study's trials left on the disk.
struct LeftFiles {
  std::string workdir;
  std::string folder;  ///< of the study, in it
  std::vector<runner::TrialFolder> trials;
  bool running = false;  ///< trials that may write there

  std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (const runner::TrialFolder& one : trials) sum += one.bytes;
    return sum;
  }
  std::string words() const {
    return counted(static_cast<std::int64_t>(trials.size()), "trial folder") + " (" + bytes_text(bytes()) +
           ") in " + workdir + "/" + folder;
  }
};

LeftFiles left_files(const DeleteOptions& options, const OpenStudy& open, const std::vector<Trial>& trials) {
  LeftFiles left{options.workdir.value_or(".hone"),
                 service::trial_folder_of(*open.operations, open.study.name),
                 {},
                 false};
  left.trials = runner::trial_folders(left.workdir, left.folder);
  left.running = std::any_of(trials.begin(), trials.end(), [](const Trial& trial) {
    return trial.state == TrialState::Running && runner::liveness(trial.worker) == storage::Liveness::Alive;
  });
  return left;
}

/// Whoever answers for the study at a terminal is asked for the folders too; otherwise --files says so.
bool wants_files_gone(const DeleteOptions& options, const LeftFiles& left, Context& context) {
  if (left.trials.empty() || left.running) return false;
  if (options.files || options.yes) return options.files;
  return confirmed("Remove its " + left.words() + ", too?", context);
}

int run_delete(const DeleteOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  if (!options.trials.empty()) return delete_trials(options, open, context);
  const std::vector<Trial> all = open.trials(open.study.name);
  const std::string trials = counted(static_cast<std::int64_t>(all.size()), "trial");
  if (!options.yes && !confirmed("Delete study '" + open.study.name + "' and its " + trials + "?", context)) {
    context.out << "nothing was deleted\n";
    return kFailure;
  }
  const LeftFiles left = left_files(options, open, all);
  const bool files = wants_files_gone(options, left, context);
  open.operations->drop(open.study.name);
  std::int64_t freed = 0;
  if (files) {
    for (const runner::TrialFolder& folder : left.trials) freed += clear(folder, runner::Clearing::All);
    runner::remove_if_empty(left.workdir, left.folder);
  }
  if (options.json)
    return context.answer({{"deleted", open.study.name},
                           {"trials", all.size()},
                           {"folders", files ? left.trials.size() : 0},
                           {"bytes", freed}});
  context.out << "deleted " << printable(open.study.name) << " and its " << trials << "\n";
  if (files) {
    context.out << "removed " << counted(static_cast<std::int64_t>(left.trials.size()), "trial folder")
                << ", " << bytes_text(freed) << "\n";
  } else if (!left.trials.empty()) {
    context.out << context.out_style().dim(
                       "left alone: " + printable(left.words()) +
                       (left.running ? ", as trials still run" : "; --files would have removed them, too"))
                << "\n";
  }
  return kOk;
}

}  // namespace

void add_studies(Command root) {
  auto options = std::make_shared<StudiesOptions>();
  Command command = root.subcommand("studies", "List the studies of the store");
  command.group("Look");
  add_store(command, options->store);
  add_json(command, options->json);
  command.flag("--names", options->names, "only the names, one on each line")
      .list("--tag,-t", options->tags, "NAME", "only those with this tag; see 'hone note'")
      .example("hone studies", "")
      .action([options](Context& context) { return run_studies(*options, context); });
}

void add_delete(Command root) {
  auto options = std::make_shared<DeleteOptions>();
  Command command = root.subcommand("delete", "Remove a study from the store, or take out single trials");
  command.group("Keep").detail(
      R"(With --trial only that trial is taken out: it is kept with its number and a remark, but counted nowhere, not shown unless asked for, and no sampler learns from it. 'hone retry --trial' runs it again.)");
  add_study(command, *options);
  command
      .list("--trial,-t", options->trials, "N", "only the trial of this number; may be given several times")
      .flag("--files", options->files, "remove the study's trial folders, too (asked at a terminal)")
      .option("--workdir", options->workdir, "DIR", "where trials have their folders (default .hone)")
      .flag("--yes,-y", options->yes, "do not ask")
      .example("hone delete digits-svm", "asks first")
      .example("hone delete digits-svm --yes --files", "with everything its trials left on the disk")
      .example("hone delete digits-svm --trial 12", "measured while the disk was full")
      .action([options](Context& context) { return run_delete(*options, context); });
}

}  // namespace hone::cli
