// SPDX-License-Identifier: MIT
// A trial was taken from a worker that was alive: its result is as good as another's, and the first counts.
// Tried on every store.
#include <string>
#include <vector>

#include "contract/storage_contract.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::proposals;
using test::start_one;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LateResult : public StorageContract {
 protected:
  LateResult() { store->report(id, old, std::vector<Report>{{1, 0.5}}); }

  void rob(LostPolicy policy = LostPolicy::Requeue) {
    clock.now += 20'000;
    EXPECT_THAT(keeper().reclaim(id, policy, 5, nullptr), ElementsAre(0));
  }

  Lease old = start_one(*store, id, 0, {"slow", 10'000});
};

INSTANTIATE_TEST_SUITE_P(Stores, LateResult, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(LateResult, OfATrialThatWaitsAgainTakesItFromTheQueue) {
  rob();
  finish_one(*store, id, old, 1.5);
  EXPECT_EQ(trial(0).state, TrialState::Complete);
  EXPECT_THAT(trial(0).values, ElementsAre(1.5));
  EXPECT_EQ(trial(0).error, "");
  EXPECT_EQ(store->claim_waiting(id, {"fresh", 10'000}), std::nullopt);
  EXPECT_EQ(summary().complete, 1);
  EXPECT_EQ(summary().waiting, 0);
  EXPECT_EQ(summary().best, 1.5);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(LateResult, OfATrialInOtherHandsIsKeptAndTheOtherHearsOfIt) {
  rob();
  const Claim taken = store->claim_waiting(id, {"fresh", 10'000}).value();
  store->report(id, taken.lease, std::vector<Report>{{1, 9.0}});
  finish_one(*store, id, old, 1.5);
  EXPECT_THAT(trial(0).values, ElementsAre(1.5));
  EXPECT_THAT(trial(0).reports, IsEmpty()) << "they were another attempt's";
  EXPECT_EQ(trial(0).worker, "");
  EXPECT_EQ(trial(0).started, 0);
  const std::vector<Lease> leases = {taken.lease};
  EXPECT_THAT(store->heartbeat(id, leases, {"fresh", 10'000}), ElementsAre(taken.lease));
  std::string message;
  EXPECT_EQ(code_of([&] { finish_one(*store, id, taken.lease, 2.5); }, &message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("already ended (complete)"));
  EXPECT_THAT(trial(0).values, ElementsAre(1.5));
  EXPECT_EQ(summary().complete, 1);
  EXPECT_EQ(summary().running, 0);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(LateResult, ComesTooLateWhenAnotherWasTold) {
  rob();
  const Claim taken = store->claim_waiting(id, {"fresh", 10'000}).value();
  finish_one(*store, id, taken.lease, 2.5);
  EXPECT_EQ(code_of([&] { finish_one(*store, id, old, 1.5); }), ErrorCode::LeaseLost);
  EXPECT_THAT(trial(0).values, ElementsAre(2.5));
  EXPECT_EQ(trial(0).worker, "fresh");
}

TEST_P(LateResult, ReplacesTheFailureOfATrialThatWasGivenUp) {
  rob(LostPolicy::Fail);
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  finish_one(*store, id, old, 1.5);
  EXPECT_EQ(trial(0).state, TrialState::Complete);
  EXPECT_EQ(trial(0).worker, "slow");
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{1, 0.5}));
  EXPECT_EQ(summary().failed, 0);
  EXPECT_EQ(summary().complete, 1);
  EXPECT_EQ(code_of([&] { finish_one(*store, id, old, 2.5); }), ErrorCode::LeaseLost);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(LateResult, DoesNotReplaceAFailureThatWasTold) {
  rob();
  const Claim taken = store->claim_waiting(id, {"fresh", 10'000}).value();
  const Outcome failed{.lease = taken.lease, .state = TrialState::Failed, .error = "exit code 1"};
  store->finish(id, std::span(&failed, 1));
  EXPECT_EQ(code_of([&] { finish_one(*store, id, old, 1.5); }), ErrorCode::LeaseLost);
  EXPECT_EQ(trial(0).error, "exit code 1");
}

TEST_P(LateResult, IsRefusedUnderALeaseThatWasNeverGiven) {
  rob();
  EXPECT_EQ(code_of([&] { finish_one(*store, id, {0, old.fence + 1}, 1.5); }), ErrorCode::LeaseLost);
  EXPECT_EQ(code_of([&] { finish_one(*store, id, {0, 0}, 1.5); }), ErrorCode::LeaseLost);
  store->enqueue(id, proposals(1, 1));
  EXPECT_EQ(code_of([&] { finish_one(*store, id, {1, 0}, 1.5); }), ErrorCode::LeaseLost);
  EXPECT_EQ(summary().waiting, 2);
}

TEST_P(LateResult, MayBeThatTheTrialIsInfeasible) {
  rob();
  const Outcome infeasible{.lease = old, .state = TrialState::Infeasible};
  store->finish(id, std::span(&infeasible, 1));
  EXPECT_EQ(trial(0).state, TrialState::Infeasible);
}

}  // namespace
}  // namespace hone::storage
