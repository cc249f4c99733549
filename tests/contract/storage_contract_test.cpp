// SPDX-License-Identifier: MIT
// What every store promises (storage.hpp), tried on each of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <future>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "contract/stores.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::finished_trial;
using test::proposal;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const auto kNobodyIsDead = [](const Holder&) { return Liveness::Unknown; };
const auto kEverybodyIsDead = [](const Holder&) { return Liveness::Dead; };

class StorageContract : public test::StoreTest {
 protected:
  StorageContract() {
    store = place.open(clock.clock());
    id = store->create_study(svm_study());
  }

  Trial trial(std::int64_t number) { return store->trial(id, number).value(); }
  StudySummary summary() { return store->studies().at(0); }

  /// Where what only the store itself does is done.
  Storage& keeper() { return place.keeper(*store); }

  test::StorePlace place{GetParam()};
  test::HandClock clock;
  std::unique_ptr<Storage> store;
  StudyId id = 0;
};

INSTANTIATE_TEST_SUITE_P(Stores, StorageContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(StorageContract, KeepsAStudyAsItWasGiven) {
  Study study = svm_study("full");
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};
  study.sampler = {"sobol", {{"scramble", {false}}}};
  study.pruner = Choice{"median"};
  study.seed = 0xffffffffffffffffULL;
  study.plan.command = {"train", "{C}"};
  study.plan.budget.trials = 7;
  const StudyId full = store->create_study(study);
  EXPECT_EQ(store->study(full), study);
  EXPECT_EQ(store->find_study("full"), full);
}

TEST_P(StorageContract, RefusesASecondStudyOfTheSameName) {
  EXPECT_EQ(code_of([&] { store->create_study(svm_study()); }), ErrorCode::AlreadyExists);
}

TEST_P(StorageContract, KnowsNoStudyOfAnUnknownName) {
  EXPECT_EQ(store->find_study("nothing"), std::nullopt);
}

TEST_P(StorageContract, SaysNotFoundForAStudyThatDoesNotExist) {
  const std::vector<Lease> leases = {{0, 1}};
  const std::vector<Outcome> outcomes = {{.lease = {0, 1}, .values = {1.0}}};
  const std::vector<Trial> trials = {finished_trial(0, 1.0)};
  const std::vector<std::function<void()>> calls = {
      [&] { store->study(99); },
      [&] { store->update_study(99, svm_study()); },
      [&] { store->delete_study(99); },
      [&] { store->changes(99, 0); },
      [&] { store->trial(99, 0); },
      [&] {
        store->start(99, 0, proposals(0, 1), {"w", 10});
      },
      [&] {
        store->claim_waiting(99, {"w", 10});
      },
      [&] { store->enqueue(99, proposals(0, 1)); },
      [&] { store->insert(99, trials); },
      [&] {
        store->heartbeat(99, leases, {"w", 10});
      },
      [&] { store->report(99, leases[0], Report{}); },
      [&] { store->finish(99, outcomes); },
      [&] { store->requeue(99, leases[0], ""); },
      [&] { store->correct(99, std::vector<Correction>{{.number = 0}}); },
      [&] { keeper().reclaim(99, LostPolicy::Fail, 1, kNobodyIsDead); },
      [&] { store->open_lease(99, 0); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(code_of(calls[i]), ErrorCode::NotFound) << "call " << i;
}

TEST_P(StorageContract, ReplacesADefinitionOfTheSameSpace) {
  Study changed = svm_study("renamed");
  changed.sampler = {"sobol"};
  changed.plan.budget.trials = 1000;
  store->update_study(id, changed);
  EXPECT_EQ(store->study(id), changed);
  EXPECT_EQ(summary().name, "renamed");
  EXPECT_EQ(summary().sampler, "sobol");
  EXPECT_EQ(store->find_study("svm"), std::nullopt);
}

TEST_P(StorageContract, RefusesADefinitionWithAnotherSpaceOrObjectives) {
  Study other_space = svm_study();
  other_space.space = Space({real("C", 1, 10)});
  EXPECT_EQ(code_of([&] { store->update_study(id, other_space); }), ErrorCode::AlreadyExists);
  Study other_goal = svm_study();
  other_goal.objectives[0].direction = Direction::Maximize;
  EXPECT_EQ(code_of([&] { store->update_study(id, other_goal); }), ErrorCode::AlreadyExists);
  EXPECT_EQ(store->study(id), svm_study());
}

TEST_P(StorageContract, RefusesToRenameAStudyToATakenName) {
  store->create_study(svm_study("second"));
  EXPECT_EQ(code_of([&] { store->update_study(id, svm_study("second")); }), ErrorCode::AlreadyExists);
}

TEST_P(StorageContract, DeletesAStudyWithItsTrialsAndNeverGivesItsIdAgain) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, {1, 0.5});
  store->delete_study(id);
  EXPECT_THAT(store->studies(), IsEmpty());
  EXPECT_EQ(code_of([&] { store->changes(id, 0); }), ErrorCode::NotFound);
  const StudyId again = store->create_study(svm_study());
  EXPECT_NE(again, id);
  EXPECT_THAT(store->changes(again, 0).trials, IsEmpty());
}

