// SPDX-License-Identifier: MIT
#include "hone/samplers/preferences.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/gp.hpp"
#include "hone/samplers/hebo.hpp"
#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/rf.hpp"
#include "hone/samplers/tpe.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

Study square() {
  return {.space = Space({real("x", 0, 1), real("y", 0, 1)}), .sampler = {"hebo"}, .seed = 3};
}

std::vector<Trial> complete(const Study& study, int count) {
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    const double x = std::fmod(0.37 + 0.618 * i, 1.0);
    trials.push_back(test::finish(i, {study.space.configuration({x, 0.5})}, TrialState::Complete, x));
    trials.back().attributes["money"] = 1.0 + x;
  }
  return trials;
}

double at(const acquisition::Acquisition& score, const search::SearchSpace& space, double x) {
  Rng rng(1);
  return score(space.point(space.space().configuration({x, 0.5})), rng)(0, 0);
}

TEST(Preferences, OfAStudyWithoutAnyAreNone) {
  const Study study = square();
  const Preferences preferences(study, search::SearchSpace(study.space));
  EXPECT_TRUE(preferences.after(complete(study, 10), 4, std::nullopt).none());
}

TEST(Preferences, WeighThePriorLessWithEachTrial) {
  Study study = square();
  study.priors = {{"x", NormalPrior{0.2, 0.1}}};
  const search::SearchSpace space(study.space);
  const auto strength = [&](int trials) {
    const Preferences preferences(study, space);
    const Inclination after = preferences.after(complete(study, trials), 4, std::nullopt);
    return at(*after.prior, space, 0.9) - at(*after.prior, space, 0.2);
  };
  // β = 10 when nothing is planned.
  EXPECT_NEAR(strength(10) / strength(40), 4.0, 1e-12);
  const double usual = strength(10);
  study.horizon = 300;
  EXPECT_NEAR(strength(10) / usual, 3.0, 1e-12);
}

TEST(Preferences, WeighTheCostLessAsTheBudgetIsUsedUp) {
  Study study = square();
  study.cost = "money";
  const search::SearchSpace space(study.space);
  const std::vector<Trial> trials = complete(study, 20);
  const auto cost = learn_cost(trials, "money", space, 1);
  ASSERT_TRUE(cost);
  const double whole =
      cost->deviation * cost->surrogate->expect(space.point(study.space.configuration({0.9, 0.5})))[0];
  const auto alpha = [&](int count) {
    const Preferences preferences(study, space);
    const Inclination after =
        preferences.after(std::span(trials).first(static_cast<std::size_t>(count)), 4, cost);
    return after.cost ? at(*after.cost, space, 0.9) / whole : 0.0;
  };
  EXPECT_NEAR(alpha(16), 0.5, 1e-12);  // √(4 / 16) without any budget
  study.plan.budget.trials = 20;
  EXPECT_NEAR(alpha(4), 1.0, 1e-12);
  EXPECT_NEAR(alpha(12), 0.5, 1e-12);
  EXPECT_EQ(alpha(20), 0.0);
  double begun = 0.0, spent = 0.0;
  for (int i = 0; i < 10; ++i) {
    const double one = 1.0 + std::fmod(0.37 + 0.618 * i, 1.0);
    spent += one;
    if (i < 4) begun += one;
  }
  study.plan.budget.cost = 40.0;
  EXPECT_NEAR(alpha(10), (40.0 - spent) / (40.0 - begun), 1e-12);
}

std::unique_ptr<Sampler> preferring(const Study& study) {
  const std::string& name = study.sampler.name;
  if (name == "hebo") return std::make_unique<Hebo>(study);
  if (name == "gp") return std::make_unique<GaussianProcess>(study);
  if (name == "rf") return std::make_unique<Rf>(study);
  if (name == "tpe") return std::make_unique<Tpe>(study);
  if (name == "lfbo") return std::make_unique<Lfbo>(study);
  return std::make_unique<Bore>(study);
}

class PreferringSamplers : public testing::TestWithParam<const char*> {};

// What is asked after nine trials, the turn of a point anywhere, of a function that speaks softly for a sure
// prior of y: a prior that results speak against, or not for, is not trusted.
Configuration asked_with(Study study, double centre, const char* sampler) {
  study.horizon = 1000;
  study.priors = {{"y", NormalPrior{centre, 0.02}}};
  study.sampler = {sampler};
  const auto made = preferring(study);
  const auto bowl = [&](const Configuration& one) {
    return std::pow(one.real("x") - 0.9, 2) + std::abs(one.real("y") - centre);
  };
  test::drive(*made, 9, 1, 1, bowl);
  return made->ask({.count = 1, .seed = 5}).front().configuration;
}

TEST_P(PreferringSamplers, BeginWhereThePriorIsHighest) {
  Study study = square();
  study.priors = {{"x", NormalPrior{0.2, 0.05}}};
  study.sampler = {GetParam()};
  const auto made = preferring(study);
  const std::vector<Trial> trials = test::drive(*made, 4, 1);
  EXPECT_NEAR(trials[0].configuration.real("x"), 0.2, 1e-9);
  EXPECT_NEAR(trials[1].configuration.real("x"), 0.2, 0.2);
  EXPECT_NEAR(trials[3].configuration.real("x"), 0.2, 0.2);
}

TEST_P(PreferringSamplers, HeedAPriorThatIsSure) {
  const Study study = square();
  EXPECT_NEAR(asked_with(study, 0.2, GetParam()).real("y"), 0.2, 0.1);
  EXPECT_NEAR(asked_with(study, 0.8, GetParam()).real("y"), 0.8, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Led, PreferringSamplers, testing::Values("hebo", "gp", "rf", "tpe", "lfbo", "bore"));

}  // namespace
}  // namespace hone::samplers
