// SPDX-License-Identifier: MIT
#include <filesystem>
#include <ostream>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/table.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/storage/sqlite_storage.hpp"

namespace hone::cli {
namespace {

struct DbOptions {
  std::optional<std::string> store;
  std::string file;
  std::optional<std::string> kind;
  bool json = false;
  bool repair = false;
};

int run_backup(const DbOptions& options, Context& context) {
  const std::string address = store_address(context, options.store);
  open_existing_store(address)->backup(options.file);
  if (options.json) {
    context.out << codec::json_text({{"store", address}, {"file", options.file}});
  } else {
    context.out << "wrote a copy of " << printable(address) << " to " << printable(options.file) << "\n";
  }
  return kOk;
}

int run_db_check(const DbOptions& options, Context& context) {
  const std::string address = store_address(context, options.store);
  const std::unique_ptr<storage::Storage> store = open_existing_store(address);
  const std::vector<std::string> repaired = options.repair ? store->repair() : std::vector<std::string>();
  const storage::CheckReport report = store->check();
  if (options.json) {
    context.out << codec::json_text({{"store", address},
                                     {"ok", report.problems.empty()},
                                     {"schema", report.schema_version},
                                     {"problems", report.problems},
                                     {"repaired", repaired}});
    return report.problems.empty() ? kOk : kStore;
  }
  for (const std::string& what : repaired) context.out << "repaired: " << printable(what) << "\n";
  if (report.problems.empty()) {
    context.out << printable(address) << " is sound (schema " << report.schema_version << ")\n";
  } else {
    for (const std::string& problem : report.problems) context.out << printable(problem) << "\n";
    context.out << printable(address)
                << " is damaged; save it with 'hone db backup' and export what can be read\n";
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
  const std::string address = store_address(context, options.store);
  const std::vector<ArtefactInfo> artefacts =
      open_existing_store(address)->artefacts(options.kind.value_or(""));
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const ArtefactInfo& info : artefacts) list.push_back(codec::to_json(info));
    context.out << codec::json_text(list);
  } else if (artefacts.empty()) {
    context.out << "there are no artefacts" << (options.kind ? " of kind " + printable(*options.kind) : "")
                << " in " << printable(address) << "\n";
  } else {
    context.out << artefacts_table(artefacts).text(context.out_style(), context.table_width());
  }
  return kOk;
}

int run_migrate(const DbOptions& options, Context& context) {
  const std::string address = store_address(context, options.store);
  const std::optional<std::string> file = catalog::storage_file(address);
  if (!file) throw Error(ErrorCode::InvalidArgument, address + " is not a file", "only files need migration");
  std::error_code ignored;
  if (!std::filesystem::exists(*file, ignored)) {
    throw Error(ErrorCode::NotFound, "there is no store at " + *file, "name another one with --store");
  }
  const auto storage = storage::open_sqlite(*file, {.create = false, .migrate = true});
  const int version = storage->check().schema_version;
  if (options.json) {
    context.out << codec::json_text({{"store", address}, {"schema", version}});
  } else {
    context.out << printable(address) << " has the present schema (" << version << ")\n";
  }
  return kOk;
}

}  // namespace

void add_db(Command root) {
  Command db = root.subcommand("db", "Copy, check or migrate the store; list its artefacts");
  db.group("Keep");
  auto options = std::make_shared<DbOptions>();
  Command backup = db.subcommand("backup", "Write a consistent copy while others go on");
  backup.argument("FILE", options->file, "the new file")
      .example("hone db backup hone-monday.db", "")
      .action([options](Context& context) { return run_backup(*options, context); });
  Command check = db.subcommand("check", "Look for damage in the store");
  check
      .detail(
          "Reads everything: the database's own structures, tables and indices, each trial and definition "
          "against the seal under which it was stored, counts against the trials, artefacts against their "
          "hashes. Damaged trials cannot be made good: go back to a backup, or export the other studies.")
      .flag(
          "--repair", options->repair,
          "first count anew what can be counted, set next numbers that are taken, make missing indices again")
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
          "An artefact has a kind, a name and versions, told apart by the hash of their bytes; the newest "
          "comes "
          "first. It outlives the studies it was made from.")
      .option("--kind", options->kind, "KIND", "only artefacts of this kind")
      .example("hone db artefacts --json", "")
      .action([options](Context& context) { return run_artefacts(*options, context); });
  for (Command* command : {&backup, &check, &migrate, &artefacts}) {
    add_store(*command, options->store);
    add_json(*command, options->json);
  }
}

}  // namespace hone::cli
