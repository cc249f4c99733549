// SPDX-License-Identifier: MIT
#include "hone/service/operations.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::service {
namespace {

Study line_study(const std::string& name = "line") {
  return {.name = name, .space = Space({real("x", 0, 1)}), .sampler = {"random"}, .seed = 3};
}

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::Internal;
}

Store in_memory(Store::Existing existing = Store::Existing::Resume) {
  return {[](bool) { return storage::open_memory(); }, existing};
}

class OperationsTest : public ::testing::Test {
 protected:
  void tell(std::int64_t number, double value) {
    operations_.tell("line", {{.number = number, .values = {value}}});
  }
  Operations operations_{in_memory()};
};

TEST_F(OperationsTest, KeepsSeveralStudiesOpen) {
  EXPECT_TRUE(operations_.create(line_study("a")).created);
  operations_.create(line_study("b"));
  operations_.ask("a", 3);
  operations_.ask("b", 1);
  EXPECT_EQ(operations_.open("a").trials, 3);
  EXPECT_EQ(operations_.open("b").trials, 1);
  EXPECT_EQ(code_of([&] { operations_.ask("c", 1); }), ErrorCode::NotFound);
}

TEST_F(OperationsTest, LookingMakesNoSampler) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  Study study = line_study();
  study.sampler.name = "malibo";
  study.sampler.options = {{"model", {"gone"}}};  // without which it cannot be made
  storage::open_sqlite(path)->create_study(study);
  Operations operations({[&](bool) { return storage::open_sqlite(path); }});
  EXPECT_EQ(operations.find("line")->version.study, study);
  EXPECT_FALSE(operations.find("other").has_value());
  EXPECT_EQ(*operations.definition("line"), study);
  EXPECT_TRUE(operations.trials("line", 0).trials.empty());
  EXPECT_FALSE(operations.trial("line", 0).has_value());
  EXPECT_EQ(operations.versions("line").size(), 1U);
  EXPECT_FALSE(operations.set_space("line", line_study(), true).change.changes.empty());
  EXPECT_EQ(code_of([&] { operations.ask("line", 1); }), ErrorCode::InvalidOption);
}

TEST_F(OperationsTest, AStudyGetsAnotherName) {
  operations_.create(line_study());
  operations_.create(line_study("taken"));
  const std::int64_t held = operations_.ask("line", 1).claims.at(0).lease.number;
  EXPECT_EQ(code_of([&] { operations_.rename("line", line_study("taken")); }), ErrorCode::AlreadyExists);
  operations_.rename("line", line_study("curve"));
  EXPECT_EQ(code_of([&] { operations_.definition("line"); }), ErrorCode::NotFound);
  EXPECT_EQ(operations_.definition("curve")->name, "curve");
  operations_.tell("curve", {{.number = held, .values = {0.5}}});  // handed out under the former name
  EXPECT_EQ(operations_.best("curve")->values, std::vector{0.5});
  EXPECT_EQ(operations_.ask("curve", 1).claims.at(0).lease.number, held + 1);
}

TEST_F(OperationsTest, ALostTrialRunsAgainUntilItWasLostTooOften) {
  operations_.create(line_study());
  for (int attempt = 1; attempt < kMostAttempts; ++attempt) {
    ASSERT_EQ(operations_.ask("line", 1).claims.at(0).lease.number, 0);
    ASSERT_EQ(operations_.lose("line", 0, "killed"), TrialState::Waiting);
  }
  operations_.ask("line", 1);
  EXPECT_EQ(operations_.lose("line", 0, "killed"), TrialState::Failed);
  const Trial lost = operations_.trial("line", 0).value();
  EXPECT_EQ(lost.attempt, kMostAttempts);
  EXPECT_EQ(lost.error, "killed");
}

