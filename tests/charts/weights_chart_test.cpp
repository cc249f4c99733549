// SPDX-License-Identifier: MIT
#include "hone/charts/weights_chart.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"

namespace hone::charts {
namespace {

Study learner() { return {.name = "s", .space = Space({real("x", 0, 1)})}; }

std::string shown(const std::string& name) { return "<" + name + ">"; }

TEST(WeightsChart, NamesTheSourcesThatCountMostFirst) {
  std::vector<Trial> trials(2);
  trials[1].number = 1;
  trials[0].notes = {{"transfer.own", 0.5}, {"transfer.weight.a", 0.1}, {"transfer.weight.b", 0.4}};
  trials[1].notes = {{"transfer.own", 0.75}, {"transfer.weight.b", 0.25}};
  const plot::Chart chart = weights_chart(learner(), trials, shown);
  ASSERT_EQ(chart.series.size(), 4U) << "a line and points of the own model, two sources";
  EXPECT_EQ(std::get<plot::Line>(chart.series[0].marks).y, (std::vector<double>{0.5, 0.75}));
  EXPECT_EQ(chart.series[2].name, "1: <b>");
  EXPECT_EQ(chart.series[3].name, "2: <a>");
  EXPECT_EQ(std::get<plot::Dots>(chart.series[3].marks).x, std::vector<double>{0})
      << "no point for no weight";
}

TEST(WeightsChart, NamesTheHeaviestAndAddsUpTheOthers) {
  Trial trial;
  trial.number = 5;
  trial.notes = {{"transfer.own", 0.1}};
  for (int i = 0; i < 9; ++i) trial.notes["transfer.weight.s" + std::to_string(i)] = 0.02 * (i + 1);
  const plot::Chart chart = weights_chart(learner(), std::vector<Trial>{trial}, shown);
  ASSERT_EQ(chart.series.size(), 9u) << "a line, own, six sources and the others";
  EXPECT_EQ(chart.series[1].name, "o: own");
  EXPECT_EQ(chart.series[2].name, "1: <s8>");
  EXPECT_EQ(chart.series[8].name, "+: 3 others");
  EXPECT_NEAR(std::get<plot::Dots>(chart.series[8].marks).y[0], 0.12, 1e-12);
}

TEST(WeightsChart, NeedsNotesOfWeights) {
  EXPECT_THROW(weights_chart(learner(), std::vector<Trial>(3), shown), Error);
}

}  // namespace
}  // namespace hone::charts
