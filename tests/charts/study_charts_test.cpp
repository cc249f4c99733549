// SPDX-License-Identifier: MIT
#include "hone/charts/study_charts.hpp"

#include <gtest/gtest.h>

#include "hone/charts/slice_charts.hpp"

namespace hone::charts {
namespace {

Study study() {
  return {.name = "s",
          .space = Space({real("rate", 0.001, 1, Scale::Log),
                          categorical("kind", {Value(std::string("a")), Value(std::string("b"))}),
                          constant("fixed", Value(std::int64_t{1}))}),
          .objectives = {{"score", Direction::Maximize}}};
}

Trial trial(std::int64_t number, double rate, const char* kind, double value) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.configuration =
      study().space.configuration({Value(rate), Value(std::string(kind)), Value(std::int64_t{1})});
  out.values = {value};
  return out;
}

std::vector<Trial> history() {
  std::vector<Trial> trials{trial(0, 0.01, "a", 0.5), trial(1, 0.1, "b", 0.4), trial(2, 0.2, "a", 0.9),
                            trial(3, 0.5, "b", 0.1)};
  trials[3].state = TrialState::Failed;
  trials[3].values.clear();
  return trials;
}

TEST(HistoryCharts, FollowTheDirection) {
  const auto charts = history_charts(study(), history(), {});
  ASSERT_EQ(charts.size(), 1u);
  ASSERT_EQ(charts[0].series.size(), 3u) << "trials, best so far, failed";
  const auto& best = std::get<plot::Line>(charts[0].series[1].marks);
  EXPECT_EQ(best.x, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(best.y, (std::vector<double>{0.5, 0.5, 0.9}));
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[2].marks).x, std::vector<double>{3});
}

TEST(HistoryCharts, AreLogarithmicOnlyForPositiveValues) {
  EXPECT_EQ(history_charts(study(), history(), {.log = true})[0].y.scale, plot::AxisScale::Log);
  std::vector<Trial> trials = history();
  trials[0].values = {-1};
  EXPECT_EQ(history_charts(study(), trials, {.log = true})[0].y.scale, plot::AxisScale::Linear);
}

TEST(HistoryCharts, OfAStudyWithoutTrialsAreEmptyButThere) {
  EXPECT_EQ(history_charts(study(), {}, {}).size(), 1u);
  EXPECT_EQ(slice_charts(study(), {}).size(), 2u);
}

std::vector<std::string> names_of(const plot::Chart& chart) {
  std::vector<std::string> names;
  for (const plot::Series& series : chart.series) names.push_back(series.name);
  return names;
}

TEST(SliceCharts, ShowNumbersAsPointsOverTheWholeRange) {
  const auto charts = slice_charts(study(), history());
  ASSERT_EQ(charts.size(), 2u) << "a constant is not drawn";
  EXPECT_EQ(charts[0].x.scale, plot::AxisScale::Log);
  EXPECT_LE(charts[0].x.low.value_or(1), 0.001);
  EXPECT_GE(charts[0].x.high.value_or(0), 1);
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[0].marks).x, (std::vector<double>{0.01, 0.1, 0.2}));
  EXPECT_EQ(charts[1].x.categories, (std::vector<std::string>{"a", "b"}));
}

TEST(SliceCharts, MarkTheBestTheFailedAndThePruned) {
  std::vector<Trial> trials = history();
  trials[1].state = TrialState::Pruned;
  trials[1].values.clear();
  trials[1].reports = {{1, 0.3}, {2, 0.6}};
  const plot::Chart chart = slice_charts(study(), trials)[0];
  ASSERT_EQ(names_of(chart), (std::vector<std::string>{"trial", "pruned", "failed", "best"}));
  const auto& pruned = std::get<plot::Dots>(chart.series[1].marks);
  EXPECT_EQ(pruned.y, std::vector<double>{0.6}) << "the last value it reported";
  const auto& failed = std::get<plot::Dots>(chart.series[2].marks);
  EXPECT_EQ(failed.x, std::vector<double>{0.5});
  const auto& best = std::get<plot::Dots>(chart.series[3].marks);
  EXPECT_EQ(best.x, std::vector<double>{0.2});
  EXPECT_EQ(best.marker, plot::Marker::Star);
  EXPECT_NE(pruned.marker, failed.marker);
}

