// SPDX-License-Identifier: MIT
// What `hone db check --repair` makes good, and that it leaves the rest alone.
#include "hone/storage/sql_repair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hone/storage/migrations.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Repair : public ::testing::Test {
 protected:
  Repair() : store(open_sqlite(path)) {
    store->create_study(test::svm_study());
    store->insert(1, std::vector<Trial>{test::finished_trial(0, 3.0), test::finished_trial(1, 1.0)});
    store->enqueue(1, test::proposals(2, 1));
    store->put_artefact(test::artefact_draft("k", "n", "abc"));
  }

  void damage(const std::string& sql) {
    SqliteDatabase database(path, {});
    database.execute("PRAGMA foreign_keys = OFF; " + sql);
  }
  /// Expects one repair of this kind, after which all is as it was.
  void expect_repaired(const std::string& sql, const std::string& words) {
    const std::vector<Trial> before = store->changes(1, 0).trials;
    const StudySummary counts = store->studies().at(0);
    damage(sql);
    EXPECT_THAT(store->check().problems, Not(IsEmpty())) << sql;
    EXPECT_THAT(store->repair(), ElementsAre(HasSubstr(words))) << sql;
    EXPECT_THAT(store->check().problems, IsEmpty()) << sql;
    EXPECT_THAT(store->repair(), IsEmpty()) << "there is nothing left to do";
    EXPECT_EQ(store->changes(1, 0).trials, before);
    const StudySummary now = store->studies().at(0);
    EXPECT_EQ(
        std::tie(now.trials, now.complete, now.failed, now.running, now.waiting, now.best),
        std::tie(counts.trials, counts.complete, counts.failed, counts.running, counts.waiting, counts.best));
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::unique_ptr<Storage> store;
};

TEST_F(Repair, LeavesASoundStoreAlone) {
  const Revision before = store->changes(1, 0).revision;
  EXPECT_THAT(store->repair(), IsEmpty());
  EXPECT_EQ(store->changes(1, 0).revision, before);
}

TEST_F(Repair, CountsTrialsAnew) {
  expect_repaired("UPDATE progress SET trials = 9", "study 'svm': counted anew: 3 trials");
  expect_repaired("UPDATE progress SET trials = 1, waiting = -4", "study 'svm': counted anew");
  expect_repaired("UPDATE progress SET best = 0.5", "best 1");
  expect_repaired("UPDATE progress SET revision = 0", "change 2");
  expect_repaired("DELETE FROM progress", "it said nothing");
  test::finish_one(*store, 1, test::start_one(*store, 1, 3), 0.5);
}

// Who asked for changes after the wrong count would never see the trials, and look for a free number for
// ever.
TEST_F(Repair, IsAdvisedToWhoReadsAStudyWhoseChangesAreCountedWrong) {
  for (const char* wrong : {"0", "9223372036854775807"}) {
    damage(std::string("UPDATE progress SET revision = ") + wrong);
    std::string message;
    EXPECT_EQ(test::code_of([&] { store->changes(1, 0); }, &message), ErrorCode::StorageCorrupt) << wrong;
    EXPECT_THAT(message, HasSubstr("hone db check --repair")) << wrong;
  }
}

// Believed, it would become the study's, and no change could be counted after it.
TEST_F(Repair, DoesNotBelieveAChangeThatCannotHaveBeen) {
  const Revision before = store->changes(1, 0).revision;
  for (const char* absurd : {"9223372036854775807", "4611686018427387904", "77000000000000", "-3"}) {
    damage(std::string("UPDATE trials SET revision = ") + absurd + " WHERE number = 1");
    EXPECT_THAT(store->check().problems, ElementsAre(HasSubstr("1 of its trials changed last"))) << absurd;
    EXPECT_THAT(store->repair(), ElementsAre(HasSubstr("counted anew"))) << absurd;
    EXPECT_THAT(store->check().problems, IsEmpty()) << absurd;
    EXPECT_THAT(store->repair(), IsEmpty()) << absurd;
  }
  EXPECT_EQ(store->changes(1, 0).revision, before + 4);
  EXPECT_EQ(store->changes(1, before + 3).trials.size(), 1U) << "it is news to who knows the study";
}

TEST_F(Repair, SetsACountOfChangesThatCannotBe) {
  expect_repaired("UPDATE progress SET revision = 9223372036854775807", "change 3");
  expect_repaired("UPDATE progress SET revision = -1", "change 3");
  test::finish_one(*store, 1, test::start_one(*store, 1, 3), 0.5);
}

TEST_F(Repair, SetsNextNumbersThatAreTaken) {
  expect_repaired("UPDATE hone_meta SET value = 1 WHERE name = 'next_study'",
                  "set the counter next_study to 2");
  expect_repaired("DELETE FROM hone_meta WHERE name = 'next_artefact'", "set the counter next_artefact to 2");
  EXPECT_EQ(store->create_study(test::svm_study("second")), 2);
  store->put_artefact(test::artefact_draft("k", "n", "abcd"));
}

TEST_F(Repair, MakesMissingIndicesAsTheyWere) {
  const auto definitions = [&] {
    SqliteDatabase database(path, {});
    std::vector<std::string> all;
    Query query(database,
                "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY name");
    while (query.next()) all.emplace_back(query.text(0));
    return all;
  };
  const std::vector<std::string> before = definitions();
  EXPECT_EQ(before.size(), latest_indices().size());
  for (const IndexDefinition& index : latest_indices())
    expect_repaired(std::string("DROP INDEX ") + index.name, std::string("made the index ") + index.name);
  EXPECT_EQ(definitions(), before);
}

TEST_F(Repair, DoesNotCountTrialsThatCannotBeRead) {
  damage("UPDATE progress SET trials = 9; UPDATE trials SET settings = '{' WHERE number = 0");
  EXPECT_THAT(store->repair(), IsEmpty());
  EXPECT_THAT(store->check().problems, Not(IsEmpty()));
}

TEST_F(Repair, HasNothingToDoInMemory) { EXPECT_THAT(open_memory()->repair(), IsEmpty()); }

TEST_F(Repair, FindsThePresentVersionOfADefinitionAgain) {
  Study narrowed = test::svm_study();
  narrowed.space =
      Space({real("C", 1.1, 10, Scale::Log), narrowed.space.parameters()[1], narrowed.space.parameters()[2]});
  store->redefine_study(1, narrowed, 1);
  for (const char* version : {"1", "7", "-1"}) {
    expect_repaired(std::string("UPDATE progress SET version = ") + version, "counted anew");
    EXPECT_EQ(store->current(1).version, 2);
  }
  expect_repaired("DELETE FROM progress", "counted anew");
  EXPECT_EQ(store->current(1).version, 2);
}

TEST_F(Repair, NamesAVersionThatIsDamagedOrMissing) {
  Study narrowed = test::svm_study();
  narrowed.space =
      Space({real("C", 1.1, 10, Scale::Log), narrowed.space.parameters()[1], narrowed.space.parameters()[2]});
  store->redefine_study(1, narrowed, 1);
  damage("UPDATE versions SET definition = replace(definition, '1000', '1001') WHERE version = 1");
  EXPECT_THAT(store->check().problems,
              ElementsAre(HasSubstr("version 1 of the definition of study 1 is damaged")));
  damage("DELETE FROM versions WHERE version = 1");
  EXPECT_THAT(store->check().problems, Not(IsEmpty()));
  EXPECT_EQ(test::code_of([&] { open_sqlite(path)->changes(1, 0); }), ErrorCode::StorageCorrupt);
}

}  // namespace
}  // namespace hone::storage
