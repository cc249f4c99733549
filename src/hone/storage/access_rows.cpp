// SPDX-License-Identifier: MIT
#include "hone/storage/access_rows.hpp"

#include <algorithm>

#include "hone/storage/study_rows.hpp"

namespace hone::storage::rows {
namespace {

constexpr const char* kAuditTable = R"sql(
CREATE TABLE audit_trail (
  number BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  who TEXT NOT NULL,
  origin TEXT NOT NULL,
  what TEXT NOT NULL,
  target TEXT NOT NULL,
  status BIGINT NOT NULL,
  detail TEXT NOT NULL
);
)sql";

constexpr const char* kUsageTable = R"sql(
CREATE TABLE usage_counters (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
)sql";

std::int64_t next_number(Database& database) {
  Query largest(database, "SELECT MAX(number) FROM audit_trail");
  return largest.next() && !largest.is_null(0) ? largest.integer(0) + 1 : 1;
}

AuditEntry audit_entry_of(Query& row) {
  return {.number = row.integer(0),
          .time = row.integer(1),
          .who = std::string(row.text(2)),
          .origin = std::string(row.text(3)),
          .what = std::string(row.text(4)),
          .target = std::string(row.text(5)),
          .status = static_cast<int>(row.integer(6)),
          .detail = std::string(row.text(7))};
}

}  // namespace

bool make_table(Database& database, const std::string& name, const char* definition) {
  if (database.has_table(name)) return false;
  database.lock_schema();
  if (database.has_table(name)) return false;
  database.execute(definition);
  return true;
}

bool make_access_tables(Database& database) {
  const bool trail = make_table(database, "audit_trail", kAuditTable);
  const bool usage = make_table(database, "usage_counters", kUsageTable);
  return trail || usage;
}

// The oldest go, so that the largest number is never given twice.
void insert_audit(Database& database, const AuditEntry& entry, Timestamp now) {
  lock_store(database);
  make_table(database, "audit_trail", kAuditTable);
  const std::int64_t number = next_number(database);
  Query(database,
        "INSERT INTO audit_trail (number, at, who, origin, what, target, status, detail) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .with(number, now, entry.who, entry.origin, entry.what, entry.target, entry.status, entry.detail)
      .run();
  Query(database, "DELETE FROM audit_trail WHERE number <= ?").with(number - kMostAuditEntries).run();
}

std::vector<AuditEntry> read_audit(Database& database, std::int64_t after, std::int64_t most) {
  std::vector<AuditEntry> found;
  if (!database.has_table("audit_trail")) return found;
  const bool newest = after < 0;
  Query query(database, newest ? "SELECT number, at, who, origin, what, target, status, detail "
                                 "FROM audit_trail WHERE number > ? ORDER BY number DESC LIMIT ?"
                               : "SELECT number, at, who, origin, what, target, status, detail "
                                 "FROM audit_trail WHERE number > ? ORDER BY number LIMIT ?");
  query.with(after, most);
  while (query.next()) found.push_back(audit_entry_of(query));
  if (newest) std::reverse(found.begin(), found.end());
  return found;
}

std::int64_t add_usage(Database& database, const std::string& counter, std::int64_t more) {
  make_table(database, "usage_counters", kUsageTable);
  Query query(database,
              "INSERT INTO usage_counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET "
              "value = usage_counters.value + excluded.value RETURNING value");
  query.with(counter, more).next();
  const std::int64_t value = query.integer(0);
  query.run();
  return value;
}

}  // namespace hone::storage::rows
