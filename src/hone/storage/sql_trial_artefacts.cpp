// SPDX-License-Identifier: MIT
// Files that trials leave: bytes first, then the row that names them, so that a row never names what is not
// on disk. Bytes without a row are what a writer that died leaves; sweep_blobs() finds them.
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/sql_storage.hpp"
#include "hone/storage/trial_artefact_rows.hpp"
#include "hone/storage/trial_artefact_rules.hpp"
#include "hone/storage/trial_rows.hpp"

namespace hone::storage {
namespace {

constexpr std::size_t kMostArtefactProblems = 50;

struct Room {
  std::int64_t others = 0;
  std::int64_t bytes = 0;
};

/// What the others of the trial take.
Room room_beside(Database& database, StudyId id, const TrialArtefactDraft& draft) {
  Room room;
  for (const TrialArtefact& other : rows::read_artefacts_of_trial(database, id, draft.number)) {
    if (other.name == draft.name) continue;
    ++room.others;
    room.bytes += other.size;
  }
  return room;
}

/// The attempt of the trial, which may be left something of this size.
int require_may_put(Database& database, StudyId id, const TrialArtefactDraft& draft, std::int64_t size) {
  const Holding holding = rows::read_holding(database, id, draft.number);
  require_may_leave(draft.fence, holding);
  const Room room = room_beside(database, id, draft);
  require_artefact_room(room.others, room.bytes, size);
  return holding.attempt;
}

/// How the bytes differ from what was put; empty when they do not.
std::string damage_of(Blobs& blobs, const TrialArtefact& artefact) {
  const auto bytes = blobs.find(artefact.hash);
  if (!bytes) return "is lost: its bytes are not there";
  Sha256 hash;
  std::int64_t size = 0;
  for (std::string piece; !(piece = bytes->read(size, kPieceOfBytes)).empty(); size += std::ssize(piece))
    hash.add(piece);
  return size == artefact.size && hash.digits() == artefact.hash ? "" : "is damaged: it has other bytes";
}

}  // namespace

Blobs& SqlStorage::blobs() {
  const std::lock_guard guard(blobs_mutex_);
  if (blobs_) return *blobs_;
  if (!open_blobs_)
    throw Error(ErrorCode::InvalidArgument,
                text("'", database_.outside().name(), "' has no place for artefacts"),
                "name a folder that all who use this store share, or a bucket: HONE_ARTEFACTS=DIR or "
                "s3://BUCKET/PREFIX");
  std::string store_id = database_.use(rows::read_blob_store_id);
  if (store_id.empty()) {
    database_.write(Access::DurableWrite, [&](Database& database) {
      store_id = rows::make_blob_store_id(database);
      return true;
    });
  }
  blobs_ = open_blobs_(store_id);
  return *blobs_;
}

TrialArtefact SqlStorage::put_trial_artefact(StudyId id, const TrialArtefactDraft& draft,
                                             const ByteSource& bytes) {
  require_artefact_name(draft.name);
  require_blob_size(bytes.size(), kLargestTrialArtefact);
  // What would be refused is not written.
  database_.read([&](Database& database) { return require_may_put(database, id, draft, bytes.size()); });
  const StoredBlob blob = blobs().put(bytes, kLargestTrialArtefact);
  TrialArtefact artefact{.number = draft.number,
                         .name = draft.name,
                         .hash = blob.hash,
                         .size = blob.size,
                         .type = artefact_type(draft.name, blob.beginning),
                         .created = clock_()};
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    if (!rows::lock_progress(database, id)) throw_no_study(id);
    artefact.attempt = require_may_put(database, id, draft, blob.size);
    rows::write_trial_artefact(database, id, artefact);
    return true;
  });
  // It took so long between the two that somebody thought nobody needs the bytes.
  if (!blobs().find(blob.hash)) blobs().put(bytes, kLargestTrialArtefact);
  return artefact;
}

std::vector<TrialArtefact> SqlStorage::trial_artefacts(StudyId id, std::int64_t first, std::int64_t most) {
  return database_.read([&](Database& database) {
    if (!rows::read_progress(database, id)) throw_no_study(id);
    return rows::read_trial_artefacts(database, id, first, most);
  });
}

std::optional<OpenArtefact> SqlStorage::trial_artefact(StudyId id, std::int64_t number,
                                                       const std::string& name) {
  const auto all = database_.read([&](Database& database) {
    if (!rows::read_progress(database, id)) throw_no_study(id);
    return rows::read_artefacts_of_trial(database, id, number);
  });
  for (const TrialArtefact& artefact : all) {
    if (artefact.name != name) continue;
    std::shared_ptr<const ByteSource> bytes = blobs().find(artefact.hash);
    if (!bytes) throw_artefact_damaged(artefact, "is lost: its bytes are not there");
    if (bytes->size() != artefact.size) throw_artefact_damaged(artefact, "is damaged: it has another size");
    return OpenArtefact{artefact, std::move(bytes)};
  }
  return std::nullopt;
}

bool SqlStorage::delete_trial_artefact(StudyId id, std::int64_t number, const std::string& name) {
  bool deleted = false;
  database_.write(Access::DurableWrite, id, [&](Database& database) {
    if (!rows::lock_progress(database, id)) throw_no_study(id);
    deleted = rows::delete_trial_artefact(database, id, number, name);
    return deleted;
  });
  return deleted;
}

// The list first: what is put later is not in it, and what is put again is younger.
UnneededBlobs SqlStorage::sweep_blobs(Timestamp before, bool only_count) {
  UnneededBlobs unneeded;
  if (!open_blobs_ || database_.use(rows::read_blob_store_id).empty()) return unneeded;
  const std::vector<ListedBlob> all = blobs().list();
  const std::set<std::string> needed = database_.read(rows::read_blob_hashes);
  for (const ListedBlob& blob : all) {
    if (blob.put > before || needed.contains(blob.hash)) continue;
    if (!only_count && !blobs().remove(blob.hash, before)) continue;
    ++unneeded.count;
    unneeded.bytes += blob.size;
  }
  if (!only_count) blobs().tidy(before);
  return unneeded;
}

void SqlStorage::check_trial_artefacts(std::vector<std::string>& problems) {
  try {
    compare_bytes(problems);
  } catch (const Error& error) {  // their place does not answer, say
    problems.push_back(text("the artefacts of trials: ", error.what()));
  }
}

// Each blob is read once, however many trials have it.
void SqlStorage::compare_bytes(std::vector<std::string>& problems) {
  std::map<std::string, std::string> seen;
  const auto studies = database_.read(rows::read_names);
  for (const auto& [id, name] : studies) {
    const auto artefacts = database_.read([&](Database& database) {
      return rows::read_trial_artefacts(database, id, 0, std::numeric_limits<std::int32_t>::max());
    });
    for (const TrialArtefact& artefact : artefacts) {
      if (problems.size() >= kMostArtefactProblems) return;
      const auto [entry, is_new] = seen.try_emplace(artefact.hash);
      if (is_new) entry->second = damage_of(blobs(), artefact);
      if (entry->second.empty()) continue;
      problems.push_back(text("study '", name, "': the artefact '", artefact.name, "' of trial ",
                              artefact.number, " ", entry->second, " (hash ", artefact.hash.substr(0, 12),
                              ")"));
    }
  }
}

}  // namespace hone::storage
