// SPDX-License-Identifier: MIT
// The parts that samplers led by a model are made of.
#include <gtest/gtest.h>

#include <cmath>

#include "hone/encode/encoding.hpp"
#include "hone/samplers/fit_memory.hpp"
#include "hone/samplers/observations.hpp"
#include "hone/samplers/scalarise.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

Trial trial_of(std::int64_t number, Notes notes = {}) {
  Trial trial;
  trial.number = number;
  trial.notes = std::move(notes);
  return trial;
}

TEST(FitMemory, ComesBackToTheLastBit) {
  const FitMemory memory{{0.1, -1.0 / 3.0, 6.02e23, 5e-324}, 48};
  const FitMemory back = newest_memory(std::vector{trial_of(3, to_notes(memory))}, {});
  EXPECT_EQ(back.theta, memory.theta);
  EXPECT_EQ(back.cold, 48);
}

TEST(FitMemory, IsReadFromTheTextOfNumbersThatEarlierVersionsWrote) {
  const Notes notes{{"model.theta", "0.1 -0.3333333333333333 5e-324"}, {"model.cold", std::int64_t{48}}};
  const FitMemory back = newest_memory(std::vector{trial_of(3, notes)}, {});
  EXPECT_EQ(back.theta, (std::vector{0.1, -1.0 / 3.0, 5e-324}));
  EXPECT_EQ(back.cold, 48);
  // A CSV file gives a single number back as a number.
  const Notes one{{"model.theta", 0.25}, {"model.cold", std::int64_t{1}}};
  EXPECT_EQ(newest_memory(std::vector{trial_of(3, one)}, {}).theta, std::vector{0.25});
}

TEST(FitMemory, IsThatOfTheHighestNumberWhereverItStands) {
  const std::vector<Trial> history = {trial_of(9, to_notes({{9.0}, 1})), trial_of(2, to_notes({{2.0}, 1}))};
  const std::vector<Trial> running = {trial_of(8, to_notes({{8.0}, 1})), trial_of(11)};
  EXPECT_EQ(newest_memory(history, running).theta, std::vector<double>{9.0});
}

TEST(FitMemory, StartsAfreshFromNotesItCannotRead) {
  EXPECT_TRUE(newest_memory({}, {}).theta.empty());
  for (const Notes& notes :
       {Notes{{"model.theta", "1 2 three"}, {"model.cold", std::int64_t{4}}}, Notes{{"model.theta", "1 2"}},
        Notes{{"model.theta", "1 2"}, {"model.cold", "many"}}}) {
    EXPECT_TRUE(newest_memory(std::vector{trial_of(1, notes)}, {}).theta.empty());
  }
}

TEST(Observations, KeepEveryObjectiveAndSayWhatWasNotMeasured) {
  std::vector<Trial> history;
  const auto add = [&](TrialState state, std::vector<double> values, std::vector<Report> reports = {}) {
    Trial trial = trial_of(std::ssize(history));
    trial.state = state;
    trial.values = std::move(values);
    trial.reports = std::move(reports);
    history.push_back(trial);
  };
  add(TrialState::Complete, {3.0, 1.0});
  add(TrialState::Failed, {});
  add(TrialState::Complete, {-2.0, 4.0});
  add(TrialState::Pruned, {}, {{1, 9.0}, {2, 5.0}});
  const std::vector<Objective> two = {{.direction = Direction::Minimize}, {.direction = Direction::Maximize}};
  const Observations both = observe(history, two);
  EXPECT_EQ(both.complete, 2);
  ASSERT_EQ(both.values.rows(), 4);
  EXPECT_EQ(both.values.row(0), Eigen::RowVector2d(3.0, -1.0));
  EXPECT_EQ(both.values.row(2), Eigen::RowVector2d(-2.0, -4.0));
  // A report is of the first objective only, so it says nothing about two.
  for (const Eigen::Index failed : {1, 3}) EXPECT_TRUE(both.values.row(failed).array().isNaN().all());

  const Observations first = observe(history, {two[0]});
  EXPECT_EQ(first.values(3, 0), 5.0);
  EXPECT_TRUE(std::isnan(first.values(1, 0)));
  EXPECT_EQ(with_worst_for_missing(first.values.col(0)), (Eigen::Vector4d{3.0, 5.0, -2.0, 5.0}));
  // Pruned at what would have been the best: it is not ahead of what was measured to the end.
  const Observations most = observe(history, {{.direction = Direction::Maximize}});
  EXPECT_EQ(with_worst_for_missing(most.values.col(0)).head(3), (Eigen::Vector3d{-3.0, 2.0, 2.0}));
  EXPECT_GT(most.values(3, 0), -3.0);
  EXPECT_NEAR(most.values(3, 0), -3.0, 1e-12);
}

// Of three trade-offs, no weights make the dominated one the best, and each of the others is the best for
// some.
TEST(ParEgo, EveryPartOfATradeOffIsTheBestForSomeWeights) {
  std::vector<Trial> history;
  for (const auto& values :
       std::vector<std::vector<double>>{{0.0, -10.0}, {0.4, -60.0}, {1.0, -100.0}, {0.9, -20.0}}) {
    Trial trial = trial_of(std::ssize(history));
    trial.state = TrialState::Complete;
    trial.values = values;
    history.push_back(trial);
  }
  for (Trial& trial : history) trial.values[1] = -trial.values[1];
  const std::vector<Objective> objectives = {{.direction = Direction::Minimize},
                                             {.direction = Direction::Maximize}};
  std::vector<int> wins(4);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Eigen::Index best = 0;
    parego(observe(history, objectives).values, seed).minCoeff(&best);
    ++wins[static_cast<std::size_t>(best)];
  }
  for (const std::size_t i : {0U, 1U, 2U}) EXPECT_GT(wins[i], 20) << i;
  EXPECT_EQ(wins[3], 0);
}

TEST(ParEgo, LeavesASingleObjectiveAndMissingRowsAlone) {
  const Eigen::MatrixXd one{{3.0}, {-1.0}};
  EXPECT_EQ(parego(one, 5), one.col(0));
  const Eigen::MatrixXd two{{0.0, 1.0}, {NAN, NAN}, {1.0, 0.0}};
  const Eigen::VectorXd mixed = parego(two, 5);
  EXPECT_TRUE(std::isnan(mixed[1]));
  EXPECT_TRUE(std::isfinite(mixed[0]) && std::isfinite(mixed[2]));
}

}  // namespace
}  // namespace hone::samplers
