// SPDX-License-Identifier: MIT
#include "hone/storage/annotation_rows.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/storage/seal.hpp"
#include "hone/storage/study_attributes.hpp"
#include "hone/storage/study_store.hpp"

namespace hone::storage::rows {
namespace {

std::string tags_text(const TagChanges& tags) {
  Attributes attributes;
  for (const auto& [tag, on] : tags) attributes[tag] = on;
  return attributes.empty() ? "" : codec::attributes_to_text(attributes);
}

TagChanges tags_from(std::string_view stored) {
  TagChanges tags;
  if (stored.empty()) return tags;
  for (const auto& [tag, value] : codec::attributes_from_text(stored)) {
    if (const bool* on = std::get_if<bool>(&value)) tags[tag] = *on;
  }
  return tags;
}

std::int64_t seal_of_note(StudyId id, std::int64_t number, Timestamp time, std::string_view text,
                          std::string_view tags) {
  return Seal().add(id).add(number).add(time).add(text).add(tags).value();
}

std::int64_t seal_of_mark(StudyId id, std::string_view text, std::int64_t stopped) {
  return Seal().add(id).add(text).add(stopped).value();
}

std::int64_t seal_of_key(StudyId id, std::string_view hash, const Enqueued& added) {
  return Seal().add(id).add(hash).add(added.first).add(added.count).value();
}

std::int64_t seal_of_attribute(StudyId id, std::string_view name, std::string_view value) {
  return Seal().add(id).add(name).add(value).value();
}

/// The value alone, as the map of one member that attributes are written as.
std::string value_text(const Value& value) { return codec::attributes_to_text({{"value", value}}); }

/// All that is kept of a study.
struct Entries {
  Annotations said = {};
  bool marked = false;  ///< whether there is a row of text and mark
  std::vector<std::pair<std::string, Enqueued>> keys = {};
  std::vector<std::string> damage = {};  ///< in words: rows that are not what was sealed, or are missing
};

void read_notes(Database& database, StudyId id, Entries& found) {
  Query row(database,
            "SELECT number, noted, text, tags, seal FROM study_notes WHERE study_id = ? ORDER BY number");
  row.with(id);
  std::int64_t next = 1;
  while (row.next()) {
    const std::int64_t number = row.integer(0);
    if (number != next) found.damage.push_back(text("its note ", next, " is missing"));
    next = number + 1;
    if (row.integer(4) == seal_of_note(id, number, row.integer(1), row.text(2), row.text(3))) {
      found.said.notes.push_back({row.integer(1), std::string(row.text(2)), tags_from(row.text(3))});
    } else {
      found.damage.push_back(text("its note ", number, " is damaged"));
    }
  }
}

void read_mark(Database& database, StudyId id, Entries& found) {
  Query row(database, "SELECT text, stopped, seal FROM study_marks WHERE study_id = ?");
  found.marked = row.with(id).next();
  if (!found.marked) return;
  if (row.integer(2) == seal_of_mark(id, row.text(0), row.integer(1))) {
    found.said.text = row.text(0);
    found.said.stopped = row.integer(1) != 0;
  } else {
    found.damage.emplace_back("the text on it, and whether it is stopped, are damaged");
  }
}

void read_attributes(Database& database, StudyId id, Entries& found) {
  Query row(database, "SELECT name, value, seal FROM study_attributes WHERE study_id = ?");
  row.with(id);
  while (row.next()) {
    const std::string name(row.text(0));
    if (row.integer(2) == seal_of_attribute(id, name, row.text(1))) {
      found.said.attributes[name] = codec::attributes_from_text(row.text(1)).at("value");
    } else {
      found.damage.push_back(text("its attribute '", name, "' is damaged"));
    }
  }
}

void read_keys(Database& database, StudyId id, Entries& found) {
  Query row(database, "SELECT key_hash, first_trial, trials, seal FROM enqueue_keys WHERE study_id = ?");
  row.with(id);
  while (row.next()) {
    const Enqueued added{row.integer(1), row.integer(2)};
    const std::string hash(row.text(0));
    if (row.integer(3) == seal_of_key(id, hash, added)) {
      found.keys.emplace_back(hash, added);
    } else {
      found.damage.push_back(
          text("what was enqueued under the key of hash ", hash.substr(0, 12), " is damaged"));
    }
  }
}

Entries read_all(Database& database, StudyId id) {
  Entries found;
  read_notes(database, id, found);
  read_mark(database, id, found);
  read_attributes(database, id, found);
  read_keys(database, id, found);
  return found;
}

void write_mark(Database& database, StudyId id, const std::string& words, bool stopped) {
  const std::int64_t mark = stopped ? 1 : 0;
  Query(database,
        "INSERT INTO study_marks (study_id, text, stopped, seal) VALUES (?, ?, ?, ?) ON CONFLICT (study_id) "
        "DO UPDATE SET text = excluded.text, stopped = excluded.stopped, seal = excluded.seal")
      .with(id, words, mark, seal_of_mark(id, words, mark))
      .run();
}

void write_attribute(Database& database, StudyId id, const std::string& name,
                     const std::optional<Value>& value) {
  if (!value) {
    Query(database, "DELETE FROM study_attributes WHERE study_id = ? AND name = ?").with(id, name).run();
    return;
  }
  const std::string words = value_text(*value);
  Query(
      database,
      "INSERT INTO study_attributes (study_id, name, value, seal) VALUES (?, ?, ?, ?) ON CONFLICT (study_id, "
      "name) DO UPDATE SET value = excluded.value, seal = excluded.seal")
      .with(id, name, words, seal_of_attribute(id, name, words))
      .run();
}

}  // namespace

Annotations read_annotations(Database& database, StudyId id) {
  Entries found;
  read_notes(database, id, found);
  read_mark(database, id, found);
  read_attributes(database, id, found);
  found.said.damaged = static_cast<std::int64_t>(found.damage.size());
  return std::move(found.said);
}

void insert_note(Database& database, StudyId id, std::int64_t number, const StudyNote& note) {
  const std::string tags = tags_text(note.tags);
  Query(database,
        "INSERT INTO study_notes (study_id, number, noted, text, tags, seal) VALUES (?, ?, ?, ?, ?, ?)")
      .with(id, number, note.time, note.text, tags, seal_of_note(id, number, note.time, note.text, tags))
      .run();
}

void annotate(Database& database, StudyId id, const Annotation& added, Timestamp now) {
  if (!added.note.empty() || !added.tags.empty()) {
    Query last(
        database,
        "SELECT MAX(number), COUNT(*), SUM(LENGTH(text) + LENGTH(tags)) FROM study_notes WHERE study_id "
        "= ?");
    last.with(id).next();
    const auto more = static_cast<std::int64_t>(added.note.size() + tags_text(added.tags).size());
    require_note_room(kRoomOfStudy, last.integer(1) + 1, last.optional_integer(2).value_or(0) + more,
                      "the study");
    insert_note(database, id, last.optional_integer(0).value_or(0) + 1, {now, added.note, added.tags});
  }
  if (!added.attributes.empty()) {
    Entries kept;
    read_attributes(database, id, kept);
    apply_attributes(added.attributes, kept.said.attributes);
    for (const auto& [name, value] : added.attributes) write_attribute(database, id, name, value);
  }
  if (!added.text && !added.stopped) return;
  Entries kept;  // a damaged mark makes room for the new one
  read_mark(database, id, kept);
  write_mark(database, id, added.text.value_or(kept.said.text), added.stopped.value_or(kept.said.stopped));
}

std::optional<Enqueued> read_key(Database& database, StudyId id, const std::string& hash) {
  Query row(database,
            "SELECT first_trial, trials, seal FROM enqueue_keys WHERE study_id = ? AND key_hash = ?");
  if (!row.with(id, hash).next()) return std::nullopt;
  const Enqueued added{row.integer(0), row.integer(1)};
  if (row.integer(2) == seal_of_key(id, hash, added)) return added;
  throw Error(
      ErrorCode::StorageCorrupt,
      text("what was enqueued in study ", id, " under the key of hash ", hash.substr(0, 12), " is damaged"),
      "enqueue the points with another key");
}

void insert_key(Database& database, StudyId id, const std::string& hash, const Enqueued& added) {
  Query(database,
        "INSERT INTO enqueue_keys (study_id, key_hash, first_trial, trials, seal) VALUES (?, ?, ?, ?, ?)")
      .with(id, hash, added.first, added.count, seal_of_key(id, hash, added))
      .run();
}

void copy_annotations(Database& from, StudyId id, Database& to, StudyId target) {
  const Entries all = read_all(from, id);
  if (!all.damage.empty())
    throw Error(ErrorCode::StorageCorrupt, text("study ", id, ": ", all.damage.front()),
                "look at the whole store with `hone db check`, and go back to a backup");
  std::int64_t number = 0;
  for (const StudyNote& note : all.said.notes) insert_note(to, target, ++number, note);
  if (all.marked) write_mark(to, target, all.said.text, all.said.stopped);
  for (const auto& [name, value] : all.said.attributes) write_attribute(to, target, name, value);
  for (const auto& [hash, added] : all.keys) insert_key(to, target, hash, added);
}

void delete_annotations(Database& database, StudyId id) {
  Query(database, "DELETE FROM study_notes WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM study_marks WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM study_attributes WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM enqueue_keys WHERE study_id = ?").with(id).run();
}

std::vector<std::string> damaged_annotations(Database& database, StudyId id) {
  return read_all(database, id).damage;
}

}  // namespace hone::storage::rows
