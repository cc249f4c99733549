// SPDX-License-Identifier: MIT
#include "hone/api/minimize.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace hone {
namespace {

TEST(Minimize, FindsTheLowEndAndMaximizeTheHighEnd) {
  const Space space({integer("n", 1, 20)});
  const auto value = [](const Configuration& c) { return static_cast<double>(c.integer("n")); };
  EXPECT_EQ(minimize(space, value, {.trials = 20, .sampler = "grid"}).best->configuration.integer("n"), 1);
  EXPECT_EQ(maximize(space, value, {.trials = 20, .sampler = "grid"}).best->configuration.integer("n"), 20);
}

TEST(Minimize, StopsWhenTheSamplerHasNothingLeft) {
  const Found found =
      minimize(Space({boolean("b")}), [](const Configuration&) { return 1.0; }, {.sampler = "grid"});
  EXPECT_EQ(found.trials.size(), 2U);
}

TEST(Minimize, RecordsExceptionsAsFailuresAndGoesOn) {
  const auto picky = [](const Configuration& c) -> double {
    if (c.integer("n") % 2 == 0) throw std::runtime_error("even");
    return static_cast<double>(c.integer("n"));
  };
  const Found found = minimize(Space({integer("n", 1, 6)}), picky, {.sampler = "grid"});
  EXPECT_EQ(found.trials.size(), 6U);
  EXPECT_EQ(found.trials[1].state, TrialState::Failed);
  EXPECT_EQ(found.trials[1].error, "even");
  EXPECT_EQ(found.best->values[0], 1.0);
}

TEST(Minimize, HasNoBestWhenEverythingFails) {
  const auto broken = [](const Configuration&) -> double { throw std::runtime_error("no"); };
  EXPECT_FALSE(minimize(Space({real("x", 0, 1)}), broken, {.trials = 3, .sampler = "random"}).best);
}

}  // namespace
}  // namespace hone
