// SPDX-License-Identifier: MIT
#include "hone/charts/attainment_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hone::charts {
namespace {

using ::testing::ElementsAre;

Study two_objectives(std::string name = "s") {
  Study study{.name = std::move(name), .space = Space({real("x", 0, 1)})};
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};
  return study;
}

Trial with_values(std::int64_t number, std::vector<double> values) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.values = std::move(values);
  return out;
}

std::vector<std::string> names_in(const plot::Chart& chart) {
  std::vector<std::string> names;
  for (const plot::Series& series : chart.series) names.push_back(series.name);
  return names;
}

const plot::Line& line_in(const plot::Chart& chart, std::size_t series) {
  return std::get<plot::Line>(chart.series.at(series).marks);
}

TEST(AttainmentChart, ShowsAQuarterHalfAndAllOfTheTrials) {
  std::vector<Trial> trials = {with_values(0, {4, 1}), with_values(1, {5, 9}), with_values(2, {1, 2}),
                               with_values(3, {2, 3})};
  trials.push_back(with_values(4, {}));
  trials.back().state = TrialState::Running;
  const plot::Chart chart = attainment_chart(two_objectives(), trials, {});
  EXPECT_THAT(names_in(chart), ElementsAre("after 1 trial", "after 2 trials", "after 4 trials"));
  // The worst in the picture are a loss of 5 and a speed of 1.
  EXPECT_THAT(line_in(chart, 0).x, ElementsAre(4, 4, 5));
  EXPECT_THAT(line_in(chart, 0).y, ElementsAre(1, 1, 1));
  EXPECT_THAT(line_in(chart, 2).x, ElementsAre(1, 1, 2, 2, 5, 5, 5));
  EXPECT_THAT(line_in(chart, 2).y, ElementsAre(1, 2, 2, 3, 3, 9, 9));
}

TEST(AttainmentChart, OfSeveralStudiesHasWhatHalfOfThemAttain) {
  const std::vector<Trial> own = {with_values(0, {1, 1})};
  const std::vector<ComparedStudy> others = {
      {"a", {}, {{{2, 2}}}}, {"empty", {}, {{}}}, {"b", {}, {{{3, 3}}}}};
  const plot::Chart chart = attainment_chart(two_objectives(), own, others);
  EXPECT_THAT(names_in(chart), ElementsAre("s", "a", "b", "at least half of them"));
  EXPECT_THAT(line_in(chart, 3).x, ElementsAre(2, 2, 3, 3, 3));
  EXPECT_THAT(line_in(chart, 3).y, ElementsAre(1, 1, 1, 2, 2)) << "two of three: (2, 1) and (3, 2)";
}

TEST(AttainmentChart, IsEmptyWhileNothingIsComplete) {
  EXPECT_TRUE(attainment_chart(two_objectives(), {}, {}).series.empty());
}

TEST(FrontBeside, TakesObjectivesByTheirNames) {
  Study other = two_objectives("other");
  std::swap(other.objectives[0], other.objectives[1]);
  const std::vector<Trial> trials = {with_values(0, {9, 1}), with_values(1, {8, 2})};
  EXPECT_EQ(front_beside(two_objectives(), other, trials), (std::vector<std::vector<double>>{{1, 9}}));
  other.objectives[0].direction = Direction::Minimize;
  EXPECT_FALSE(front_beside(two_objectives(), other, trials));
}

}  // namespace
}  // namespace hone::charts
