// SPDX-License-Identifier: MIT
// Rows that a damaged page hides, without a word of SQLite: whoever reads all of a study, or looks for one of
// its trials, is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/store_copy.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class HiddenRows : public ::testing::Test {
 protected:
  /// Five that ended, one that is held for ever, one that waits.
  HiddenRows() : store(open_sqlite(path)) {
    store->create_study(test::svm_study());
    std::vector<Trial> trials;
    for (int i = 0; i < 5; ++i) trials.push_back(test::finished_trial(i, i));
    store->insert(1, trials);
    held = test::start_one(*store, 1, 5, {.name = "person"});
    store->enqueue(1, test::proposals(6, 1));
  }
  void damage(const std::string& sql) {
    SqliteDatabase(path, {}).execute("PRAGMA foreign_keys = OFF; " + sql);
    store = open_sqlite(path);
  }
  /// Exchanges what two indices of one shape lead to.
  void exchange(const std::string& one, const std::string& other) {
    const std::string both = "name IN ('" + one + "', '" + other + "')";
    damage(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT SUM(rootpage) FROM "
        "sqlite_master WHERE " +
        both + ") - rootpage WHERE " + both);
  }
  void expect_refused(const std::function<void()>& call) {
    std::string message;
    EXPECT_EQ(test::code_of(call, &message), ErrorCode::StorageCorrupt);
    EXPECT_THAT(message, HasSubstr("`hone db check`"));
    EXPECT_THAT(message, HasSubstr("`hone db check --repair`"));
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::unique_ptr<Storage> store;
  Lease held;
};

TEST_F(HiddenRows, OfTrialsAreMissedByWhoReadsThemAll) {
  for (const int number : {6, 2, 0}) {
    damage("DELETE FROM trials WHERE number = " + std::to_string(number));
    expect_refused([&] { store->changes(1, 0); });
    expect_refused([&] { store->trials_under(1, test::svm_study()); });
    expect_refused([&] { store->trial(1, number); });
  }
  EXPECT_EQ(store->trial(1, 7), std::nullopt) << "there never was one";
}

TEST_F(HiddenRows, OfATrialRefuseItsResult) {
  damage("DELETE FROM trials WHERE number = 5");
  expect_refused([&] { test::finish_one(*store, 1, held, 0.5); });
  expect_refused([&] { store->open_lease(1, 5); });
  expect_refused([&] { store->reclaim(1, LostPolicy::Requeue, 2, nullptr); });
}

// It would be sealed with the report of another, which nobody could tell apart later.
TEST_F(HiddenRows, OfAnotherTrialAreNotTakenForItsReports) {
  damage(
      "INSERT INTO reports (study_id, number, step, value) VALUES (1, 0, 1, 0.5); "
      "CREATE TABLE other (study_id INTEGER, "
      "number BIGINT, step BIGINT, value DOUBLE PRECISION, "
      "PRIMARY KEY (study_id, number, step)); INSERT INTO other VALUES (1, 5, 1, 0.5); "
      "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
      "WHERE name = 'sqlite_autoindex_other_1') WHERE name = 'sqlite_autoindex_reports_1'");
  expect_refused([&] { test::finish_one(*store, 1, held, 0.5); });
  expect_refused([&] { store->trial(1, 5); });
}

// They are not under its seal yet, and it would be sealed without them.
TEST_F(HiddenRows, OfReportsOfARunningTrialAreMissed) {
  store->report(1, held, std::vector<Report>{{1, 0.5}, {2, 0.25}, {3, 0.125}});
  damage("UPDATE reports SET value = 0.75 WHERE step = 1");
  expect_refused([&] { store->trial(1, 5); });
  damage("UPDATE reports SET value = 0.5 WHERE step = 1; DELETE FROM reports WHERE step = 2");
  expect_refused([&] { store->trial(1, 5); });
  expect_refused([&] { store->changes(1, 0); });
  expect_refused([&] { test::finish_one(*store, 1, held, 0.5); });
  EXPECT_THAT(store->check().problems, Contains(HasSubstr("trial 5 is damaged: its reports are not those")));
  const auto from = open_sqlite_database(path);
  const auto to = open_sqlite_database(folder.file("copy.db"));
  expect_refused([&] { copy_database(*from, *to); });
}

TEST_F(HiddenRows, OfReportsThatAnIndexHidAreBroughtBackByARepair) {
  store->report(1, held, std::vector<Report>{{1, 0.5}});
  damage(
      "CREATE TABLE other (study_id INTEGER, number BIGINT, step BIGINT, PRIMARY KEY (study_id, number, "
      "step))");
  exchange("sqlite_autoindex_reports_1", "sqlite_autoindex_other_1");
  expect_refused([&] { test::finish_one(*store, 1, held, 0.5); });
  store->repair();
  test::finish_one(*store, 1, held, 0.5);
  EXPECT_EQ(store->trial(1, 5)->reports.size(), 1u);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(HiddenRows, AreNotCopiedAway) {
  damage("DELETE FROM trials WHERE number = 2");
  const auto from = open_sqlite_database(path);
  const auto to = open_sqlite_database(folder.file("copy.db"));
  expect_refused([&] { copy_database(*from, *to); });
}

TEST_F(HiddenRows, OfTheQueueAreBroughtBackByARepair) {
  exchange("trials_waiting", "trials_running");
  expect_refused([&] { store->claim_waiting(1, {"w", 1000}); });
  EXPECT_THAT(store->repair(), Contains(HasSubstr("made all indices again")));
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_EQ(store->claim_waiting(1, {"w", 1000})->lease.number, 6);
}

// It would be made a second time.
TEST_F(HiddenRows, OfAStudyAreNotTakenForNone) {
  damage(
      "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
      "WHERE name = 'sqlite_autoindex_artefacts_1') WHERE name = 'sqlite_autoindex_studies_1'");
  expect_refused([&] { store->find_study("svm"); });
  EXPECT_EQ(store->find_study("another"), std::nullopt);
}

}  // namespace
}  // namespace hone::storage
