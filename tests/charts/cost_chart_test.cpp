// SPDX-License-Identifier: MIT
#include "hone/charts/cost_chart.hpp"

#include <gtest/gtest.h>

#include "hone/core/cost.hpp"

namespace hone::charts {
namespace {

const Study kStudy{.space = Space({real("x", 0, 1)}), .cost = "money"};

Trial trial_of(std::int64_t number, double value, double money, Timestamp finished,
               TrialState state = TrialState::Complete) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  trial.configuration = kStudy.space.configuration({0.5});
  if (state == TrialState::Complete) trial.values = {value};
  trial.attributes["money"] = money;
  trial.finished = finished;
  return trial;
}

const plot::Line& best_of(const plot::Chart& chart) { return std::get<plot::Line>(chart.series[1].marks); }

TEST(CostChart, ShowsTheBestOverWhatAllTrialsHaveCost) {
  const std::vector<Trial> trials = {trial_of(0, 5.0, 1.0, 10), trial_of(1, 0.0, 2.0, 20, TrialState::Failed),
                                     trial_of(2, 7.0, 4.0, 30), trial_of(3, 3.0, 8.0, 40),
                                     trial_of(4, 0.0, 16.0, 50, TrialState::Pruned)};
  const auto charts = cost_charts(kStudy, trials, {});
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].x.label, "money of all trials");
  EXPECT_EQ(best_of(charts[0]).x, (std::vector<double>{1.0, 7.0, 15.0, 31.0}));
  EXPECT_EQ(best_of(charts[0]).y, (std::vector<double>{5.0, 5.0, 3.0, 3.0}));
}

TEST(CostChart, CountsInTheOrderOfEnds) {
  const std::vector<Trial> trials = {trial_of(0, 5.0, 1.0, 30), trial_of(1, 4.0, 2.0, 20)};
  const auto charts = cost_charts(kStudy, trials, {});
  EXPECT_EQ(best_of(charts.at(0)).x, (std::vector<double>{2.0, 3.0}));
  EXPECT_EQ(best_of(charts.at(0)).y, (std::vector<double>{4.0, 4.0}));
}

TEST(CostChart, IsNoneWithoutCosts) {
  Study other = kStudy;
  other.cost.reset();
  const std::vector<Trial> trials = {trial_of(0, 5.0, 1.0, 10)};
  EXPECT_TRUE(cost_charts(other, trials, {}).empty());
  other.cost = kRunTime;
  EXPECT_TRUE(cost_charts(other, trials, {}).empty()) << "imported: it never started here";
}

}  // namespace
}  // namespace hone::charts
