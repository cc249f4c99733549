// SPDX-License-Identifier: MIT
#include "hone/analysis/expectation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"

namespace hone::analysis {
namespace {

Study bowl() {
  return {.name = "s", .space = Space({real("x", 0, 1)}), .objectives = {{"score", Direction::Maximize}}};
}

Configuration at(double x) { return bowl().space.configuration({Value(x)}); }

std::vector<Trial> bowl_trials(int count) {
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    const double x = (i + 0.5) / count;
    trial.configuration = at(x);
    trial.values = {5.0 - 4.0 * (x - 0.5) * (x - 0.5)};
    trials.push_back(std::move(trial));
  }
  return trials;
}

TEST(ExpectedValues, AreInTheUnitsAndDirectionOfTheObjective) {
  const std::vector<Configuration> places = {at(0.5), at(0.0), at(0.75)};
  const auto values = expected_values(bowl(), bowl_trials(30), {.sampler = "s"}, 0, places);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_NEAR(values[0], 5.0, 0.05);
  EXPECT_NEAR(values[1], 4.0, 0.1);
  EXPECT_NEAR(values[2], 4.75, 0.05);
}

TEST(ExpectedValues, NeedTrials) {
  EXPECT_THROW(expected_values(bowl(), bowl_trials(3), {}, 0, std::vector{at(0.5)}), Error);
}

}  // namespace
}  // namespace hone::analysis
