// SPDX-License-Identifier: MIT
#include "hone/cli/charts.hpp"

#include <gtest/gtest.h>

namespace hone::cli {
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
  const auto charts = history_charts(study(), history(), false);
  ASSERT_EQ(charts.size(), 1u);
  ASSERT_EQ(charts[0].series.size(), 3u) << "trials, best so far, failed";
  const auto& best = std::get<plot::Line>(charts[0].series[1].marks);
  EXPECT_EQ(best.x, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(best.y, (std::vector<double>{0.5, 0.5, 0.9}));
  EXPECT_EQ(std::get<plot::Points>(charts[0].series[2].marks).x, std::vector<double>{3});
}

TEST(HistoryCharts, AreLogarithmicOnlyForPositiveValues) {
  EXPECT_EQ(history_charts(study(), history(), true)[0].y.scale, plot::AxisScale::Log);
  std::vector<Trial> trials = history();
  trials[0].values = {-1};
  EXPECT_EQ(history_charts(study(), trials, true)[0].y.scale, plot::AxisScale::Linear);
}

TEST(HistoryCharts, OfAStudyWithoutTrialsAreEmptyButThere) {
  EXPECT_EQ(history_charts(study(), {}, false).size(), 1u);
  EXPECT_EQ(slice_charts(study(), {}, {}, false).size(), 2u);
}

TEST(SliceCharts, ShowNumbersAsPointsAndChoicesAsBoxes) {
  const auto charts = slice_charts(study(), history(), {}, false);
  ASSERT_EQ(charts.size(), 2u) << "a constant is not drawn";
  EXPECT_EQ(charts[0].x.scale, plot::AxisScale::Log);
  EXPECT_EQ(std::get<plot::Points>(charts[0].series[0].marks).x, (std::vector<double>{0.01, 0.1, 0.2}));
  EXPECT_EQ(charts[1].x.categories, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(std::get<plot::Boxes>(charts[1].series[0].marks).boxes.at(1).median, 0.4);
}

TEST(StudyCaption, NamesTheBest) {
  EXPECT_EQ(study_caption(study(), history()), "4 trials, best score 0.9 (trial 2)");
}

}  // namespace
}  // namespace hone::cli
