// SPDX-License-Identifier: MIT
#include "hone/meta/auto_rule.hpp"

#include <gtest/gtest.h>

namespace hone::meta {
namespace {

std::string chosen(const Situation& situation) { return judge(situation).sampler; }

TEST(Rule, TakesAModelForTrialsOneByOne) {
  EXPECT_EQ(chosen({}), "hebo");
  EXPECT_EQ(chosen({.planned = 30}), "hebo");
  EXPECT_EQ(chosen({.planned = 2000, .finished = 1999}), "hebo");
}

TEST(Rule, TakesAModelForBatches) {
  EXPECT_EQ(chosen({.planned = 128, .asked = 8}), "hebo");
  EXPECT_EQ(chosen({.planned = 128, .finished = 64, .asked = 8, .parallel = 8}), "hebo");
  EXPECT_EQ(chosen({.asked = 200, .parallel = 200}), "hebo") << "without a plan more may follow";
}

TEST(Rule, CoversTheSpaceEvenlyWhenNoResultCanComeInTime) {
  EXPECT_EQ(chosen({.planned = 200, .asked = 200}), "sobol");
  EXPECT_EQ(chosen({.planned = 200, .parallel = 300}), "sobol");
  EXPECT_EQ(chosen({.planned = 200, .asked = 199}), "hebo");
  EXPECT_EQ(chosen({.planned = 200, .running = 150, .asked = 50}), "sobol") << "after enqueued ones";
  EXPECT_EQ(chosen({.planned = 200, .finished = 20, .asked = 200}), "hebo") << "there is something to learn";
  EXPECT_EQ(chosen({.planned = 1}), "sobol");
}

// Two hundred workers ask one after the other, and the first has ended before the last has asked.
TEST(Rule, KeepsToTheSequenceUntilAllOfItIsHandedOut) {
  EXPECT_EQ(chosen({.planned = 200, .finished = 3, .running = 150, .parallel = 200}), "sobol");
  EXPECT_EQ(chosen({.planned = 200, .finished = 3, .running = 196, .parallel = 200}), "sobol");
  EXPECT_EQ(chosen({.planned = 200, .finished = 3, .running = 197, .parallel = 200}), "hebo");
}

TEST(Rule, PrefersWhatEarlierStudiesKnow) {
  EXPECT_EQ(chosen({.planned = 200, .asked = 200, .sources = 1}), "hebo");
  EXPECT_EQ(judge({.sources = 1}).reason, "an earlier study matches");
  EXPECT_EQ(judge({.sources = 3}).reason, "3 earlier studies match");
}

TEST(Rule, TakesWhatIsQuickAfterThousandsOfTrials) {
  EXPECT_EQ(chosen({.finished = kModelTrials - 1}), "hebo");
  EXPECT_EQ(chosen({.finished = kModelTrials}), "tpe");
  EXPECT_EQ(chosen({.planned = 20000, .finished = kModelTrials, .asked = 8, .sources = 2}), "tpe");
}

}  // namespace
}  // namespace hone::meta
