// SPDX-License-Identifier: MIT
#include "hone/plot/terminal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::plot {
namespace {

Figure descent() {
  Chart chart{.title = "history", .x = {.label = "trial", .whole = true}, .y = {.label = "loss"}};
  chart.series.push_back({.name = "best", .marks = Line{{0, 1, 2, 3}, {4, 2, 1, 1}, true}, .colour = 0});
  chart.series.push_back({.name = "trials", .marks = Dots{{0, 1, 2, 3}, {4, 2, 1, 3}}, .colour = 1});
  return {.charts = {chart}};
}

TEST(Terminal, NamesEveryRowOfAChartWithNames) {
  for (const std::size_t count : {1u, 3u, 7u, 12u, 20u}) {
    Chart chart{.x = {.low = 0.0}};
    Bars bars{.position = {}, .length = {}, .horizontal = true};
    for (std::size_t i = 0; i < count; ++i) {
      chart.y.categories.push_back(text("<", i, ">"));
      bars.position.push_back(static_cast<double>(i));
      bars.length.push_back(1.0);
    }
    chart.series.push_back({.marks = bars, .colour = 0});
    const std::string drawn = to_terminal({.charts = {chart}}, {.width = 60, .rows = 12, .unicode = false});
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_NE(drawn.find(text("<", i, ">")), std::string::npos) << count << " rows\n" << drawn;
  }
}

TEST(Terminal, DrawsAxesTicksAndMarksInAscii) {
  const std::string drawn = to_terminal(descent(), {.width = 40, .rows = 8, .unicode = false});
  EXPECT_EQ(drawn,
            "   history\n"
            " loss                   - best  o trials\n"
            "4 + o...........\n"
            "  |            :\n"
            "  |            :                     o\n"
            "  |            :\n"
            "  |            :\n"
            "2 +            o'''''''''':\n"
            "  |                       :\n"
            "  |                       o'''''''''''\n"
            "  +-+----------+----------+----------+-\n"
            "    0          1          2          3\n"
            "                  trial\n")
      << drawn;
}

TEST(Terminal, SetsSectionsOffWhereNothingElseIs) {
  Figure figure = descent();
  figure.charts[0].sections = {{0, "part 1"}, {1.5, "2"}, {1.6, "3"}};
  std::get<Dots>(figure.charts[0].series[1].marks).sign = "x";
  const std::string drawn = to_terminal(figure, {.width = 40, .rows = 8, .unicode = false});
  EXPECT_EQ(drawn,
            "   history\n"
            " loss                     - best  trials\n"
            "    part 1           2\n"
            "4 + x...........     |\n"
            "  |            :     |\n"
            "  |            :     |               x\n"
            "  |            :     |\n"
            "  |            :     |\n"
            "2 +            x'''''''''':\n"
            "  |                  |    :\n"
            "  |                  |    x'''''''''''\n"
            "  +-+----------+----------+----------+-\n"
            "    0          1          2          3\n"
            "                  trial\n")
      << drawn;
}

TEST(Terminal, UsesEscapesOnlyWhenColoured) {
  EXPECT_EQ(to_terminal(descent()).find('\x1b'), std::string::npos);
  EXPECT_NE(to_terminal(descent(), {.colour = true}).find('\x1b'), std::string::npos);
}

TEST(Terminal, AsciiIsAscii) {
  const std::string drawn = to_terminal(descent(), {.unicode = false});
  EXPECT_TRUE(
      std::all_of(drawn.begin(), drawn.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

RC_GTEST_PROP(Terminal, KeepsToItsWidth, ()) {
  Figure figure{.title = std::string(200, 't'), .columns = *rc::gen::inRange(1, 4)};
  const int charts = *rc::gen::inRange(1, 5);
  for (int i = 0; i < charts; ++i) {
    Chart chart = descent().charts[0];
    chart.series.push_back(
        {.name = std::string(90, 'n'), .marks = Bars{{1, 2}, {3, *rc::gen::inRange(1, 1000) * 1e7}}});
    if (i == 1) chart.x.categories = {"one", "two", "日本語の長い名前", "four"};
    figure.charts.push_back(chart);
  }
  const int width = *rc::gen::inRange(20, 160);
  const bool unicode = *rc::gen::arbitrary<bool>();
  for (const std::string& line : split(to_terminal(figure, {.width = width, .unicode = unicode}), '\n')) {
    RC_ASSERT(display_width(line) <= static_cast<std::size_t>(width));
  }
}

}  // namespace
}  // namespace hone::plot