TEST_F(OperationsTest, ALostTrialFailsWhereTheStudySaysSo) {
  Study study = line_study();
  study.plan.budget.lost = LostPolicy::Fail;
  operations_.create(study);
  operations_.ask("line", 1);
  EXPECT_EQ(operations_.lose("line", 0, "killed"), TrialState::Failed);
}

TEST_F(OperationsTest, AReportUnderALeaseEndsWithIt) {
  operations_.create(line_study());
  operations_.ask("line", 1);
  const storage::Lease lease = operations_.lease("line", 0);
  EXPECT_FALSE(operations_.report("line", lease, {1, 0.5}));
  EXPECT_EQ(operations_.trial("line", 0)->reports, (std::vector<Report>{{1, 0.5}}));
  operations_.lose("line", 0, "killed");
  operations_.ask("line", 1);
  EXPECT_EQ(code_of([&] { operations_.report("line", lease, {2, 0.25}); }), ErrorCode::LeaseLost);
}

Parameter with_default(Parameter parameter, Value value) {
  parameter.usual = std::move(value);
  return parameter;
}

TEST_F(OperationsTest, AddsParametersWhileTrialsRun) {
  operations_.create(line_study());
  operations_.ask("line", 2);
  tell(0, 1.0);
  const std::vector<Parameter> added = {with_default(integer("n", 1, 9), std::int64_t{4})};
  EXPECT_EQ(operations_.add_parameters("line", added)->space.size(), 2U);
  tell(1, 2.0);  // handed out before
  const std::vector<Trial> trials = operations_.trials("line", 0).trials;
  EXPECT_EQ(trials.at(0).configuration.integer("n"), 4);
  EXPECT_EQ(trials.at(1).configuration.integer("n"), 4);
  EXPECT_EQ(trials.at(1).values, std::vector{2.0});
  const auto claims = operations_.ask("line", 1).claims;
  EXPECT_TRUE(claims.at(0).trial.configuration.has("n"));
}

TEST_F(OperationsTest, AddsNothingThatIsThere) {
  operations_.create(line_study());
  const std::vector<Parameter> first = {with_default(integer("n", 1, 9), std::int64_t{4})};
  const std::vector<Parameter> second = {with_default(integer("n", 1, 99), std::int64_t{5}), real("x", 5, 6)};
  operations_.add_parameters("line", first);
  const auto known = operations_.add_parameters("line", second);
  EXPECT_EQ(known->space.parameters().at(1), first[0]);
  EXPECT_EQ(known->space.parameters().at(0), real("x", 0, 1));
}

TEST_F(OperationsTest, LetsTrialsLackWhatIsThere) {
  operations_.create(line_study());
  Parameter x = real("x", 5, 6);
  x.optional = true;
  const auto known = operations_.add_parameters("line", std::span(&x, 1));
  x = real("x", 0, 1);  // the range stays
  x.optional = true;
  EXPECT_EQ(known->space.parameters().at(0), x);
  operations_.ask("line", 1);
  tell(0, 1.0);
}

TEST_F(OperationsTest, AddsNoParameterOfWhichEarlierTrialsSayNothing) {
  operations_.create(line_study());
  const std::vector<Parameter> added = {integer("n", 1, 9)};
  EXPECT_EQ(code_of([&] { operations_.add_parameters("line", added); }), ErrorCode::InvalidSpace);
}

