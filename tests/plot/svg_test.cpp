// SPDX-License-Identifier: MIT
#include "hone/plot/svg.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

namespace hone::plot {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Chart one(Marks marks) { return Chart{.series = {{.name = "s", .marks = std::move(marks)}}}; }

TEST(Svg, EscapesEveryText) {
  Figure figure{.title = "a < b & \"c\"", .subtitle = "<script>"};
  figure.charts.push_back({.title = "'x'", .x = {.label = "<x>"}, .y = {.categories = {"<y>"}}});
  const std::string svg = to_svg(figure);
  EXPECT_EQ(svg.find("<script>"), std::string::npos);
  EXPECT_EQ(svg.find("<x>"), std::string::npos);
  EXPECT_EQ(svg.find("<y>"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
}

TEST(Svg, DrawsOneCircleForEachPoint) {
  const std::string svg = to_svg({.charts = {one(Dots{{1, 2, 3}, {1, 2, 3}})}});
  EXPECT_EQ(count(svg, "<circle"), 4u) << "and one in the legend";
}

TEST(Svg, LeavesOutWhatCannotBePlaced) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  Chart chart{.y = {.scale = AxisScale::Log}};
  chart.series.push_back({.marks = Dots{{1, 2, 3, 4}, {10, 0, -1, kInf}}});
  const std::string svg = to_svg({.charts = {chart}});
  EXPECT_EQ(count(svg, "<circle"), 1u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Svg, SaysWhereItsFramesAreAndWhatTheirBordersMean) {
  Chart chart{.x = {.low = 0, .high = 8}, .y = {.scale = AxisScale::Log, .low = 1, .high = 100}};
  chart.series.push_back({.name = "first", .marks = Dots{{4}, {10}, {}, 3.0}});
  chart.series.push_back({.marks = Line{{0, 8}, {1, 100}}});
  const std::string svg = to_svg({.charts = {chart, chart}});
  EXPECT_EQ(count(svg, "data-x=\"0 8 linear\" data-y=\"1 100 log\""), 2u);
  EXPECT_EQ(count(svg, "data-series=\"0\""), 2u);
  EXPECT_EQ(count(svg, "data-series=\"1\""), 2u);
  EXPECT_EQ(count(svg, "data-legend=\"0\""), 2u);
  EXPECT_EQ(count(svg, "data-legend=\"1\""), 0u) << "it has no name";
  EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
  // The one point, in the middle on both scales, is in the middle of the frame.
  const std::size_t frame = svg.find("data-frame=\"") + 12;
  double left = 0, top = 0, width = 0, height = 0;
  ASSERT_EQ(std::sscanf(svg.c_str() + frame, "%lf %lf %lf %lf", &left, &top, &width, &height), 4);
  const std::size_t circle = svg.find("<circle", svg.find("data-series"));
  double x = 0, y = 0;
  ASSERT_EQ(std::sscanf(svg.c_str() + circle, "<circle cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
  EXPECT_NEAR(x, left + width / 2, 0.01);
  EXPECT_NEAR(y, top + height / 2, 0.01);
}

TEST(Svg, BreaksALineAtAGap) {
  const std::string svg = to_svg({.charts = {one(Line{{1, 2, 3, 4, 5}, {1, 2, std::nan(""), 4, 5}})}});
  EXPECT_EQ(count(svg, "<polyline"), 2u);
}

TEST(Svg, PutsPointsOutsideHollowOnTheEdge) {
  Chart chart{.y = {.low = 0, .high = 10}};
  chart.series.push_back({.marks = Dots{{1, 2}, {5, 1e9}}});
  EXPECT_EQ(count(to_svg({.charts = {chart}}), "fill=\"#ffffff\" stroke=\"#0072b2\""), 1u);
}

TEST(Svg, OfAHundredThousandPointsStaysSmall) {
  Dots points;
  for (int i = 0; i < 100000; ++i) {
    points.x.push_back(i);
    points.y.push_back(i % 97);
  }
  EXPECT_LT(to_svg({.charts = {one(std::move(points))}}).size(), 12'000'000u);
  Line line{{}, {}, true};
  for (int i = 0; i < 100000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i < 50000 ? 1 : 0);
  }
  EXPECT_LT(to_svg({.charts = {one(std::move(line))}}).size(), 10'000u);
}

TEST(Svg, DrawsEveryKindOfMark) {
  Figure figure{.columns = 2};
  figure.charts = {one(Line{{0, 1}, {0, 1}, false, true}), one(Band{{0, 1}, {0, 1}, {1, 2}}),
                   one(Bars{{0, 1, 2}, {1, 2, 3}}), one(Bars{{0, 1}, {1, 2}, true}),
                   one(Boxes{{0}, {summarize(std::vector<double>{1, 2, 3, 4, 50})}})};
  const std::string svg = to_svg(figure);
  EXPECT_NE(svg.find("stroke-dasharray"), std::string::npos);
  EXPECT_NE(svg.find("<polygon"), std::string::npos);
  EXPECT_EQ(svg, to_svg(figure)) << "the same figure gives the same bytes";
}

TEST(Svg, SetsSectionsOffAndLeavesOutThoseWithoutRoom) {
  Chart chart = one(Dots{{0, 100}, {1, 2}});
  const std::string plain = to_svg({.charts = {chart}});
  chart.sections = {{0, "<first>"}, {50, "b"}, {50.1, "c"}, {1e9, "far"}};
  const std::string svg = to_svg({.charts = {chart}});
  EXPECT_EQ(plain.find("dasharray"), std::string::npos);
  EXPECT_EQ(count(svg, "stroke-dasharray=\"2 3\""), 2u);
  EXPECT_NE(svg.find(">&lt;first&gt;<"), std::string::npos);
  EXPECT_NE(svg.find(">b<"), std::string::npos);
  EXPECT_EQ(svg.find(">c<"), std::string::npos);
  EXPECT_EQ(svg.find(">far<"), std::string::npos);
}

TEST(Svg, DrawsOneShapeForEachBandOfAField) {
  const Surface slope{.columns = 3, .rows = 2, .values = {0, 1, 2, 0, 1, 2}, .bands = 4};
  const std::string svg = to_svg({.charts = {one(slope)}});
  EXPECT_EQ(count(svg, "<path d=\"M"), 4u);
  EXPECT_NE(svg.find("z\" fill=\"#ffffff\""), std::string::npos) << "the lowest hides what is behind it";
  const Surface flat{.columns = 2, .rows = 2, .values = {1, 1, 1, 1}};
  EXPECT_EQ(count(to_svg({.charts = {one(flat)}}), "<path"), 1u);
  const Surface incomplete{.columns = 9, .rows = 9, .values = {0, 1}};
  EXPECT_EQ(count(to_svg({.charts = {one(incomplete)}}), "<path"), 0u);
}

TEST(Svg, MarksAClassOfPointsWithSquaresAndHalos) {
  const auto svg = [](const Dots& points) {
    return to_svg({.charts = {Chart{.series = {{.marks = points}}}}});
  };
  Dots points{{1, 2}, {1, 2}};
  const std::size_t rectangles = count(svg(points), "<rect");
  EXPECT_EQ(count(svg(points), "stroke=\"#ffffff\""), 0u);
  points.halo = true;
  EXPECT_EQ(count(svg(points), "stroke=\"#ffffff\""), 1u) << "said once for all";
  points.marker = Marker::Square;
  EXPECT_EQ(count(svg(points), "<rect"), rectangles + 2);
  EXPECT_EQ(count(svg(points), "<circle"), 0u);
}

TEST(Svg, DrawsManyPointsAsDotsOfOnePath) {
  Dots points;
  for (int i = 0; i < 600; ++i) {
    points.x.push_back(i);
    points.y.push_back(i);
  }
  const std::string svg = to_svg({.charts = {Chart{.series = {{.marks = points}}}}});
  EXPECT_EQ(count(svg, "<circle"), 0u);
  EXPECT_EQ(count(svg, "stroke-linecap=\"round\""), 1u);
  EXPECT_EQ(count(svg, "h0"), 600u);
}

TEST(Svg, DrawsSpansOneAboveTheOther) {
  Chart chart{.y = {.categories = {"a", "b"}}};
  chart.series.push_back({.marks = Spans{{0, 1, 1}, {0, 0, 5}, {4, 5, 9}}});
  const std::string svg = to_svg({.charts = {chart}});
  const std::size_t path = svg.find("<path d=\"M");
  ASSERT_NE(path, std::string::npos);
  EXPECT_EQ(count(svg.substr(path, svg.find("/>", path) - path), "z"), 3u) << "three bars in one element";
}

TEST(Svg, DrawsParallelAxesWithTheirOwnEnds) {
  Chart chart{.x = {.categories = {"rate", "<kind>"}}, .y = {.bare = true}};
  Parallel lines{.axes = {Axis{.label = "rate", .scale = AxisScale::Log, .low = 0.01, .high = 1},
                          Axis{.label = "<kind>", .categories = {"p", "q"}}},
                 .rows = {{0.1, 0}, {1, 1}, {0.5, std::nan("")}}};
  chart.series.push_back({.name = "trial", .marks = lines});
  const std::string svg = to_svg({.charts = {chart}});
  EXPECT_EQ(count(svg, "stroke-opacity"), 1u) << "all of one shade are one element";
  EXPECT_EQ(count(svg, ">q<"), 1u);
  // The first row begins at 0.1, in the middle of its axis: at the height of that mark.
  const std::size_t label = svg.rfind("<text", svg.find(">0.1<"));
  const std::size_t from = svg.find("y=\"", label) + 3;
  const double tick = std::stod(svg.substr(from)) - 4.0;
  const std::size_t path = svg.find("<path d=\"M") + 10;
  EXPECT_NEAR(std::stod(svg.substr(svg.find(' ', path))), tick, 0.06);
  EXPECT_EQ(count(svg, ">&lt;kind&gt;<"), 1u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Svg, HasRoomForBothLinesOfNamesOfParallelAxes) {
  Chart chart{.y = {.bare = true}};
  Parallel lines{.axes = {}, .rows = {std::vector<double>(9, 0.5)}};
  for (int i = 0; i < 9; ++i) {
    lines.axes.push_back({.label = "gypsy_" + std::to_string(i), .low = 0, .high = 1});
    chart.x.categories.push_back(lines.axes.back().label);
  }
  chart.series.push_back({.marks = lines});
  const Figure figure{.charts = {chart}, .chart_width = 720, .chart_height = 420};
  const std::string svg = to_svg(figure);
  const auto baseline = [&](const std::string& name) {
    return std::stod(svg.substr(svg.find("y=\"", svg.rfind("<text", svg.find(">" + name + "<"))) + 3));
  };
  EXPECT_GT(baseline("gypsy_1"), baseline("gypsy_0")) << "two lines in turn";
  EXPECT_LE(baseline("gypsy_1"), 420 + 6 - 8) << "what hangs below the line is seen";
}

TEST(Svg, GivesChartsFramesOfEqualHeight) {
  // The first has a legend and the second has none; the highest point of both lies at the same height.
  const Chart plain{.series = {{.marks = Dots{{1, 2}, {1, 2}}}}};
  const Figure figure{.charts = {one(Dots{{1, 2}, {1, 2}}), plain}, .columns = 2};
  const std::string svg = to_svg(figure);
  std::vector<std::string> heights;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) {
    const std::size_t from = svg.find("cy=\"", at) + 4;
    heights.push_back(svg.substr(from, svg.find('"', from) - from));
  }
  ASSERT_EQ(heights.size(), 5u) << "one in the legend, two in each";
  EXPECT_EQ(heights[1], heights[3]);
  EXPECT_EQ(heights[2], heights[4]);
}

TEST(Svg, HasAMarkForEveryKindOfPoint) {
  for (const Marker marker : {Marker::Cross, Marker::Triangle, Marker::Star}) {
    Dots points{{1, 2}, {1, 2}};
    points.marker = marker;
    const std::string svg = to_svg({.charts = {one(points)}});
    EXPECT_EQ(count(svg, "<circle"), 0u);
    EXPECT_EQ(count(svg, marker == Marker::Cross ? "<path" : "<polygon"), 3u) << "and one in the legend";
  }
}

TEST(Svg, PlacesAFieldEvenlyOnALogarithmicAxis) {
  Chart chart{.x = {.scale = AxisScale::Log, .low = 1, .high = 100}, .y = {.low = 0, .high = 1}};
  Chart straight{.x = {.low = 0, .high = 2}, .y = {.low = 0, .high = 1}};
  Surface field{.x_low = 1, .x_high = 100, .columns = 3, .rows = 2, .values = {0, 1, 2, 0, 1, 2}, .bands = 4};
  chart.series = {{.marks = field}};
  field.x_low = 0;
  field.x_high = 2;
  straight.series = {{.marks = field}};
  const auto paths = [](const std::string& svg) { return svg.substr(svg.find("<path")); };
  EXPECT_EQ(paths(to_svg({.charts = {chart}})), paths(to_svg({.charts = {straight}})));
}

TEST(Svg, OfNothingIsStillADocument) {
  EXPECT_EQ(to_svg({}).rfind("<svg", 0), 0u);
  EXPECT_EQ(to_svg({.charts = {Chart{}}}).rfind("<svg", 0), 0u);
}

}  // namespace
}  // namespace hone::plot
