// SPDX-License-Identifier: MIT
#include "hone/service/fair_turns.hpp"

#include <gtest/gtest.h>

#include <map>

namespace hone::service {
namespace {

TEST(FairTurns, GoesByTheOrderAmongEquals) {
  FairTurns turns;
  EXPECT_FALSE(turns.next());
  for (const char* who : {"b", "a", "b", "c"}) turns.enter(who);
  EXPECT_EQ(turns.next(), "b");
  EXPECT_EQ(turns.next(), "a");
  EXPECT_EQ(turns.next(), "c");
  EXPECT_FALSE(turns.next());
  EXPECT_TRUE(turns.empty());
}

// Who always wants more gets as much time as another, however long each of their turns is.
TEST(FairTurns, SharesTimeNotTurns) {
  const std::map<std::string, double> costs = {{"slow", 2.0}, {"middle", 0.5}, {"quick", 0.01}};
  FairTurns turns;
  for (const auto& [who, seconds] : costs) turns.enter(who);
  std::map<std::string, double> had;
  for (double time = 0.0; time < 300.0;) {
    const std::string who = turns.next().value();
    had[who] += costs.at(who);
    time += costs.at(who);
    turns.spent(who, costs.at(who));
    turns.enter(who);
  }
  for (const auto& [who, seconds] : had) EXPECT_NEAR(seconds, 100.0, 2.0) << who;
}

TEST(FairTurns, NobodySavesUpByNotWanting) {
  FairTurns turns;
  turns.enter("idle");
  turns.spent(turns.next().value(), 1.0);
  for (int i = 0; i < 50; ++i) {
    turns.enter("busy");
    turns.spent(turns.next().value(), 1.0);
  }
  int in_a_row = 0;
  turns.enter("busy");
  turns.enter("idle");
  for (int i = 0; i < 20; ++i) {
    const std::string who = turns.next().value();
    if (who == "idle") ++in_a_row;
    turns.spent(who, 1.0);
    turns.enter(who);
  }
  EXPECT_NEAR(in_a_row, 10, 1);
}

TEST(FairTurns, PassesOverWhoMayNot) {
  FairTurns turns;
  turns.enter("slow");
  turns.enter("quick");
  const auto quick = [](const std::string& who) { return who == "quick"; };
  EXPECT_EQ(turns.next(quick), "quick");
  EXPECT_FALSE(turns.next(quick));
  EXPECT_EQ(turns.next(), "slow");
}

}  // namespace
}  // namespace hone::service