TEST(Operations, SeveralAddParametersToOneFileAtOnce) {
  test::TempDir folder;
  const auto open = [path = folder.path() + "/hone.db"](bool) { return storage::open_sqlite(path); };
  Operations first({open});
  first.create(line_study());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&open, i] {
      Operations own({open});
      for (int j = 0; j < 5; ++j) {
        const std::string name = "p" + std::to_string(5 * i + j);
        const std::vector<Parameter> added = {with_default(integer(name, 1, 9), std::int64_t{i + 1})};
        own.add_parameters("line", added);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(first.definition("line")->space.size(), 21U);
}

TEST(Operations, AsksGoOnWhileParametersAreAdded) {
  test::TempDir folder;
  const auto open = [path = folder.path() + "/hone.db"](bool) { return storage::open_sqlite(path); };
  Operations first({open});
  first.create(line_study());
  std::atomic<int> handed_out = 0;
  std::thread asker([&] {
    Operations own({open});
    for (int i = 0; i < 60; ++i) handed_out += static_cast<int>(own.ask("line", 1).claims.size());
  });
  for (int i = 0; i < 30; ++i) {
    const std::vector<Parameter> added = {
        with_default(integer("p" + std::to_string(i), 1, 9), std::int64_t{1})};
    first.add_parameters("line", added);
  }
  asker.join();
  EXPECT_EQ(handed_out, 60);
  EXPECT_EQ(first.trials("line", 0).trials.size(), 60U);
}

TEST_F(OperationsTest, ResumesAStudyOrReplacesIt) {
  operations_.create(line_study());
  operations_.ask("line", 2);
  EXPECT_EQ(operations_.create(line_study()).trials, 2);
  Study other = line_study();
  other.space = Space({real("y", 0, 1)});
  EXPECT_EQ(code_of([&] { operations_.create(other); }), ErrorCode::AlreadyExists);
  Operations fresh(in_memory(Store::Existing::Replace));
  fresh.create(line_study());
  fresh.ask("line", 2);
  EXPECT_EQ(fresh.create(other).trials, 0);
}

TEST_F(OperationsTest, LeavesAStudyAloneThatIsThereBefore) {
  Operations first(in_memory(Store::Existing::Refuse));
  EXPECT_TRUE(first.create(line_study()).created);
  Study other = line_study();
  other.seed = 4;
  EXPECT_EQ(code_of([&] { first.create(other); }), ErrorCode::AlreadyExists);
  EXPECT_EQ(first.definition("line")->seed, 3U);
  EXPECT_EQ(first.ask("line", 1).claims.size(), 1U);
}

TEST_F(OperationsTest, TakesTrialsThatEndedElsewhere) {
  operations_.create(line_study());
  operations_.ask("line", 2);
  Trial old;
  old.state = TrialState::Complete;
  old.configuration =
      operations_.definition("line")->space.admit(std::vector<std::pair<std::string, Value>>{{"x", 0.25}});
  old.values = {-1.0};
  EXPECT_EQ(operations_.insert("line", std::vector{old, old}), 2);
  ASSERT_TRUE(operations_.best("line"));
  EXPECT_EQ(operations_.best("line")->number, 2);
  EXPECT_EQ(operations_.ask("line", 1).claims.at(0).trial.number, 4);
}

TEST_F(OperationsTest, FindsMistakesBeforeAnythingIsStored) {
  Study wrong = line_study();
  wrong.sampler = {"no-such-sampler"};
  EXPECT_EQ(code_of([&] { operations_.create(wrong); }), ErrorCode::NotFound);
  wrong = line_study();
  wrong.pruner = Choice{"no-such-pruner"};
  EXPECT_EQ(code_of([&] { operations_.create(wrong); }), ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] { operations_.open("line"); }), ErrorCode::NotFound);
}

TEST_F(OperationsTest, TellsAllOrNone) {
  operations_.create(line_study());
  operations_.ask("line", 2);
  EXPECT_EQ(test::message_of([&] {
              operations_.tell("line", {{.number = 0, .values = {1.0}}, {.number = 5, .values = {1.0}}});
            }),
            "results[1]: there is no trial 5; tell a number that ask gave");
  EXPECT_EQ(operations_.best("line"), std::nullopt);
  tell(0, 0.5);
  EXPECT_EQ(operations_.best("line")->number, 0);
  EXPECT_EQ(code_of([&] { tell(0, 0.5); }), ErrorCode::LeaseLost);
}