TEST(SliceCharts, DrawBoxesOfFiveValuesAndPointsOfFewer) {
  std::vector<Trial> trials;
  for (int i = 0; i < 9; ++i) trials.push_back(trial(i, 0.1, i < 5 ? "a" : "b", i));
  const plot::Chart chart = slice_charts(study(), trials, {.parameters = {"kind"}})[0];
  ASSERT_EQ(chart.series.size(), 3u) << "a box, points, the best";
  const auto& boxes = std::get<plot::Boxes>(chart.series[0].marks);
  EXPECT_EQ(boxes.position, std::vector<double>{0});
  EXPECT_EQ(boxes.boxes.at(0).median, 2);
  EXPECT_EQ(std::get<plot::Dots>(chart.series[1].marks).y, (std::vector<double>{5, 6, 7, 8}));
  EXPECT_EQ(std::get<plot::Dots>(chart.series[1].marks).numbers, (std::vector<std::int64_t>{5, 6, 7, 8}));
}

TEST(SliceCharts, AreOfEveryObjective) {
  Study two = study();
  two.objectives.push_back({"cost", Direction::Minimize});
  std::vector<Trial> trials = history();
  for (Trial& one : trials) {
    if (!one.values.empty()) one.values.push_back(10.0 * one.values[0]);
  }
  const auto charts = slice_charts(two, trials);
  ASSERT_EQ(charts.size(), 4u);
  EXPECT_EQ(charts[0].y.label, "score");
  EXPECT_EQ(charts[2].y.label, "cost");
  EXPECT_EQ(charts[2].series.back().name, "Pareto-optimal");
  EXPECT_EQ(slice_charts(two, trials, {.objective = 1}).size(), 2u);
}

std::vector<Trial> staged(const std::vector<std::int64_t>& stages) {
  std::vector<Trial> trials;
  for (const std::int64_t stage : stages) {
    trials.push_back(trial(std::ssize(trials), 0.01 * static_cast<double>(1 + trials.size()), "a", 0.5));
    if (stage > 0) trials.back().notes["stage"] = stage;
  }
  return trials;
}

TEST(HistoryCharts, ShowWhereStagesBegin) {
  EXPECT_TRUE(history_charts(study(), history(), {})[0].sections.empty());
  // A trial of stage 1 was started late, by a worker that came back.
  const auto sections = history_charts(study(), staged({1, 1, 0, 2, 1, 2, 3}), {})[0].sections;
  EXPECT_EQ(sections, (std::vector<plot::Section>{{-0.5, "stage 1"}, {2.5, "2"}, {5.5, "3"}}));
}

TEST(SliceCharts, ColourPointsByStage) {
  const auto series = slice_charts(study(), staged({0, 1, 1, 2}), {.parameters = {"rate"}})[0].series;
  ASSERT_EQ(series.size(), 4u) << "and the best";
  EXPECT_EQ(series[0].name, "no stage");
  EXPECT_EQ(series[0].colour, plot::kGrey);
  EXPECT_EQ(series[1].name, "stage 1");
  EXPECT_EQ(std::get<plot::Dots>(series[1].marks).x, (std::vector<double>{0.02, 0.03}));
  EXPECT_EQ(series[2].name, "2");
  EXPECT_EQ(std::get<plot::Dots>(series[2].marks).sign, "2");
  EXPECT_NE(series[1].colour, series[2].colour);
}

TEST(SliceCharts, GiveNeighbouringStagesOneColourWhenThereAreMany) {
  const auto series =
      slice_charts(study(), staged({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 36}), {.parameters = {"rate"}})[0].series;
  std::vector<std::string> names, signs;
  for (const auto& one : series) {
    if (one.name == "best") continue;
    if (!one.name.empty()) names.push_back(one.name);
    signs.push_back(std::get<plot::Dots>(one.marks).sign);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"stage 1-2", "3-4", "5-6", "7-8", "9-10", "36"}));
  EXPECT_EQ(signs, (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "+"}));
  EXPECT_EQ(series[2].colour, series[3].colour);
}

TEST(SliceCharts, TakeNoStageFromNotesThatAreNone) {
  std::vector<Trial> trials = history();
  trials[0].notes["stage"] = std::string("first");
  trials[1].notes["stage"] = std::int64_t{0};
  EXPECT_EQ(names_of(slice_charts(study(), trials, {.parameters = {"rate"}})[0]),
            (std::vector<std::string>{"trial", "failed", "best"}));
  EXPECT_TRUE(history_charts(study(), trials, {})[0].sections.empty());
}

TEST(StudyCaption, NamesTheBest) {
  EXPECT_EQ(study_caption(study(), history()), "4 trials, best score 0.9 (trial 2)");
}

}  // namespace
}  // namespace hone::charts
