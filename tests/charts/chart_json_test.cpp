// SPDX-License-Identifier: MIT
#include "hone/charts/chart_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace hone::charts {
namespace {

codec::Json marks_of(plot::Marks marks, std::size_t most) {
  plot::Chart chart;
  chart.series.push_back({.name = "curves", .marks = std::move(marks)});
  return charts_json({chart}, most)[0]["series"][0]["marks"];
}

TEST(ChartJson, AnEvenShareOfALongLineIsSentWithItsEnds) {
  plot::Line line;
  for (int i = 0; i <= 1000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i);
  }
  const codec::Json marks = marks_of(line, 11);
  EXPECT_EQ(marks["x"].size(), 11u);
  EXPECT_EQ(marks["x"].front(), 0.0);
  EXPECT_EQ(marks["x"].back(), 1000.0);
}

TEST(ChartJson, PointsThatAreSentKeepTheNumbersOfTheirTrials) {
  plot::Dots points;
  for (int i = 0; i <= 1000; ++i) {
    points.x.push_back(-i);
    points.y.push_back(0.0);
    points.numbers.push_back(i);
  }
  const codec::Json marks = marks_of(points, 11);
  ASSERT_EQ(marks["numbers"].size(), 11u);
  for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(marks["numbers"][i], -marks["x"][i].get<double>());
  EXPECT_FALSE(marks_of(plot::Dots{.x = {1.0}, .y = {2.0}}, 11).contains("numbers"));
}

TEST(ChartJson, CurvesStayApartHoweverFewPointsAreSent) {
  plot::Line line;
  for (int curve = 0; curve < 5; ++curve) {
    for (int step = 0; step < 100; ++step) {
      line.x.push_back(step);
      line.y.push_back(curve);
    }
    line.x.push_back(NAN);
    line.y.push_back(NAN);
  }
  const codec::Json marks = marks_of(line, 20);
  EXPECT_LT(marks["y"].size(), 50u);
  int gaps = 0;
  for (std::size_t i = 0; i + 1 < marks["y"].size(); ++i) {
    const codec::Json& here = marks["y"][i];
    const codec::Json& next = marks["y"][i + 1];
    gaps += next.is_null() ? 1 : 0;
    if (!here.is_null() && !next.is_null()) {
      EXPECT_EQ(here, next) << "two curves are joined at " << i;
    }
  }
  EXPECT_EQ(gaps, 5);
}

TEST(ChartJson, RoundedNumbersAreShortAndWholeOnesHaveNoPoint) {
  EXPECT_EQ(number_json(1.0 / 3.0, 5).dump(), "0.33333");
  EXPECT_EQ(number_json(2.0 / 3.0 * 1e-7, 3).dump(), "6.67e-08");
  EXPECT_EQ(number_json(1500.0, 2).dump(), "1500") << "whole numbers are not rounded";
  EXPECT_EQ(number_json(-0.0, 5).dump(), "0");
  EXPECT_EQ(number_json(1e300, 5).dump(), "1e+300");
  EXPECT_TRUE(number_json(INFINITY, 5).is_null());
  EXPECT_EQ(number_json(1.0 / 3.0).get<double>(), 1.0 / 3.0);
}

TEST(ChartJson, ParallelCoordinatesSayWhatTheirColoursMean) {
  const codec::Json marks =
      marks_of(plot::Parallel{.axes = {{}, {}}, .rows = {{1, 2}}, .shade = {1.0}, .shade_axis = 1}, 11);
  EXPECT_EQ(marks["shade_axis"], 1);
  EXPECT_TRUE(marks_of(plot::Parallel{.axes = {{}}, .rows = {{1}}}, 11)["shade_axis"].is_null());
}

}  // namespace
}  // namespace hone::charts
