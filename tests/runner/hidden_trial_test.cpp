// SPDX-License-Identifier: MIT
// A store that refuses a number as taken and does not show who took it, as damaged ones do: an ask ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/runner/driver.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "support/hooked_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using ::testing::HasSubstr;

Study hidden_study() { return {.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 100)})}; }

Driver driver_of(storage::Storage& store, storage::StudyId id) {
  return Driver(store, stored_study(store, id), std::make_unique<test::TinySampler>(hidden_study().space),
                {.name = "w"});
}

/// Expects that an ask is refused, with the way to a repair.
void expect_refused(Driver& driver, const std::string& words) {
  try {
    driver.asker().ask(1);
    ADD_FAILURE() << "it was answered";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::StorageCorrupt);
    EXPECT_THAT(error.what(), HasSubstr(words));
    EXPECT_THAT(error.what(), HasSubstr("`hone db check`"));
    EXPECT_THAT(error.what(), HasSubstr("`hone db check --repair`"));
  }
}

class HiddenTrial : public ::testing::Test {
 protected:
  void damage(const std::string& sql) { storage::SqliteDatabase(path, {}).execute(sql); }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::unique_ptr<storage::Storage> store = storage::open_sqlite(path);
  storage::StudyId id = store->create_study(hidden_study());
};

TEST_F(HiddenTrial, ThatIsNewEndsAnAsk) {
  Driver other = driver_of(*store, id);
  ASSERT_EQ(other.asker().ask(1).size(), 1U);
  Driver one = driver_of(*store, id);
  ASSERT_EQ(other.asker().ask(1).size(), 1U);
  damage("UPDATE trials SET revision = 0");
  expect_refused(one, "counts 2 trials, 0 waiting, 2 running");
}

TEST_F(HiddenTrial, WhoseResultIsNewEndsAnAsk) {
  Driver one = driver_of(*store, id);
  Driver other = driver_of(*store, id);
  const auto claims = other.asker().ask(1);
  one.view().refresh();
  const storage::Outcome outcome{.lease = claims.at(0).lease, .values = {0.5}};
  other.recorder().tell(std::span(&outcome, 1));
  damage("UPDATE trials SET revision = 0");
  expect_refused(one, "shows 1 trials, 0 waiting, 1 running");
}

/// Somebody is always faster, and nobody ever sees him.
class RefusingStorage final : public test::HookedStorage {
 public:
  using HookedStorage::HookedStorage;
  using Storage::start;
  std::optional<std::vector<storage::Lease>> start(storage::StudyId, std::int64_t, std::span<const Proposal>,
                                                   std::span<const storage::Worker>) override {
    return std::nullopt;
  }
};

TEST_F(HiddenTrial, ThatEvenTheCountsDoNotShowEndsAnAsk) {
  RefusingStorage refusing(*store);
  Driver driver = driver_of(refusing, id);
  expect_refused(driver, "refuses trial 0");
}

}  // namespace
}  // namespace hone::runner
