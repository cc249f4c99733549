// SPDX-License-Identifier: MIT
// A worker that is to be served once gets nothing when another process was faster. Tried on every store that
// several processes share; a service does it for its clients by itself.
#include <string>
#include <vector>

#include "contract/storage_contract.hpp"

namespace hone::storage {
namespace {

using test::proposals;
using test::start_one;

class ServedOnce : public StorageContract {
 protected:
  Revision now() { return store->changes(id, 0).revision; }
  Worker once(const std::string& name, Revision unserved_at) const {
    return {.name = name, .lease = 10'000, .unserved_at = unserved_at};
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, ServedOnce, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(ServedOnce, StartsNothingForWhomAnotherHasStartedATrial) {
  const Revision seen = now();
  ASSERT_TRUE(store->start(id, 0, proposals(0, 1), std::vector<Worker>{once("a#1", seen)}));
  EXPECT_EQ(store->start(id, 1, proposals(1, 1), std::vector<Worker>{once("a#1", seen)}), std::nullopt);
  EXPECT_TRUE(store->start(id, 1, proposals(1, 1), std::vector<Worker>{once("a#2", seen)})) << "another ask";
  EXPECT_TRUE(store->start(id, 2, proposals(2, 1), std::vector<Worker>{{"a#1", 10'000}}))
      << "who does not say so";
  EXPECT_TRUE(store->start(id, 3, proposals(3, 1), std::vector<Worker>{once("a#1", now())}))
      << "who has seen them";
}

TEST_P(ServedOnce, StartsNothingForAGroupWithOneOfThem) {
  const Revision seen = now();
  start_one(*store, id, 0, {"a#1", 10'000});
  const std::vector<Worker> both = {once("b#1", seen), once("a#1", seen)};
  EXPECT_EQ(store->start(id, 1, proposals(1, 2), both), std::nullopt);
  EXPECT_EQ(store->studies().at(0).trials, 1);
  EXPECT_EQ(now(), store->changes(id, seen).revision);
}

TEST_P(ServedOnce, TakesNothingFromTheQueueForThem) {
  store->enqueue(id, proposals(0, 3));
  const Revision seen = now();
  const auto first = store->claim_waiting(id, once("a#1", seen));
  ASSERT_TRUE(first);
  EXPECT_EQ(store->claim_waiting(id, once("a#1", seen)), std::nullopt);
  EXPECT_EQ(store->start(id, 3, proposals(3, 1), std::vector<Worker>{once("a#1", seen)}), std::nullopt);
  test::finish_one(*store, id, first->lease, 0.5);
  EXPECT_EQ(store->claim_waiting(id, once("a#1", seen)), std::nullopt) << "although it has ended";
  EXPECT_TRUE(store->claim_waiting(id, once("b#1", seen)));
  EXPECT_EQ(store->studies().at(0).waiting, 1);
}

}  // namespace
}  // namespace hone::storage
