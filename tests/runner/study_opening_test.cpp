// SPDX-License-Identifier: MIT
#include "hone/runner/study_opening.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "hone/base/error.hpp"
#include "support/hooked_storage.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

Study opened_study() {
  Study study{.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 9)}), .seed = 1};
  study.enqueue = {study.space.configuration({0.5, std::int64_t{3}}),
                   study.space.configuration({0.25, std::int64_t{4}})};
  return study;
}

TEST(StudyOpening, EnqueuesTheStartingPointsOnce) {
  const auto store = storage::open_memory();
  const StoredStudy first = open_or_create(*store, opened_study());
  EXPECT_TRUE(first.created);
  const StoredStudy second = open_or_create(*store, opened_study());
  EXPECT_FALSE(second.created);
  EXPECT_EQ(second.id, first.id);
  EXPECT_EQ(second.study, opened_study());
  EXPECT_EQ(store->changes(first.id, 0).trials.size(), 2U);
}

TEST(StudyOpening, FindsNothingUnderAnUnknownName) {
  EXPECT_EQ(find_study(*storage::open_memory(), "s"), std::nullopt);
}

// Somebody else makes the study between the look and the creation.
TEST(StudyOpening, ResumesAStudyThatSomebodyElseMadeJustNow) {
  const auto store = storage::open_memory();
  test::HookedStorage hooked(*store);
  hooked.set_hook([&](std::string_view call) {
    if (call == "create_study") store->create_study(opened_study());
  });
  const StoredStudy opened = open_or_create(hooked, opened_study());
  EXPECT_FALSE(opened.created);
  EXPECT_EQ(store->changes(opened.id, 0).trials.size(), 2U);
}

TEST(StudyOpening, ManyMayOpenTheSameStudyAtOnce) {
  const auto store = storage::open_memory();
  std::atomic<int> created = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { created += open_or_create(*store, opened_study()).created ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(created, 1);
  ASSERT_EQ(store->studies().size(), 1U);
  EXPECT_EQ(store->studies()[0].waiting, 2);
}

TEST(StudyOpening, ReadsTheStoredDefinitionOnce) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  test::HookedStorage hooked(*store);
  int reads = 0;
  hooked.set_hook([&](std::string_view call) { reads += call == "current" ? 1 : 0; });
  open_or_create(hooked, opened_study());
  EXPECT_EQ(reads, 1);
}

TEST(StudyOpening, BringsBudgetAndSamplerUpToDate) {
  const auto store = storage::open_memory();
  const auto id = open_or_create(*store, opened_study()).id;
  Study changed = opened_study();
  changed.sampler = {"sobol"};
  EXPECT_EQ(open_or_create(*store, changed).study.sampler.name, "sobol");
  EXPECT_EQ(store->current(id).study.sampler.name, "sobol");
}

TEST(StudyOpening, SaysWhatDiffers) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  Study other{.name = "s", .space = Space({real("x", 0, 2), boolean("b")})};
  EXPECT_EQ(
      test::message_of([&] { open_or_create(*store, other); }),
      "the study 's' is in the store with another search space: parameters.x: widened from [0, 1] to [0, 2], "
      "parameters.b: new bool (true, false), parameters.n: removed (was 1 to 9); adopt the new one with "
      "`hone tune FILE --adopt` (trials that do not fit it are kept and marked; `hone space s --set FILE "
      "--dry-run` shows which), or give the study another 'name'");
}

Study grown(std::vector<Parameter> parameters) {
  return {.name = "s", .space = Space(std::move(parameters)), .seed = 1};
}

TEST(StudyOpening, AdoptsANewSpaceWhenAsked) {
  const auto store = storage::open_memory();
  const auto id = open_or_create(*store, opened_study()).id;
  const StoredStudy open =
      open_or_create(*store, grown({real("x", 0, 2), integer("n", 4, 9)}), OnNewSpace::Adopt);
  EXPECT_EQ(open.id, id);
  EXPECT_EQ(open.version, 2);
  EXPECT_EQ(open.space, 2);
  EXPECT_EQ(stored_study(*store, id).version, 2);
  const std::vector<Trial> trials = store->changes(id, 0).trials;
  EXPECT_EQ(trials[0].state, TrialState::Failed) << "n = 3 waited and does not fit";
  EXPECT_EQ(trials[1].state, TrialState::Waiting);
}

