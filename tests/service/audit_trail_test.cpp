// SPDX-License-Identifier: MIT
#include "hone/service/audit_trail.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "support/hooked_storage.hpp"

namespace hone::service {
namespace {

class AuditTrailTest : public ::testing::Test {
 protected:
  std::unique_ptr<storage::Storage> storage_ = storage::open_memory([] { return Timestamp{5000}; });
  runner::Moment now_ = {};
  AuditTrail trail_{[this]() -> storage::AccessStore& { return *storage_; }, [this] { return now_; }};
};

TEST_F(AuditTrailTest, KeepsWhatIsSafeToShow) {
  EXPECT_EQ(
      trail_.note({.who = "a\x1b[2J", .what = "deleteStudy", .target = "study \xff\u202e", .status = 204}),
      "");
  const auto entries = trail_.entries(-1, 10);
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].who, "a\\x1b[2J");
  EXPECT_EQ(entries[0].target, "study \\xff\\u202e");
  EXPECT_EQ(audit_json(entries[0])["time"], "1970-01-01T00:00:05.000Z");
}

TEST_F(AuditTrailTest, CutsLongTextsBetweenCharacters) {
  std::string umlauts = "x";
  for (int i = 0; i < 1000; ++i) umlauts += "ü";
  trail_.note({.who = umlauts, .what = "a"});
  const std::string kept = trail_.entries(-1, 1).at(0).who;
  EXPECT_LE(kept.size(), 500U);
  EXPECT_GE(kept.size(), 490U);
  EXPECT_EQ(umlauts.substr(0, 490), kept.substr(0, 490));
}

TEST_F(AuditTrailTest, KeepsSixtyRefusalsAMinuteAndAllThatWasDone) {
  for (int i = 0; i < 100; ++i) trail_.note({.what = "deleteStudy", .status = 403});
  EXPECT_EQ(trail_.entries(0, 1000).size(), 60U);
  for (int i = 0; i < 10; ++i) trail_.note({.what = "deleteStudy", .status = 204});
  EXPECT_EQ(trail_.entries(0, 1000).size(), 70U);
  now_ += std::chrono::seconds(59);
  trail_.note({.what = "deleteStudy", .status = 403});
  EXPECT_EQ(trail_.entries(0, 1000).size(), 70U);
  now_ += std::chrono::seconds(2);
  trail_.note({.what = "deleteStudy", .status = 403});
  EXPECT_EQ(trail_.entries(0, 1000).size(), 71U);
}

TEST_F(AuditTrailTest, SaysWhenTheStoreDoesNotTakeAnEntry) {
  test::HookedStorage broken(*storage_);
  broken.set_hook(
      [](std::string_view) { throw Error(ErrorCode::StorageFull, "the disk is full", "free some"); });
  AuditTrail trail([&]() -> storage::AccessStore& { return broken; });
  EXPECT_NE(trail.note({.what = "deleteStudy", .status = 204}).find("the disk is full"), std::string::npos);
}

}  // namespace
}  // namespace hone::service
