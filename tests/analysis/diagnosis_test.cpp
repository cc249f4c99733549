// SPDX-License-Identifier: MIT
#include "hone/analysis/diagnosis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hone::analysis {
namespace {

Study line(Direction direction = Direction::Minimize) {
  return {.name = "line", .space = Space({real("x", 0, 10)}), .objectives = {{"loss", direction}}};
}

Trial ended(std::int64_t number, double x, double value) {
  Trial trial;
  trial.number = number;
  trial.state = TrialState::Complete;
  trial.configuration = line().space.configuration({Value(x)});
  trial.values = {value};
  return trial;
}

std::vector<double> places(const std::vector<Configuration>& configurations) {
  std::vector<double> found;
  for (const Configuration& one : configurations) found.push_back(one.real("x"));
  return found;
}

TEST(Repeated, GathersEqualConfigurationsAndLeavesSingleOnesOut) {
  std::vector<Trial> trials = {ended(0, 1, 5), ended(1, 2, 6), ended(2, 1, 7), ended(3, 3, 8),
                               ended(4, 1, 9)};
  trials[4].state = TrialState::Failed;
  const std::vector<Repeated> found = repeated(trials, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].configuration.real("x"), 1);
  EXPECT_EQ(found[0].values, (std::vector<double>{5, 7}));
}

TEST(SpreadConfigurations, GoFromTheBestToTheWorst) {
  std::vector<Trial> trials;
  for (int i = 0; i < 5; ++i) trials.push_back(ended(i, i, 10.0 - i));
  trials.push_back(ended(5, 4, 6));  // again, and not another configuration
  EXPECT_EQ(places(spread_configurations(line(), trials, 0, 3)), (std::vector<double>{4, 2, 0}));
  EXPECT_EQ(places(spread_configurations(line(Direction::Maximize), trials, 0, 2)),
            (std::vector<double>{0, 4}));
  EXPECT_EQ(spread_configurations(line(), trials, 0, 9).size(), 5U) << "no more than there are";
  EXPECT_EQ(places(spread_configurations(line(), trials, 0, 1)), std::vector<double>{4});
}

TEST(Diagnose, PutsPredictionsInTheDirectionOfTheStudy) {
  std::vector<Trial> trials;
  for (int i = 0; i <= 20; ++i) trials.push_back(ended(i, i / 2.0, std::sin(i / 4.0)));
  for (const Direction direction : {Direction::Minimize, Direction::Maximize}) {
    const Diagnosis found = diagnose(line(direction), trials, {.sampler = "mine"}, {.splits = 2});
    ASSERT_TRUE(found.fitted) << found.no_model;
    EXPECT_EQ(found.sampler, "mine");
    EXPECT_EQ(found.complete, 21);
    const Calibration& told = found.fitted->calibration;
    for (std::size_t i = 0; i < told.actual.size(); ++i) {
      EXPECT_LE(told.low[i], told.high[i]);
      EXPECT_NEAR(told.actual[i], trials[i].values[0], 1e-9);
    }
    EXPECT_GT(told.correlation, 0.5);
  }
}

TEST(Advice, RecommendsTheModelsSamplerToThoseWithoutOne) {
  std::vector<Trial> trials;
  for (int i = 0; i <= 20; ++i) trials.push_back(ended(i, i / 2.0, std::sin(i / 4.0)));
  const auto said = [&](bool leads) {
    const Study study = line();
    return advice(study, diagnose(study, trials, {.sampler = "mine", .leads = leads}, {.splits = 2})).back();
  };
  EXPECT_NE(said(false).find("led by a model (mine)"), std::string::npos) << said(false);
  EXPECT_EQ(said(true).find("led by a model"), std::string::npos) << said(true);
}

}  // namespace
}  // namespace hone::analysis
