// SPDX-License-Identifier: MIT
// What every store promises (storage.hpp): studies, numbers, the queue, changes, summaries. Tried on each.
#include <atomic>
#include <functional>
#include <future>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "contract/storage_contract.hpp"

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
using ::testing::IsEmpty;

INSTANTIATE_TEST_SUITE_P(Stores, StorageContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(StorageContract, KeepsAStudyAsItWasGiven) {
  Study study = svm_study("full");
  study.objectives = {{"loss", Direction::Minimize, 0.1}, {"speed", Direction::Maximize}};
  study.sampler = {"sobol", {{"scramble", {false}}}};
  study.pruner = Choice{"median"};
  study.seed = 0xffffffffffffffffULL;
  study.plan.command = {"train", "{C}"};
  study.plan.budget.trials = 7;
  const StudyId full = store->create_study(study);
  EXPECT_EQ(store->current(full).study, study);
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
      [&] { store->current(99); },
      [&] { store->redefine_study(99, svm_study()); },
      [&] { store->delete_study(99); },
      [&] { store->changes(99, 0); },
      [&] { store->trial(99, 0); },
      [&] {
        store->start(99, 0, proposals(0, 1), std::vector<Worker>{{"w", 10}});
      },
      [&] {
        store->claim_waiting(99, {"w", 10});
      },
      [&] { store->enqueue(99, proposals(0, 1)); },
      [&] { store->insert(99, trials); },
      [&] {
        store->heartbeat(99, leases, {"w", 10});
      },
      [&] { store->report(99, leases[0], std::vector<Report>{{}}); },
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
  store->redefine_study(id, changed);
  EXPECT_EQ(store->current(id).study, changed);
  EXPECT_EQ(summary().name, "renamed");
  EXPECT_EQ(summary().sampler, "sobol");
  EXPECT_EQ(store->find_study("svm"), std::nullopt);
}

TEST_P(StorageContract, MovesTheReferencePointOfAStudy) {
  Study study = svm_study("several");
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize, 3.0}};
  const StudyId several = store->create_study(study);
  study.objectives[0].worst = 7.5;
  study.objectives[1].worst.reset();
  EXPECT_EQ(store->redefine_study(several, study), 1) << "what trials mean stays the same";
  EXPECT_EQ(store->current(several).study, study);
  EXPECT_EQ(store->studies().size(), 2u);
}

TEST_P(StorageContract, RefusesADefinitionWithAnotherSpaceOrObjectives) {
  Study other_space = svm_study();
  other_space.space = Space({real("C", 1, 10)});
  EXPECT_EQ(code_of([&] { store->redefine_study(id, other_space); }), ErrorCode::AlreadyExists);
  Study other_goal = svm_study();
  other_goal.objectives[0].direction = Direction::Maximize;
  EXPECT_EQ(code_of([&] { store->redefine_study(id, other_goal); }), ErrorCode::AlreadyExists);
  EXPECT_EQ(store->current(id).study, svm_study());
}

TEST_P(StorageContract, RefusesToRenameAStudyToATakenName) {
  store->create_study(svm_study("second"));
  EXPECT_EQ(code_of([&] { store->redefine_study(id, svm_study("second")); }), ErrorCode::AlreadyExists);
}

TEST_P(StorageContract, DeletesAStudyWithItsTrialsAndNeverGivesItsIdAgain) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{{1, 0.5}});
  store->delete_study(id);
  EXPECT_THAT(store->studies(), IsEmpty());
  EXPECT_EQ(code_of([&] { store->changes(id, 0); }), ErrorCode::NotFound);
  const StudyId again = store->create_study(svm_study());
  EXPECT_NE(again, id);
  EXPECT_THAT(store->changes(again, 0).trials, IsEmpty());
}

TEST_P(StorageContract, KeepsReportsOfSeveralObjectives) {
  Study two = svm_study("two objectives");
  two.objectives = {{"loss"}, {"size"}};
  const StudyId several = store->create_study(two);
  const auto of = [](std::int64_t step, std::vector<double> values) { return Report::of(step, values); };
  const Lease lease = start_one(*store, several, 0);
  store->report(several, lease, std::vector<Report>{of(1, {0.5, 12}), of(2, {0.25, -0.0})});
  store->report(several, lease, std::vector<Report>{of(1, {0.75, 13}), {3, 0.125}});
  const std::vector<Report> kept = {of(1, {0.75, 13}), of(2, {0.25, -0.0}), {3, 0.125}};
  EXPECT_EQ(store->trial(several, lease.number).value().reports, kept);
  const std::vector<Outcome> end = {
      {.lease = lease, .state = TrialState::Pruned, .reports = {of(4, {0.1, 14})}}};
  store->finish(several, end);
  const std::vector<Report> all = {kept[0], kept[1], kept[2], of(4, {0.1, 14})};
  EXPECT_EQ(store->changes(several, 0).trials.at(0).reports, all);
}

