// SPDX-License-Identifier: MIT
// What every store promises of who holds a trial, for how long, and what happens to the trials of the dead.
// Tried on each.
#include <atomic>
#include <string>
#include <thread>
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

TEST_P(StorageContract, AHeartbeatKeepsATrial) {
  const Lease lease = start_one(*store, id, 0, {"w1", 10'000});
  clock.now += 9000;
  const std::vector<Lease> leases = {lease};
  EXPECT_THAT(store->heartbeat(id, leases, {"w1", 10'000}), IsEmpty());
  clock.now += 9000;
  EXPECT_THAT(keeper().reclaim(id, LostPolicy::Requeue, 5, kNobodyIsDead), IsEmpty());
  clock.now += 2000;
  EXPECT_THAT(keeper().reclaim(id, LostPolicy::Requeue, 5, kNobodyIsDead), ElementsAre(0));
}

TEST_P(StorageContract, AHeartbeatDoesNotCountAsAChange) {
  const std::vector<Lease> leases = {start_one(*store, id, 0)};
  const Revision before = store->changes(id, 0).revision;
  store->heartbeat(id, leases, {"w1", 10'000});
  EXPECT_EQ(store->changes(id, 0).revision, before);
}

TEST_P(StorageContract, RefusesAllButAResultFromAWorkerWhoseTrialWasHandedOn) {
  const Lease old = start_one(*store, id, 0, {"slow", 10'000});
  store->report(id, old, std::vector<Report>{{1, 0.5}});
  clock.now += 20'000;
  EXPECT_THAT(keeper().reclaim(id, LostPolicy::Requeue, 5, kNobodyIsDead), ElementsAre(0));
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
  EXPECT_EQ(trial(0).attempt, 2);
  EXPECT_THAT(trial(0).reports, IsEmpty());
  EXPECT_THAT(trial(0).error, HasSubstr("slow"));
  const auto fails_late = [&](std::string* message) {
    const Outcome failed{.lease = old, .state = TrialState::Failed};
    return code_of([&] { store->finish(id, std::span(&failed, 1)); }, message);
  };
  std::string message;
  EXPECT_EQ(fails_late(&message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("waits in the queue"));

  const Claim taken = store->claim_waiting(id, {"fresh", 10'000}).value();
  EXPECT_GT(taken.lease.fence, old.fence);
  EXPECT_EQ(fails_late(&message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("trial 0 is held by worker 'fresh'"));
  EXPECT_EQ(code_of([&] { store->report(id, old, std::vector<Report>{{2, 0.5}}); }), ErrorCode::LeaseLost);
  EXPECT_EQ(code_of([&] { store->requeue(id, old, "again"); }), ErrorCode::LeaseLost);
  const std::vector<Lease> leases = {old, taken.lease};
  EXPECT_THAT(store->heartbeat(id, leases, {"slow", 10'000}), ElementsAre(old));
  finish_one(*store, id, taken.lease, 2.0);
  EXPECT_THAT(trial(0).values, ElementsAre(2.0));
}

TEST_P(StorageContract, AWorkerThatOnlyOversleptMayStillReport) {
  const Lease lease = start_one(*store, id, 0, {"slow", 10'000});
  clock.now += 50'000;
  finish_one(*store, id, lease, 1.0);
  EXPECT_EQ(trial(0).state, TrialState::Complete);
}

TEST_P(StorageContract, TakesTrialsFromDeadWorkersAtOnce) {
  const auto leases = store->start(id, 0, proposals(0, 2), std::vector<Worker>{{"gone", 60000}}).value();
  start_one(*store, id, 2, {"alive", 60000});
  const auto taken = keeper().reclaim(id, LostPolicy::Requeue, 5, [&](const Holder& holder) {
    return holder.worker == "gone" ? Liveness::Dead : Liveness::Unknown;
  });
  EXPECT_THAT(taken, ElementsAre(0, 1));
  EXPECT_EQ(trial(2).state, TrialState::Running);
}

TEST_P(StorageContract, LeavesTheTrialsOfTheLivingHoweverLateTheyAre) {
  const Lease lease = start_one(*store, id, 0, {"alive", 10'000});
  clock.now += 24LL * 60 * 60 * 1000;  // the clock was set forward a day
  std::vector<Holder> judged;
  const auto taken = keeper().reclaim(id, LostPolicy::Requeue, 5, [&](const Holder& holder) {
    judged.push_back(holder);
    return Liveness::Alive;
  });
  EXPECT_THAT(taken, IsEmpty());
  ASSERT_EQ(judged.size(), 1u);
  EXPECT_EQ(judged[0].lease, lease);
  EXPECT_EQ(judged[0].worker, "alive");
  EXPECT_EQ(judged[0].overdue, 24LL * 60 * 60 * 1000 - 10'000);
  EXPECT_EQ(judged[0].lease_until, clock.now - judged[0].overdue);
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_P(StorageContract, LeavesTrialsThatAreHeldForEver) {
  start_one(*store, id, 0, {"person", std::nullopt});
  clock.now += 1'000'000'000;
  EXPECT_THAT(keeper().reclaim(id, LostPolicy::Fail, 1, kEverybodyIsDead), IsEmpty());
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_P(StorageContract, FailsLostTrialsWhenThePolicySaysSo) {
  start_one(*store, id, 0, {"gone", 10'000});
  clock.now += 20'000;
  EXPECT_THAT(keeper().reclaim(id, LostPolicy::Fail, 5, kNobodyIsDead), ElementsAre(0));
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_THAT(trial(0).error, HasSubstr("'gone'"));
  EXPECT_EQ(trial(0).finished, clock.now);
  EXPECT_EQ(summary().failed, 1);
}

TEST_P(StorageContract, FailsATrialThatWasLostTooOften) {
  start_one(*store, id, 0, {"w", 10'000});
  for (int attempt = 1; attempt <= 2; ++attempt) {
    EXPECT_EQ(trial(0).attempt, attempt);
    clock.now += 20'000;
    EXPECT_THAT(keeper().reclaim(id, LostPolicy::Requeue, 3, kNobodyIsDead), ElementsAre(0));
    EXPECT_EQ(trial(0).state, TrialState::Waiting);
    EXPECT_TRUE(store->claim_waiting(id, {"w", 10'000}));
  }
  clock.now += 20'000;
  EXPECT_THAT(keeper().reclaim(id, LostPolicy::Requeue, 3, kNobodyIsDead), ElementsAre(0));
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_EQ(trial(0).attempt, 3);
}

TEST_P(StorageContract, TheJudgeOfTheDeadMayUseTheStore) {
  start_one(*store, id, 0, {"w", 60000});
  const auto taken = keeper().reclaim(id, LostPolicy::Requeue, 3, [&](const Holder&) {
    return store->changes(id, 0).trials.size() == 1 ? Liveness::Dead : Liveness::Alive;
  });
  EXPECT_THAT(taken, ElementsAre(0));
}

TEST_P(StorageContract, DoesNotTakeATrialThatEndedWhileItsWorkerWasJudged) {
  const Lease lease = start_one(*store, id, 0, {"w", 60000});
  const auto taken = keeper().reclaim(id, LostPolicy::Requeue, 3, [&](const Holder&) {
    finish_one(*store, id, lease, 1.0);
    return Liveness::Dead;
  });
  EXPECT_THAT(taken, IsEmpty());
  EXPECT_EQ(trial(0).state, TrialState::Complete);
}

TEST_P(StorageContract, GivesATrialBackForAnotherAttempt) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{{1, 0.5}});
  store->requeue(id, lease, "exit code 1");
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
  EXPECT_EQ(trial(0).error, "exit code 1");
  EXPECT_EQ(trial(0).attempt, 2);
  EXPECT_EQ(trial(0).started, 0);
  EXPECT_THAT(trial(0).reports, IsEmpty());
  const Claim again = store->claim_waiting(id, {"w2", 10'000}).value();
  EXPECT_EQ(again.trial.attempt, 2);
  EXPECT_EQ(code_of([&] { store->requeue(id, lease, "late"); }), ErrorCode::LeaseLost);
}

// Its tuner was stopped, or could not begin: that is no attempt of the trial's.
TEST_P(StorageContract, GivesATrialBackWithoutAnAttempt) {
  Lease lease = start_one(*store, id, 0);
  for (int i = 0; i < 3; ++i) {
    store->report(id, lease, std::vector<Report>{{1, 0.5}});
    store->requeue(id, lease, "cancelled", Attempt::Kept);
    EXPECT_EQ(trial(0).state, TrialState::Waiting);
    EXPECT_EQ(trial(0).error, "cancelled");
    EXPECT_EQ(trial(0).attempt, 1);
    EXPECT_THAT(trial(0).reports, IsEmpty());
    const Claim again = store->claim_waiting(id, {"w", 10'000}).value();
    EXPECT_EQ(again.lease.fence, lease.fence + 1) << "each hand-over has a fence of its own";
    EXPECT_EQ(code_of([&] { store->requeue(id, lease, "late", Attempt::Kept); }), ErrorCode::LeaseLost);
    lease = again.lease;
  }
  keeper().reclaim(id, LostPolicy::Requeue, 2, [](const Holder&) { return Liveness::Dead; });
  EXPECT_EQ(trial(0).state, TrialState::Waiting) << "one death is not the second";
  EXPECT_EQ(trial(0).attempt, 2);
}

// --- corrections

TEST_P(StorageContract, LetsAnotherProcessTellATrialThatIsHeldForEver) {
  const Lease lease = start_one(*store, id, 0, {"person", std::nullopt});
  EXPECT_EQ(store->open_lease(id, 0), lease);
  finish_one(*store, id, store->open_lease(id, 0), 1.0);
  std::string message;
  EXPECT_EQ(code_of([&] { store->open_lease(id, 0); }, &message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("already ended"));
}

TEST_P(StorageContract, OpensNoLeaseOfATrialThatAWorkerHolds) {
  start_one(*store, id, 0, {"worker-7", 1000});
  store->enqueue(id, proposals(1, 1));
  std::string message;
  EXPECT_EQ(code_of([&] { store->open_lease(id, 0); }, &message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("held by worker 'worker-7'"));
  EXPECT_EQ(code_of([&] { store->open_lease(id, 1); }), ErrorCode::LeaseLost);
  EXPECT_EQ(code_of([&] { store->open_lease(id, 2); }), ErrorCode::NotFound);
}

TEST_P(StorageContract, ServesManyThreadsWithoutLosingATrial) {
  constexpr int kThreads = 4;
  constexpr int kEach = 25;
  store->enqueue(id, proposals(0, kThreads * kEach / 2));
  std::atomic<int> finished = 0;
  const auto work = [&](int me) {
    const Worker worker{"thread-" + std::to_string(me), 60000};
    for (int i = 0; i < kEach; ++i) {
      std::optional<Lease> lease;
      if (auto claim = store->claim_waiting(id, worker)) lease = claim->lease;
      while (!lease) {
        const std::int64_t next = store->studies().at(0).trials;
        if (const auto leases = store->start(id, next, proposals(next, 1), std::span(&worker, 1)))
          lease = leases->front();
      }
      store->report(id, *lease, std::vector<Report>{{1, 0.5}});
      finish_one(*store, id, *lease, 1.0);
      ++finished;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(finished, kThreads * kEach);
  EXPECT_EQ(summary().complete, kThreads * kEach);
  EXPECT_EQ(summary().trials, kThreads * kEach);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
