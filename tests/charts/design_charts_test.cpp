// SPDX-License-Identifier: MIT
#include "hone/charts/design_charts.hpp"

#include <gtest/gtest.h>

namespace hone::charts {
namespace {

TEST(DesignFigure, ShowsEveryPairOfColumns) {
  const designs::Design design(2, 3, 2, {1, 2, 1, 2, 1, 2});
  const plot::Figure figure = design_figure(layouts::LaidOut(design, layouts::DesignColumns(3)), "even");
  EXPECT_EQ(figure.title, "2 runs of 3 factors");
  EXPECT_EQ(figure.subtitle, "even");
  ASSERT_EQ(figure.charts.size(), 3U);
  EXPECT_EQ(figure.charts[0].x.label, "x1");
  EXPECT_EQ(figure.charts[0].y.label, "x2");
  const auto& points = std::get<plot::Dots>(figure.charts[0].series.at(0).marks);
  EXPECT_EQ(points.x, (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(points.y, (std::vector<double>{0.75, 0.25}));
}

TEST(DesignFigure, ShowsTheWholeRangeOfAParameter) {
  const Space space({real("rate", 2, 10), integer("depth", 1, 4)});
  const designs::Design design(2, 2, 2, {1, 2, 2, 1});
  const plot::Figure figure = design_figure(layouts::LaidOut(design, layouts::DesignColumns(space)), "");
  ASSERT_EQ(figure.charts.size(), 1U);
  EXPECT_EQ(figure.charts[0].x.low, 2);
  EXPECT_EQ(figure.charts[0].x.high, 10);
  EXPECT_EQ(figure.charts[0].y.low, 0.5);
  EXPECT_EQ(figure.charts[0].y.high, 4.5);
}

}  // namespace
}  // namespace hone::charts
