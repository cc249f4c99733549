// SPDX-License-Identifier: MIT
#include "hone/charts/front_charts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"

namespace hone::charts {
namespace {

Study front_study(std::size_t objectives) {
  Study study{.name = "s", .space = Space({real("x", 0, 1)})};
  study.objectives = {
      {"loss", Direction::Minimize}, {"speed", Direction::Maximize}, {"size", Direction::Minimize}};
  study.objectives.resize(objectives);
  return study;
}

Trial front_trial(std::int64_t number, std::vector<double> values) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.configuration = front_study(2).space.configuration({Value(0.5)});
  out.values = std::move(values);
  return out;
}

TEST(FrontCharts, ShowParetoOptimalTrialsApart) {
  const std::vector<Trial> trials = {front_trial(0, {1, 5}), front_trial(1, {2, 9}), front_trial(2, {2, 3})};
  const auto charts = front_charts(front_study(2), trials);
  ASSERT_EQ(charts.size(), 1u);
  ASSERT_EQ(charts[0].series.size(), 3u) << "all trials, the line, the front";
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[0].marks).x.size(), 3u);
  EXPECT_EQ(charts[0].series[2].name, "Pareto-optimal");
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[2].marks).x, (std::vector<double>{1, 2}));
  EXPECT_EQ(std::get<plot::Dots>(charts[0].series[2].marks).y, (std::vector<double>{5, 9}));
}

TEST(FrontCharts, HaveOneChartForEachPairOfObjectives) {
  const std::vector<Trial> trials = {front_trial(0, {1, 5, 2})};
  EXPECT_EQ(front_charts(front_study(3), trials).size(), 3u);
  EXPECT_TRUE(front_charts(front_study(1), {}).empty());
}

// The loss is noisy, by about 0.3, as settings that were run twice show; the speed is not.
std::vector<Trial> noisy_trials(const Study& study) {
  Rng rng(3);
  std::vector<Trial> trials;
  for (int i = 0; i < 40; ++i) {
    const double x = (i / 2 + 0.5) / 20.0;
    trials.push_back(front_trial(i, {x * 4.0 + 0.3 * rng.normal(), x}));
    trials.back().configuration = study.space.configuration({Value(x)});
  }
  return trials;
}

TEST(ExpectedFront, ShowsIntervalsOfTheObjectivesThatAreNoisy) {
  const Study study = front_study(2);
  const std::vector<Trial> trials = noisy_trials(study);
  std::vector<plot::Chart> charts = front_charts(study, trials);
  add_expected_front(charts, study, trials, {.sampler = "gp", .leads = true});
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].series.back().name, "expected mean, 95 %");
  const auto& means = std::get<plot::Dots>(charts[0].series.back().marks);
  const auto front = pareto_trials(trials, study.objectives);
  ASSERT_EQ(means.x.size(), front.size());
  const auto& bars = std::get<plot::Line>(charts[0].series[1].marks);
  ASSERT_EQ(bars.x.size(), 3 * front.size()) << "a bar across for each trial, and a gap";
  for (std::size_t i = 0; i < front.size(); ++i) {
    const double x = front[i]->configuration.real("x");
    EXPECT_NEAR(means.x[i], 4.0 * x, 0.3) << "what the noise hides";
    EXPECT_EQ(means.y[i], x) << "as measured";
    EXPECT_LT(bars.x[3 * i], means.x[i]);
    EXPECT_GT(bars.x[3 * i + 1], means.x[i]);
    EXPECT_TRUE(std::isnan(bars.y[3 * i + 2]));
  }
  EXPECT_NE(charts[0].note, "");
}

TEST(ExpectedFront, AddsNothingWithoutNoise) {
  const Study study = front_study(2);
  std::vector<Trial> trials = noisy_trials(study);
  for (Trial& trial : trials) trial.values[0] = 4.0 * trial.configuration.real("x");
  std::vector<plot::Chart> charts = front_charts(study, trials);
  const std::size_t before = charts[0].series.size();
  add_expected_front(charts, study, trials, {.sampler = "gp", .leads = true});
  EXPECT_EQ(charts[0].series.size(), before);
}

TEST(HypervolumeCharts, NeverFall) {
  std::vector<Trial> trials;
  for (int i = 0; i < 50; ++i)
    trials.push_back(front_trial(i, {1.0 + (i * 7) % 13, static_cast<double>((i * 5) % 11)}));
  const auto charts = hypervolume_charts(front_study(2), trials);
  ASSERT_EQ(charts.size(), 1u);
  const auto& line = std::get<plot::Line>(charts[0].series[0].marks);
  ASSERT_GT(line.y.size(), 2u);
  for (std::size_t i = 1; i < line.y.size(); ++i) EXPECT_GE(line.y[i], line.y[i - 1]);
  EXPECT_EQ(line.x.back(), 49);
  EXPECT_TRUE(hypervolume_charts(front_study(1), {}).empty());
}

}  // namespace
}  // namespace hone::charts
