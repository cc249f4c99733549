// SPDX-License-Identifier: MIT
// What `hone db check` finds. Each case damages a sound store behind hone's back.
#include "hone/storage/sql_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hone/base/text.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/trial_rows.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Check : public ::testing::Test {
 protected:
  Check() : store(open_sqlite(path)) {
    const StudyId id = store->create_study(test::svm_study());
    std::vector<Trial> trials;
    for (int i = 0; i < 5; ++i) trials.push_back(test::finished_trial(i, i));
    store->insert(id, trials);
    store->enqueue(id, test::proposals(5, 1));
  }

  std::vector<std::string> problems_after(const std::string& damage) {
    SqliteDatabase database(path, {});
    database.execute("PRAGMA foreign_keys = OFF; " + damage);
    return store->check().problems;
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::unique_ptr<Storage> store;
};

TEST_F(Check, FindsNothingInASoundStore) { EXPECT_THAT(store->check().problems, IsEmpty()); }

TEST_F(Check, FindsTokensAndOldNotesThatCannotBeRead) {
  store->put_artefact({.kind = "report", .name = "x", .maker = "me", .settings = "", .bytes = "["});
  EXPECT_THAT(store->check().problems, IsEmpty()) << "whose it is may write what he likes";
  for (const char* kind : {"service-token", "study-note", "service-study"}) {
    store->put_artefact({.kind = kind, .name = "1-1/x", .maker = "me", .settings = "", .bytes = "["});
    EXPECT_THAT(store->check().problems, ElementsAre(HasSubstr(kind)));
    store->delete_artefacts({kind, "1-1/x"});
  }
}

