// SPDX-License-Identifier: MIT
// The parts that samplers led by a model are made of.
#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/climb.hpp"
#include "hone/samplers/fit_memory.hpp"
#include "hone/samplers/model_space.hpp"
#include "hone/samplers/observations.hpp"
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

TEST(Observations, FailuresAreAsBadAsTheWorstAndPrunedTrialsBringTheirLastReport) {
  const Space space({real("x", 0, 1)});
  const encode::Encoding encoding(space);
  std::vector<Trial> history;
  const auto add = [&](TrialState state, double value) {
    const double at = 0.1 * static_cast<double>(history.size() + 1);
    history.push_back(test::finish(std::ssize(history), {encoding.decode(std::span(&at, 1))}, state, value));
  };
  add(TrialState::Complete, 3.0);
  add(TrialState::Failed, 0.0);
  add(TrialState::Complete, -2.0);
  add(TrialState::Pruned, 0.0);
  history.back().reports = {{1, 9.0}, {2, 5.0}};

  const Observations least = observe(history, {{.direction = Direction::Minimize}}, 1);
  EXPECT_EQ(least.values, (Eigen::Vector4d{3.0, 5.0, -2.0, 5.0}));
  EXPECT_EQ(least.complete, 2);
  const Observations most = observe(history, {{.direction = Direction::Maximize}}, 1);
  EXPECT_EQ(most.values, (Eigen::Vector4d{-3.0, 2.0, 2.0, -5.0}));
}

// Of three trade-offs, no weights make the dominated one the best, and each of the others is the best for
// some.
TEST(Observations, EveryPartOfATradeOffIsTheBestForSomeWeights) {
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
    observe(history, objectives, seed).values.minCoeff(&best);
    ++wins[static_cast<std::size_t>(best)];
  }
  for (const std::size_t i : {0U, 1U, 2U}) EXPECT_GT(wins[i], 20) << i;
  EXPECT_EQ(wins[3], 0);
}

TEST(Observations, AreNoneWhileNothingIsComplete) {
  Trial failed = trial_of(0);
  failed.state = TrialState::Failed;
  EXPECT_EQ(observe(std::vector{failed}, {{}}, 1).complete, 0);
  EXPECT_TRUE(observe(std::vector{failed}, {{}}, 1).configurations.empty());
}

Space mixed_space() {
  return Space({real("x", -1, 1), integer("n", 1, 9), categorical("kind", {"a", "b", "c"}),
                when(real("rate", 1e-4, 1, Scale::Log), "kind", {"b"})},
               {"x + n <= 9.5"});
}

TEST(ModelSpace, GenesAndConfigurationsAreTheSameThing) {
  const encode::Encoding encoding(mixed_space());
  const ModelSpace model_space(encoding);
  Rng rng(5);
  std::vector<double> unit(encoding.dimensions());
  for (int i = 0; i < 200; ++i) {
    for (double& u : unit) u = rng.uniform();
    const Configuration configuration = encoding.decode(unit);
    const Eigen::MatrixXd genes = model_space.to_genes({&configuration, 1});
    EXPECT_EQ(model_space.to_configuration(genes.row(0)), configuration);
    const model::Points by_genes = model_space.points(genes);
    const model::Points directly = model_space.points({&configuration, 1});
    EXPECT_TRUE(by_genes.x.isApprox(directly.x, 1e-15));
    EXPECT_TRUE((by_genes.active == directly.active).all());
    EXPECT_EQ(directly.active(0, 3), configuration[3].has_value());
  }
}

/// Highest where every numeric coordinate of the cube is `peak`.
class Cone final : public acquisition::Acquisition {
 public:
  explicit Cone(double peak) : peak_(peak) {}
  Eigen::VectorXd operator()(const model::Points& points) const override {
    return -(points.x.array() - peak_).square().rowwise().sum();
  }
  Eigen::VectorXd screen(const model::Points& points) const override { return (*this)(points); }
  std::optional<acquisition::Scored> with_gradient(const model::Points& points) const override {
    return acquisition::Scored{(*this)(points), -2.0 * (points.x.array() - peak_).matrix()};
  }

 private:
  double peak_;
};

Configuration configuration_of(const Space& space, double x, std::int64_t n) {
  const std::vector<std::pair<std::string, Value>> values = {
      {"x", x}, {"n", n}, {"kind", "b"}, {"rate", 0.5}};
  return space.admit(values);
}

TEST(Climb, MovesContinuousParametersToTheTopAndLeavesTheRest) {
  const encode::Encoding encoding(mixed_space());
  const ModelSpace model_space(encoding);
  const Configuration start = configuration_of(encoding.space(), -0.8, 2);
  const auto summit = climb(start, Cone(0.7), model_space);
  ASSERT_TRUE(summit);
  EXPECT_NEAR(summit->configuration.real("x"), 0.4, 1e-6);                          // 0.7 of [-1, 1]
  EXPECT_NEAR(std::log10(summit->configuration.real("rate")), -4 + 0.7 * 4, 1e-6);  // 0.7 of four decades
  EXPECT_EQ(summit->configuration.integer("n"), 2);
  EXPECT_EQ(summit->configuration[2], start[2]);
}

TEST(Climb, GoesNoFurtherThanItsReach) {
  const encode::Encoding encoding(mixed_space());
  const ModelSpace model_space(encoding);
  const auto summit = climb(configuration_of(encoding.space(), -0.8, 2), Cone(0.7), model_space,
                            {.steps = 50, .reach = 0.05});
  ASSERT_TRUE(summit);
  EXPECT_NEAR(summit->configuration.real("x"), -0.7, 1e-9);  // a twentieth of a range of 2
}

TEST(Climb, HasNoSummitOutsideTheConstraintsOrWithNothingToMove) {
  const encode::Encoding encoding(mixed_space());
  const ModelSpace model_space(encoding);
  EXPECT_FALSE(climb(configuration_of(encoding.space(), 0.3, 9), Cone(1.0), model_space));
  const encode::Encoding whole(Space({integer("n", 1, 9)}));
  const ModelSpace whole_space(whole);
  const double middle = 0.5;
  EXPECT_FALSE(climb(whole.decode(std::span(&middle, 1)), Cone(0.5), whole_space));
}

}  // namespace
}  // namespace hone::samplers