TEST_F(OperationsTest, ARefusedTellStoresNoReportsEither) {
  operations_.create(line_study());
  operations_.ask("line", 2);
  tell(1, 0.5);
  EXPECT_EQ(code_of([&] {
              operations_.tell("line", {{.number = 0, .values = {1.0}, .reports = {{1, 0.5}}},
                                        {.number = 1, .values = {1.0}}});
            }),
            ErrorCode::LeaseLost);
  EXPECT_EQ(code_of([&] {
              operations_.tell("line", {{.number = 0, .values = {1.0, 2.0}, .reports = {{1, 0.5}}}});
            }),
            ErrorCode::InvalidArgument);
  EXPECT_TRUE(operations_.trials("line", 0).trials[0].reports.empty());
  operations_.tell("line", {{.number = 0, .values = {1.0}, .reports = {{1, 0.5}}}});
  EXPECT_EQ(operations_.trials("line", 0).trials[0].reports, (std::vector<Report>{{1, 0.5}}));
}

TEST_F(OperationsTest, SaysDoneWhenNoTrialRunsAndNotBefore) {
  Study study = line_study();
  study.space = Space({integer("n", 1, 2)});
  study.sampler = {"grid"};
  operations_.create(study);
  const Asked first = operations_.ask("line", 5);
  EXPECT_EQ(first.claims.size(), 2U);
  EXPECT_FALSE(first.done) << "they run";
  EXPECT_EQ(first.running, 2);
  tell(0, 1.0);
  EXPECT_EQ(operations_.ask("line", 1).running, 1);
  tell(1, 1.0);
  EXPECT_TRUE(operations_.ask("line", 1).done);
  EXPECT_EQ(operations_.ask("line", 1).running, 0);
}

// --- several processes, here several operations on one file

class SharedStoreTest : public ::testing::Test {
 protected:
  Store in_file() const {
    return {[path = dir_.file("hone.db")](bool) { return storage::open_sqlite(path); },
            Store::Existing::Resume, kLease};
  }

  static constexpr std::int64_t kLease = 400;
  test::TempDir dir_;
  Operations operations_{in_file()};
};

TEST_F(SharedStoreTest, AnOpenStudyThatWasReplacedIsOpenedAnew) {
  operations_.create(line_study());
  operations_.ask("line", 3);
  const auto store = storage::open_sqlite(dir_.file("hone.db"));
  store->delete_study(store->find_study("line").value());
  EXPECT_EQ(code_of([&] { operations_.ask("line", 1); }), ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] { operations_.tell("line", {{.number = 0, .values = {1.0}}}); }),
            ErrorCode::NotFound);
  Study other = line_study();
  other.space = Space({real("y", 0, 1)});
  store->create_study(other);
  EXPECT_EQ(operations_.ask("line", 1).claims[0].trial.number, 0);
  EXPECT_EQ(operations_.definition("line")->space, other.space);
}

// A result of the former study must not become one of the other.
TEST_F(SharedStoreTest, SaysThatAStudyWasReplacedToWhoHasTrialsOfIt) {
  operations_.create(line_study());
  operations_.ask("line", 1);
  const auto store = storage::open_sqlite(dir_.file("hone.db"));
  store->delete_study(store->find_study("line").value());
  const auto other = store->create_study(line_study());
  store->start(other, 0, std::vector<Proposal>{{line_study().space.configuration({0.5}), {}}},
               std::vector<storage::Worker>{{.name = "a person"}});
  EXPECT_EQ(code_of([&] { operations_.tell("line", {{.number = 0, .values = {1.0}}}); }),
            ErrorCode::Conflict);
  EXPECT_EQ(store->trial(other, 0)->state, TrialState::Running);
  EXPECT_EQ(operations_.ask("line", 1).claims[0].trial.number, 1) << "once is enough";
}