TEST_P(StorageContract, NumbersTrialsFromZeroWithoutGaps) {
  const auto leases = store->start(id, 0, proposals(0, 2), {"w1", 10'000}).value();
  EXPECT_EQ(leases[0].number, 0);
  EXPECT_EQ(leases[1].number, 1);
  EXPECT_EQ(store->enqueue(id, proposals(2, 2)), 2);
  const std::vector<Trial> old = {finished_trial(4, 0.5)};
  EXPECT_EQ(store->insert(id, old), 4);
  const Changes all = store->changes(id, 0);
  ASSERT_EQ(all.trials.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.trials[i].number, static_cast<std::int64_t>(i));
    EXPECT_EQ(all.trials[i].configuration, proposal(static_cast<std::int64_t>(i)).configuration);
  }
}

TEST_P(StorageContract, StartsNothingWhenTheNumberIsTaken) {
  start_one(*store, id, 0);
  EXPECT_EQ(store->start(id, 0, proposals(5, 1), {"w2", 10'000}), std::nullopt);
  EXPECT_EQ(store->start(id, 7, proposals(5, 1), {"w2", 10'000}), std::nullopt);
  EXPECT_EQ(summary().trials, 1);
}

TEST_P(StorageContract, StartsTrialsOfSeveralWorkersTogether) {
  const std::vector<Worker> workers = {{"a", 10'000}, {"b", std::nullopt}, {"c", 50'000}};
  const auto leases = store->start(id, 0, proposals(0, 3), workers).value();
  ASSERT_EQ(leases.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = static_cast<std::int64_t>(i);
    EXPECT_EQ(leases[i].number, number);
    EXPECT_EQ(trial(number).worker, workers[i].name);
    EXPECT_EQ(trial(number).configuration, proposal(number).configuration);
  }
  clock.now += 15'000;  // the lease of the first has run out, that of the second never does
  EXPECT_EQ(keeper().reclaim(id, LostPolicy::Requeue, 10, {}), std::vector<std::int64_t>{0});
  clock.now += 1'000'000;
  EXPECT_EQ(keeper().reclaim(id, LostPolicy::Requeue, 10, {}), std::vector<std::int64_t>{2});
  finish_one(*store, id, leases[1], 0.5);
  EXPECT_EQ(code_of([&] { store->start(id, 3, proposals(3, 3), std::span(workers).first(2)); }),
            ErrorCode::InvalidArgument);
  EXPECT_EQ(summary().trials, 3);
}

TEST_P(StorageContract, StartsNothingWhenOneOfSeveralWorkersKnowsAnotherSpace) {
  const std::vector<Worker> workers = {{"a", 10'000}, {"b", 1000, 7}};
  EXPECT_EQ(code_of([&] { store->start(id, 0, proposals(0, 2), workers); }), ErrorCode::Conflict);
  EXPECT_EQ(summary().trials, 0);
}

TEST_P(StorageContract, RecordsWhoStartedATrialAndWhen) {
  clock.now = 5000;
  start_one(*store, id, 0, {"me", 10'000});
  EXPECT_EQ(trial(0).state, TrialState::Running);
  EXPECT_EQ(trial(0).worker, "me");
  EXPECT_EQ(trial(0).created, 5000);
  EXPECT_EQ(trial(0).started, 5000);
  EXPECT_EQ(trial(0).finished, 0);
  EXPECT_EQ(trial(0).notes, proposal(0).notes);
}

TEST_P(StorageContract, KeepsEverythingOfAnOutcome) {
  const Lease lease = start_one(*store, id, 0);
  clock.now += 500;
  const Outcome outcome{
      .lease = lease,
      .values = {-0.1},
      .attributes = {{"a", true}, {"b", std::string("\"x\"\n\\ü")}, {"c", 2.5}, {"d", std::int64_t{3}}},
      .error = "warning: \xff\xfe"};
  store->finish(id, std::span(&outcome, 1));
  const Trial ended = trial(0);
  EXPECT_EQ(ended.state, TrialState::Complete);
  EXPECT_EQ(ended.values, outcome.values);
  EXPECT_EQ(ended.attributes, outcome.attributes);
  EXPECT_EQ(ended.error, outcome.error);
  EXPECT_EQ(ended.finished, clock.now);
  EXPECT_EQ(ended.worker, "w1");
}

TEST_P(StorageContract, AddsAttributesToThoseOfTheTrial) {
  Trial old = finished_trial(0, 1.0);
  old.attributes = {{"kept", 1.5}, {"replaced", false}};
  const std::vector<Trial> imported = {old};
  store->insert(id, imported);
  EXPECT_EQ(trial(0).attributes, old.attributes);
  const Lease lease = start_one(*store, id, 1);
  const std::vector<Outcome> outcomes = {
      {.lease = lease, .values = {1.0}, .attributes = {{"replaced", true}}}};
  store->finish(id, outcomes);
  EXPECT_EQ(trial(1).attributes, outcomes[0].attributes);
}

TEST_P(StorageContract, EndsTrialsAllTogetherOrNotAtAll) {
  const auto leases = store->start(id, 0, proposals(0, 3), {"w1", 10'000}).value();
  finish_one(*store, id, leases[1], 1.0);
  const Revision before = store->changes(id, 0).revision;
  const std::vector<Outcome> outcomes = {{.lease = leases[0], .values = {1.0}},
                                         {.lease = leases[1], .values = {2.0}},
                                         {.lease = leases[2], .values = {3.0}}};
  std::string message;
  EXPECT_EQ(code_of([&] { store->finish(id, outcomes); }, &message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("trial 1 has already ended (complete)"));
  EXPECT_EQ(trial(0).state, TrialState::Running);
  EXPECT_EQ(trial(2).state, TrialState::Running);
  EXPECT_EQ(store->changes(id, 0).revision, before);
}

TEST_P(StorageContract, RefusesTheSameTrialTwiceInOneCall) {
  const Lease lease = start_one(*store, id, 0);
  const std::vector<Outcome> twice = {{.lease = lease, .values = {1.0}}, {.lease = lease, .values = {2.0}}};
  EXPECT_EQ(code_of([&] { store->finish(id, twice); }), ErrorCode::LeaseLost);
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_P(StorageContract, RefusesOutcomesThatAreNone) {
  const Lease lease = start_one(*store, id, 0);
  const auto refused = [&](const Outcome& outcome) {
    return code_of([&] { store->finish(id, std::span(&outcome, 1)); }) == ErrorCode::InvalidArgument;
  };
  EXPECT_TRUE(refused({.lease = lease, .state = TrialState::Running}));
  EXPECT_TRUE(refused({.lease = lease, .state = TrialState::Waiting}));
  EXPECT_TRUE(refused({.lease = lease, .values = {}}));
  EXPECT_TRUE(refused({.lease = lease, .values = {1.0, 2.0}}));
  EXPECT_TRUE(refused({.lease = lease, .values = {std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_TRUE(refused({.lease = lease, .values = {std::numeric_limits<double>::infinity()}}));
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_P(StorageContract, RefusesToInsertTrialsThatHaveNotEnded) {
  Trial running = finished_trial(0, 1.0);
  running.state = TrialState::Running;
  const std::vector<Trial> trials = {finished_trial(1, 1.0), running};
  EXPECT_EQ(code_of([&] { store->insert(id, trials); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(summary().trials, 0);
}

TEST_P(StorageContract, KeepsAllOfAnInsertedTrial) {
  Trial old = finished_trial(3, -2.0);
  old.state = TrialState::Pruned;
  old.reports = {{1, 0.5}, {2, 0.25}};
  old.attributes = {{"origin", std::string("csv")}};
  old.notes = {{"bracket", std::int64_t{2}}, {"theta", std::vector{0.1, -1.0 / 3.0, 5e-324}}};
  old.error = "stopped";
  old.attempt = 3;
  old.worker = "elsewhere";
  old.created = 10;
  old.started = 20;
  old.finished = 30;
  const std::vector<Trial> trials = {old};
  store->insert(id, trials);
  EXPECT_EQ(trial(0), old);
}

TEST_P(StorageContract, GivesTheTimeOfTheInsertToTrialsWithoutTimes) {
  const std::vector<Trial> trials = {finished_trial(0, 1.0)};
  store->insert(id, trials);
  EXPECT_EQ(trial(0).created, clock.now);
  EXPECT_EQ(trial(0).finished, clock.now);
}

TEST_P(StorageContract, EnqueuesOnceForEachKeyWhoeverComesFirst) {
  std::vector<std::future<Enqueued>> calls;
  for (int i = 0; i < 8; ++i)
    calls.push_back(
        std::async(std::launch::async, [&] { return store->enqueue_once(id, proposals(0, 2), "k"); }));
  for (auto& call : calls) EXPECT_EQ(call.get(), (Enqueued{0, 2}));
  EXPECT_EQ(summary().waiting, 2);
  EXPECT_EQ(store->enqueue_once(id, proposals(2, 1), "other"), (Enqueued{2, 1}));
  EXPECT_EQ(store->enqueue_once(id, proposals(3, 1), "k"), (Enqueued{0, 2})) << "what the first got";
  const StudyId second = store->create_study(svm_study("second"));
  EXPECT_EQ(store->enqueue_once(second, proposals(0, 1), "k"), (Enqueued{0, 1})) << "a key of another study";
}

TEST_P(StorageContract, HandsOutWaitingTrialsByNumberOnceEach) {
  store->enqueue(id, proposals(0, 2));
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
  const auto first = store->claim_waiting(id, {"w1", 10'000}).value();
  const auto second = store->claim_waiting(id, {"w2", 10'000}).value();
  EXPECT_EQ(first.trial.number, 0);
  EXPECT_EQ(second.trial.number, 1);
  EXPECT_EQ(second.trial, trial(1));
  EXPECT_EQ(second.trial.worker, "w2");
  EXPECT_EQ(store->claim_waiting(id, {"w3", 10'000}), std::nullopt);
  finish_one(*store, id, first.lease, 1.0);
  finish_one(*store, id, second.lease, 2.0);
  EXPECT_EQ(summary().complete, 2);
}

TEST_P(StorageContract, TellsWhatChangedSinceARevision) {
  const Changes nothing = store->changes(id, 0);
  EXPECT_THAT(nothing.trials, IsEmpty());
  const auto leases = store->start(id, 0, proposals(0, 3), {"w1", 10'000}).value();
  const Changes started = store->changes(id, nothing.revision);
  EXPECT_EQ(started.trials.size(), 3u);
  store->report(id, leases[2], {1, 0.5});
  finish_one(*store, id, leases[0], 1.0);
  const Changes later = store->changes(id, started.revision);
  ASSERT_EQ(later.trials.size(), 2u);
  EXPECT_EQ(later.trials[0].number, 0);
  EXPECT_EQ(later.trials[1].number, 2);
  EXPECT_THAT(later.trials[1].reports, ElementsAre(Report{1, 0.5}));
  EXPECT_THAT(store->changes(id, later.revision).trials, IsEmpty());
  EXPECT_EQ(store->changes(id, later.revision).revision, later.revision);
}

TEST_P(StorageContract, KeepsReportsByStepAndReplacesRepeatedSteps) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, {10, 0.5});
  store->report(id, lease, {5, 0.75});
  store->report(id, lease, {10, 0.25});
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{5, 0.75}, Report{10, 0.25}));
  EXPECT_THAT(store->changes(id, 0).trials[0].reports, ElementsAre(Report{5, 0.75}, Report{10, 0.25}));
}

TEST_P(StorageContract, TakesManyReportsAsOneChange) {
  const Lease lease = start_one(*store, id, 0);
  const Revision before = store->changes(id, 0).revision;
  const std::vector<Report> reports = {{3, 0.5}, {1, 0.75}, {3, 0.25}, {-7, 1.0}};
  store->report(id, lease, reports);
  EXPECT_EQ(store->changes(id, 0).revision, before + 1);
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{-7, 1.0}, Report{1, 0.75}, Report{3, 0.25}));
}

TEST_P(StorageContract, TakesNoneOfManyReportsOnATrialThatIsNotHeld) {
  const Lease lease = start_one(*store, id, 0);
  const std::vector<Report> reports = {{1, 0.5}, {2, 0.25}};
  EXPECT_EQ(code_of([&] { store->report(id, {0, lease.fence + 1}, reports); }), ErrorCode::LeaseLost);
  EXPECT_THAT(trial(0).reports, IsEmpty());
}

TEST_P(StorageContract, KeepsReportsThatAreNoFiniteNumbers) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, {1, std::numeric_limits<double>::quiet_NaN()});
  store->report(id, lease, {2, -std::numeric_limits<double>::infinity()});
  const std::vector<Report> reports = trial(0).reports;
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_TRUE(std::isnan(reports[0].value));
  EXPECT_EQ(reports[1].value, -std::numeric_limits<double>::infinity());
}

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
  store->report(id, old, {1, 0.5});
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
  EXPECT_EQ(code_of([&] { store->report(id, old, {2, 0.5}); }), ErrorCode::LeaseLost);
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
  const auto leases = store->start(id, 0, proposals(0, 2), {"gone", 60000}).value();
  start_one(*store, id, 2, {"alive", 60000});
  const auto taken = keeper().reclaim(id, LostPolicy::Requeue, 5, [&](const Holder& holder) {
    return holder.worker == "gone" ? Liveness::Dead : Liveness::Unknown;
  });
  EXPECT_THAT(taken, ElementsAre(0, 1));
  EXPECT_EQ(trial(2).state, TrialState::Running);
}

TEST_P(StorageContract, ReportsThatComeWithAResultAreKeptOrRefusedWithIt) {
  const Lease mine = start_one(*store, id, 0);
  const Lease gone = start_one(*store, id, 1);
  store->report(id, mine, {1, 0.5});
  finish_one(*store, id, gone, 1.0);
  const std::vector<Outcome> refused = {{.lease = mine, .values = {1.0}, .reports = {{2, 0.25}}},
                                        {.lease = gone, .values = {1.0}, .reports = {{1, 7.0}}}};
  EXPECT_EQ(code_of([&] { store->finish(id, refused); }), ErrorCode::LeaseLost);
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{1, 0.5}));
  EXPECT_EQ(trial(0).state, TrialState::Running);
  store->finish(id, std::span(refused).first(1));
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{1, 0.5}, Report{2, 0.25}));
  EXPECT_THAT(trial(1).reports, IsEmpty());
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
  store->report(id, lease, {1, 0.5});
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
    store->report(id, lease, {1, 0.5});
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

TEST_P(StorageContract, RunsAFailedTrialAgainAndRemembersHowItEnded) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, {1, 0.5});
  store->finish(id, std::vector<Outcome>{{.lease = lease,
                                          .state = TrialState::Failed,
                                          .attributes = {{"gpu", true}},
                                          .error = "exit code 1\nline\nno module named x"}});
  clock.now += 500;
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Retry}});
  Trial again = trial(0);
  EXPECT_EQ(again.state, TrialState::Waiting);
  EXPECT_EQ(again.configuration, proposal(0).configuration);
  EXPECT_EQ(again.error, "");
  EXPECT_EQ(again.attempt, 1);
  EXPECT_EQ(again.finished, 0);
  EXPECT_THAT(again.reports, IsEmpty());
  EXPECT_THAT(again.remarks,
              ElementsAre(Remark{clock.now, "was failed (exit code 1: no module named x); queued again"}));
  EXPECT_EQ(summary().waiting, 1);
  EXPECT_EQ(summary().failed, 0);
  const auto claim = store->claim_waiting(id, {"w2", 10'000});
  EXPECT_EQ(claim->lease, (Lease{0, 2})) << "what the first run left is not touched";
  finish_one(*store, id, claim->lease, 0.25);
  EXPECT_EQ(trial(0).remarks.size(), 1u);
  EXPECT_EQ(summary().best, 0.25);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, TakesATrialOutButKeepsIt) {
  for (int i = 0; i < 3; ++i) finish_one(*store, id, start_one(*store, id, i), 1.0 + i);
  const Revision before = store->changes(id, 0).revision;
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(trial(0).state, TrialState::Deleted);
  EXPECT_THAT(trial(0).values, ElementsAre(1.0));
  EXPECT_THAT(trial(0).remarks, ElementsAre(Remark{clock.now, "was complete with 1; deleted"}));
  EXPECT_EQ(summary().trials, 2);
  EXPECT_EQ(summary().deleted, 1);
  EXPECT_EQ(summary().complete, 2);
  EXPECT_EQ(summary().best, 2.0) << "of those that are left";
  EXPECT_EQ(store->changes(id, before).trials.size(), 1u);
  EXPECT_EQ(start_one(*store, id, 3).number, 3) << "its number is not given again";
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, AWaitingTrialThatIsTakenOutIsNotHandedOut) {
  store->enqueue(id, proposals(0, 2));
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(store->claim_waiting(id, {"w", 10})->trial.number, 1);
  EXPECT_EQ(store->claim_waiting(id, {"w", 10}), std::nullopt);
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Retry}});
  EXPECT_EQ(store->claim_waiting(id, {"w", 10})->trial.number, 0) << "and back in";
}

TEST_P(StorageContract, AmendsAMistypedResult) {
  finish_one(*store, id, start_one(*store, id, 0), 0.5);
  finish_one(*store, id, start_one(*store, id, 1), 0.01);
  store->correct(id,
                 std::vector<Correction>{{.number = 1, .kind = Correction::Kind::Amend, .values = {0.75}}});
  EXPECT_THAT(trial(1).values, ElementsAre(0.75));
  EXPECT_THAT(trial(1).remarks, ElementsAre(Remark{clock.now, "was complete with 0.01; amended to 0.75"}));
  EXPECT_EQ(summary().best, 0.5);
  const Lease third = start_one(*store, id, 2);
  store->finish(id, std::vector<Outcome>{{.lease = third, .state = TrialState::Failed, .error = "oops"}});
  store->correct(id,
                 std::vector<Correction>{{.number = 2, .kind = Correction::Kind::Amend, .values = {0.25}}});
  EXPECT_EQ(trial(2).state, TrialState::Complete);
  EXPECT_EQ(trial(2).error, "");
  EXPECT_EQ(summary().best, 0.25);
  EXPECT_EQ(summary().failed, 0);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, RefusesCorrectionsThatMakeNoSense) {
  using Kind = Correction::Kind;
  finish_one(*store, id, start_one(*store, id, 0), 0.5);
  start_one(*store, id, 1);
  store->enqueue(id, proposals(2, 1));
  finish_one(*store, id, start_one(*store, id, 3), 0.5);
  store->correct(id, std::vector<Correction>{{.number = 3, .kind = Kind::Delete}});
  const std::vector<Correction> senseless = {
      {.number = 0, .kind = Kind::Retry},
      {.number = 1, .kind = Kind::Retry},
      {.number = 2, .kind = Kind::Retry},
      {.number = 1, .kind = Kind::Delete},
      {.number = 3, .kind = Kind::Delete},
      {.number = 1, .kind = Kind::Amend, .values = {1.0}},
      {.number = 2, .kind = Kind::Amend, .values = {1.0}},
      {.number = 3, .kind = Kind::Amend, .values = {1.0}},
      {.number = 0, .kind = Kind::Amend},
      {.number = 0, .kind = Kind::Amend, .values = {1.0, 2.0}},
      {.number = 0, .kind = Kind::Amend, .values = {std::numeric_limits<double>::infinity()}},
  };
  const Changes before = store->changes(id, 0);
  for (std::size_t i = 0; i < senseless.size(); ++i) {
    std::string message;
    EXPECT_EQ(code_of([&] { store->correct(id, std::vector<Correction>{senseless[i]}); }, &message),
              ErrorCode::InvalidArgument)
        << "correction " << i;
    EXPECT_THAT(message, HasSubstr("trial " + std::to_string(senseless[i].number)));
  }
  EXPECT_EQ(code_of([&] { store->correct(id, std::vector<Correction>{{.number = 99}}); }),
            ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] {
              store->correct(id, std::vector<Correction>{{.number = 0, .kind = Kind::Delete},
                                                         {.number = 0, .kind = Kind::Delete}});
            }),
            ErrorCode::InvalidArgument)
      << "all or none";
  EXPECT_EQ(store->changes(id, 0).trials, before.trials);
  EXPECT_EQ(store->changes(id, 0).revision, before.revision);
}

TEST_P(StorageContract, NoLateResultEndsATrialThatWasTakenOut) {
  const Lease lease = start_one(*store, id, 0, {"w1", 10'000});
  clock.now += 20'000;
  keeper().reclaim(id, LostPolicy::Fail, 1, kNobodyIsDead);
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(code_of([&] { finish_one(*store, id, lease, 0.5); }), ErrorCode::LeaseLost);
  EXPECT_EQ(trial(0).state, TrialState::Deleted);
}

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

TEST_P(StorageContract, SaysNotFoundForATrialThatDoesNotExist) {
  EXPECT_EQ(store->trial(id, 0), std::nullopt);
  EXPECT_EQ(store->trial(id, -1), std::nullopt);
  EXPECT_EQ(code_of([&] { finish_one(*store, id, {5, 1}, 1.0); }), ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] { store->report(id, {-1, 1}, Report{}); }), ErrorCode::NotFound);
  const std::vector<Lease> leases = {{5, 1}};
  EXPECT_THAT(store->heartbeat(id, leases, {"w", 10}), ElementsAre(leases[0]));
}

TEST_P(StorageContract, EmptyCallsChangeNothing) {
  const Revision before = store->changes(id, 0).revision;
  EXPECT_THAT(store->start(id, 0, {}, {"w", 10}).value(), IsEmpty());
  EXPECT_EQ(store->enqueue(id, {}), 0);
  EXPECT_EQ(store->insert(id, {}), 0);
  EXPECT_THAT(store->heartbeat(id, {}, {"w", 10}), IsEmpty());
  store->finish(id, {});
  EXPECT_EQ(store->changes(id, 0).revision, before);
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{});
  EXPECT_EQ(store->changes(id, 0).revision, before + 1) << "the start";
}

TEST_P(StorageContract, MakesAStudyTogetherWithItsStartingPoints) {
  Study study = svm_study("started");
  study.enqueue = {proposal(3).configuration, proposal(5).configuration};
  constexpr int kThreads = 4;
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] { made += code_of([&] { store->create_study(study); }) ? 0 : 1; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  const StudyId started = store->find_study("started").value();
  const std::vector<Trial> trials = store->changes(started, 0).trials;
  ASSERT_EQ(trials.size(), 2u);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].state, TrialState::Waiting);
    EXPECT_EQ(trials[i].configuration, study.enqueue[i]);
    EXPECT_EQ(trials[i].created, clock.now);
  }
  EXPECT_EQ(store->studies().at(1).waiting, 2);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, SummarisesAStudy) {
  const auto leases = store->start(id, 0, proposals(0, 6), {"w1", 10'000}).value();
  store->enqueue(id, proposals(6, 2));
  const std::vector<Outcome> outcomes = {{.lease = leases[0], .values = {3.0}},
                                         {.lease = leases[1], .values = {-1.5}},
                                         {.lease = leases[2], .state = TrialState::Failed},
                                         {.lease = leases[3], .state = TrialState::TimedOut},
                                         {.lease = leases[4], .state = TrialState::Pruned, .values = {-9.0}}};
  store->finish(id, outcomes);
  const StudySummary all = summary();
  EXPECT_EQ(all.id, id);
  EXPECT_EQ(all.created, clock.now);
  EXPECT_EQ(all.objectives, svm_study().objectives);
  EXPECT_EQ(all.trials, 8);
  EXPECT_EQ(all.complete, 2);
  EXPECT_EQ(all.failed, 2);
  EXPECT_EQ(all.running, 1);
  EXPECT_EQ(all.waiting, 2);
  EXPECT_EQ(all.best, -1.5);
}

TEST_P(StorageContract, TheBestValueFollowsTheDirection) {
  Study study = svm_study("score");
  study.objectives = {{"score", Direction::Maximize}};
  const StudyId score = store->create_study(study);
  const std::vector<Trial> trials = {finished_trial(0, 1.0), finished_trial(1, 7.0), finished_trial(2, 3.0)};
  store->insert(score, trials);
  EXPECT_EQ(store->studies().at(1).best, 7.0);
}

TEST_P(StorageContract, KeepsStudiesApart) {
  const StudyId other = store->create_study(svm_study("other"));
  const Lease lease = start_one(*store, id, 0);
  start_one(*store, other, 0);
  finish_one(*store, id, lease, 1.0);
  EXPECT_EQ(store->trial(other, 0)->state, TrialState::Running);
  EXPECT_EQ(store->changes(other, 0).trials.size(), 1u);
  store->delete_study(id);
  EXPECT_EQ(store->changes(other, 0).trials.size(), 1u);
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
        if (const auto leases = store->start(id, next, proposals(next, 1), worker)) lease = leases->front();
      }
      store->report(id, *lease, {1, 0.5});
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

TEST_P(StorageContract, FindsNothingWrongWithItsOwnWork) {
  const auto leases = store->start(id, 0, proposals(0, 3), {"w1", 10'000}).value();
  store->report(id, leases[0], {1, 0.5});
  finish_one(*store, id, leases[0], 1.0);
  store->requeue(id, leases[1], "again");
  store->enqueue(id, proposals(3, 2));
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
