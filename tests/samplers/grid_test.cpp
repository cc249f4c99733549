// SPDX-License-Identifier: MIT
#include "hone/samplers/grid.hpp"

#include <gtest/gtest.h>

#include "support/drive.hpp"

namespace hone::samplers {
namespace {

Study grid_study(Space space, Options options = {}) {
  return {.space = std::move(space), .sampler = {"grid", std::move(options)}};
}

TEST(Grid, TriesEveryCombinationOnceAndEnds) {
  const Study study =
      grid_study(Space({integer("n", 1, 3), boolean("b"), when(integer("m", 1, 2), "b", {true})}));
  Grid sampler(study);
  const auto trials = test::drive(sampler, 100, 4);
  std::vector<std::string> seen;
  for (const Trial& trial : trials) seen.push_back(to_text(trial.configuration));
  EXPECT_EQ(seen, (std::vector<std::string>{"n=1 b=false", "n=1 b=true m=1", "n=1 b=true m=2", "n=2 b=false",
                                            "n=2 b=true m=1", "n=2 b=true m=2", "n=3 b=false",
                                            "n=3 b=true m=1", "n=3 b=true m=2"}));
}

TEST(Grid, TakesItsNumberOfPointsForAllOrForOneParameter) {
  const Space space({real("x", 0, 1), real("y", 0, 1)});
  Grid coarse(grid_study(space, {{"points", {std::int64_t{3}}}}));
  EXPECT_EQ(test::drive(coarse, 100, 1).size(), 9U);
  Grid uneven(grid_study(space, {{"points", {std::int64_t{3}}}, {"points.y", {std::int64_t{5}}}}));
  EXPECT_EQ(test::drive(uneven, 100, 1).size(), 15U);
}

TEST(Grid, LeavesOutWhatConstraintsForbid) {
  Grid sampler(grid_study(Space({integer("a", 1, 4), integer("b", 1, 4)}, {"a < b"})));
  EXPECT_EQ(test::drive(sampler, 100, 3).size(), 6U);
}

TEST(Grid, DoesNotRepeatWhatIsRunning) {
  Grid sampler(grid_study(Space({integer("a", 1, 4)})));
  const auto first = sampler.ask({.count = 2});
  std::vector<Trial> running(2);
  for (std::size_t i = 0; i < 2; ++i) running[i].configuration = first[i].configuration;
  const auto second = sampler.ask({.count = 9, .running = running});
  ASSERT_EQ(second.size(), 2U);
  EXPECT_EQ(to_text(second[0].configuration), "a=3");
}

}  // namespace
}  // namespace hone::samplers
