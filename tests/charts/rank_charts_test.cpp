// SPDX-License-Identifier: MIT
#include "hone/charts/rank_charts.hpp"

#include <gtest/gtest.h>

#include <map>

#include "hone/base/error.hpp"

namespace hone::charts {
namespace {

Study study_to_rank(std::vector<Parameter> parameters, Direction direction = Direction::Minimize) {
  return {.name = "s", .space = Space(std::move(parameters)), .objectives = {{"loss", direction}}};
}

/// Trials of that many parameters whose values are 0, 1, 2, ... in this order.
std::vector<Trial> trials_to_rank(const Study& study, const std::vector<double>& values) {
  std::vector<Trial> trials;
  for (const double value : values) {
    Trial& trial = trials.emplace_back();
    trial.number = static_cast<std::int64_t>(trials.size());
    trial.state = TrialState::Complete;
    trial.values = {value};
    trial.configuration = study.space.configuration(std::vector<std::optional<Value>>(
        study.space.size(), Value(static_cast<double>(trial.number) / 100.0)));
  }
  return trials;
}

std::map<std::string, std::vector<std::int64_t>> ranks_of(const plot::Chart& chart) {
  std::map<std::string, std::vector<std::int64_t>> parts;
  for (const plot::Series& series : chart.series)
    parts[series.name] = std::get<plot::Dots>(series.marks).numbers;
  return parts;
}

TEST(RankCharts, TellTheBestTenthFromTheRest) {
  const Study study = study_to_rank({real("a", 0, 1), real("b", 0, 1)});
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back(i);
  const auto parts = ranks_of(rank_charts(study, trials_to_rank(study, values)).at(0));
  EXPECT_EQ(parts.at("best tenth"), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(parts.at("best quarter"), (std::vector<std::int64_t>{3, 4, 5}));
  EXPECT_EQ(parts.at("better half"), (std::vector<std::int64_t>{6, 7, 8, 9, 10}));
  EXPECT_EQ(parts.at("worse half").size(), 10u);
}

TEST(RankCharts, FollowTheDirectionAndNeverTellEqualResultsApart) {
  const Study study = study_to_rank({real("a", 0, 1), real("b", 0, 1)}, Direction::Maximize);
  const auto parts =
      ranks_of(rank_charts(study, trials_to_rank(study, {0, 9, 9, 9, 1, 1, 0, 0, 0, 0})).at(0));
  EXPECT_EQ(parts.at("best tenth"), (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ(parts.at("better half"), (std::vector<std::int64_t>{5, 6})) << "three of ten are better";
  EXPECT_EQ(parts.at("worse half"), (std::vector<std::int64_t>{1, 7, 8, 9, 10}));
}

TEST(RankCharts, OfOneParameterHaveTheRankUpwards) {
  const Study study = study_to_rank({real("a", 0, 1)});
  const auto charts = rank_charts(study, trials_to_rank(study, {3, 1}));
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].y.label, "rank by loss");
  const auto& best = std::get<plot::Dots>(charts[0].series.back().marks);
  EXPECT_EQ(best.y, (std::vector<double>{1}));
  EXPECT_EQ(best.x, (std::vector<double>{0.02}));
}

TEST(RankCharts, ShowEveryPairOfThoseNamedAndFewOfMany) {
  std::vector<Parameter> many;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) many.push_back(real(name, 0, 1));
  const Study study = study_to_rank(many);
  const std::vector<Trial> trials = trials_to_rank(study, {3, 1, 2, 5, 4, 6, 7, 8, 9, 10});
  const auto usual = rank_charts(study, trials);
  EXPECT_EQ(usual.size(), 6u) << "pairs of four parameters";
  EXPECT_EQ(usual.back().note, "The 4 parameters of 6 that tell most; name others to see them.");
  const auto named = rank_charts(study, trials, {.parameters = {"f", "b", "a"}});
  ASSERT_EQ(named.size(), 3u);
  EXPECT_EQ(named[0].x.label + named[0].y.label, "fb");
  EXPECT_EQ(named.back().note, "");
  EXPECT_THROW(rank_charts(study, trials, {.parameters = {"z"}}), Error);
}

}  // namespace
}  // namespace hone::charts
