// SPDX-License-Identifier: MIT
// What `hone db check` finds. Each case damages a sound store behind hone's back.
#include "hone/storage/sql_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hone/storage/sqlite_database.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::Contains;
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

TEST_F(Check, FindsAMissingTrial) {
  EXPECT_THAT(problems_after("DELETE FROM trials WHERE number = 2"),
              Contains(HasSubstr("study 'svm': trial 2 is missing: the next number is 3")));
}

TEST_F(Check, FindsParametersThatCannotBeRead) {
  EXPECT_THAT(problems_after("UPDATE trials SET params = '{\"C\":' WHERE number = 1"),
              Contains(HasSubstr("trial 1")));
  EXPECT_THAT(problems_after("UPDATE trials SET params = '{\"D\":1.0}' WHERE number = 3"),
              Contains(HasSubstr("trial 3")));
}

TEST_F(Check, FindsACompleteTrialWithoutItsValue) {
  EXPECT_THAT(problems_after("UPDATE trials SET objective_values = '' WHERE number = 4"),
              Contains(HasSubstr("trial 4: a complete trial has 0 value(s)")));
}

TEST_F(Check, FindsAnUnknownState) {
  EXPECT_THAT(problems_after("UPDATE trials SET state = 'asleep' WHERE number = 0"),
              Contains(HasSubstr("'asleep'")));
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
  EXPECT_THAT(problems_after("INSERT INTO reports VALUES (1, 77, 0, 0.5)"),
              Contains(HasSubstr("table reports")));
}

TEST_F(Check, FindsAStudyThatCannotBeRead) {
  EXPECT_THAT(problems_after("UPDATE studies SET definition = 'nonsense'"),
              Contains(HasSubstr("study 'svm'")));
}

TEST_F(Check, FindsATrialThatIsNewerThanTheStudy) {
  EXPECT_THAT(problems_after("UPDATE progress SET revision = 1"), Contains(HasSubstr("newer")));
}

TEST_F(Check, EndsItsListSomewhere) {
  const auto problems = problems_after(
      "WITH RECURSIVE n(i) AS (VALUES (6) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO trials "
      "SELECT 1, i, 1, "
      "'lost', '', '', '', '', '', 1, '', 0, NULL, 0, 0, 0 FROM n");
  EXPECT_GE(problems.size(), 50u);
  EXPECT_LT(problems.size(), 60u);
}

TEST_F(Check, ADamagedTrialIsNamedWhenItIsRead) {
  problems_after("UPDATE trials SET params = '{\"C\":' WHERE number = 1");
  std::string message;
  EXPECT_EQ(test::code_of([&] { store->changes(1, 0); }, &message), ErrorCode::StorageCorrupt);
  EXPECT_THAT(message, HasSubstr("trial 1: "));
}

}  // namespace
}  // namespace hone::storage