TEST_F(Check, ANewStoreIsItsOwnersAlone) {
  store->enqueue(store->find_study("svm").value(), test::proposals(1, 1));  // makes the files beside it
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const auto rights = std::filesystem::status(path + suffix).permissions();
    EXPECT_EQ(rights, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write) << suffix;
  }
  store->backup(folder.file("copy.db"));
  EXPECT_EQ(std::filesystem::status(folder.file("copy.db")).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(Check, FindsAMissingTrial) {
  EXPECT_THAT(problems_after("DELETE FROM trials WHERE number = 2"),
              Contains(HasSubstr("study 'svm': trial 2 is missing: the next number is 3")));
}

TEST_F(Check, FindsParametersThatCannotBeRead) {
  EXPECT_THAT(problems_after("UPDATE trials SET settings = '{\"C\":' WHERE number = 1"),
              Contains(HasSubstr("trial 1")));
  EXPECT_THAT(problems_after("UPDATE trials SET settings = '{\"D\":1.0}' WHERE number = 3"),
              Contains(HasSubstr("trial 3")));
}

TEST_F(Check, FindsParametersThatAreMissing) {
  for (const int number : {1, 5}) {
    const auto problems = problems_after(text("UPDATE trials SET settings = '{}' WHERE number = ", number));
    EXPECT_THAT(problems, Contains(HasSubstr(text("trial ", number)))) << "ended and waiting";
  }
  // Even if somebody had sealed it so.
  SqliteDatabase database(path, {});
  for (const int number : {1, 5}) rows::seal_trial(database, 1, number);
  EXPECT_THAT(store->check().problems, Contains(HasSubstr("trial 1 has no value of the parameter 'C'")));
}

TEST_F(Check, FindsACompleteTrialWithoutItsValue) {
  problems_after("UPDATE trials SET objective_values = '' WHERE number = 4");
  SqliteDatabase database(path, {});
  rows::seal_trial(database, 1, 4);
  EXPECT_THAT(store->check().problems, Contains(HasSubstr("trial 4: a complete trial has 0 values")));
}

TEST_F(Check, FindsAnUnknownState) {
  EXPECT_THAT(problems_after("UPDATE trials SET status = 'asleep' WHERE number = 0"),
              Contains(HasSubstr("'asleep'")));
}

TEST_F(Check, FindsWhatCanBeReadButIsNotWhatWasStored) {
  for (const char* change :
       {"objective_values = '[8.0]'", "settings = '{\"C\":2.0,\"kernel\":\"rbf\"}'", "failure = 'x'",
        "attempt = 2", "worker = 'w'", "created = 1", "started = 1", "finished = 1", "notes = '{\"rank\":9}'",
        "remarks = '[[1,\"x\"]]'", "attributes = '{\"a\":true}'", "handovers = 9", "reported = 9",
        "status = 'failed'", "seal = NULL", "seal = seal + 1"}) {
    const test::TempDir elsewhere;
    store->backup(elsewhere.file("copy.db"));
    const auto copy = open_sqlite(elsewhere.file("copy.db"));
    SqliteDatabase database(elsewhere.file("copy.db"), {});
    database.execute(text("UPDATE trials SET ", change, " WHERE number = 3"));
    EXPECT_THAT(copy->check().problems, Contains(HasSubstr("trial 3 is damaged"))) << change;
    std::string message;
    EXPECT_EQ(test::code_of([&] { copy->changes(1, 0); }, &message), ErrorCode::StorageCorrupt) << change;
    EXPECT_THAT(message, HasSubstr("trial 3 is damaged")) << change;
    EXPECT_EQ(test::code_of([&] { copy->trial(1, 3); }), ErrorCode::StorageCorrupt) << change;
  }
}

TEST_F(Check, FindsAReportOfAnEndedTrialThatChanged) {
  const Lease lease = store->claim_waiting(1, {"w", 1000})->lease;
  store->report(1, lease, std::vector<Report>{{1, 0.5}, {2, 0.25}});
  test::finish_one(*store, 1, lease, 0.25);
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_THAT(problems_after("UPDATE reports SET value = 0.75 WHERE step = 1"),
              Contains(HasSubstr("trial 5 is damaged")));
}

TEST_F(Check, ADamagedTrialIsNotSealedAnewByItsResult) {
  const Lease lease = store->claim_waiting(1, {"w", 1000})->lease;
  problems_after("UPDATE trials SET settings = '{\"C\":9.0,\"kernel\":\"rbf\"}' WHERE number = 5");
  EXPECT_EQ(test::code_of([&] { test::finish_one(*store, 1, lease, 0.25); }), ErrorCode::StorageCorrupt);
  EXPECT_THAT(store->check().problems, Contains(HasSubstr("trial 5 is damaged")));
}

TEST_F(Check, FindsADefinitionThatChanged) {
  EXPECT_THAT(problems_after("UPDATE studies SET definition = replace(definition, '1000.0', '2000.0')"),
              Contains(HasSubstr("definition of the study 'svm' is damaged")));
  EXPECT_EQ(test::code_of([&] { store->current(1); }), ErrorCode::StorageCorrupt);
}

TEST_F(Check, FindsObjectivesThatAreNotThoseOfTheDefinition) {
  EXPECT_THAT(problems_after("UPDATE objectives SET direction = 'maximize'"),
              Contains(HasSubstr("table of objectives")));
}

TEST_F(Check, FindsADroppedTable) {
  EXPECT_THAT(problems_after("DROP TABLE reports"), Contains(HasSubstr("the table reports is missing")));
}

TEST_F(Check, FindsADroppedTrialsTable) {
  EXPECT_THAT(problems_after("DROP TABLE trials"), Contains(HasSubstr("the table trials is missing")));
}

TEST_F(Check, FindsADroppedColumn) {
  EXPECT_THAT(problems_after("ALTER TABLE trials DROP COLUMN notes"), Contains(HasSubstr("notes")));
}

TEST_F(Check, FindsNextNumbersThatAreTaken) {
  EXPECT_THAT(problems_after("UPDATE hone_meta SET value = 1 WHERE name = 'next_study'"),
              Contains(HasSubstr("the counter next_study is 1, but the next free number is 2")));
}

TEST_F(Check, FindsWrongCounts) {
  EXPECT_THAT(problems_after("UPDATE progress SET complete = 4"), Contains(HasSubstr("counts")));
}

TEST_F(Check, FindsAWrongBestValue) {
  EXPECT_THAT(problems_after("UPDATE progress SET best = -1"), Contains(HasSubstr("counts")));
}

TEST_F(Check, FindsMissingCounts) {
  EXPECT_THAT(problems_after("DELETE FROM progress"), Contains(HasSubstr("counts are missing")));
}

TEST_F(Check, FindsReportsOfNoTrial) {
  EXPECT_THAT(problems_after("INSERT INTO reports (study_id, number, step, value) VALUES (1, 77, 0, 0.5)"),
              Contains(HasSubstr("table reports")));
}

TEST_F(Check, FindsAStudyThatCannotBeRead) {
  EXPECT_THAT(problems_after("UPDATE studies SET definition = 'nonsense'"),
              Contains(HasSubstr("study 'svm'")));
}

TEST_F(Check, FindsATrialThatIsNewerThanTheStudy) {
  EXPECT_THAT(problems_after("UPDATE progress SET revision = 1"), Contains(HasSubstr("newer")));
}

// Whoever follows the study would see no change any more.
TEST_F(Check, AStudyThatWentBackIsNoticedByItsReaders) {
  const Revision known = store->changes(1, 0).revision;
  problems_after("UPDATE progress SET revision = 1");
  std::string message;
  EXPECT_EQ(test::code_of([&] { store->changes(1, known); }, &message), ErrorCode::StorageCorrupt);
  EXPECT_THAT(message, HasSubstr("was at change 2 and is at 1 now"));
}

TEST_F(Check, AWrongCountGivesNoNumbers) {
  for (const int count : {5, 7}) {
    problems_after(text("UPDATE progress SET trials = ", count));
    for (const std::int64_t next : {5, 6, 7}) {
      std::string message;
      EXPECT_EQ(test::code_of([&] { test::start_one(*store, 1, next); }, &message),
                ErrorCode::StorageCorrupt);
      EXPECT_THAT(message, HasSubstr("`hone db check --repair`"));
    }
    EXPECT_EQ(test::code_of([&] { store->enqueue(1, test::proposals(9, 1)); }), ErrorCode::StorageCorrupt);
  }
}

TEST_F(Check, AWrongCountOfWaitingTrialsHidesNone) {
  problems_after("UPDATE progress SET waiting = 0");
  EXPECT_EQ(store->claim_waiting(1, {"w", 1000})->lease.number, 5);
  problems_after("UPDATE progress SET waiting = 3");
  std::string message;
  EXPECT_EQ(test::code_of(
                [&] {
                  store->claim_waiting(1, {"w", 1000});
                },
                &message),
            ErrorCode::StorageCorrupt)
      << "they may be there, and hidden";
  EXPECT_THAT(message, HasSubstr("`hone db check --repair`"));
}

TEST_F(Check, EndsItsListSomewhere) {
  const auto problems = problems_after(
      "WITH RECURSIVE n(i) AS (VALUES (6) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO trials "
      "SELECT 1, i, 1, "
      "'lost', '', '', '', '', '', 1, '', 0, NULL, 0, 0, 0, 0, '', 1, 0, NULL FROM n");
  EXPECT_GE(problems.size(), 50u);
  EXPECT_LT(problems.size(), 60u);
}

TEST_F(Check, ADamagedTrialIsNamedWhenItIsRead) {
  problems_after("UPDATE trials SET settings = '{\"C\":' WHERE number = 1");
  std::string message;
  EXPECT_EQ(test::code_of([&] { store->changes(1, 0); }, &message), ErrorCode::StorageCorrupt);
  EXPECT_THAT(message, HasSubstr("trial 1: "));
}

TEST_F(Check, FindsWhatIsDamagedOfWhatPeopleWrote) {
  for (const char* words : {"first", "second", "third"}) store->annotate(1, {.note = words});
  store->annotate(1, {.text = "words", .stopped = true});
  store->enqueue(1, test::proposals(6, 1), "k");
  EXPECT_THAT(store->check().problems, IsEmpty());
  const auto problems = problems_after(
      "UPDATE study_notes SET text = 'Second' WHERE number = 2; DELETE FROM study_notes WHERE number = 1;"
      "UPDATE study_marks SET text = 'Words'; UPDATE enqueue_keys SET first_trial = 7");
  EXPECT_THAT(problems, Contains(HasSubstr("study 'svm': its note 1 is missing")));
  EXPECT_THAT(problems, Contains(HasSubstr("study 'svm': its note 2 is damaged")));
  EXPECT_THAT(problems, Contains(HasSubstr("whether it is stopped, are damaged")));
  EXPECT_THAT(problems, Contains(HasSubstr("what was enqueued under the key of hash")));
  // Nobody who lists studies or asks for a trial is kept from it.
  const Annotations left = store->annotations(1);
  ASSERT_EQ(left.notes.size(), 1u);
  EXPECT_EQ(left.notes[0].text, "third");
  EXPECT_FALSE(left.stopped);
  EXPECT_EQ(left.damaged, 3);
  EXPECT_EQ(store->studies().size(), 1u);
  EXPECT_TRUE(store->claim_waiting(1, {"w", 1000}));
  EXPECT_EQ(test::code_of([&] { store->enqueue(1, test::proposals(6, 1), "k"); }), ErrorCode::StorageCorrupt);
  EXPECT_EQ(store->enqueue(1, test::proposals(7, 1), "another").first, 7);
  store->annotate(1, {.text = "new words"});
  EXPECT_EQ(store->annotations(1).damaged, 2) << "a mark that is written anew is sound";
}

}  // namespace
}  // namespace hone::storage