TEST_P(StorageContract, NumbersTrialsFromZeroWithoutGaps) {
  const auto leases = store->start(id, 0, proposals(0, 2), std::vector<Worker>{{"w1", 10'000}}).value();
  EXPECT_EQ(leases[0].number, 0);
  EXPECT_EQ(leases[1].number, 1);
  EXPECT_EQ(store->enqueue(id, proposals(2, 2)).first, 2);
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
  EXPECT_EQ(store->start(id, 0, proposals(5, 1), std::vector<Worker>{{"w2", 10'000}}), std::nullopt);
  EXPECT_EQ(store->start(id, 7, proposals(5, 1), std::vector<Worker>{{"w2", 10'000}}), std::nullopt);
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

TEST_P(StorageContract, EnqueuesOnceForEachKeyWhoeverComesFirst) {
  std::vector<std::future<Enqueued>> calls;
  for (int i = 0; i < 8; ++i)
    calls.push_back(std::async(std::launch::async, [&] { return store->enqueue(id, proposals(0, 2), "k"); }));
  for (auto& call : calls) EXPECT_EQ(call.get(), (Enqueued{0, 2}));
  EXPECT_EQ(summary().waiting, 2);
  EXPECT_EQ(store->enqueue(id, proposals(2, 1), "other"), (Enqueued{2, 1}));
  EXPECT_EQ(store->enqueue(id, proposals(3, 1), "k"), (Enqueued{0, 2})) << "what the first got";
  const StudyId second = store->create_study(svm_study("second"));
  EXPECT_EQ(store->enqueue(second, proposals(0, 1), "k"), (Enqueued{0, 1})) << "a key of another study";
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

TEST_P(StorageContract, HandsOutNoWaitingTrialFromANumberOn) {
  start_one(*store, id, 0);
  store->enqueue(id, proposals(1, 1));
  EXPECT_EQ(store->claim_waiting(id, {"w1", 10'000}, 1), std::nullopt);
  EXPECT_EQ(trial(1).state, TrialState::Waiting);
  EXPECT_EQ(summary().waiting, 1);
  EXPECT_EQ(store->claim_waiting(id, {"w1", 10'000}, 2)->trial.number, 1);
}

TEST_P(StorageContract, TellsWhatChangedSinceARevision) {
  const Changes nothing = store->changes(id, 0);
  EXPECT_THAT(nothing.trials, IsEmpty());
  const auto leases = store->start(id, 0, proposals(0, 3), std::vector<Worker>{{"w1", 10'000}}).value();
  const Changes started = store->changes(id, nothing.revision);
  EXPECT_EQ(started.trials.size(), 3u);
  store->report(id, leases[2], std::vector<Report>{{1, 0.5}});
  finish_one(*store, id, leases[0], 1.0);
  const Changes later = store->changes(id, started.revision);
  ASSERT_EQ(later.trials.size(), 2u);
  EXPECT_EQ(later.trials[0].number, 0);
  EXPECT_EQ(later.trials[1].number, 2);
  EXPECT_THAT(later.trials[1].reports, ElementsAre(Report{1, 0.5}));
  EXPECT_THAT(store->changes(id, later.revision).trials, IsEmpty());
  EXPECT_EQ(store->changes(id, later.revision).revision, later.revision);
}

TEST_P(StorageContract, SaysNotFoundForATrialThatDoesNotExist) {
  EXPECT_EQ(store->trial(id, 0), std::nullopt);
  EXPECT_EQ(store->trial(id, -1), std::nullopt);
  EXPECT_EQ(code_of([&] { finish_one(*store, id, {5, 1}, 1.0); }), ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] { store->report(id, {-1, 1}, std::vector<Report>{{}}); }), ErrorCode::NotFound);
  const std::vector<Lease> leases = {{5, 1}};
  EXPECT_THAT(store->heartbeat(id, leases, {"w", 10}), ElementsAre(leases[0]));
}

TEST_P(StorageContract, EmptyCallsChangeNothing) {
  const Revision before = store->changes(id, 0).revision;
  EXPECT_THAT(store->start(id, 0, {}, std::vector<Worker>{{"w", 10}}).value(), IsEmpty());
  EXPECT_EQ(store->enqueue(id, {}).count, 0);
  EXPECT_EQ(store->insert(id, {}), 0);
  EXPECT_THAT(store->heartbeat(id, {}, {"w", 10}), IsEmpty());
  store->finish(id, {});
  EXPECT_EQ(store->changes(id, 0).revision, before);
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{});
  EXPECT_EQ(store->changes(id, 0).revision, before + 1) << "the start";
}

TEST_P(StorageContract, QueuesTheDefaultsOfANewStudyFirst) {
  Parameter x = real("x", 0.0, 1.0);
  x.usual = 0.25;
  Study study{.name = "defaults", .space = Space({x, real("y", 0.0, 1.0)})};
  study.enqueue = {study.space.configuration({0.5, 0.125})};
  const StudyId made = store->create_study(study);
  const std::vector<Trial> trials = store->changes(made, 0).trials;
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_EQ(trials[0].configuration, study.space.configuration({0.25, 0.5}));
  EXPECT_EQ(trials[1].configuration, study.enqueue[0]);

  study.name = "the same";
  study.enqueue = {study.space.configuration({0.25, 0.5})};
  EXPECT_EQ(store->changes(store->create_study(study), 0).trials.size(), 1u);

  study.name = "without";
  study.enqueue.clear();
  study.start_default = false;
  EXPECT_TRUE(store->changes(store->create_study(study), 0).trials.empty());
}

TEST_P(StorageContract, KeepsTheTimeOfEarlierAttemptsWhereItIsWhatTrialsCost) {
  for (const bool counted : {true, false}) {
    Study study = svm_study(counted ? "timed" : "plain");
    if (counted) study.cost = "run_time";
    const StudyId made = store->create_study(study);
    const Lease first = start_one(*store, made, 0);
    clock.now += 2500;
    store->requeue(made, first, "exit code 1", Attempt::Spent);
    const auto attributes = store->changes(made, 0).trials.at(0).attributes;
    EXPECT_EQ(attributes.contains("hone_time_before"), counted);
    if (counted) {
      EXPECT_EQ(attributes.at("hone_time_before"), Value(2.5));
    }
  }
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
  const auto leases = store->start(id, 0, proposals(0, 6), std::vector<Worker>{{"w1", 10'000}}).value();
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

TEST_P(StorageContract, FindsNothingWrongWithItsOwnWork) {
  const auto leases = store->start(id, 0, proposals(0, 3), std::vector<Worker>{{"w1", 10'000}}).value();
  store->report(id, leases[0], std::vector<Report>{{1, 0.5}});
  finish_one(*store, id, leases[0], 1.0);
  store->requeue(id, leases[1], "again");
  store->enqueue(id, proposals(3, 2));
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

// Who knows the marks of a list needs to look at those studies only that have another one.
TEST_P(StorageContract, MarksChangeWithEveryChangeWhoeverMakesIt) {
  const StudyId other = store->create_study(svm_study("other"));
  const std::vector<StudyMark> first = store->marks();
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].id, id);
  EXPECT_EQ(first[0].name, svm_study().name);
  EXPECT_EQ(first[1].id, other);
  const std::vector<StudySummary> listed = store->summaries(std::vector<StudyId>{other, 99});
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].name, "other");
  if (!store->mark()) return;  // it does not tell, and says so
  const auto somebody = place.open(clock.clock());
  Claim claim;
  Study longer = svm_study();
  longer.plan.budget.trials = 70;
  const std::vector<std::pair<const char*, std::function<void(Storage&)>>> changes = {
      {"enqueue", [&](Storage& by) { by.enqueue(id, proposals(0, 2)); }},
      {"claim",
       [&](Storage& by) {
         claim = by.claim_waiting(id, {"w", 10}).value();
       }},
      {"report",
       [&](Storage& by) {
         by.report(id, claim.lease, std::vector<Report>{{1, 0.5}});
       }},
      {"finish", [&](Storage& by) { finish_one(by, id, claim.lease, 0.25); }},
      {"tag of a trial",
       [&](Storage& by) {
         by.correct(id,
                    std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Note, .note = "odd"}});
       }},
      {"note", [&](Storage& by) { by.annotate(id, {.note = "a"}); }},
      {"another note", [&](Storage& by) { by.annotate(id, {.note = "b"}); }},
      {"text", [&](Storage& by) { by.annotate(id, {.text = "c"}); }},
      {"stop", [&](Storage& by) { by.annotate(id, {.stopped = true}); }},
      {"budget", [&](Storage& by) { by.redefine_study(id, longer); }},
  };
  for (const auto& [what, change] : changes) {
    for (Storage* by : {store.get(), somebody.get()}) {
      if (by == somebody.get() && std::string_view(what) != "note") continue;
      const auto store_mark = store->mark();
      const auto marks = store->marks();
      change(*by);
      EXPECT_NE(store->mark(), store_mark) << what;
      const auto now = store->marks();
      EXPECT_NE(now[0].mark, marks[0].mark) << what;
      EXPECT_EQ(now[1], marks[1]) << what << " is no change of another study";
    }
  }
  claim = store->claim_waiting(id, {"w", 10}).value();
  const auto before = store->marks();
  store->heartbeat(id, std::vector<Lease>{claim.lease}, {"w", 10});
  store->changes(id, 0);
  store->studies();
  EXPECT_EQ(store->marks(), before);
}

}  // namespace
}  // namespace hone::storage
