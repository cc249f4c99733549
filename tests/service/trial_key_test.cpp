// SPDX-License-Identifier: MIT
#include "hone/service/trial_key.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"

namespace hone::service {
namespace {

TEST(TrialKey, IsTheSameForAllServersOfAStore) {
  const auto store = storage::open_memory();
  const auto here = [&]() -> storage::ArtefactStore& { return *store; };
  TrialKey one(here);
  TrialKey other(here);
  EXPECT_EQ(one.get().token_of(1, 0, 1), other.get().token_of(1, 0, 1));
  EXPECT_EQ(store->artefacts("service-trial-key").size(), 1U);
}

TEST(TrialKey, IsAnotherForEachStore) {
  const auto store = storage::open_memory();
  const auto second = storage::open_memory();
  TrialKey one([&]() -> storage::ArtefactStore& { return *store; });
  TrialKey other([&]() -> storage::ArtefactStore& { return *second; });
  EXPECT_NE(one.get().token_of(1, 0, 1), other.get().token_of(1, 0, 1));
}

// Two servers that found none both put one.
TEST(TrialKey, IsTheOldestOfSeveral) {
  const auto store = storage::open_memory();
  store->put_artefact(
      {.kind = "service-trial-key", .name = "key", .maker = "hone", .settings = "", .bytes = "first"});
  store->put_artefact(
      {.kind = "service-trial-key", .name = "key", .maker = "hone", .settings = "", .bytes = "second"});
  TrialKey key([&]() -> storage::ArtefactStore& { return *store; });
  EXPECT_EQ(key.get().token_of(1, 0, 1), codec::TokenKey("first").token_of(1, 0, 1));
}

// Otherwise nobody would be given a trial of this store any more.
TEST(TrialKey, IsReplacedWhenItIsDamaged) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  const auto store = storage::open_sqlite(path);
  const auto here = [&]() -> storage::ArtefactStore& { return *store; };
  const std::int64_t before = TrialKey(here).get().token_of(1, 0, 1);
  {
    const auto database = storage::open_sqlite_database(path, {});
    storage::Query(*database, "UPDATE artefacts SET bytes = ? WHERE kind = 'service-trial-key'")
        .with(storage::Bytes{"damaged"})
        .run();
  }
  const std::vector<std::string> problems = store->check().problems;
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].find("service-trial-key"), std::string::npos);
  std::vector<std::string> told;
  TrialKey mended(here, [&](const std::string& what) { told.push_back(what); });
  const std::int64_t after = mended.get().token_of(1, 0, 1);
  EXPECT_NE(after, before);
  EXPECT_EQ(told.size(), 1U);
  EXPECT_EQ(TrialKey(here).get().token_of(1, 0, 1), after);
  EXPECT_TRUE(store->check().problems.empty());
}

}  // namespace
}  // namespace hone::service
