// SPDX-License-Identifier: MIT
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/audit_command.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/table.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/service/audit_trail.hpp"

namespace hone::cli {
namespace {

struct AuditOptions {
  std::optional<std::string> store;
  std::optional<std::int64_t> since;
  std::optional<std::int64_t> limit;
  bool json = false;
};

std::string user_name() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry != nullptr ? entry->pw_name : text("user ", ::getuid());
}

std::string host_name() {
  std::array<char, 256> name = {};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

int run_audit(const AuditOptions& options, Context& context) {
  const CommandStore store = open_store(context, options.store);
  const std::vector<service::AuditEntry> entries =
      store.operations->accesses().audit(options.since.value_or(-1), options.limit.value_or(100));
  if (options.json) {
    codec::Json list = codec::Json::array();
    for (const service::AuditEntry& entry : entries) list.push_back(service::audit_json(entry));
    return context.answer({{"entries", list}});
  }
  if (entries.empty()) {
    context.out << "there are no entries\n";
    return kOk;
  }
  Table table;
  table.column("number", Align::Right);
  for (const char* title : {"time", "who", "from", "what", "about", "answer"}) table.column(title);
  for (const service::AuditEntry& entry : entries)
    table.row({std::to_string(entry.number), codec::iso_time(entry.time), entry.who, entry.origin, entry.what,
               entry.target, text(entry.status, entry.detail.empty() ? "" : " ", entry.detail)});
  context.out << table.text(context.out_style(), context.table_width());
  return kOk;
}

}  // namespace

void note_in_trail(const CommandStore& store, const std::string& what, const std::string& target,
                   Context& context) {
  service::AuditTrail trail([&store]() -> auto& { return store.operations->accesses(); });
  const std::string problem = trail.note({.who = text("command line, ", user_name()),
                                          .origin = host_name(),
                                          .what = what,
                                          .target = target,
                                          .status = 200});
  if (!problem.empty())
    context.err << "the audit trail of the store was not written: " << printable(problem) << "\n";
}

void add_audit(Command& db) {
  auto options = std::make_shared<AuditOptions>();
  Command command = db.subcommand("audit", "Who changed what by a service, or was refused");
  command
      .detail(
          R"(The newest entries of the audit trail that services of the store keep: what admins changed, tokens that were made and revoked, and what others tried that only admins may do. Asks and results are not in it. The newest 100,000 are kept.)")
      .option("--since", options->since, "NUMBER", "entries after this number, the oldest first", 0)
      .option("--limit", options->limit, "N", "so many at most (default 100)", 1, 1000)
      .example("hone db audit --store hone.db", "")
      .example("hone db audit --since 0 --limit 1000 --json", "to keep them elsewhere")
      .action([options](Context& context) { return run_audit(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
