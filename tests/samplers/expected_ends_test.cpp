// SPDX-License-Identifier: MIT
#include "hone/samplers/expected_ends.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/drive.hpp"

namespace hone::samplers {
namespace {

const Space kSpace({real("x", 0, 1)});

Trial curve(std::int64_t number, std::vector<double> values, std::optional<double> end) {
  Trial trial = test::finish(number, {kSpace.configuration({0.5})},
                             end ? TrialState::Complete : TrialState::Pruned, end.value_or(0.0));
  for (std::size_t i = 0; i < values.size(); ++i)
    trial.reports.push_back({static_cast<std::int64_t>(i + 1), values[i]});
  if (!end) trial.values.clear();
  return trial;
}

// A loss that adds up: after three steps it is three times what it is after one.
TEST(ExpectedEnds, ReportsThatGrowAreTakenToTheEnd) {
  const std::vector<Trial> trials = {curve(0, {1, 2, 3}, 3.0), curve(1, {2, 4, 6}, 6.0),
                                     curve(2, {1.5, 3, 4.5}, 4.5), curve(3, {4}, std::nullopt),
                                     curve(4, {2.5, 5}, std::nullopt)};
  const std::vector<double> ends = expected_ends(trials, {Objective{}});
  EXPECT_TRUE(std::isnan(ends[0])) << "it has a value of its own";
  EXPECT_NEAR(ends[3], 12.0, 1e-12);
  EXPECT_NEAR(ends[4], 7.5, 1e-12);
}

TEST(ExpectedEnds, OfAMaximisedObjectiveAreLossesToo) {
  const std::vector<Trial> trials = {curve(0, {0.5, 0.8}, 0.8), curve(1, {0.4, 0.7}, 0.7),
                                     curve(2, {0.6, 0.9}, 0.9), curve(3, {0.2}, std::nullopt)};
  EXPECT_NEAR(expected_ends(trials, {{.direction = Direction::Maximize}})[3], -0.5, 1e-12);
}

// Nobody pruned at step 1 is helped by a trial that has no report there, but by one that was pruned later.
TEST(ExpectedEnds, FollowWhateverWentFurther) {
  const std::vector<Trial> trials = {curve(0, {}, 1.0), curve(1, {5, 4}, std::nullopt),
                                     curve(2, {7}, std::nullopt)};
  const std::vector<double> ends = expected_ends(trials, {Objective{}});
  EXPECT_DOUBLE_EQ(ends[1], 4.0) << "nobody went from step 2 to the end: the report itself";
  EXPECT_DOUBLE_EQ(ends[2], 6.0) << "one trial fell by 1";
}

TEST(ExpectedEnds, OfEachObjectiveFollowItsOwnReports) {
  std::vector<Trial> trials = {curve(0, {}, 3.0), curve(1, {}, 6.0), curve(2, {}, 4.5),
                               curve(3, {}, std::nullopt)};
  for (std::size_t i = 0; i < 3; ++i) trials[i].values.push_back(10.0);
  // The first grows threefold after step 1, the second stands still.
  const std::vector<double> first = {1, 2, 1.5, 4};
  for (std::size_t i = 0; i < trials.size(); ++i)
    trials[i].reports = {Report::of(1, std::vector<double>{first[i], i == 3 ? 11.0 : 10.0})};
  const std::vector<Objective> two = {{"a"}, {"b"}};
  EXPECT_NEAR(expected_ends(trials, two, 0)[3], 12.0, 1e-12);
  EXPECT_NEAR(expected_ends(trials, two, 1)[3], 11.0, 1e-12);
  trials[3].reports = {{1, 4.0}};
  EXPECT_NEAR(expected_ends(trials, two, 0)[3], 12.0, 1e-12);
  EXPECT_TRUE(std::isnan(expected_ends(trials, two, 1)[3])) << "it did not report the second";
}

TEST(ExpectedEnds, AreNeverAsGoodAsTheBestCompleteTrial) {
  const std::vector<Trial> trials = {curve(0, {3, 2}, 2.0), curve(1, {1}, std::nullopt)};
  const double end = expected_ends(trials, {Objective{}})[1];
  EXPECT_GT(end, 2.0);
  EXPECT_NEAR(end, 2.0, 1e-12);
}

TEST(ExpectedEnds, OfTrialsWithoutAFiniteReportAreUnknown) {
  const std::vector<Trial> trials = {curve(0, {1}, 1.0), curve(1, {NAN}, std::nullopt),
                                     curve(2, {}, std::nullopt)};
  const std::vector<double> ends = expected_ends(trials, {Objective{}});
  EXPECT_TRUE(std::isnan(ends[1]));
  EXPECT_TRUE(std::isnan(ends[2]));
}

}  // namespace
}  // namespace hone::samplers
