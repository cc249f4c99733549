// SPDX-License-Identifier: MIT
#include "hone/runner/study_view.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "hone/runner/driver.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

class StudyViewTest : public ::testing::Test {
 protected:
  Study study_{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 3};
  std::unique_ptr<storage::Storage> storage_ = storage::open_memory();
  storage::StudyId id_ = storage_->create_study(study_);
  Driver driver_{*storage_, stored_study(*storage_, id_), std::make_unique<test::TinySampler>(study_.space),
                 storage::Worker{.name = "w"}};
};

TEST_F(StudyViewTest, DeletedTrialsDoNotCountForTheLimit) {
  EXPECT_EQ(driver_.view().limit({.trials = 5}), 5);
  EXPECT_EQ(driver_.view().limit({}), kEndless);
  const auto claims = driver_.asker().ask(2);
  driver_.recorder().tell(std::vector{storage::Outcome{.lease = claims[0].lease, .values = {1.0}}});
  driver_.corrector().remove(std::vector<std::int64_t>{0});
  EXPECT_EQ(driver_.view().limit({.trials = 5}), 6);
  EXPECT_EQ(driver_.view().limit({.trials = kEndless}), kEndless);
}

// Two slots that become free at once must not both take what only one trial can be paid with.
TEST_F(StudyViewTest, OnlyAsManyTrialsAreBelowTheLimitAsCanBePaidFor) {
  Study study{.name = "dear", .space = Space({real("x", 0, 1)}), .cost = "money"};
  const auto id = storage_->create_study(study);
  Driver driver{*storage_, stored_study(*storage_, id), std::make_unique<test::TinySampler>(study.space),
                storage::Worker{.name = "w"}};
  EXPECT_EQ(driver.view().limit({.cost = 12.0}), kEndless) << "nobody knows yet what a trial costs";
  const auto claims = driver.asker().ask(3);
  driver.recorder().tell(std::vector{
      storage::Outcome{.lease = claims[0].lease, .values = {1.0}, .attributes = {{"money", 3.0}}}});
  EXPECT_EQ(driver.view().limit({.cost = 12.0}), 4) << "3 spent, 6 for those that run, 3 for one more";
  EXPECT_EQ(driver.view().limit({.cost = 12.1}), 5);
  EXPECT_EQ(driver.view().limit({.trials = 4, .cost = 100.0}), 4);
  EXPECT_EQ(driver.view().limit({.cost = 9.0}), 0);
  driver.recorder().requeue(2, "again");
  EXPECT_EQ(driver.view().limit({.cost = 12.0}), 4) << "what waits is started first";
}

TEST_F(StudyViewTest, WhatWaitsIsBelowTheLimitWithTheQueue) {
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 1}), 1);
  driver_.asker().ask(3);
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 1}), 1) << "nothing waits";
  driver_.recorder().requeue(2, "again");
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 1}), 3);
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 5}), 5);
  EXPECT_EQ(driver_.view().limit_with_queue({}), kEndless);
}

TEST(StudyViewGain, NothingIsBelowTheLimitOnceProposalsExpectTooLittle) {
  Study study{.name = "s", .space = Space({real("x", 0, 1)})};
  study.plan.stop = {.gain = 0.1, .patience = 2};
  const auto storage = storage::open_memory();
  const storage::StudyId id = storage->create_study(study);
  Driver driver(*storage, stored_study(*storage, id), std::make_unique<test::TinySampler>(study.space),
                storage::Worker{.name = "w"});
  const auto insert = [&](double gain) {
    Trial trial;
    trial.state = TrialState::Complete;
    trial.configuration = study.space.configuration({Value(0.5)});
    trial.values = {1.0};
    trial.notes["expected_gain"] = gain;
    storage->insert(id, std::vector{trial});
    driver.view().refresh();
  };
  insert(0.5);
  insert(0.05);
  EXPECT_EQ(driver.view().limit({}), kEndless);
  insert(0.01);
  EXPECT_EQ(driver.view().limit({}), 0);
  EXPECT_TRUE(driver.asker().ask(1, driver.view().limit({})).empty());
}

