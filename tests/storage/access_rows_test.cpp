// SPDX-License-Identifier: MIT
#include "hone/storage/access_rows.hpp"

#include <gtest/gtest.h>

#include "hone/storage/migrations.hpp"
#include "hone/storage/sql_check.hpp"
#include "hone/storage/sql_repair.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"

namespace hone::storage {
namespace {

class AccessRows : public ::testing::Test {
 protected:
  void record() {
    Transaction transaction(*database_, Access::DurableWrite);
    rows::insert_audit(*database_, {.who = "a", .what = "b"}, 1);
    transaction.commit();
  }

  test::TempDir folder_;
  std::unique_ptr<Database> database_ = open_sqlite_database(folder_.file("hone.db"), {});
};

TEST_F(AccessRows, ANewStoreHasTheirTables) {
  EXPECT_TRUE(database_->has_table("audit_trail"));
  EXPECT_TRUE(database_->has_table("usage_counters"));
}

// A store of an earlier program of the same schema has none of them, and such programs go on with the store.
TEST_F(AccessRows, AreNoNewVersionOfTheSchema) {
  const int before = schema_version(*database_);
  database_->execute("DROP TABLE audit_trail; DROP TABLE usage_counters;");
  EXPECT_TRUE(rows::read_audit(*database_, -1, 10).empty());
  EXPECT_TRUE(check_database(*database_).problems.empty());
  record();
  EXPECT_EQ(rows::read_audit(*database_, -1, 10).size(), 1U);
  EXPECT_EQ(schema_version(*database_), before);
}

TEST_F(AccessRows, ARepairMakesTheirTables) {
  database_->execute("DROP TABLE usage_counters;");
  EXPECT_EQ(repair_database(*database_).size(), 1U);
  EXPECT_TRUE(database_->has_table("usage_counters"));
  EXPECT_TRUE(repair_database(*database_).empty());
}

TEST_F(AccessRows, TheOldestGo) {
  for (int i = 0; i < 3; ++i) record();
  Query(*database_, "UPDATE audit_trail SET number = ? WHERE number = 3").with(kMostAuditEntries).run();
  record();
  const std::vector<AuditEntry> left = rows::read_audit(*database_, 0, 10);
  ASSERT_EQ(left.size(), 3U);
  EXPECT_EQ(left[0].number, 2);
  EXPECT_EQ(left[2].number, kMostAuditEntries + 1);
}

}  // namespace
}  // namespace hone::storage
