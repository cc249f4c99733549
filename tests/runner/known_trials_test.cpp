// SPDX-License-Identifier: MIT
#include "hone/runner/known_trials.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"

namespace hone::runner {
namespace {

Trial trial(std::int64_t number, TrialState state, std::vector<double> values = {}) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  trial.values = std::move(values);
  return trial;
}

TEST(KnownTrials, LendsTheOpenOnesAndKeepsThemAsTheyWere) {
  KnownTrials known({Objective{}});
  known.take_in(trial(0, TrialState::Running));
  known.take_in(trial(1, TrialState::Waiting));
  const auto lent = known.lend_open();
  ASSERT_EQ(lent->size(), 2U);
  known.take_in(trial(1, TrialState::Running));
  known.take_in(trial(0, TrialState::Complete, {1.0}));
  known.take_in(trial(2, TrialState::Running));
  EXPECT_EQ(lent->size(), 2U) << "what a sampler reads does not change under it";
  EXPECT_EQ((*lent)[1].state, TrialState::Waiting);
  const auto fresh = known.lend_open();
  ASSERT_EQ(fresh->size(), 2U);
  EXPECT_EQ((*fresh)[0].number, 1);
  EXPECT_EQ((*fresh)[1].number, 2);
}

TEST(KnownTrials, DoesNotCopyWhatWasGivenBack) {
  KnownTrials known({Objective{}});
  known.take_in(trial(0, TrialState::Running));
  auto lent = known.lend_open();
  const void* const place = lent.get();
  known.give_back(lent);
  lent.reset();
  known.take_in(trial(1, TrialState::Running));
  EXPECT_EQ(known.lend_open().get(), place);
}

TEST(KnownTrials, NotesReportsByStep) {
  KnownTrials known({Objective{}});
  known.take_in(trial(0, TrialState::Running));
  known.note_report(0, {2, 0.5});
  known.note_report(0, {1, 0.25});
  known.note_report(0, {2, 0.75});
  known.note_report(7, {1, 1.0});
  EXPECT_EQ(known.all()[0].reports, (std::vector<Report>{{1, 0.25}, {2, 0.75}}));
  EXPECT_EQ(known.lend_open()->front().reports, known.all()[0].reports);
}

TEST(KnownTrials, CountsWhatWaitsBelowALimit) {
  KnownTrials known({Objective{}});
  known.take_in(trial(0, TrialState::Complete, {1.0}));
  known.take_in(trial(1, TrialState::Waiting));
  EXPECT_EQ(known.waiting(), 1);
  EXPECT_FALSE(known.waits_below(1));
  EXPECT_TRUE(known.waits_below(2));
  known.take_in(trial(1, TrialState::Running));
  EXPECT_FALSE(known.waits_below(2));
}

TEST(KnownTrials, AddsUpWhatTrialsCost) {
  KnownTrials known({Objective{}}, 1, "money");
  const auto paid = [](std::int64_t number, TrialState state, double money) {
    Trial one = trial(number, state,
                      state == TrialState::Complete ? std::vector<double>{1.0} : std::vector<double>{});
    one.attributes["money"] = money;
    return one;
  };
  known.take_in(trial(0, TrialState::Running));
  EXPECT_EQ(known.committed(), 0.0);
  EXPECT_EQ(known.affordable(1.0), std::nullopt) << "nobody knows what a trial costs";
  known.take_in(paid(0, TrialState::Complete, 2.0));
  known.take_in(paid(1, TrialState::Failed, 4.0));
  EXPECT_EQ(known.spent(), 6.0);
  EXPECT_EQ(known.affordable(6.0), 0);
  EXPECT_EQ(known.affordable(6.1), 1);
  EXPECT_EQ(known.affordable(9.0), 1);
  EXPECT_EQ(known.affordable(12.1), 3);
  known.take_in(trial(2, TrialState::Running));
  known.take_in(trial(3, TrialState::Running));
  EXPECT_EQ(known.spent(), 6.0);
  EXPECT_EQ(known.committed(), 12.0);
  EXPECT_EQ(known.affordable(12.0), 0) << "what runs is spoken for";
  known.take_in(paid(2, TrialState::Complete, 10.0));
  known.take_in(paid(0, TrialState::Deleted, 2.0));
  EXPECT_EQ(known.spent(), 16.0) << "what was deleted was paid for";
}

TEST(KnownTrials, RefusesAGap) {
  KnownTrials known({Objective{}});
  EXPECT_THROW(known.take_in(trial(1, TrialState::Waiting)), Error);
}

TEST(KnownTrials, FindsAnotherBestWhenTheBestWasCorrected) {
  KnownTrials known({Objective{}});
  for (int i = 0; i < 3; ++i) known.take_in(trial(i, TrialState::Complete, {1.0 + i}));
  known.take_in(trial(0, TrialState::Complete, {2.5}));
  EXPECT_EQ(known.best()->number, 1);
  known.take_in(trial(1, TrialState::Deleted, {2.0}));
  EXPECT_EQ(known.best()->number, 0);
  EXPECT_EQ(known.deleted(), 1);
  known.take_in(trial(2, TrialState::Complete, {0.5}));
  EXPECT_EQ(known.best()->number, 2);
}

TEST(KnownTrials, ListsATrialUnderTheWorkerThatHadItLast) {
  KnownTrials known({Objective{}});
  const auto give = [&](std::int64_t number, const std::string& worker, TrialState state) {
    Trial given = trial(number, state);
    given.worker = worker;
    known.take_in(given);
  };
  give(0, "a", TrialState::Running);
  give(1, "b", TrialState::Running);
  give(0, "b", TrialState::Running);
  give(0, "a", TrialState::Running);
  ASSERT_EQ(known.of_worker("a").size(), 1U);
  ASSERT_EQ(known.of_worker("b").size(), 1U);
  EXPECT_EQ(known.of_worker("b")[0].number, 1);
  EXPECT_TRUE(known.of_worker("c").empty());
  give(0, "a", TrialState::Failed);
  EXPECT_EQ(known.of_worker("a").size(), 1U) << "also what has ended";
  EXPECT_TRUE(known.running_of([](const std::string& worker) { return worker == "a"; }).empty());
  EXPECT_EQ(known.running_of([](const std::string&) { return true; }).size(), 1U);
}

TEST(KnownTrials, LendsATrialThatWaitsAgain) {
  KnownTrials known({Objective{}});
  for (int i = 0; i < 3; ++i) known.take_in(trial(i, TrialState::Failed));
  EXPECT_TRUE(known.lend_open()->empty());
  known.take_in(trial(1, TrialState::Waiting));
  ASSERT_EQ(known.lend_open()->size(), 1U);
  EXPECT_EQ(known.waiting(), 1);
  EXPECT_TRUE(known.waits_below(2));
  EXPECT_FALSE(known.waits_below(1));
}

}  // namespace
}  // namespace hone::runner
