// SPDX-License-Identifier: MIT
// What every store promises about its audit trail and counters of usage (access_store.hpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "contract/stores.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class AccessContract : public test::StoreTest {
 protected:
  AccessContract() { store = place.open(clock.clock()); }

  /// Where what only the store itself does is done.
  Storage& keeper() { return place.keeper(*store); }
  std::vector<std::int64_t> numbers(std::int64_t after, std::int64_t most) {
    std::vector<std::int64_t> found;
    for (const AuditEntry& entry : store->audit(after, most)) found.push_back(entry.number);
    return found;
  }

  test::StorePlace place{GetParam()};
  test::HandClock clock;
  std::unique_ptr<Storage> store;
};

INSTANTIATE_TEST_SUITE_P(Stores, AccessContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(AccessContract, AStoreThatKeptNothingHasNoEntries) {
  EXPECT_THAT(store->audit(-1, 10), IsEmpty());
  EXPECT_THAT(store->audit(0, 10), IsEmpty());
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(AccessContract, KeepsAllOfAnEntry) {
  clock.now = 7000;
  AuditEntry entry{.who = "token 0a1b2c3d (ü)",
                   .origin = "2001:db8::1",
                   .what = "deleteStudy",
                   .target = "study 'a\"b'",
                   .status = 403,
                   .detail = "not allowed"};
  keeper().record(entry);
  entry.number = 1;
  entry.time = 7000;
  EXPECT_THAT(store->audit(-1, 10), ElementsAre(entry));
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(AccessContract, GivesTheNewestOrThoseAfterANumber) {
  for (int i = 0; i < 5; ++i) keeper().record({.who = "a", .what = "b"});
  EXPECT_THAT(numbers(-1, 2), ElementsAre(4, 5));
  EXPECT_THAT(numbers(-1, 10), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(numbers(0, 2), ElementsAre(1, 2));
  EXPECT_THAT(numbers(2, 2), ElementsAre(3, 4));
  EXPECT_THAT(numbers(5, 2), IsEmpty());
}

TEST_P(AccessContract, CountersAddUpEachByItself) {
  EXPECT_EQ(keeper().add_usage("a", 0), 0);
  EXPECT_EQ(keeper().add_usage("a", 5), 5);
  EXPECT_EQ(keeper().add_usage("b", 100), 100);
  EXPECT_EQ(keeper().add_usage("a", 7), 12);
}

// The tables are made by whoever writes first.
TEST_P(AccessContract, SeveralWritersGetNumbersOfTheirOwn) {
  if (GetParam() != std::string_view("sqlite") && GetParam() != std::string_view("postgres"))
    GTEST_SKIP() << "another process sees another store";
  constexpr int kEach = 20;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer)
    writers.emplace_back([this] {
      const auto own = place.open(clock.clock());
      for (int i = 0; i < kEach; ++i) {
        own->record({.who = "a", .what = "b"});
        own->add_usage("a", 1);
      }
    });
  for (std::thread& writer : writers) writer.join();
  std::vector<std::int64_t> expected;
  for (int i = 1; i <= 3 * kEach; ++i) expected.push_back(i);
  EXPECT_EQ(numbers(0, 1000), expected);
  EXPECT_EQ(store->add_usage("a", 0), 3 * kEach);
}

}  // namespace
}  // namespace hone::storage
