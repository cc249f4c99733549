// SPDX-License-Identifier: MIT
// What models make of trials that broke.
#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/hebo.hpp"
#include "hone/samplers/limit_models.hpp"
#include "hone/samplers/posterior.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

const Study kStudy{.space = Space({real("x", 0, 1), real("y", 0, 1)}), .sampler = {"hebo"}, .seed = 2};

double probability_at(const acquisition::ModelledLimit& success, const search::SearchSpace& space, double x) {
  const std::vector<Configuration> at = {kStudy.space.configuration({x, 0.5})};
  return std::exp(acquisition::log_feasible(std::span(&success, 1), space.points(at))[0]);
}

// 30 trials on a grid, with the state that `state` gives them.
template <typename State>
std::vector<Trial> grid(State state) {
  std::vector<Trial> trials;
  for (int i = 0; i < 30; ++i) {
    const double x = (i % 6 + 0.5) / 6.0, y = (i / 6 + 0.5) / 5.0;
    trials.push_back(test::finish(i, {kStudy.space.configuration({x, y})}, state(i, x), x));
  }
  return trials;
}

TEST(Success, IsLearnedFromWhereTrialsBreak) {
  const search::SearchSpace space(kStudy.space);
  const auto trials = grid([](int, double x) { return x > 0.6 ? TrialState::Failed : TrialState::Complete; });
  const auto success = learn_success(trials, space, 1);
  ASSERT_TRUE(success.has_value());
  EXPECT_GT(probability_at(*success, space, 0.2), 0.95);
  EXPECT_LT(probability_at(*success, space, 0.9), 0.05);
}

TEST(Success, AvoidsHardlyAnythingWhereTrialsBreakByChance) {
  const search::SearchSpace space(kStudy.space);
  const auto trials =
      grid([](int i, double) { return i % 7 == 3 ? TrialState::TimedOut : TrialState::Complete; });
  const auto success = learn_success(trials, space, 1);
  ASSERT_TRUE(success.has_value());
  // Right where one broke, it may be the place; on the whole four of thirty say little.
  double sum = 0.0;
  for (int i = 0; i < 50; ++i) sum += probability_at(*success, space, i / 49.0);
  EXPECT_GT(sum / 50.0, 0.7);
}

TEST(Success, HasNoModelWhereNothingBroke) {
  const search::SearchSpace space(kStudy.space);
  // A pruned trial was stopped because it looked bad: it did not break.
  const auto trials =
      grid([](int i, double) { return i % 5 == 0 ? TrialState::Pruned : TrialState::Complete; });
  EXPECT_FALSE(learn_success(trials, space, 1).has_value());
}

// Half of the square breaks, right beside the minimum. "As bad as the worst seen" used to spoil the model
// there.
TEST(Success, TheMinimumBesideACliffOfFailuresIsFound) {
  Hebo hebo(kStudy);
  double best = INFINITY;
  for (std::int64_t number = 0; number < 40; ++number) {
    const auto proposals =
        hebo.ask({.count = 1, .seed = mix_seed(kStudy.seed, static_cast<std::uint64_t>(number))});
    const double x = proposals[0].configuration.real("x"), y = proposals[0].configuration.real("y");
    const double value = (x - 0.5) * (x - 0.5) + (y - 0.3) * (y - 0.3);
    const bool breaks = x > 0.501;
    if (!breaks) best = std::min(best, value);
    const Trial trial =
        test::finish(number, proposals[0], breaks ? TrialState::Failed : TrialState::Complete, value);
    hebo.tell({&trial, 1});
  }
  EXPECT_LT(best, 1e-5);
}

}  // namespace
}  // namespace hone::samplers