TEST(StudyOpening, AsksForWhatOldTrialsAreWorth) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  const auto adopt = [&](const Study& study) {
    return test::message_of([&] { open_or_create(*store, study, OnNewSpace::Adopt); });
  };
  EXPECT_EQ(
      adopt(grown({real("x", 0, 1), integer("n", 1, 9), boolean("b")})),
      "parameters.b: old trials have no value of this parameter (2 trials, the first is 0); say what they "
      "count as, with `default: VALUE` beside its range: the value that the command used without it; or "
      "`optional: true` when there was none");
  EXPECT_EQ(
      adopt(grown({real("x", 0, 1)})),
      "the parameter 'n' is gone, and old trials had it (2 trials, the first is 0); say which of them still "
      "count: `removed: {n: 3}` for those that had this value, as all have from now on, or `removed: {n: "
      "any}` for all");
  EXPECT_EQ(store->studies()[0].waiting, 2) << "nothing was changed";
  EXPECT_EQ(store->versions(1).size(), 1U);
}

TEST(StudyOpening, WhatWasSaidOfARemovedParameterHoldsOn) {
  const auto store = storage::open_memory();
  const auto id = open_or_create(*store, opened_study()).id;
  Study without = grown({real("x", 0, 1)});
  without.removed["n"] = {.values = {std::int64_t{3}}};
  open_or_create(*store, without, OnNewSpace::Adopt);
  without.removed.clear();
  EXPECT_EQ(open_or_create(*store, without).version, 2) << "the same space, and no reason to ask again";
  without.space = Space({real("x", 0, 2)});
  EXPECT_EQ(open_or_create(*store, without, OnNewSpace::Adopt).version, 3);
  EXPECT_EQ(store->current(id).study.removed.size(), 1U);
  // Back in the space it speaks for itself.
  EXPECT_TRUE(open_or_create(*store, opened_study(), OnNewSpace::Adopt).study.removed.empty());
}

TEST(StudyOpening, ACommandIsANewVersionAndNeedsNoAdoption) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  Study changed = opened_study();
  changed.plan.command = {"train"};
  const StoredStudy open = open_or_create(*store, changed);
  EXPECT_EQ(open.version, 2);
  EXPECT_EQ(open.space, 1);
}

TEST(StudyOpening, ObjectivesStayWhatTheyAre) {
  const auto store = storage::open_memory();
  open_or_create(*store, opened_study());
  Study changed = opened_study();
  changed.objectives = {{"value", Direction::Maximize}};
  EXPECT_EQ(
      test::message_of([&] { open_or_create(*store, changed, OnNewSpace::Adopt); }),
      "the study 's' is in the store with another objective: objective: changed from minimize value to "
      "maximize value; its old values would mean something else; give the study another 'name', or remove "
      "the old one with `hone delete s`");
}

TEST(StudyOpening, APlanTellsWhatWouldHappenAndDoesNothing) {
  const auto store = storage::open_memory();
  const auto id = open_or_create(*store, opened_study()).id;
  const PlannedChange change = planned_change(*store, id, grown({real("x", 0, 2), integer("n", 4, 9)}));
  EXPECT_TRUE(change.new_space);
  EXPECT_EQ(change.changes.size(), 2U);
  EXPECT_EQ(change.trials, 2);
  ASSERT_EQ(change.outside.size(), 1U);
  EXPECT_EQ(change.outside[0].outside, "n is 3, outside 4 to 9");
  EXPECT_EQ(change.left_out, 1);
  EXPECT_EQ(store->versions(id).size(), 1U);
  Study other = opened_study();
  other.plan.command = {"train"};
  store->redefine_study(id, other);
  EXPECT_THROW(carry_out(*store, id, change), Error) << "somebody else was faster";
}

}  // namespace
}  // namespace hone::runner
