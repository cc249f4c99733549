// SPDX-License-Identifier: MIT
// What every store promises of a study whose definition changes, tried on each of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "contract/stores.hpp"
#include "storage/store_support.hpp"
#include "support/throws.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::proposal;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Parameter with_usual(Parameter parameter, Value value) {
  parameter.usual = std::move(value);
  return parameter;
}

/// svm_study() with C in another range. The i-th proposal has C = 1 + i / 7.
Study with_range(double low, double high) {
  const Value rbf = std::string("rbf");
  const Value poly = std::string("poly");
  Study study = svm_study();
  study.space = Space({real("C", low, high, Scale::Log), categorical("kernel", {rbf, poly}),
                       when(integer("degree", 2, 5), "kernel", {poly})});
  return study;
}

class VersionContract : public test::StoreTest {
 protected:
  VersionContract() {
    store = place.open(clock.clock());
    id = store->create_study(svm_study());
  }

  /// Trials 0, 1, ... complete with these values.
  void complete(const std::vector<double>& values) {
    for (const double value : values) {
      const auto next = static_cast<std::int64_t>(trials().size());
      finish_one(*store, id, start_one(*store, id, next), value);
    }
  }
  std::vector<Trial> trials() { return store->changes(id, 0).trials; }
  void expect_sound() { EXPECT_THAT(keeper().check().problems, IsEmpty()); }

  /// Where what only the store itself does is done.
  Storage& keeper() { return place.keeper(*store); }

  test::StorePlace place{GetParam()};
  test::HandClock clock;
  std::unique_ptr<Storage> store;
  StudyId id = 0;
};

INSTANTIATE_TEST_SUITE_P(Stores, VersionContract, test::store_kinds(),
                         [](const auto& stored) { return std::string(stored.param); });

TEST_P(VersionContract, AStudyBeginsWithVersion1) {
  const StudyVersion first = store->current(id);
  EXPECT_EQ(first.version, 1);
  EXPECT_EQ(first.space, 1);
  EXPECT_EQ(first.created, clock.now);
  EXPECT_EQ(first.study, svm_study());
  complete({0.5});
  EXPECT_EQ(trials()[0].version, 1);
  EXPECT_EQ(trials()[0].outside, "");
}

TEST_P(VersionContract, ABudgetIsNoNewVersionAndACommandIs) {
  Study study = svm_study();
  study.plan.budget.trials = 7;
  study.sampler = {"sobol"};
  EXPECT_EQ(store->redefine_study(id, study), 1);
  EXPECT_EQ(store->current(id).study.plan.budget.trials, 7);
  Study other = study;
  other.plan.command = {"other"};
  clock.now += 5;
  EXPECT_EQ(store->redefine_study(id, other), 2);
  const auto versions = store->versions(id);
  ASSERT_EQ(versions.size(), 2u);
  EXPECT_EQ(versions[1].study.plan.command, other.plan.command);
  EXPECT_EQ(versions[1].created, clock.now);
  EXPECT_EQ(versions[1].space, 1) << "the space is that of version 1";
  EXPECT_EQ(store->redefine_study(id, study), 1) << "two files in turns make two versions, not one each time";
  EXPECT_EQ(store->current(id).version, 1);
  EXPECT_EQ(store->versions(id).size(), 2u);
  expect_sound();
}

