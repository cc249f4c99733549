// SPDX-License-Identifier: MIT
#include "hone/storage/annotation_rows.hpp"

#include <functional>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/storage/seal.hpp"

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

std::int64_t seal_of_key(StudyId id, std::string_view hash, std::int64_t first, std::int64_t count) {
  return Seal().add(id).add(hash).add(first).add(count).value();
}

/// Is told, in words, of each row that is not what was sealed, or is missing.
using OnDamage = std::function<void(const std::string& what)>;

void visit_notes(Database& database, StudyId id,
                 const std::function<void(std::int64_t number, const StudyNote&)>& take,
                 const OnDamage& on_damage) {
  Query row(database,
            "SELECT number, noted, text, tags, seal FROM study_notes WHERE study_id = ? ORDER BY number");
  row.with(id);
  std::int64_t next = 1;
  while (row.next()) {
    const std::int64_t number = row.integer(0);
    if (number != next) on_damage(text("its note ", next, " is missing"));
    next = number + 1;
    if (row.integer(4) == seal_of_note(id, number, row.integer(1), row.text(2), row.text(3))) {
      take(number, {row.integer(1), std::string(row.text(2)), tags_from(row.text(3))});
    } else {
      on_damage(text("its note ", number, " is damaged"));
    }
  }
}

void visit_mark(Database& database, StudyId id,
                const std::function<void(std::string text, bool stopped)>& take, const OnDamage& on_damage) {
  Query row(database, "SELECT text, stopped, seal FROM study_marks WHERE study_id = ?");
  if (!row.with(id).next()) return;
  if (row.integer(2) == seal_of_mark(id, row.text(0), row.integer(1))) {
    take(std::string(row.text(0)), row.integer(1) != 0);
  } else {
    on_damage("the text on it, and whether it is stopped, are damaged");
  }
}

void visit_keys(Database& database, StudyId id,
                const std::function<void(const std::string& hash, const Enqueued&)>& take,
                const OnDamage& on_damage) {
  Query row(
      database,
      "SELECT key_hash, first_trial, trials, seal FROM enqueue_keys WHERE study_id = ? ORDER BY key_hash");
  row.with(id);
  while (row.next()) {
    const Enqueued added{row.integer(1), row.integer(2)};
    const std::string hash(row.text(0));
    if (row.integer(3) == seal_of_key(id, hash, added.first, added.count)) {
      take(hash, added);
    } else {
      on_damage(text("what was enqueued under the key of hash ", hash.substr(0, 12), " is damaged"));
    }
  }
}

void write_mark(Database& database, StudyId id, const std::string& words, bool stopped) {
  const std::int64_t mark = stopped ? 1 : 0;
  Query(database,
        "INSERT INTO study_marks (study_id, text, stopped, seal) VALUES (?, ?, ?, ?) ON CONFLICT (study_id) "
        "DO UPDATE SET text = excluded.text, stopped = excluded.stopped, seal = excluded.seal")
      .with(id, words, mark, seal_of_mark(id, words, mark))
      .run();
}

[[noreturn]] void throw_damaged(StudyId id, const std::string& what) {
  throw Error(ErrorCode::StorageCorrupt, text("study ", id, ": ", what),
              "look at the whole store with `hone db check`, and go back to a backup");
}

}  // namespace

Annotations read_annotations(Database& database, StudyId id) {
  Annotations found;
  const OnDamage count = [&](const std::string&) { ++found.damaged; };
  visit_notes(
      database, id, [&](std::int64_t, const StudyNote& note) { found.notes.push_back(note); }, count);
  visit_mark(
      database, id,
      [&](std::string words, bool stopped) {
        found.text = std::move(words);
        found.stopped = stopped;
      },
      count);
  return found;
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
    Query last(database, "SELECT MAX(number) FROM study_notes WHERE study_id = ?");
    last.with(id).next();
    insert_note(database, id, last.optional_integer(0).value_or(0) + 1, {now, added.note, added.tags});
  }
  if (!added.text && !added.stopped) return;
  std::string words;
  bool stopped = false;
  // A damaged mark makes room for the new one.
  visit_mark(
      database, id,
      [&](std::string kept, bool mark) {
        words = std::move(kept);
        stopped = mark;
      },
      [](const std::string&) {});
  write_mark(database, id, added.text.value_or(words), added.stopped.value_or(stopped));
}

std::optional<Enqueued> read_key(Database& database, StudyId id, const std::string& hash) {
  Query row(database,
            "SELECT first_trial, trials, seal FROM enqueue_keys WHERE study_id = ? AND key_hash = ?");
  if (!row.with(id, hash).next()) return std::nullopt;
  const Enqueued added{row.integer(0), row.integer(1)};
  if (row.integer(2) == seal_of_key(id, hash, added.first, added.count)) return added;
  throw Error(
      ErrorCode::StorageCorrupt,
      text("what was enqueued in study ", id, " under the key of hash ", hash.substr(0, 12), " is damaged"),
      "enqueue the points with another key");
}

void insert_key(Database& database, StudyId id, const std::string& hash, const Enqueued& added) {
  Query(database,
        "INSERT INTO enqueue_keys (study_id, key_hash, first_trial, trials, seal) VALUES (?, ?, ?, ?, ?)")
      .with(id, hash, added.first, added.count, seal_of_key(id, hash, added.first, added.count))
      .run();
}

void copy_annotations(Database& from, StudyId id, Database& to, StudyId target) {
  const OnDamage refuse = [&](const std::string& what) { throw_damaged(id, what); };
  visit_notes(
      from, id, [&](std::int64_t number, const StudyNote& note) { insert_note(to, target, number, note); },
      refuse);
  visit_mark(
      from, id, [&](const std::string& words, bool stopped) { write_mark(to, target, words, stopped); },
      refuse);
  visit_keys(
      from, id, [&](const std::string& hash, const Enqueued& added) { insert_key(to, target, hash, added); },
      refuse);
}

void delete_annotations(Database& database, StudyId id) {
  Query(database, "DELETE FROM study_notes WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM study_marks WHERE study_id = ?").with(id).run();
  Query(database, "DELETE FROM enqueue_keys WHERE study_id = ?").with(id).run();
}

std::vector<std::string> damaged_annotations(Database& database, StudyId id) {
  std::vector<std::string> problems;
  const OnDamage add = [&](const std::string& what) { problems.push_back(what); };
  visit_notes(
      database, id, [](std::int64_t, const StudyNote&) {}, add);
  visit_mark(
      database, id, [](const std::string&, bool) {}, add);
  visit_keys(
      database, id, [](const std::string&, const Enqueued&) {}, add);
  return problems;
}

}  // namespace hone::storage::rows
