// SPDX-License-Identifier: MIT
// What every store promises about the files that trials leave (trial_artefact_store.hpp).
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "contract/storage_contract.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::start_one;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TrialArtefactContract : public StorageContract {
 protected:
  TrialArtefact put(const Lease& lease, const std::string& name, const std::string& bytes) {
    return store->put_trial_artefact(id, {lease.number, name, lease.fence}, MemorySource(bytes));
  }
  std::string read(std::int64_t number, const std::string& name) {
    const auto found = store->trial_artefact(id, number, name);
    return found ? read_all(*found->bytes, 1'000'000) : "nothing";
  }
  std::vector<std::string> listed(std::int64_t first = 0, std::int64_t most = 1000) {
    std::vector<std::string> names;
    for (const TrialArtefact& artefact : store->trial_artefacts(id, first, most))
      names.push_back(std::to_string(artefact.number) + "/" + artefact.name);
    return names;
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, TrialArtefactContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(TrialArtefactContract, KeepsBytesUnderTheirHash) {
  const Lease lease = start_one(*store, id, 0);
  clock.now = 1'500'000;
  const TrialArtefact kept = put(lease, "loss ü.csv", "abc");
  EXPECT_EQ(kept.number, 0);
  EXPECT_EQ(kept.name, "loss ü.csv");
  EXPECT_EQ(kept.hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(kept.size, 3);
  EXPECT_EQ(kept.type, "text/csv");
  EXPECT_EQ(kept.attempt, 1);
  EXPECT_EQ(kept.created, 1'500'000);
  EXPECT_THAT(store->trial_artefacts(id, 0, 10), ElementsAre(kept));
  const auto found = store->trial_artefact(id, 0, "loss ü.csv");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->info, kept);
  EXPECT_EQ(read(0, "loss ü.csv"), "abc");
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(TrialArtefactContract, KeepsEveryByteAndNone) {
  const Lease lease = start_one(*store, id, 0);
  std::string all;
  for (int i = 0; i < 700'000; ++i) all += static_cast<char>(i * 31 + i / 256);
  put(lease, "all", all);
  put(lease, "none", "");
  EXPECT_EQ(read(0, "all"), all);
  EXPECT_EQ(read(0, "none"), "");
}

TEST_P(TrialArtefactContract, ListsByTrialAndNameAndWholeTrials) {
  const Lease first = start_one(*store, id, 0);
  const Lease second = start_one(*store, id, 1);
  const Lease third = start_one(*store, id, 2);
  for (const char* name : {"b", "a", "C"}) put(second, name, name);
  put(third, "z", "z");
  put(first, "y", "y");
  EXPECT_THAT(listed(), ElementsAre("0/y", "1/C", "1/a", "1/b", "2/z"));
  EXPECT_THAT(listed(1, 1), ElementsAre("1/C", "1/a", "1/b"));
  EXPECT_THAT(listed(2, 1), ElementsAre("2/z"));
  EXPECT_THAT(listed(3, 1), IsEmpty());
}

TEST_P(TrialArtefactContract, TheSameNameAgainMakesRoom) {
  const Lease lease = start_one(*store, id, 0);
  put(lease, "a", "one");
  put(lease, "a", "two");
  EXPECT_THAT(listed(), ElementsAre("0/a"));
  EXPECT_EQ(read(0, "a"), "two");
}

TEST_P(TrialArtefactContract, FindsNothingThatIsNotThere) {
  EXPECT_EQ(read(0, "a"), "nothing");
  const Lease lease = start_one(*store, id, 0);
  EXPECT_EQ(read(0, "a"), "nothing");
  EXPECT_FALSE(store->delete_trial_artefact(id, 0, "a"));
  put(lease, "a", "one");
  EXPECT_EQ(read(1, "a"), "nothing");
  EXPECT_TRUE(store->delete_trial_artefact(id, 0, "a"));
  EXPECT_EQ(read(0, "a"), "nothing");
  EXPECT_THAT(listed(), IsEmpty());
}

TEST_P(TrialArtefactContract, RefusesTrialsThatAreNot) {
  const MemorySource bytes("x");
  EXPECT_EQ(code_of([&] { store->put_trial_artefact(id, {3, "a"}, bytes); }), ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] { store->put_trial_artefact(id + 7, {0, "a"}, bytes); }), ErrorCode::NotFound);
}

TEST_P(TrialArtefactContract, RefusesNamesThatAreNone) {
  const Lease lease = start_one(*store, id, 0);
  for (const std::string name : {"a/b", "../a", "..", ".", ".hidden", "a\\b", " a", "a ", "a\nb", "a\x7f",
                                 "a\xe2\x80\xae"
                                 "b",
                                 "a\xff"})
    EXPECT_EQ(code_of([&] { put(lease, name, "x"); }), ErrorCode::InvalidArgument) << name;
  EXPECT_EQ(code_of([&] { put(lease, std::string(201, 'a'), "x"); }), ErrorCode::InvalidArgument);
  for (const std::string name : {"a b.txt", "é.png", "a%2Fb", "a?b#c", "'\";<script>", "con"})
    put(lease, name, name);
  EXPECT_EQ(read(0, "a%2Fb"), "a%2Fb");
  EXPECT_EQ(read(0, "'\";<script>"), "'\";<script>");
}

TEST_P(TrialArtefactContract, TakesNoMoreThanSoMany) {
  const Lease lease = start_one(*store, id, 0);
  for (std::int64_t i = 0; i < kMostArtefactsOfTrial; ++i) put(lease, "f" + std::to_string(i), "x");
  std::string message;
  EXPECT_EQ(code_of([&] { put(lease, "more", "x"); }, &message), ErrorCode::InvalidArgument);
  EXPECT_THAT(message, HasSubstr("100"));
  put(lease, "f0", "another");  // of these it may have others
  EXPECT_EQ(read(0, "f0"), "another");
}

TEST_P(TrialArtefactContract, TakesNoMoreBytesThanThat) {
  const Lease lease = start_one(*store, id, 0);
  const std::string large(static_cast<std::size_t>(kLargestTrialArtefact), 'x');
  EXPECT_EQ(code_of([&] { put(lease, "a", large + "x"); }), ErrorCode::InvalidArgument);
  for (const char* name : {"a", "b", "c", "d"}) put(lease, name, large);
  EXPECT_EQ(code_of([&] { put(lease, "e", "x"); }), ErrorCode::InvalidArgument);
  EXPECT_THAT(listed(), ElementsAre("0/a", "0/b", "0/c", "0/d"));
}

TEST_P(TrialArtefactContract, WhoRunsATrialLeavesThingsUntilItHasEnded) {
  const Lease lease = start_one(*store, id, 0);
  put(lease, "a", "one");
  finish_one(*store, id, lease, 1.0);
  EXPECT_EQ(code_of([&] { put(lease, "b", "two"); }), ErrorCode::LeaseLost);
  EXPECT_EQ(code_of([&] { put({0, lease.fence + 1}, "b", "two"); }), ErrorCode::LeaseLost);
  EXPECT_THAT(listed(), ElementsAre("0/a"));
  store->put_trial_artefact(id, {0, "later"}, MemorySource("x"));  // somebody adds one
  EXPECT_THAT(listed(), ElementsAre("0/a", "0/later"));
}

// Its result may still be the first.
TEST_P(TrialArtefactContract, WhoLostATrialMayStillLeaveThings) {
  const Lease lease = start_one(*store, id, 0);
  clock.now += 10'000;
  keeper().reclaim(id, LostPolicy::Requeue, 3, kEverybodyIsDead);
  put(lease, "a", "one");
  EXPECT_EQ(read(0, "a"), "one");
}

TEST_P(TrialArtefactContract, GoWithTheirStudy) {
  const Lease lease = start_one(*store, id, 0);
  put(lease, "a", "one");
  store->delete_study(id);
  const StudyId again = store->create_study(test::svm_study());
  EXPECT_THAT(store->trial_artefacts(again, 0, 10), IsEmpty());
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
