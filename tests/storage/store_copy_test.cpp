// SPDX-License-Identifier: MIT
#include "hone/storage/store_copy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "hone/storage/sqlite_database.hpp"
#include "storage/postgres_support.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A study with everything that a trial can have.
StudyId fill(Storage& store, const std::string& name) {
  const StudyId id = store.create_study(svm_study(name));
  const Lease first = start_one(store, id, 0);
  store.report(id, first, std::vector<Report>{{1, 0.5}, {2, std::nan("")}, {3, 1e300}});
  const Outcome outcome{
      .lease = first, .values = {0.1}, .attributes = {{"gpu", true}}, .error = "bytes \xff\0."};
  store.finish(id, std::span(&outcome, 1));
  start_one(store, id, 1, {"a worker", 5000});
  store.enqueue(id, proposals(2, 2));
  store.correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Amend, .values = {0.2}}});
  Study grown = svm_study(name);
  grown.space =
      Space({real("C", 1, 2000, Scale::Log), categorical("kernel", {std::string("rbf"), std::string("poly")}),
             when(integer("degree", 2, 5), "kernel", {std::string("poly")})});
  store.redefine_study(id, grown, store.current(id).version);
  store.annotate(id, {.note = "bytes \xff\0.", .tags = {{"paper", true}}, .text = "words", .stopped = true});
  store.annotate(id, {.note = "second"});
  store.enqueue(id, {}, "key of " + name);
  return id;
}

void fill_artefacts(Storage& store, const std::string& name) {
  store.put_artefact(test::artefact_draft("model", name, std::string("new\0bytes\xff", 10)));
  store.put_artefact(test::artefact_draft("model", name, "other"));
  store.put_artefact(test::artefact_draft("model", name, std::string("new\0bytes\xff", 10)));
}

std::vector<std::string> artefact_names(Storage& store) {
  std::vector<std::string> all;
  for (const ArtefactInfo& info : store.artefacts()) all.push_back(info.name + " " + info.hash.substr(0, 8));
  return all;
}

/// A NaN is equal to nothing, so it is counted and compared as a number that no test uses.
std::vector<Trial> comparable(std::vector<Trial> trials) {
  for (Trial& trial : trials) {
    for (Report& report : trial.reports) {
      if (std::isnan(report.value)) report.value = -987654321.0;
    }
  }
  return trials;
}

void expect_same(Storage& a, StudyId a_id, Storage& b, StudyId b_id) {
  const Changes expected = a.changes(a_id, 0);
  const Changes found = b.changes(b_id, 0);
  EXPECT_EQ(comparable(found.trials), comparable(expected.trials));
  EXPECT_EQ(found.revision, expected.revision);
  EXPECT_EQ(b.current(b_id).study, a.current(a_id).study);
  EXPECT_EQ(b.annotations(b_id), a.annotations(a_id));
  EXPECT_EQ(b.versions(b_id).size(), a.versions(a_id).size());
  EXPECT_EQ(b.versions(b_id).back().created, a.versions(a_id).back().created);
}

class StoreCopy : public ::testing::Test {
 protected:
  std::unique_ptr<Database> sqlite(const std::string& name) {
    return open_sqlite_database(folder.file(name));
  }
  std::unique_ptr<Database> postgres() { return open_postgres_database(schema.address()); }

  test::TempDir folder;
  test::PostgresSchema schema;
};

TEST_F(StoreCopy, GoesToPostgresqlAndBack) {
  const auto source = open_sqlite(folder.file("a.db"));
  source->delete_study(source->create_study(svm_study("gone")));
  const StudyId id = fill(*source, "svm");
  fill_artefacts(*source, "m");
  const CopyCounts there = copy_database(*sqlite("a.db"), *postgres());
  EXPECT_EQ(there.studies, 1);
  EXPECT_EQ(there.versions, 2);
  EXPECT_EQ(there.trials, 4);
  EXPECT_EQ(there.reports, 3);
  EXPECT_EQ(there.artefacts, 2);
  const auto target = open_postgres(schema.address());
  EXPECT_THAT(target->check().problems, IsEmpty());
  expect_same(*source, id, *target, id);
  EXPECT_EQ(target->annotations(id).notes.size(), 2u);
  EXPECT_EQ(target->enqueue(id, proposals(0, 1), "key of svm"), source->enqueue(id, {}, "key of svm"));
  EXPECT_EQ(artefact_names(*target), artefact_names(*source));
  EXPECT_EQ(target->artefact({"model", "m"})->bytes, std::string("new\0bytes\xff", 10));
  const CopyCounts back = copy_database(*postgres(), *sqlite("b.db"));
  EXPECT_EQ(back.trials, 4);
  const auto returned = open_sqlite(folder.file("b.db"));
  EXPECT_THAT(returned->check().problems, IsEmpty());
  expect_same(*source, id, *returned, id);
  EXPECT_EQ(returned->create_study(svm_study("next")), source->create_study(svm_study("next")));
}

