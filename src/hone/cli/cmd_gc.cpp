// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <utility>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/gc_studies.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/field.hpp"
#include "hone/codec/json.hpp"
#include "hone/runner/trial_folders.hpp"
#include "hone/service/administration.hpp"
#include "hone/service/trial_artefacts.hpp"

namespace hone::cli {
namespace {

constexpr const char* kUsualAge = "30d";
constexpr std::int64_t kUsualBest = 10;

struct GcOptions {
  std::optional<std::string> study;
  std::optional<std::string> store;
  std::optional<std::string> older_than;
  std::optional<std::int64_t> keep_best;
  std::optional<std::string> workdir;
  std::optional<std::string> archive;
  bool studies = false;
  bool logs = false;
  bool orphans = false;
  bool yes = false;
  bool dry_run = false;
  bool json = false;
};

double age_of(const GcOptions& options) {
  const std::string word = options.older_than.value_or(kUsualAge);
  if (word == "0") return 0.0;
  const auto seconds = codec::parse_duration(word);
  if (!seconds) {
    throw UsageError("'" + word + "' is not a time",
                     "write --older-than 30d, 12h or 90m; 0 takes trials of any age");
  }
  return *seconds;
}

/// The numbers of the best trials: those with the best values, or of several objectives the Pareto-optimal
/// ones, all of them however few were asked for.
std::set<std::int64_t> best_numbers(const Study& study, const std::vector<Trial>& trials, std::int64_t keep) {
  std::set<std::int64_t> numbers;
  if (keep == 0) return numbers;
  if (study.objectives.size() > 1) {
    for (const Trial* trial : pareto_trials(trials, study.objectives)) numbers.insert(trial->number);
    return numbers;
  }
  std::vector<const Trial*> complete;
  for (const Trial& trial : trials) {
    if (trial.state == TrialState::Complete) complete.push_back(&trial);
  }
  std::stable_sort(complete.begin(), complete.end(), [&](const Trial* a, const Trial* b) {
    return better(study.objectives[0], a->values[0], b->values[0]);
  });
  for (std::size_t i = 0; i < std::min(complete.size(), static_cast<std::size_t>(keep)); ++i)
    numbers.insert(complete[i]->number);
  return numbers;
}

/// What is done with the folders of one study, and why the others stay.
struct Sweep {
  std::string study;
  std::string folder;
  std::vector<runner::TrialFolder> cleared = {};
  std::int64_t bytes = 0;
  std::int64_t open = 0;  ///< of trials that run or wait, or that the store does not know
  std::int64_t best = 0;
  std::int64_t young = 0;
  bool orphan = false;  ///< the store has no such study; it is called like the folder
};

std::string workdir_of(const GcOptions& options) { return options.workdir.value_or(".hone"); }

Timestamp oldest_kept(const GcOptions& options) {
  return storage::system_time() - static_cast<Timestamp>(age_of(options) * 1000.0);
}

void sweep_out(Sweep& sweep, const runner::TrialFolder& folder, const GcOptions& options) {
  if (options.logs && folder.log_bytes == 0) return;
  sweep.cleared.push_back(folder);
  sweep.bytes += options.logs ? folder.log_bytes : folder.bytes;
}

Sweep plan_sweep(const CommandStore& store, const Study& study, const std::string& place,
                 const GcOptions& options) {
  Sweep sweep{.study = study.name, .folder = place};
  // The folders first: what a run makes later is not among them, whatever the store says then.
  const std::vector<runner::TrialFolder> folders = runner::trial_folders(workdir_of(options), sweep.folder);
  const std::vector<Trial> trials = store.trials(study.name);
  const auto best = best_numbers(study, trials, options.keep_best.value_or(kUsualBest));
  const Timestamp oldest = oldest_kept(options);
  for (const runner::TrialFolder& folder : folders) {
    const bool known = folder.number < static_cast<std::int64_t>(trials.size());
    if (!known || !is_finished(trials[static_cast<std::size_t>(folder.number)].state)) {
      ++sweep.open;
    } else if (best.contains(folder.number)) {
      ++sweep.best;
    } else if (folder.changed > oldest) {
      ++sweep.young;
    } else {
      sweep_out(sweep, folder, options);
    }
  }
  return sweep;
}

/// Of folders whose study the store does not have: it was deleted, it was tried by 'hone check --run', or it
/// is in another store. Only their age tells something about them.
std::vector<Sweep> plan_orphans(const GcOptions& options, const std::set<std::string>& known) {
  std::vector<Sweep> sweeps;
  const Timestamp oldest = oldest_kept(options);
  for (const std::string& name : runner::study_folders(workdir_of(options))) {
    if (known.contains(name)) continue;
    Sweep& sweep = sweeps.emplace_back(Sweep{.study = name, .folder = name, .orphan = true});
    for (const runner::TrialFolder& folder : runner::trial_folders(workdir_of(options), name)) {
      if (folder.changed > oldest) {
        ++sweep.young;
      } else {
        sweep_out(sweep, folder, options);
      }
    }
  }
  return sweeps;
}

void carry_out(Sweep& sweep, const GcOptions& options) {
  sweep.bytes = 0;
  for (const runner::TrialFolder& folder : sweep.cleared)
    sweep.bytes += clear(folder, options.logs ? runner::Clearing::Logs : runner::Clearing::All);
  if (!options.logs) runner::remove_if_empty(workdir_of(options), sweep.folder);
}

/// For the study that was named, or for each one of the store, through one connection. A study without
/// folders is not read.
std::vector<Sweep> plan_sweeps(const GcOptions& options, Context& context) {
  if (options.study) {
    const OpenStudy open = open_study(context, {*options.study, options.store});
    return {
        plan_sweep(open, open.study, service::trial_folder_of(*open.operations, open.study.name), options)};
  }
  std::vector<Sweep> sweeps;
  const CommandStore store = open_store(context, options.store);
  for (const storage::StudySummary& summary : store.operations->studies()) {
    const std::string folder = service::trial_folder_of(*store.operations, summary);
    if (runner::trial_folders(workdir_of(options), folder).empty()) {
      sweeps.push_back({.study = summary.name, .folder = folder});
      continue;
    }
    if (const auto found = store.find(summary.name))
      sweeps.push_back(plan_sweep(store, found->version.study, folder, options));
  }
  return sweeps;
}

std::string stayed_text(const Sweep& sweep) {
  std::vector<std::string> parts;
  if (sweep.best > 0) parts.push_back(text(sweep.best, " of the best trials"));
  if (sweep.young > 0) parts.push_back(text(sweep.young, " too young"));
  if (sweep.open > 0) parts.push_back(text(sweep.open, " of trials that run or wait"));
  return parts.empty() ? "" : "; stay: " + join(parts, ", ");
}

codec::Json sweep_json(const Sweep& sweep) {
  codec::Json paths = codec::Json::array();
  for (const runner::TrialFolder& folder : sweep.cleared) paths.push_back(folder.path);
  return {{"study", sweep.study}, {"folders", paths},   {"bytes", sweep.bytes},  {"best", sweep.best},
          {"young", sweep.young}, {"open", sweep.open}, {"orphan", sweep.orphan}};
}

int move_studies(const GcOptions& options, Context& context) {
  if (!options.studies || !options.archive)
    throw UsageError("studies leave a store only for an archive",
                     "give both: --studies --archive archive.db");
  if (options.logs || options.orphans || options.keep_best || options.workdir)
    throw UsageError("--studies is about studies, not about trial folders",
                     "leave out --logs, --orphans, --keep-best and --workdir");
  return run_gc_studies({.study = options.study,
                         .store = options.store,
                         .archive = *options.archive,
                         .age = age_of(options),
                         .yes = options.yes,
                         .json = options.json},
                        context);
}

/// Bytes of files that trials left and no trial has any more. What was put within the hour may be about to
/// get its name.
storage::UnneededBlobs sweep_bytes(const GcOptions& options, Context& context) {
  if (options.study || options.logs || options.orphans) return {};
  constexpr Timestamp kHour = 3'600'000;
  const Timestamp before = std::min(oldest_kept(options), storage::system_time() - kHour);
  return service::sweep_artefacts(*open_store(context, options.store).operations, before, !options.yes);
}

int run_gc(const GcOptions& options, Context& context) {
  if (options.yes && options.dry_run)
    throw UsageError("--yes and --dry-run do not go together", "leave one out");
  age_of(options);  // a mistake in it should not depend on what there is
  if (options.orphans && options.study)
    throw UsageError("--orphans is about folders without a study", "leave the study out");
  if (options.studies || options.archive) return move_studies(options, context);
  std::vector<Sweep> sweeps = plan_sweeps(options, context);
  std::set<std::string> known;
  for (const Sweep& sweep : sweeps) known.insert(sweep.folder);
  std::vector<Sweep> orphans;
  if (!options.study) orphans = plan_orphans(options, known);
  if (options.orphans) sweeps.insert(sweeps.end(), orphans.begin(), orphans.end());
  codec::Json list = codec::Json::array();
  std::int64_t bytes = 0;
  std::int64_t folders = 0;
  for (Sweep& sweep : sweeps) {
    if (options.yes) carry_out(sweep, options);
    bytes += sweep.bytes;
    folders += static_cast<std::int64_t>(sweep.cleared.size());
    list.push_back(sweep_json(sweep));
    const bool nothing = sweep.cleared.empty() && stayed_text(sweep).empty();
    if (options.json || nothing) continue;
    context.out << printable(sweep.study) << (sweep.orphan ? " (not in this store): " : ": ")
                << counted(static_cast<std::int64_t>(sweep.cleared.size()), "trial folder") << ", "
                << bytes_text(sweep.bytes) << stayed_text(sweep) << "\n";
  }
  const storage::UnneededBlobs unneeded = sweep_bytes(options, context);
  if (options.json)
    return context.answer({{"done", options.yes},
                           {"bytes", bytes},
                           {"studies", list},
                           {"artefacts", {{"files", unneeded.count}, {"bytes", unneeded.bytes}}}});
  if (unneeded.count > 0)
    context.out << (options.yes ? "removed " : "would remove ") << counted(unneeded.count, "file") << ", "
                << bytes_text(unneeded.bytes) << ", that trials left and no trial has any more\n";
  const std::string what = options.logs ? "the logs of " : "";
  const std::string total = what + counted(folders, "trial folder") + ", " + bytes_text(bytes);
  if (folders == 0) {
    context.out << "there is nothing to remove in " << printable(workdir_of(options)) << "\n";
  } else if (options.yes) {
    context.out << "removed " << total << "\n";
  } else {
    context.out << "would remove " << total << "; nothing was removed yet: add --yes to do it\n";
  }
  if (!options.orphans && !orphans.empty())
    context.out << counted(static_cast<std::int64_t>(orphans.size()), "folder")
                << " of studies that are not in this store (deleted, tried with 'hone check --run', or of "
                   "another store): look with --orphans\n";
  return kOk;
}

}  // namespace

void add_gc(Command root) {
  auto options = std::make_shared<GcOptions>();
  Command command = root.subcommand("gc", "Clear away old trial folders and logs, and keep the best");
  command.group("Keep")
      .detail(
          R"(Shows what it would remove, and removes it with --yes. Folders of trials that run or wait stay, and so do those of the best trials (with several objectives, of the Pareto-optimal ones). Results are in the store and are not touched. Links are not followed.
Beside them go the bytes of artefacts ('hone artefacts') that no trial has any more, those of deleted studies say.
With --orphans also folders of studies that the store does not have: deleted ones, those of 'hone check --run' that failed, and those of another store whose trials run in the same place.
A folder is as old as what was last written in it.
With --studies and --archive it is studies that go, those that nobody has changed for so long: into a store in a file, which is read back and compared before anything is deleted. Those whose trials run, and those that others learn from, stay.)")
      .argument("STUDY", options->study, "only this study (default: all of the store)")
      .option("--older-than", options->older_than, "TIME", "only folders of that age: 12h, 90m (default 30d)")
      .option("--keep-best", options->keep_best, "N", "keep those of the N best trials (default 10)", 0)
      .flag("--studies", options->studies, "move whole studies of that age into the archive")
      .option("--archive", options->archive, "FILE", "the store that they move to; made when there is none")
      .flag("--logs", options->logs, "only stdout.txt and stderr.txt; other files stay")
      .flag("--orphans", options->orphans, "also folders of studies that the store does not have")
      .option("--workdir", options->workdir, "DIR", "where trials have their folders (default .hone)")
      .flag("--yes,-y", options->yes, "remove them")
      .flag("--dry-run", options->dry_run, "only show what would be removed, as without --yes")
      .example("hone gc", "what would be removed")
      .example("hone gc study.yaml --older-than 7d --keep-best 3 --yes", "")
      .example("hone gc --studies --older-than 180d --archive archive.db", "which studies would be moved")
      .action([options](Context& context) { return run_gc(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