TEST_F(SharedStoreTest, KeepsItsTrialsForAsLongAsItLives) {
  operations_.create(line_study());
  operations_.ask("line", 1);
  operations_.open("line");  // once more, which makes no difference
  std::this_thread::sleep_for(std::chrono::milliseconds(3 * kLease));
  const auto store = storage::open_sqlite(dir_.file("hone.db"));
  const auto id = store->find_study("line").value();
  EXPECT_TRUE(store->reclaim(id, LostPolicy::Requeue, 10, nullptr).empty()) << "the lease ran out";
  operations_.tell("line", {{.number = 0, .values = {1.0}}});
  EXPECT_EQ(store->trial(id, 0)->state, TrialState::Complete);
}

TEST_F(SharedStoreTest, TrialsOfAClientThatDiedAreHandedOutAgain) {
  const pid_t client = ::fork();
  if (client == 0) {
    Operations dying(in_file());
    dying.create(line_study());
    const bool asked =
        dying.ask("line", 1).claims.size() == 1 && dying.ask("line", 1, true).claims.size() == 1;
    ::_exit(asked ? 0 : 1);  // without a word, as after a crash
  }
  int status = 0;
  ASSERT_EQ(::waitpid(client, &status, 0), client);
  ASSERT_EQ(status, 0);
  const Asked asked = operations_.ask("line", 2);
  EXPECT_EQ(asked.claims.at(0).trial.number, 0);
  EXPECT_EQ(asked.claims.at(0).trial.attempt, 2);
  EXPECT_EQ(asked.claims.at(1).trial.number, 2) << "trial 1 is held until it is told";
  operations_.tell("line", {{.number = 1, .values = {0.5}}});
  EXPECT_EQ(operations_.best("line")->number, 1);
}

TEST_F(OperationsTest, AnswersAReportWithTheVerdictOfThePruner) {
  Study study = line_study();
  study.pruner = Choice{"median", {{"startup_trials", {std::int64_t{1}}}}};
  operations_.create(study);
  operations_.ask("line", 2);
  EXPECT_FALSE(operations_.report("line", 0, {1, 0.1}));
  tell(0, 0.1);
  EXPECT_TRUE(operations_.report("line", 1, {1, 0.9}));
  EXPECT_EQ(code_of([&] { operations_.report("line", 0, {2, 0.1}); }), ErrorCode::LeaseLost);
}

TEST_F(OperationsTest, AHeartbeatNamesTheTrialsThatAreLost) {
  operations_.create(line_study());
  operations_.ask("line", 3);
  tell(0, 1.0);
  const std::vector<std::int64_t> requeued = {1};
  operations_.cancel("line", requeued, true);
  const std::vector<std::int64_t> all = {0, 1, 2};
  EXPECT_EQ(operations_.heartbeat("line", all), (std::vector<std::int64_t>{0, 1}));
  const std::vector<std::int64_t> unknown = {17};
  EXPECT_EQ(code_of([&] { operations_.heartbeat("line", unknown); }), ErrorCode::NotFound);
}

TEST_F(OperationsTest, CancelsOrPutsBack) {
  operations_.create(line_study());
  operations_.ask("line", 3);
  const std::vector<std::int64_t> first = {0};
  const std::vector<std::int64_t> second = {1};
  operations_.cancel("line", first, false);
  operations_.cancel("line", second, true);
  const auto trials = operations_.trials("line", 0).trials;
  EXPECT_EQ(trials[0].state, TrialState::Failed);
  EXPECT_EQ(trials[0].error, "cancelled");
  EXPECT_EQ(trials[1].state, TrialState::Waiting);
  EXPECT_EQ(operations_.ask("line", 1).claims[0].trial.number, 1) << "it is handed out again";
  const std::vector<std::int64_t> mixed = {2, 0};
  EXPECT_EQ(code_of([&] { operations_.cancel("line", mixed, false); }), ErrorCode::LeaseLost);
  EXPECT_EQ(operations_.trials("line", 0).trials[2].state, TrialState::Running) << "all or none";
}

