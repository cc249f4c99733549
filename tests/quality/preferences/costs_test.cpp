// SPDX-License-Identifier: MIT
#include "bench/quality/preferences/costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/quality/preferences/priors.hpp"
#include "bench/quality/problems.hpp"
#include "hone/base/rng.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::quality::preferences {
namespace {

TEST(PricedFunctions, CostAHundredTimesAsMuchAtOneEndAsAtTheOther) {
  for (const PricedProblem& priced : priced_functions(select_problems({"branin", "hart3"}, ""))) {
    const encode::Encoding encoding(priced.problem.space);
    double least = 1e9, most = 0.0;
    const auto look = [&](const Configuration& one) {
      least = std::min(least, priced.cost(one));
      most = std::max(most, priced.cost(one));
    };
    look(priced.problem.argmins.front());
    for (std::size_t corner = 0; corner < (std::size_t{1} << encoding.dimensions()); ++corner) {
      std::vector<double> point(encoding.dimensions());
      for (std::size_t j = 0; j < point.size(); ++j) point[j] = (corner >> j & 1U) != 0 ? 1.0 : 0.0;
      look(encoding.decode(point));
    }
    EXPECT_NEAR(most / least, 100.0, 1e-6) << priced.name;
  }
}

TEST(PricedFunctions, AreCheapOrDearAtTheirOptimum) {
  const auto priced = priced_functions(select_problems({"branin"}, ""));
  ASSERT_EQ(priced.size(), 3U);
  EXPECT_NEAR(priced[1].cost(priced[1].problem.argmins.front()), 1.0, 1e-9);
  EXPECT_NEAR(priced[2].cost(priced[2].problem.argmins.front()), 100.0, 1e-9);
}

TEST(SerialRun, StopsWhenTheBudgetIsSpentAndTellsTheBest) {
  const auto priced = priced_functions(select_problems({"branin"}, ""));
  const Study study{.space = priced[0].problem.space, .sampler = {"random"}, .seed = 1};
  const Course course = run_serially(priced[0].problem, study, 1000, priced[0].cost, 200.0);
  ASSERT_GT(course.spent.size(), 2U);
  EXPECT_GE(course.spent.back(), 200.0);
  EXPECT_LT(course.spent[course.spent.size() - 2], 200.0);
  EXPECT_TRUE(std::is_sorted(course.regrets.rbegin(), course.regrets.rend()));
}

TEST(PriorProblems, AreBoxesWithAKnownOptimum) {
  const auto problems = select_problems(prior_problems(), "");
  EXPECT_GE(problems.size(), 8U);
  for (const Problem& problem : problems) {
    ASSERT_FALSE(problem.argmins.empty()) << problem.name;
    EXPECT_NEAR(problem.value(problem.argmins.front()), problem.minimum, 1e-4) << problem.name;
  }
}

}  // namespace
}  // namespace hone::quality::preferences
