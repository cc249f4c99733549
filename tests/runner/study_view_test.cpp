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

TEST_F(StudyViewTest, WhatWaitsIsBelowTheLimitWithTheQueue) {
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 1}), 1);
  driver_.asker().ask(3);
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 1}), 1) << "nothing waits";
  driver_.recorder().requeue(2, "again");
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 1}), 3);
  EXPECT_EQ(driver_.view().limit_with_queue({.trials = 5}), 5);
  EXPECT_EQ(driver_.view().limit_with_queue({}), kEndless);
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

}  // namespace
}  // namespace hone::runner