TEST_F(OperationsTest, GivesTheTrialsThatChangedAfterARevision) {
  operations_.create(line_study());
  operations_.ask("line", 3);
  const auto all = operations_.trials("line", 0);
  EXPECT_EQ(all.trials.size(), 3U);
  tell(1, 0.5);
  const auto fresh = operations_.trials("line", all.revision);
  ASSERT_EQ(fresh.trials.size(), 1U);
  EXPECT_EQ(fresh.trials[0].number, 1);
  EXPECT_EQ(fresh.trials[0].state, TrialState::Complete);
  EXPECT_TRUE(operations_.trials("line", fresh.revision).trials.empty());
}

TEST_F(OperationsTest, KnowsTheFrontOfSeveralObjectives) {
  Study study = line_study();
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};
  operations_.create(study);
  operations_.ask("line", 3);
  operations_.tell(
      "line",
      {{.number = 0, .values = {1, 5}}, {.number = 1, .values = {2, 9}}, {.number = 2, .values = {3, 1}}});
  EXPECT_EQ(operations_.front("line").size(), 2U);
  EXPECT_EQ(operations_.best("line"), std::nullopt);
}

TEST_F(OperationsTest, EnqueuedPointsComeFirst) {
  operations_.create(line_study());
  const auto space = operations_.definition("line")->space;
  const std::vector<Configuration> points = {space.configuration({0.5}), space.configuration({0.25})};
  EXPECT_EQ(operations_.enqueue("line", points), (std::vector<std::int64_t>{0, 1}));
  EXPECT_TRUE(operations_.enqueue("line", {}).empty());
  const Asked asked = operations_.ask("line", 2);
  EXPECT_EQ(asked.claims[1].trial.configuration, points[1]);
}

TEST_F(OperationsTest, ManyThreadsWorkOnManyStudies) {
  constexpr int kThreads = 4;
  constexpr int kEach = 40;
  for (const char* name : {"a", "b"}) operations_.create(line_study(name));
  std::vector<std::thread> threads;
  std::atomic<int> told = 0;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, name = std::string(t % 2 == 0 ? "a" : "b")] {
      for (int i = 0; i < kEach; ++i) {
        const std::int64_t number = operations_.ask(name, 1).claims.at(0).trial.number;
        operations_.report(name, number, {1, 0.5});
        if (i % 10 == 0) operations_.open(name);
        operations_.tell(name, {{.number = number, .values = {1.0}}});
        told += 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(told, kThreads * kEach);
  for (const char* name : {"a", "b"}) {
    std::set<std::size_t> different;
    for (const Trial& trial : operations_.trials(name, 0).trials) {
      EXPECT_EQ(trial.state, TrialState::Complete);
      different.insert(hash_value(trial.configuration));
    }
    EXPECT_EQ(different.size(), std::size_t{kThreads * kEach / 2});
  }
}

// The memory of a study goes when nobody needs it; trials that run keep it, as somebody has to see their
// workers die.
TEST(IdleStudies, AreClosedAndComeBack) {
  const test::TempDir folder;
  Operations operations({.open = [&](bool) { return storage::open_sqlite(folder.file("hone.db")); },
                         .lease = 200,  // looked at four times as often
                         .idle = 0.0});
  Study study{.name = "quiet", .space = Space({real("x", 0, 1)}), .sampler = {"random"}, .seed = 3};
  operations.create(study);
  study.name = "busy";
  operations.create(study);
  const Asked asked = operations.ask("busy", 1, true);
  while (operations.open_studies() > 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(operations.ask("quiet", 1).claims.at(0).trial.number, 0);  // open again
  operations.tell("quiet", {{.number = 0, .values = {1.0}}});
  operations.tell("busy", {{.number = asked.claims.at(0).trial.number, .values = {1.0}}});
  while (operations.open_studies() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(operations.best("busy")->values, std::vector<double>{1.0});
}

}  // namespace
}  // namespace hone::service