TEST_F(StoreCopy, KeepsWhoHoldsATrial) {
  const auto source = open_sqlite(folder.file("a.db"));
  const StudyId id = fill(*source, "svm");
  copy_database(*sqlite("a.db"), *postgres());
  const auto target = open_postgres(schema.address());
  finish_one(*target, id, {1, 1}, 0.75);
  EXPECT_EQ(target->trial(id, 1)->values, std::vector<double>{0.75});
}

TEST_F(StoreCopy, GoesBesideOtherStudies) {
  const auto source = open_sqlite(folder.file("a.db"));
  const StudyId id = fill(*source, "svm");
  const auto target = open_postgres(schema.address());
  fill(*target, "other");
  copy_database(*sqlite("a.db"), *postgres());
  EXPECT_THAT(target->check().problems, IsEmpty());
  expect_same(*source, id, *target, target->find_study("svm").value());
  EXPECT_EQ(target->studies().size(), 2u);
}

TEST_F(StoreCopy, CopiesNothingWhenANameIsTaken) {
  const auto source = open_sqlite(folder.file("a.db"));
  fill(*source, "free");
  fill(*source, "taken");
  const auto target = open_postgres(schema.address());
  target->create_study(svm_study("taken"));
  std::string message;
  EXPECT_EQ(code_of([&] { copy_database(*sqlite("a.db"), *postgres()); }, &message),
            ErrorCode::AlreadyExists);
  EXPECT_THAT(message, HasSubstr("'taken'"));
  EXPECT_EQ(target->studies().size(), 1u);
}

TEST_F(StoreCopy, CopiesNothingWhenATrialIsDamaged) {
  const auto source = open_sqlite(folder.file("a.db"));
  fill(*source, "svm");
  sqlite("a.db")->execute("UPDATE trials SET worker = 'somebody' WHERE number = 3");
  EXPECT_EQ(code_of([&] { copy_database(*sqlite("a.db"), *postgres()); }), ErrorCode::StorageCorrupt);
  EXPECT_THAT(open_postgres(schema.address())->studies(), IsEmpty());
}

TEST_F(StoreCopy, CopiesNothingWhenANoteIsDamaged) {
  const auto source = open_sqlite(folder.file("a.db"));
  fill(*source, "svm");
  sqlite("a.db")->execute("UPDATE study_notes SET text = 'Second' WHERE number = 2");
  EXPECT_EQ(code_of([&] { copy_database(*sqlite("a.db"), *postgres()); }), ErrorCode::StorageCorrupt);
  EXPECT_THAT(open_postgres(schema.address())->studies(), IsEmpty());
}

TEST_F(StoreCopy, OfManyTrialsIsWhole) {
  const auto source = open_sqlite(folder.file("a.db"));
  const StudyId id = source->create_study(svm_study());
  std::vector<Trial> trials;
  for (int i = 0; i < 11000; ++i) {
    trials.push_back(test::finished_trial(i, i));
    if (i % 1000 == 0) trials.back().reports = {{1, 0.5}, {2, 0.25}};
  }
  source->insert(id, trials);
  EXPECT_EQ(copy_database(*sqlite("a.db"), *postgres()).trials, 11000);
  expect_same(*source, id, *open_postgres(schema.address()), id);
}

TEST_F(StoreCopy, BackupOfAPostgresqlStoreIsASqliteFile) {
  const auto store = open_postgres(schema.address());
  const StudyId id = fill(*store, "svm");
  store->backup(folder.file("backup.db"));
  const auto copy = open_sqlite(folder.file("backup.db"), {.create = false});
  EXPECT_THAT(copy->check().problems, IsEmpty());
  expect_same(*store, id, *copy, id);
  EXPECT_EQ(code_of([&] { store->backup(folder.file("backup.db")); }), ErrorCode::AlreadyExists);
}

}  // namespace
}  // namespace hone::storage