TEST_F(StudyViewTest, SomebodyIsDoneWhenNothingRunsOrWaits) {
  EXPECT_TRUE(outlook({.trials = 3}).done);
  EXPECT_FALSE(outlook({.trials = 3, .waiting = 1}).done);
  EXPECT_FALSE(outlook({.trials = 3, .running = 2}).done);
  EXPECT_EQ(outlook({.trials = 3, .running = 2}).running, 2);
}

TEST_F(StudyViewTest, OnlyWhoGotTooFewIsToldWhy) {
  const Asking enough = driver_.asker().ask_to_end(1);
  EXPECT_EQ(driver_.asker().outlook(enough).running, 0);
  EXPECT_FALSE(driver_.asker().outlook(enough).done);
  const Asking wanting = driver_.asker().ask_to_end(2, 1);
  EXPECT_EQ(driver_.asker().outlook(wanting).running, 1);
  driver_.recorder().cancel(0);
  EXPECT_TRUE(driver_.asker().outlook(driver_.asker().ask_to_end(2, 1)).done);
  Asking failed = wanting;
  failed.failed = true;
  EXPECT_FALSE(driver_.asker().outlook(failed).done) << "nobody knows what is left";
}

// The lock is a value: who has it may write and look at once.
TEST_F(StudyViewTest, LendsTheStudyToOneThread) {
  const auto study = driver_.view().lock();
  study->refresh();
  EXPECT_EQ(study->trials().size(), 0);
  EXPECT_EQ(study->question(2).next, 0);
}

TEST_F(StudyViewTest, KnowsWhatChangedSinceItFollows) {
  StudyView& view = driver_.view();
  const auto claims = driver_.asker().ask(3);
  view.refresh();
  const storage::Revision asked = view.revision();
  EXPECT_EQ(view.changed_since(0)->numbers, (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_TRUE(view.changed_since(asked)->numbers.empty());
  driver_.recorder().tell(std::vector{storage::Outcome{.lease = claims[1].lease, .values = {1.0}}});
  view.refresh();
  EXPECT_EQ(view.changed_since(asked)->numbers, std::vector<std::int64_t>{1});
  EXPECT_EQ(view.changed_since(asked)->revision, view.revision());
  const std::vector<Trial> some = view.some(std::vector<std::int64_t>{2, 1, 99});
  ASSERT_EQ(some.size(), 2U);
  EXPECT_EQ(some[1].state, TrialState::Complete);
  // Who came later read all of them together, and leaves what was before to the store.
  Driver later(*storage_, stored_study(*storage_, id_), std::make_unique<test::TinySampler>(study_.space),
               storage::Worker{.name = "later"});
  EXPECT_EQ(later.view().changed_since(0)->numbers.size(), 3U);
  EXPECT_FALSE(later.view().changed_since(asked));
  EXPECT_TRUE(later.view().changed_since(later.view().revision())->numbers.empty());
}

TEST_F(StudyViewTest, ThoseWhoLookAtTheSameTimeShareACopy) {
  for (int i = 0; i < 5; ++i) driver_.asker().ask(500);  // more than one portion
  auto copy = driver_.view().snapshot();
  EXPECT_EQ(copy, driver_.view().snapshot());
  ASSERT_EQ(copy->trials.size(), 2500U);
  for (std::int64_t i = 0; i < 2500; ++i) ASSERT_EQ(copy->trials[static_cast<std::size_t>(i)].number, i);
  driver_.asker().ask(1);
  EXPECT_NE(copy, driver_.view().snapshot()) << "it is not what there is any more";
  EXPECT_EQ(copy->trials.size(), 2500U);
}

}  // namespace
}  // namespace hone::runner
