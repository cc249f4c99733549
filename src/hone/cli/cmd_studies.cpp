// SPDX-License-Identifier: MIT
#include <istream>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::cli {
namespace {

struct StudiesOptions {
  std::optional<std::string> store;
  bool names = false;
  bool json = false;
};

std::string goal_text(const storage::StudySummary& summary) {
  std::vector<std::string> parts;
  for (const Objective& objective : summary.objectives)
    parts.push_back(to_text(objective.direction) + " " + objective.name);
  return join(parts, ", ");
}

codec::Json summary_json(const storage::StudySummary& summary) {
  codec::Json objectives = codec::Json::array();
  for (const Objective& objective : summary.objectives) {
    objectives.push_back({{"name", objective.name}, {"direction", to_text(objective.direction)}});
  }
  return {{"name", summary.name},
          {"created", codec::iso_time(summary.created)},
          {"objectives", objectives},
          {"sampler", summary.sampler},
          {"trials", summary.trials},
          {"complete", summary.complete},
          {"failed", summary.failed},
          {"running", summary.running},
          {"waiting", summary.waiting},
          {"best", summary.best ? codec::Json(*summary.best) : codec::Json(nullptr)}};
}

Table studies_table(const std::vector<storage::StudySummary>& studies) {
  Table table;
  table.column("study");
  table.column("objective");
  table.column("sampler");
  for (const char* title : {"trials", "complete", "failed", "running", "best"})
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
  const std::string address = store_address(context, options.store);
  const std::vector<storage::StudySummary> studies = open_existing_store(address)->studies();
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const storage::StudySummary& summary : studies) list.push_back(summary_json(summary));
    context.out << codec::json_text(list);
  } else if (options.names) {
    for (const storage::StudySummary& summary : studies) context.out << printable(summary.name) << "\n";
  } else if (studies.empty()) {
    context.out << "there are no studies in " << shown_store(address) << "\n";
  } else {
    context.out << studies_table(studies).text(context.out_style(), context.table_width());
  }
  return kOk;
}

struct DeleteOptions : StudyOptions {
  std::vector<std::string> trials;
  bool yes = false;
};

/// True when the person says yes. Without one at the terminal nothing is deleted.
bool confirmed(const std::string& question, Context& context) {
  if (!context.environment.input_is_terminal) {
    throw UsageError("deleting needs a yes, and there is no terminal to ask at", "add --yes");
  }
  context.err << printable(question) << " [y/N] " << std::flush;
  std::string answer;
  std::getline(context.in, answer);
  answer = std::string(trim(answer));
  return answer == "y" || answer == "Y" || answer == "yes";
}

/// Takes trials out. They stay in the store, so nobody is asked: `hone retry --trial` brings them back.
int delete_trials(const DeleteOptions& options, const OpenStudy& open, Context& context) {
  const std::vector<std::int64_t> numbers = trial_numbers(options.trials);
  runner::Driver driver(*open.storage, open.stored(), nullptr, {runner::worker_id(), std::nullopt});
  driver.remove(numbers);
  if (options.json) {
    context.out << codec::json_text({{"study", open.study.name}, {"deleted_trials", numbers}});
    return kOk;
  }
  const std::string where = printable(options.study + store_hint(context, options.store));
  context.out << (numbers.size() == 1 ? "trial " : "trials ") << numbers_in_short(numbers) << " of "
              << printable(open.study.name) << (numbers.size() == 1 ? " is" : " are") << " deleted\n"
              << context.out_style().dim("look: hone trials " + where + " --state deleted") << "\n";
  return kOk;
}

int run_delete(const DeleteOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  if (!options.trials.empty()) return delete_trials(options, open, context);
  const std::size_t count = open.storage->changes(open.id, 0).trials.size();
  const std::string trials = counted(static_cast<std::int64_t>(count), "trial");
  if (!options.yes && !confirmed("Delete study '" + open.study.name + "' and its " + trials + "?", context)) {
    context.out << "nothing was deleted\n";
    return kFailure;
  }
  open.storage->delete_study(open.id);
  if (options.json) {
    context.out << codec::json_text({{"deleted", open.study.name}, {"trials", count}});
  } else {
    context.out << "deleted " << printable(open.study.name) << " and its " << trials << "\n";
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
      .example("hone studies", "")
      .action([options](Context& context) { return run_studies(*options, context); });
}

void add_delete(Command root) {
  auto options = std::make_shared<DeleteOptions>();
  Command command = root.subcommand("delete", "Remove a study from the store, or take out single trials");
  command.group("Keep").detail(
      "With --trial only that trial is taken out: it is kept with its number and a remark, but counted "
      "nowhere, not shown unless asked for, and no sampler learns from it. 'hone retry --trial' runs it "
      "again.");
  add_study(command, *options);
  command
      .list("--trial,-t", options->trials, "N", "only the trial of this number; may be given several times")
      .flag("--yes,-y", options->yes, "do not ask")
      .example("hone delete digits-svm", "asks first")
      .example("hone delete digits-svm --trial 12", "measured while the disk was full")
      .action([options](Context& context) { return run_delete(*options, context); });
}

}  // namespace hone::cli
