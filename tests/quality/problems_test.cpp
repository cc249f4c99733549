// SPDX-License-Identifier: MIT
#include "bench/quality/problems.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::quality {
namespace {

std::vector<std::string> names(const std::vector<std::string>& wanted) {
  std::vector<std::string> result;
  for (const Problem& problem : select_problems(wanted, "")) result.push_back(problem.name);
  return result;
}

TEST(SelectProblems, TakesNamesGroupsAndSetsEachOnce) {
  EXPECT_EQ(names({"hart6", "branin", "hart6"}), (std::vector<std::string>{"hart6", "branin"}));
  EXPECT_EQ(names({"examples"}), (std::vector<std::string>{"cliff", "octopus"}));
  EXPECT_EQ(names({"sequd34"}).size(), 34);
  EXPECT_EQ(names({"branin", "sequd34"}).size(), 34);
  EXPECT_EQ(names({"peers12"}).size(), 12);
  EXPECT_EQ(names({"functions"}).size(), 34 + 4 + 4 + 7);
}

TEST(SelectProblems, AsksForTheDataThatAGroupNeeds) {
  for (const char* group : {"fcnet", "adaboost", "taskset", "bayesmark"}) {
    EXPECT_TRUE(needs_data(group));
    EXPECT_NE(test::message_of([&] { names({group}); }).find("give its folder with --data"),
              std::string::npos);
  }
  EXPECT_FALSE(needs_data("sequd32"));
}

TEST(SelectProblems, SuggestsWhatAMistypedNameMeant) {
  EXPECT_EQ(test::message_of([] { names({"brannin"}); }),
            "there is no problem 'brannin' (did you mean 'branin'?); list them with: bench list");
}

}  // namespace
}  // namespace hone::quality
