// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/audit_command.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/hint.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/trial_numbers.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/json.hpp"
#include "hone/service/administration.hpp"

namespace hone::cli {
namespace {

struct DbOptions {
  std::optional<std::string> store;
  std::string file;
  std::string from;
  std::string to;
  std::vector<std::string> studies;
  std::optional<std::string> kind;
  bool json = false;
  bool repair = false;
};

int run_backup(const DbOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  service::backup(*store.operations, options.file);
  if (options.json) return context.answer({{"store", shown_store(store.address)}, {"file", options.file}});
  context.out << "wrote a copy of " << shown_store(store.address) << " to " << printable(options.file)
              << "\n";
  return kOk;
}

/// "3 studies, 120 trials, 40 reports, 2 artefacts", and files of trials when there are some.
std::string counts_text(const storage::CopyCounts& counts) {
  return text(
      counts.studies, counts.studies == 1 ? " study, " : " studies, ", counted(counts.trials, "trial"), ", ",
      counted(counts.reports, "report"), ", ", counted(counts.artefacts, "artefact"),
      counts.trial_artefacts > 0 ? ", " + counted(counts.trial_artefacts, "file") + " of trials" : "");
}

int run_copy(const DbOptions& options, Context& context) {
  const storage::CopyCounts counts = copy_stores(options.from, options.to, options.studies);
  if (options.json)
    return context.answer({{"from", shown_store(options.from)},
                           {"to", shown_store(options.to)},
                           {"studies", counts.studies},
                           {"versions", counts.versions},
                           {"trials", counts.trials},
                           {"reports", counts.reports},
                           {"artefacts", counts.artefacts},
                           {"trial_artefacts", counts.trial_artefacts}});
  context.out << "copied " << counts_text(counts) << " from " << shown_store(options.from) << " to "
              << shown_store(options.to) << "\n";
  return kOk;
}

codec::Json unheld_json(const std::vector<service::UnheldTrials>& unheld) {
  codec::Json list = codec::Json::array();
  for (const auto& [study, claims] : unheld) {
    for (const runner::OrphanedClaim& claim : claims)
      list.push_back({{"study", study},
                      {"number", claim.number},
                      {"worker", claim.worker},
                      {"until_told", claim.forever}});
  }
  return list;
}

void tell_of_unheld(const std::vector<service::UnheldTrials>& unheld, Context& context) {
  for (const auto& [study, claims] : unheld) {
    for (const bool forever : {false, true}) {
      std::vector<std::int64_t> numbers;
      for (const runner::OrphanedClaim& claim : claims)
        if (claim.forever == forever) numbers.push_back(claim.number);
      if (numbers.empty()) continue;
      const auto count = static_cast<std::int64_t>(numbers.size());
      context.out << "note: study '" << printable(study) << "': " << counted(count, "trial")
                  << (count == 1 ? " is" : " are") << " running, but the process that asked for "
                  << (count == 1 ? "it" : "them") << " has ended (" << (count == 1 ? "trial " : "trials ")
                  << numbers_in_short(numbers) << "); "
                  << with_store(forever
                                    ? "tell the result, or say 'hone tell STUDY NUMBER --state failed' and "
                                      "'hone retry' to have it tried again"
                                    : (count == 1 ? "the next 'hone tune' runs it again"
                                                  : "the next 'hone tune' runs them again"),
                                context)
                  << "\n";
    }
  }
}

int run_db_check(const DbOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const std::string shown = shown_store(store.address);
  const service::StoreState state = service::check_store(*store.operations, options.repair);
  const storage::CheckReport& report = state.report;
  if (options.json) {
    context.answer({{"store", shown},
                    {"ok", report.problems.empty()},
                    {"schema", report.schema_version},
                    {"problems", report.problems},
                    {"unheld", unheld_json(state.unheld)},
                    {"repaired", state.repaired}});
    return report.problems.empty() ? kOk : kStore;
  }
  for (const std::string& what : state.repaired) context.out << "repaired: " << printable(what) << "\n";
  if (report.problems.empty()) {
    context.out << shown << " is sound (schema " << report.schema_version << ")\n";
    tell_of_unheld(state.unheld, context);
  } else {
    for (const std::string& problem : report.problems)
      context.out << printable(with_store(problem, context)) << "\n";
    context.out << shown
                << with_store(" is damaged; save it with 'hone db backup' and export what can be read\n",
                              context);
  }
  return report.problems.empty() ? kOk : kStore;
}

std::string made_from(const std::vector<ArtefactSource>& sources) {
  std::int64_t trials = 0;
  for (const ArtefactSource& source : sources) trials += source.trials;
  if (sources.empty()) return "";
  const std::string from = sources.size() == 1 ? sources.front().study : text(sources.size(), " studies");
  return from + " (" + counted(trials, "trial") + ")";
}

Table artefacts_table(const std::vector<ArtefactInfo>& artefacts) {
  Table table;
  for (const char* title : {"kind", "name", "hash"}) table.column(title);
  table.column("bytes", Align::Right);
  for (const char* title : {"created", "made by", "from"}) table.column(title);
  const Timestamp now = storage::system_time();
  for (const ArtefactInfo& info : artefacts) {
    table.row({info.kind, info.name, info.hash.substr(0, 12), std::to_string(info.size),
               ago_text(info.created, now), info.maker, made_from(info.sources)});
  }
  return table;
}

int run_artefacts(const DbOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const std::vector<ArtefactInfo> artefacts =
      store.operations->artefacts().artefacts(options.kind.value_or(""));
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const ArtefactInfo& info : artefacts) list.push_back(codec::to_json(info));
    return context.answer(list);
  }
  if (artefacts.empty()) {
    context.out << "there are no artefacts" << (options.kind ? " of kind " + printable(*options.kind) : "")
                << " in " << shown_store(store.address) << "\n";
  } else {
    context.out << artefacts_table(artefacts).text(context.out_style(), context.table_width());
  }
  return kOk;
}

