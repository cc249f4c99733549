// SPDX-License-Identifier: MIT
// What samplers that tell good trials from poor ones make of those that broke.
#include "hone/samplers/success_score.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/tpe.hpp"
#include "hone/search/search_space.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

const Space kSquare({real("x", 0, 1), real("y", 0, 1)});

// 80 trials on a grid, of which some break.
template <typename Breaks>
std::vector<Trial> square_grid(Breaks breaks) {
  std::vector<Trial> trials;
  for (int i = 0; i < 80; ++i) {
    const double x = (i % 10 + 0.5) / 10.0, y = (i / 10 + 0.5) / 8.0;
    const auto state = breaks(i, x) ? TrialState::Failed : TrialState::Complete;
    trials.push_back(test::finish(i, {kSquare.configuration({x, y})}, state, x));
  }
  return trials;
}

Eigen::VectorXd probability_along_x(const std::vector<Trial>& trials) {
  const search::SearchSpace space(kSquare);
  std::vector<Configuration> tried, along;
  for (const Trial& trial : trials) tried.push_back(trial.configuration);
  for (int i = 0; i < 20; ++i) along.push_back(kSquare.configuration({(i + 0.5) / 20.0, 0.5}));
  const auto score = learn_success_score(trials, space.columns(), space.points(tried), 1);
  Rng rng(0);
  return (-(*score)(space.points(along), rng).col(0)).array().exp();
}

TEST(SuccessScore, KnowsWhereTrialsBreak) {
  const auto probability = probability_along_x(square_grid([](int, double x) { return x > 0.6; }));
  EXPECT_GT(probability.head(11).minCoeff(), 0.9);
  EXPECT_LT(probability.tail(7).maxCoeff(), 0.1);
}

TEST(SuccessScore, AvoidsNothingWhereTrialsBreakByChance) {
  Rng rng(4);
  const auto trials = square_grid([&](int, double) { return rng.chance(0.3); });
  const auto probability = probability_along_x(trials);
  EXPECT_LT(probability.maxCoeff() - probability.minCoeff(), 0.1);
}

TEST(SuccessScore, IsNothingWhereNoTrialBrokeOrAllDid) {
  const search::SearchSpace space(kSquare);
  for (const bool all : {false, true}) {
    const auto trials = square_grid([all](int, double) { return all; });
    std::vector<Configuration> tried;
    for (const Trial& trial : trials) tried.push_back(trial.configuration);
    EXPECT_EQ(learn_success_score(trials, space.columns(), space.points(tried), 1), nullptr);
  }
}

// The better the nearer to the half that breaks.
TEST(SuccessScore, KeepsClassifiersInTheHalfThatWorks) {
  const Space space({real("x", 0, 1), real("y", 0, 1), real("z", 0, 1)});
  for (const std::string name : {"tpe", "lfbo", "bore"}) {
    const Study study{.space = space, .sampler = {name}, .seed = 5};
    const auto sampler = [&]() -> std::unique_ptr<Sampler> {
      if (name == "tpe") return std::make_unique<Tpe>(study);
      if (name == "lfbo") return std::make_unique<Lfbo>(study);
      return std::make_unique<Bore>(study);
    }();
    int broken = 0;
    for (std::int64_t number = 0; number < 80; ++number) {
      const auto proposals = sampler->ask({.seed = mix_seed(3, static_cast<std::uint64_t>(number))});
      const Configuration& c = proposals.at(0).configuration;
      const bool breaks = c.real("x") > 0.5;
      if (number >= 40 && breaks) ++broken;
      const Trial trial =
          test::finish(number, proposals[0], breaks ? TrialState::Failed : TrialState::Complete,
                       std::abs(c.real("x") - 0.55) + c.real("y") + c.real("z"));
      sampler->tell({&trial, 1});
    }
    EXPECT_LE(broken, 8) << name;
  }
}

}  // namespace
}  // namespace hone::samplers
