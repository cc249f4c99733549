// SPDX-License-Identifier: MIT
#include "hone/charts/beyond.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hone/charts/curve_chart.hpp"
#include "hone/charts/edf_chart.hpp"
#include "hone/charts/front_charts.hpp"
#include "hone/charts/parallel_chart.hpp"
#include "hone/charts/slice_charts.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/plot/svg.hpp"
#include "hone/plot/terminal.hpp"

namespace hone::charts {
namespace {

Study far_study() {
  const auto word = [](const char* name) { return Value(std::string(name)); };
  return {.name = "s",
          .space = Space(
              {real("rate", 0.0, 1.0), categorical("kind", {word("a"), word("b"), word("c"), word("d")})}),
          .objectives = {{"loss", Direction::Minimize}, {"cost", Direction::Minimize}}};
}

/// 80 trials, of which the 18 of kinds "c" and "d" are thousands of times as bad as the others.
std::vector<Trial> far_trials() {
  std::vector<Trial> trials;
  for (int i = 0; i < 80; ++i) {
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    const bool far = i % 40 < 9;
    const char* kind = far ? (i < 40 ? "c" : "d") : (i % 2 == 0 ? "a" : "b");
    trial.configuration = far_study().space.configuration({Value(i / 80.0), Value(std::string(kind))});
    const double value = far ? 10000.0 + 10.0 * i : 1.0 + i / 80.0;
    trial.values = {value, 2.0 - i / 80.0};
    trial.reports = {{1, 1.5}, {2, value}};
    trials.push_back(trial);
  }
  return trials;
}

/// What can be seen of trials in a chart: those in their places, and those that arrows stand for.
struct Seen {
  std::int64_t in_place = 0;
  std::int64_t at_arrows = 0;
};

Seen seen_in(const plot::Chart& chart) {
  Seen seen;
  const auto inside = [](const plot::Axis& axis, double value) {
    return (!axis.low || value >= *axis.low) && (!axis.high || value <= *axis.high);
  };
  for (const plot::Series& series : chart.series) {
    const auto* dots = std::get_if<plot::Dots>(&series.marks);
    if (dots == nullptr || dots->marker == plot::Marker::Star || dots->halo) continue;
    for (std::size_t i = 0; i < dots->x.size(); ++i) {
      if (is_arrow(dots->marker))
        seen.at_arrows += i < dots->counts.size() ? dots->counts[i] : 1;
      else if (inside(chart.x, dots->x[i]) && inside(chart.y, dots->y[i]))
        ++seen.in_place;
    }
  }
  return seen;
}

TEST(Beyond, NothingOfAHistoryIsHiddenInSilence) {
  const plot::Chart chart = history_charts(far_study(), far_trials())[0];
  const Seen seen = seen_in(chart);
  EXPECT_EQ(seen.in_place, 62);
  EXPECT_EQ(seen.at_arrows, 18);
  ASSERT_TRUE(chart.y.beyond);
  EXPECT_EQ(*chart.y.beyond, (plot::Beyond{.high = 18, .most = 10480.0}));
  EXPECT_EQ(chart.note,
            "18 values of loss lie beyond the ends of the axis, up to 10480; arrows there count them.");
  EXPECT_EQ(chart.series[1].name, "18 beyond, up to 10480");
  EXPECT_EQ(std::get<plot::Dots>(chart.series[1].marks).y[0], 10000.0) << "arrows know the true value";
}

TEST(Beyond, AllValuesAreShownInTheirPlacesOnRequest) {
  for (const plot::Chart& chart : {history_charts(far_study(), far_trials(), {.all = true})[0],
                                   slice_charts(far_study(), far_trials(), {.view = {.all = true}})[0],
                                   front_charts(far_study(), far_trials(), {.all = true})[0]}) {
    EXPECT_EQ(seen_in(chart).in_place, 80);
    EXPECT_FALSE(chart.y.high);
    EXPECT_EQ(chart.note, "");
  }
}

TEST(Beyond, OfSlicesAndFrontsAllTrialsAreDrawnOrCounted) {
  const std::vector<plot::Chart> slices = slice_charts(far_study(), far_trials(), {.objective = 0});
  EXPECT_EQ(seen_in(slices[0]).in_place, 62);
  EXPECT_EQ(seen_in(slices[0]).at_arrows, 18);
  const plot::Chart front = front_charts(far_study(), far_trials())[0];
  EXPECT_EQ(seen_in(front).in_place + seen_in(front).at_arrows, 80);
  ASSERT_TRUE(front.x.beyond);
  EXPECT_EQ(front.x.beyond->high, 18);
}

TEST(Beyond, AChoiceWhoseBoxLiesOutsideIsAnArrowWithItsNumber) {
  const plot::Chart chart = slice_charts(far_study(), far_trials(), {.objective = 0})[1];
  ASSERT_EQ(chart.x.label, "kind");
  const auto& boxes = std::get<plot::Boxes>(chart.series[0].marks);
  EXPECT_EQ(boxes.position, (std::vector<double>{0, 1})) << "c and d are wholly behind the end";
  const auto& arrows = std::get<plot::Dots>(chart.series[1].marks);
  EXPECT_EQ(arrows.marker, plot::Marker::Up);
  EXPECT_EQ(arrows.x, (std::vector<double>{2, 3}));
  EXPECT_EQ(arrows.counts, (std::vector<std::int64_t>{9, 9}));
  EXPECT_EQ(chart.y.beyond->high, 18);
}

TEST(Beyond, OutliersOfABoxBehindTheEndAreCountedByItsArrow) {
  std::vector<Trial> trials = far_trials();
  for (Trial& trial : trials) {
    if (trial.number % 10 == 9) continue;
    trial.values[0] = 1.0 + static_cast<double>(trial.number) / 80.0;
  }
  trials[39].values[0] = 5000.0;
  const plot::Chart chart = slice_charts(far_study(), trials, {.objective = 0})[1];
  for (const plot::Series& series : chart.series) {
    if (const auto* boxes = std::get_if<plot::Boxes>(&series.marks)) {
      for (const plot::BoxSummary& box : boxes->boxes) EXPECT_TRUE(box.outliers.empty());
    }
  }
  EXPECT_EQ(chart.y.beyond->high, 1);
}

TEST(Beyond, ACurveOfADistributionSaysHowManyValuesLieFurtherOut) {
  const ComparedStudy study{"s", complete_values(far_trials(), 0)};
  const plot::Chart chart = edf_chart({"loss", Direction::Minimize}, std::vector{study});
  const auto& arrow = std::get<plot::Dots>(chart.series[1].marks);
  EXPECT_EQ(arrow.marker, plot::Marker::Right);
  EXPECT_EQ(arrow.counts, std::vector<std::int64_t>{18});
  EXPECT_DOUBLE_EQ(arrow.y[0], 62.0 / 80.0);
  EXPECT_EQ(chart.x.beyond->high, 18);
  const plot::Chart larger = edf_chart(
      {"score", Direction::Maximize}, std::vector{ComparedStudy{"s", {1, 2, 2.5, 3, 3, 3, 3, 3.5, 4, -900}}});
  EXPECT_EQ(larger.x.beyond, (plot::Beyond{.low = 1, .least = -900.0}));
  EXPECT_EQ(std::get<plot::Dots>(larger.series[1].marks).marker, plot::Marker::Left);
}

TEST(Beyond, ACurveHasAnArrowWhereItLeavesThePicture) {
  const plot::Chart chart = curve_charts(far_study(), far_trials(), {})[0];
  std::set<std::int64_t> numbers;
  for (const plot::Series& series : chart.series) {
    const auto* arrows = std::get_if<plot::Dots>(&series.marks);
    if (arrows != nullptr && is_arrow(arrows->marker))
      numbers.insert(arrows->numbers.begin(), arrows->numbers.end());
  }
  EXPECT_EQ(numbers.size(), 18u);
  EXPECT_EQ(chart.y.beyond->high, 18);
}

TEST(Beyond, AxesOfParallelCoordinatesCountWhatEndsThere) {
  const plot::Chart chart = parallel_chart(far_study(), far_trials());
  const auto& axes = std::get<plot::Parallel>(chart.series[0].marks).axes;
  ASSERT_TRUE(axes[2].beyond);
  EXPECT_EQ(axes[2].beyond->high, 18);
  EXPECT_FALSE(axes[0].beyond);
  EXPECT_NE(chart.note.find("18 values of loss"), std::string::npos);
  EXPECT_FALSE(std::get<plot::Parallel>(
                   parallel_chart(far_study(), far_trials(), {.view = {.all = true}}).series[0].marks)
                   .axes[2]
                   .beyond);
}

TEST(Beyond, ArrowsOfOneChoiceAreOneWithTheirNumber) {
  plot::Chart chart{.x = {.categories = {"a", "b"}}, .y = {.label = "loss", .high = 10.0}};
  chart.series.push_back(
      {.name = "trial",
       .marks = plot::Dots{.x = {0, 1, 1, 1, 0}, .y = {1, 20, 50, 30, 2}, .numbers = {0, 1, 2, 3, 4}}});
  mark_beyond(chart);
  const auto& arrows = std::get<plot::Dots>(chart.series[1].marks);
  EXPECT_EQ(arrows.x, std::vector<double>{1});
  EXPECT_EQ(arrows.y, std::vector<double>{50});
  EXPECT_EQ(arrows.counts, std::vector<std::int64_t>{3});
  EXPECT_EQ(chart.y.beyond->high, 3);
  EXPECT_EQ(std::get<plot::Dots>(chart.series[0].marks).numbers, (std::vector<std::int64_t>{0, 4}));
}

TEST(Beyond, AStarIsNotCountedTwice) {
  plot::Chart chart{.x = {}, .y = {.label = "cost", .high = 10.0}};
  chart.series.push_back(
      {.name = "trial", .marks = plot::Dots{.x = {0, 1}, .y = {1, 50}, .numbers = {0, 1}}});
  chart.series.push_back(
      {.name = "Pareto-optimal", .marks = plot::Dots{.x = {1}, .y = {50}, .marker = plot::Marker::Star}});
  mark_beyond(chart);
  EXPECT_EQ(chart.y.beyond->high, 1);
  EXPECT_EQ(chart.note,
            "1 value of cost lies beyond the ends of the axis, up to 50; an arrow there counts it.");
}

TEST(Beyond, DrawingsShowTheNumbersOnce) {
  plot::Figure figure;
  figure.charts = slice_charts(far_study(), far_trials(), {.objective = 0});
  const std::string svg = plot::to_svg(figure);
  const auto count = [&](const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count(svg, "lie beyond the ends"), 1u);
  EXPECT_EQ(count(svg, ">9</text>"), 2u) << "arrows of c and d";
  EXPECT_EQ(count(svg, "18 beyond, up to 10480"), 2u) << "in the legends";
  figure.charts.resize(2);
  const std::string drawn = plot::to_terminal(figure, {.width = 100, .rows = 12, .unicode = true});
  EXPECT_NE(drawn.find("▲9"), std::string::npos) << drawn;
  figure.charts = {parallel_chart(far_study(), far_trials())};
  EXPECT_EQ(count(plot::to_svg(figure), ">18</text>"), 1u);
}

}  // namespace
}  // namespace hone::charts
