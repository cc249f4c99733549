// SPDX-License-Identifier: MIT
#include "hone/storage/artefact_rows.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/storage/artefact_rules.hpp"

// Bytes come last in a row: a list of artefacts is read without a look at them.
#define HONE_ARTEFACT_COLUMNS "kind, name, hash, size, created, made_by, settings, sources"

namespace hone::storage::rows {
namespace {

ArtefactInfo artefact_of(Query& row, std::vector<ArtefactSource> sources) {
  return {.kind = std::string(row.text(0)),
          .name = std::string(row.text(1)),
          .hash = std::string(row.text(2)),
          .size = row.integer(3),
          .created = row.integer(4),
          .maker = std::string(row.text(5)),
          .settings = std::string(row.text(6)),
          .sources = std::move(sources)};
}

ArtefactInfo artefact_of(Query& row) { return artefact_of(row, codec::sources_from_text(row.text(7))); }

/// The same in a list, which one damaged row does not make unreadable: that one is shown without its sources,
/// and reading it alone says what is wrong.
ArtefactInfo listed_artefact_of(Query& row) {
  try {
    return artefact_of(row);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt) throw;
    return artefact_of(row, {});
  }
}

/// Versions count over all artefacts of the store, and no number is given twice.
std::int64_t next_version(Database& database) {
  Query query(database,
              "UPDATE hone_meta SET value = value + 1 WHERE name = 'next_artefact' RETURNING value - 1");
  query.next();
  const std::int64_t version = query.integer(0);
  query.run();
  return version;
}

std::optional<ArtefactInfo> newest(Database& database, const std::string& kind, const std::string& name) {
  Query query(database, "SELECT " HONE_ARTEFACT_COLUMNS
                        " FROM artefacts WHERE kind = ? AND name = ? ORDER BY version DESC LIMIT 1");
  if (!query.with(kind, name).next()) return std::nullopt;
  return artefact_of(query);
}

}  // namespace

bool put_artefact(Database& database, ArtefactInfo& info, const std::string& bytes) {
  // One that is stored with other bytes than its hash says is damaged, and makes room.
  const ArtefactKey key{info.kind, info.name, info.hash};
  if (const auto stored = read_artefact(database, key); stored && stored->bytes != bytes)
    delete_artefacts(database, key);
  const auto known = newest(database, info.kind, info.name);
  if (known && is_same_making(*known, info)) {
    info = *known;
    return false;
  }
  const std::int64_t version = next_version(database);
  const std::string sources = codec::sources_to_text(info.sources);
  // The bytes of a version that is there already are not written again.
  Query(database,
        "UPDATE artefacts SET version = ?, created = ?, made_by = ?, settings = ?, sources = ? "
        "WHERE kind = ? AND name = ? AND hash = ?")
      .with(version, info.created, info.maker, info.settings, sources, info.kind, info.name, info.hash)
      .run();
  if (database.changed_rows() > 0) return true;
  Query(database, "INSERT INTO artefacts (" HONE_ARTEFACT_COLUMNS
                  ", version, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .with(info.kind, info.name, info.hash, info.size, info.created, info.maker, info.settings, sources,
            version, Bytes{bytes})
      .run();
  return true;
}

std::optional<Artefact> read_artefact(Database& database, const ArtefactKey& key) {
  Query query(database, "SELECT " HONE_ARTEFACT_COLUMNS
                        ", bytes FROM artefacts WHERE kind = ? AND name = ? AND (? = '' OR hash = ?) "
                        "ORDER BY version DESC LIMIT 1");
  if (!query.with(key.kind, key.name, key.hash, key.hash).next()) return std::nullopt;
  return Artefact{artefact_of(query), std::string(query.bytes(8))};
}

std::vector<ArtefactInfo> read_artefacts(Database& database, const std::string& kind) {
  Query query(database, "SELECT " HONE_ARTEFACT_COLUMNS
                        " FROM artefacts WHERE ? = '' OR kind = ? ORDER BY kind, name, version DESC");
  query.with(kind, kind);
  std::vector<ArtefactInfo> all;
  while (query.next()) all.push_back(listed_artefact_of(query));
  return all;
}

std::vector<ArtefactInfo> read_artefacts_by_age(Database& database) {
  Query query(database, "SELECT " HONE_ARTEFACT_COLUMNS " FROM artefacts ORDER BY version");
  std::vector<ArtefactInfo> all;
  while (query.next()) all.push_back(artefact_of(query));
  return all;
}

std::int64_t delete_artefacts(Database& database, const ArtefactKey& key) {
  Query(database, "DELETE FROM artefacts WHERE kind = ? AND name = ? AND (? = '' OR hash = ?)")
      .with(key.kind, key.name, key.hash, key.hash)
      .run();
  return database.changed_rows();
}

}  // namespace hone::storage::rows
