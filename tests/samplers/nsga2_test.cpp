// SPDX-License-Identifier: MIT
#include "hone/samplers/nsga2.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "support/drive.hpp"

namespace hone::samplers {
namespace {

const std::vector<Objective> kTwo = {{"a", Direction::Minimize}, {"b", Direction::Minimize}};

Trial trial_of(std::int64_t number, std::vector<double> values, double violation = 0.0) {
  Trial trial;
  trial.number = number;
  trial.state = values.empty() ? TrialState::Failed : TrialState::Complete;
  trial.values = std::move(values);
  trial.violation = violation;
  return trial;
}

std::vector<int> trials_of(const std::vector<NsgaMember>& population) {
  std::vector<int> trials;
  for (const NsgaMember& member : population) trials.push_back(member.trial);
  return trials;
}

TEST(NsgaPopulation, TakesFrontsFirstAndThenThoseWithRoom) {
  // The front 0 1 2 3, of which 2 is crowded between its neighbours, and 4 and 5 behind it.
  const std::vector<Trial> history = {trial_of(0, {0, 10}), trial_of(1, {4, 4}), trial_of(2, {5, 3}),
                                      trial_of(3, {10, 0}), trial_of(4, {6, 6}), trial_of(5, {11, 11})};
  const auto population = nsga_population(history, kTwo, 6);
  EXPECT_EQ(trials_of(population), (std::vector<int>{0, 3, 1, 2, 4, 5}));
  EXPECT_EQ(population[3].front, 0);
  EXPECT_EQ(population[4].front, 1);
  EXPECT_EQ(population[5].front, 2);
  // The mean of the gaps between 0 and 2: (5 - 0) / 10 and (10 - 3) / 10.
  EXPECT_NEAR(population[2].room, 0.5 * (0.5 + 0.7), 1e-12);
}

TEST(NsgaPopulation, IsWhatTheLastOneAndTheNextGenerationLeave) {
  std::vector<Trial> history = {trial_of(0, {1, 4}), trial_of(1, {4, 1}), trial_of(2, {2, 2}),
                                trial_of(3, {0, 5}), trial_of(4, {9, 9})};
  // Of the first two both stay. With 2 and 3 all four are a front: 3 and 1 are its ends. 4 changes nothing.
  EXPECT_EQ(trials_of(nsga_population(history, kTwo, 2)), (std::vector<int>{1, 3}));
}

TEST(NsgaPopulation, ConstrainsDominationByViolation) {
  const std::vector<Trial> history = {trial_of(0, {0, 0}, 2.0), trial_of(1, {5, 5}), trial_of(2, {1, 1}, 0.5),
                                      trial_of(3, {}), trial_of(4, {0, 0}, 0.5)};
  const auto population = nsga_population(history, kTwo, 5);
  EXPECT_EQ(trials_of(population), (std::vector<int>{1, 2, 4, 0}));
  EXPECT_EQ(population[1].front, population[2].front);
  EXPECT_LT(population[2].front, population[3].front);
}

TEST(NsgaPopulation, OfOneObjectiveHasTheBestValues) {
  std::vector<Trial> history;
  for (const double value : {3.0, -1.0, 7.0, 2.0, -5.0, 4.0}) {
    history.push_back(trial_of(std::ssize(history), {value}));
  }
  EXPECT_EQ(trials_of(nsga_population(history, {{.direction = Direction::Maximize}}, 3)),
            (std::vector<int>{2, 5, 0}));
}

Study nsga_study(Space space, Options options = {}) {
  return {.space = std::move(space), .sampler = {"nsga2", std::move(options)}, .seed = 3};
}

// Crossover of a large index and no mutation: each number of a child is one of a parent's.
TEST(Nsga2Sampler, MakesChildrenOfTheBetterTrials) {
  const Space space({real("x", 0, 1), real("y", 0, 1)});
  Nsga2 sampler(nsga_study(
      space, {{"population", {std::int64_t{4}}}, {"mutation", {0.0}}, {"crossover_index", {1000.0}}}));
  const std::vector<std::pair<double, double>> places = {{0.1, 0.2},   {0.4, 0.5},  {0.6, 0.9},  {0.8, 0.3},
                                                         {0.95, 0.05}, {0.02, 0.7}, {0.3, 0.99}, {0.7, 0.6}};
  std::vector<Trial> trials;
  for (const auto& [x, y] : places) {
    // The first four are the better ones.
    trials.push_back(test::finish(std::ssize(trials), {space.configuration({x, y})}, TrialState::Complete,
                                  static_cast<double>(trials.size())));
  }
  sampler.tell(trials);
  for (const Proposal& child : sampler.ask({.count = 30, .seed = 1})) {
    const auto is_of_parents = [&](double coordinate, auto member) {
      return std::any_of(places.begin(), places.begin() + 4,
                         [&](const auto& place) { return std::abs(place.*member - coordinate) < 0.01; });
    };
    using Place = std::pair<double, double>;
    EXPECT_TRUE(is_of_parents(child.configuration.real("x"), &Place::first));
    EXPECT_TRUE(is_of_parents(child.configuration.real("y"), &Place::second));
  }
}

TEST(Nsga2Sampler, BeginsWithAnEvenStart) {
  const Space space({real("x", 0, 1)});
  Nsga2 sampler(nsga_study(space, {{"population", {std::int64_t{8}}}}));
  std::vector<int> eighths(8, 0);
  for (const Proposal& one : sampler.ask({.count = 8, .seed = 1}))
    ++eighths[static_cast<std::size_t>(8.0 * one.configuration.real("x"))];
  EXPECT_EQ(eighths, std::vector<int>(8, 1));
}

TEST(Nsga2Sampler, GathersAlongTheFront) {
  const Space space({real("x", 0, 1), real("y", 0, 1), real("z", 0, 1), categorical("c", {"u", "v", "w"})});
  Study study = nsga_study(space);
  study.objectives = kTwo;
  Nsga2 sampler(study);
  std::vector<double> behind;  // by how much trials are above the front b = 1 - a
  for (std::int64_t number = 0; number < 200; ++number) {
    const auto proposals = sampler.ask({.seed = mix_seed(study.seed, static_cast<std::uint64_t>(number))});
    const Configuration& c = proposals.at(0).configuration;
    behind.push_back(c.real("y") + c.real("z") + (c.text("c") == "v" ? 0.0 : 0.5));
    Trial trial = test::finish(number, proposals[0], TrialState::Complete, c.real("x"));
    trial.values.push_back(1.0 - c.real("x") + behind.back());
    sampler.tell({&trial, 1});
  }
  // Of random points, one in 150 is that near.
  EXPECT_GE(std::count_if(behind.end() - 50, behind.end(), [](double one) { return one < 0.2; }), 25);
}

TEST(Nsga2Sampler, TakesOfAPoolWhatIsNearestToAChild) {
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 100; ++j) rows.push_back({{"a", 0.01 * i}, {"b", 0.01 * j}});
  Nsga2 sampler(nsga_study(Space::from_candidates(rows)));
  const auto objective = [](const Configuration& c) {
    return std::hypot(c.real("a") - 0.3, c.real("b") - 0.8);
  };
  const auto trials = test::drive(sampler, 150, 1, 3, objective);
  const auto near = std::count_if(trials.end() - 50, trials.end(),
                                  [](const Trial& trial) { return trial.values[0] < 0.1; });
  // Of the pool, one in 33 is that near.
  EXPECT_GE(near, 25);
}

}  // namespace
}  // namespace hone::samplers