TEST_P(VersionContract, ATrialKeepsTheVersionThatItsWorkerKnows) {
  Study other = svm_study();
  other.plan.environment = {{"A", "1"}};
  EXPECT_EQ(store->redefine_study(id, other), 2);
  start_one(*store, id, 0, {"old", 1000, 1});
  start_one(*store, id, 1, {"new", 1000, 2});
  start_one(*store, id, 2, {"any", 10'000});
  EXPECT_EQ(trials()[0].version, 1);
  EXPECT_EQ(trials()[1].version, 2);
  EXPECT_EQ(trials()[2].version, 2);
  EXPECT_EQ(code_of([&] { start_one(*store, id, 3, {"odd", 1000, 9}); }), ErrorCode::Conflict);
  expect_sound();
}

TEST_P(VersionContract, TrialsOfAnEarlierVersionCanBeCorrected) {
  complete({0.1, 0.5, 0.3});  // C = 1, 8/7, 9/7
  const Lease lost = start_one(*store, id, 3);
  store->finish(id,
                std::vector<Outcome>{{.lease = lost, .state = TrialState::Failed, .error = "exit code 1"}});
  store->redefine_study(id, with_range(1.1, 10), 1);
  const auto correct = [&](const Correction& correction) { store->correct(id, std::vector{correction}); };
  correct({.number = 0, .kind = Correction::Kind::Amend, .values = {0.01}});
  EXPECT_EQ(store->studies()[0].best, 0.3) << "trial 0 is outside, whatever its value";
  correct({.number = 1, .kind = Correction::Kind::Amend, .values = {0.2}});
  EXPECT_EQ(store->studies()[0].best, 0.2);
  correct({.number = 1, .kind = Correction::Kind::Delete});
  EXPECT_EQ(store->studies()[0].best, 0.3);
  correct({.number = 3, .kind = Correction::Kind::Retry});
  const auto claim = store->claim_waiting(id, {"w", 1000, 2});
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->trial.number, 3);
  EXPECT_EQ(claim->trial.version, 2) << "it runs under the present definition";
  EXPECT_EQ(claim->trial.remarks.size(), 1u);
  const std::vector<Trial> after = trials();
  EXPECT_EQ(after[0].version, 1);
  EXPECT_FALSE(fits(after[0]));
  EXPECT_THAT(after[0].remarks.at(0).text, HasSubstr("amended to 0.01"));
  EXPECT_EQ(after[1].state, TrialState::Deleted);
  expect_sound();
}

TEST_P(VersionContract, ATrialOutsideTheSpaceIsNotQueuedAgain) {
  const Lease lease = start_one(*store, id, 0);  // C = 1
  store->finish(id,
                std::vector<Outcome>{{.lease = lease, .state = TrialState::Failed, .error = "exit code 1"}});
  store->redefine_study(id, with_range(1.1, 10), 1);
  const std::vector<Correction> retry{{.number = 0, .kind = Correction::Kind::Retry}};
  EXPECT_EQ(
      test::message_of([&] { store->correct(id, retry); }),
      "trial 0 does not fit the study's search space and cannot be run again: C is 1, outside 1.1 to 10 "
      "(log); run settings of the present space with `hone enqueue`; `hone space` shows it");
  EXPECT_EQ(trials()[0].state, TrialState::Failed);
  store->redefine_study(id, with_range(0.5, 10), 2);
  store->correct(id, retry);
  EXPECT_EQ(trials()[0].state, TrialState::Waiting);
  expect_sound();
}

TEST_P(VersionContract, TrialsOutsideANarrowedRangeAreKeptMarkedAndNotTheBest) {
  complete({0.1, 0.5, 0.3});  // C = 1, 8/7, 9/7
  EXPECT_EQ(store->studies()[0].best, 0.1);
  EXPECT_EQ(store->redefine_study(id, with_range(1.1, 10), 1), 2);
  const std::vector<Trial> after = trials();
  ASSERT_EQ(after.size(), 3u);
  EXPECT_EQ(after[0].outside, "C is 1, outside 1.1 to 10 (log)");
  EXPECT_EQ(after[0].configuration.real("C"), 1.0);
  EXPECT_THAT(after[0].values, ElementsAre(0.1));
  EXPECT_EQ(after[0].version, 1);
  EXPECT_TRUE(fits(after[1]));
  EXPECT_EQ(store->studies()[0].best, 0.3);
  EXPECT_EQ(store->studies()[0].complete, 3);
  EXPECT_EQ(*store->trial(id, 0), after[0]);
  expect_sound();
  // Back again: nothing was lost.
  EXPECT_EQ(store->redefine_study(id, svm_study(), 2), 3);
  EXPECT_TRUE(fits(trials()[0]));
  EXPECT_EQ(store->studies()[0].best, 0.1);
  EXPECT_EQ(store->current(id).space, 3);
  EXPECT_EQ(store->versions(id).size(), 3u);
  expect_sound();
}

TEST_P(VersionContract, ReadersLearnThatAllTrialsChanged) {
  complete({0.1, 0.5});
  const Changes before = store->changes(id, 0);
  EXPECT_EQ(before.space, 1);
  store->redefine_study(id, with_range(1.1, 10), 1);
  const Changes after = store->changes(id, before.revision);
  EXPECT_EQ(after.trials.size(), 2u);
  EXPECT_EQ(after.space, 2);
  EXPECT_EQ(store->space_version(id), 2);
  EXPECT_GT(after.revision, before.revision);
}

TEST_P(VersionContract, ANewParameterHasItsDefaultAndARemovedOneIsRemembered) {
  complete({0.1, 0.5});  // an rbf, and a poly of degree 3
  Study study = svm_study();
  study.space = Space({real("C", 1, 1000, Scale::Log), with_usual(real("gamma", 0, 1), 0.5),
                       categorical("kernel", {std::string("rbf"), std::string("poly")})});
  study.removed["degree"] = {.values = {std::int64_t{4}}};
  store->redefine_study(id, study, 1);
  const std::vector<Trial> after = trials();
  EXPECT_TRUE(fits(after[0])) << after[0].outside;
  EXPECT_EQ(after[0].configuration.real("gamma"), 0.5);
  EXPECT_EQ(after[1].outside, "degree was 3, and is 4 from now on");
  EXPECT_EQ(after[1].former, (Attributes{{"degree", std::int64_t{3}}}));
  study.removed["degree"] = {.any = true};
  store->redefine_study(id, study, 2);
  EXPECT_TRUE(fits(trials()[1]));
  expect_sound();
}

TEST_P(VersionContract, WhoWorksByTheOldSpaceGetsNothingMore) {
  const Worker old{"old", 1000, 1};
  const Lease running = start_one(*store, id, 0, old);
  store->enqueue(id, proposals(1, 1));
  store->redefine_study(id, with_range(1, 2000), 1);
  std::string message;
  EXPECT_EQ(code_of([&] { start_one(*store, id, 2, old); }, &message), ErrorCode::Conflict);
  EXPECT_THAT(message, HasSubstr("it is at version 2, this process works by version 1"));
  EXPECT_EQ(code_of([&] { store->claim_waiting(id, old); }), ErrorCode::Conflict);
  EXPECT_EQ(trials().size(), 2u) << "nothing was started";
  EXPECT_THAT(store->heartbeat(id, std::vector{running}, old), IsEmpty()) << "what runs may end";
  finish_one(*store, id, running, 0.25);
  EXPECT_EQ(trials()[0].state, TrialState::Complete);
  EXPECT_EQ(trials()[0].version, 1);
  EXPECT_EQ(store->studies()[0].best, 0.25);
}

TEST_P(VersionContract, ARunningTrialMayEndOutside) {
  const Lease running = start_one(*store, id, 0);
  store->redefine_study(id, with_range(2, 10), 1);
  finish_one(*store, id, running, 0.25);
  EXPECT_EQ(trials()[0].state, TrialState::Complete);
  EXPECT_FALSE(fits(trials()[0]));
  EXPECT_EQ(store->studies()[0].best, std::nullopt);
  EXPECT_EQ(store->studies()[0].complete, 1);
  expect_sound();
}

TEST_P(VersionContract, WhatWaitsAndDoesNotFitIsLeftOutAtOnceAndWhenItComesBack) {
  store->enqueue(id, proposals(0, 8));  // C from 1 to 2
  const Lease running = store->claim_waiting(id, {"w", 10'000})->lease;
  store->redefine_study(id, with_range(1.5, 10), 1);
  std::vector<Trial> after = trials();
  EXPECT_EQ(after[0].state, TrialState::Running);
  EXPECT_EQ(after[1].state, TrialState::Failed);
  EXPECT_THAT(after[1].error, HasSubstr("left out: C is 1.1428571428571428, outside 1.5 to 10 (log)"));
  EXPECT_EQ(after[4].state, TrialState::Waiting);
  EXPECT_EQ(store->studies()[0].waiting, 4);
  EXPECT_EQ(store->studies()[0].failed, 3);
  store->requeue(id, running, "its worker was told to stop");
  EXPECT_EQ(store->claim_waiting(id, {"w", 1000, 2})->trial.number, 4);
  after = trials();
  EXPECT_EQ(after[0].state, TrialState::Failed) << "it was next, and does not fit";
  EXPECT_EQ(after[4].version, 2) << "it runs as version 2 says";
  expect_sound();
}

TEST_P(VersionContract, WhatWaitsIsHandedOutAsTheNewSpaceHasIt) {
  store->enqueue(id, proposals(0, 1));
  Study study = svm_study();
  study.space = Space({with_usual(real("gamma", 0, 1), 0.5), real("C", 1, 1000),
                       categorical("kernel", {std::string("rbf"), std::string("poly")})});
  study.removed["degree"] = {.any = true};
  store->redefine_study(id, study, 1);
  const Claim claim = store->claim_waiting(id, {"w", 1000, 2}).value();
  EXPECT_EQ(claim.trial.configuration.real("gamma"), 0.5);
  EXPECT_EQ(claim.trial.version, 2);
  EXPECT_EQ(trials()[0].configuration, claim.trial.configuration);
  expect_sound();
}

TEST_P(VersionContract, OfTwoWhoChangeTheDefinitionTheSecondLooksAgain) {
  store->redefine_study(id, with_range(1, 10), 1);
  EXPECT_EQ(code_of([&] { store->redefine_study(id, with_range(1, 20), 1); }), ErrorCode::Conflict);
  EXPECT_EQ(store->current(id).version, 2);
}

TEST_P(VersionContract, ObjectivesNeverChange) {
  Study study = with_range(1, 10);
  study.objectives[0].direction = Direction::Maximize;
  EXPECT_EQ(code_of([&] { store->redefine_study(id, study, 1); }), ErrorCode::AlreadyExists);
  EXPECT_EQ(store->versions(id).size(), 1u);
}

TEST_P(VersionContract, ConfigurationsOfAnotherSpaceAreRefused) {
  Study study = svm_study();
  study.space = Space({real("C", 1, 1000, Scale::Log)});
  study.removed = {{"kernel", {.any = true}}, {"degree", {.any = true}}};
  store->redefine_study(id, study, 1);
  EXPECT_EQ(code_of([&] { store->enqueue(id, proposals(0, 1)); }), ErrorCode::Conflict);
  const std::vector<Trial> finished = {test::finished_trial(0, 1.0)};
  EXPECT_EQ(code_of([&] { store->insert(id, finished); }), ErrorCode::Conflict);
  EXPECT_THAT(trials(), IsEmpty());
}

TEST_P(VersionContract, ALookAtAnotherSpaceChangesNothing) {
  complete({0.1, 0.5});
  const Changes before = store->changes(id, 0);
  const std::vector<Trial> supposed = store->trials_under(id, with_range(1.1, 10));
  EXPECT_FALSE(fits(supposed[0]));
  EXPECT_TRUE(fits(supposed[1]));
  EXPECT_EQ(store->changes(id, 0).trials, before.trials);
  EXPECT_EQ(store->current(id).version, 1);
}

TEST_P(VersionContract, TheBestValueIsOneThatKeepsThePresentLimits) {
  Study study = svm_study();
  const std::vector<std::string> names = {study.objectives[0].name};
  study.constraints_on.emplace_back("memory <= 5", names, study.space.parameters());
  store->redefine_study(id, study, 1);
  const auto finish = [&](std::int64_t number, double value, Attributes attributes) {
    const Lease lease = test::start_one(*store, id, number);
    const Outcome outcome{.lease = lease, .values = {value}, .attributes = std::move(attributes)};
    store->finish(id, std::span(&outcome, 1));
  };
  finish(0, 0.5, {{"memory", 4.0}});
  finish(1, 0.1, {{"memory", 7.5}});
  finish(2, 0.2, {});
  EXPECT_EQ(store->studies().at(0).best, 0.5);
  EXPECT_EQ(store->trial(id, 1)->excess, std::vector<double>{2.5});
  EXPECT_DOUBLE_EQ(store->trial(id, 1)->violation, 0.5);
  EXPECT_FALSE(feasible(*store->trial(id, 2)));
  expect_sound();
  // Amended, inserted and judged by another limit, the best is found again.
  study.constraints_on.clear();
  study.constraints_on.emplace_back("memory <= 9", names, study.space.parameters());
  EXPECT_EQ(code_of([&] { store->redefine_study(id, study); }), ErrorCode::AlreadyExists);
  store->redefine_study(id, study, store->current(id).version);
  EXPECT_EQ(store->studies().at(0).best, 0.1);
  Trial inserted = test::finished_trial(3, 0.01);
  store->insert(id, std::vector{inserted});
  EXPECT_EQ(store->studies().at(0).best, 0.1);
  inserted.attributes["memory"] = 1.0;
  store->insert(id, std::vector{inserted});
  EXPECT_EQ(store->studies().at(0).best, 0.01);
  expect_sound();
}

TEST_P(VersionContract, VersionsGoWithTheirStudy) {
  store->redefine_study(id, with_range(1, 10), 1);
  store->delete_study(id);
  EXPECT_EQ(code_of([&] { store->versions(id); }), ErrorCode::NotFound);
  const StudyId next = store->create_study(svm_study());
  EXPECT_EQ(store->versions(next).size(), 1u);
  expect_sound();
}

}  // namespace
}  // namespace hone::storage