int run_migrate(const DbOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  if (!catalog::outlives_process(store.address)) {
    throw Error(ErrorCode::InvalidArgument, store.address + " is gone with the process",
                "only files and databases need migration");
  }
  const int version = service::check_store(*store.operations, false).report.schema_version;
  if (options.json) return context.answer({{"store", shown_store(store.address)}, {"schema", version}});
  context.out << shown_store(store.address) << " has the present schema (" << version << ")\n";
  return kOk;
}

}  // namespace

void add_db(Command root) {
  Command db = root.subcommand("db", "Copy, check or migrate the store; list its artefacts");
  db.group("Keep");
  auto options = std::make_shared<DbOptions>();
  Command backup = db.subcommand("backup", "Write a consistent copy while others go on");
  backup.argument("FILE", options->file, "the new file, a SQLite store whatever the store is")
      .example("hone db backup hone-monday.db", "")
      .action([options](Context& context) { return run_backup(*options, context); });
  Command copy = db.subcommand("copy", "Copy one store into another, a file or a database");
  copy.detail(
          R"(All studies with their versions, notes, trials and reports, and all artefacts, as they are at one moment; all of it or nothing. The second store is made when there is none, and may hold other studies. Trials that run are copied as running: whoever runs them tells the first store.)")
      .argument("FROM", options->from,
                "the store to copy: a file, sqlite:PATH or postgresql://USER@HOST/DATABASE")
      .argument("TO", options->to, "the store to copy into")
      .list("--study", options->studies, "NAME",
            "only this study, and no artefacts; may be given several times")
      .example("hone db copy hone.db postgresql://ann@db.example/tuning", "")
      .example("hone db copy archive.db hone.db --study svm",
               "a study back from where 'hone gc --studies' put it")
      .action([options](Context& context) { return run_copy(*options, context); });
  add_json(copy, options->json);
  Command check = db.subcommand("check", "Look for damage in the store");
  check
      .detail(
          R"(Reads everything: the database's own structures, tables and indices, each trial and definition against the seal under which it was stored, counts against the trials, artefacts against their hashes. Damaged trials cannot be made good: go back to a backup, or export the other studies. In a sound store it names the running trials whose process has ended.)")
      .flag("--repair", options->repair,
            "first count anew what can be counted, set next numbers that are taken, make missing and damaged "
            "indices again")
      .example("hone db check --store results.db", "")
      .example("hone db check --repair", "")
      .action([options](Context& context) { return run_db_check(*options, context); });
  Command migrate = db.subcommand("migrate", "Bring a store of an older hone to the present schema");
  migrate
      .detail(
          "Any command that opens the store does the same; this one does nothing else. Make a backup first.")
      .example("hone db migrate", "")
      .action([options](Context& context) { return run_migrate(*options, context); });
  Command artefacts =
      db.subcommand("artefacts", "List what was computed from trials and kept, such as models");
  artefacts
      .detail(
          R"(Such an artefact has a kind, a name and versions, told apart by the hash of their bytes; the newest comes first. It outlives the studies it was made from. The files that trials left are another thing: 'hone artefacts' lists those.)")
      .option("--kind", options->kind, "KIND", "only artefacts of this kind")
      .example("hone db artefacts --json", "")
      .action([options](Context& context) { return run_artefacts(*options, context); });
  add_audit(db);
  for (Command* command : {&backup, &check, &migrate, &artefacts}) {
    add_store(*command, options->store);
    add_json(*command, options->json);
  }
}

}  // namespace hone::cli
