// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_ped.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "hone/analysis/importance_density.hpp"
#include "support/throws.hpp"

namespace hone::analysis {
namespace {

// scipy.stats.norm.cdf at the edges of five cells, around cells 0 and 3, cut off and made whole; the width
// comes from s = 1.5 and quartiles that lie three cells apart.
TEST(SmoothDensity, IsAMixtureOfCutNormals) {
  const std::vector<double> weights = {2.0, 0.0, 0.0, 2.0, 0.0};
  // s = √3 with n - 1, quartiles at cells 0 and 3: σ = 1.06 min(√3, 3 / 1.34) 4^(-1/5) = 1.39139...
  const double width = 1.06 * std::sqrt(3.0) * std::pow(4.0, -0.2);
  const auto mass = [&](double centre, double low, double high) {
    return 0.5 * (std::erf((high - centre) / width / std::sqrt(2.0)) -
                  std::erf((low - centre) / width / std::sqrt(2.0)));
  };
  const std::vector<double> density = smooth_density(weights);
  for (int k = 0; k < 5; ++k) {
    const double zero = mass(0, k - 0.5, k + 0.5) / mass(0, -0.5, 4.5);
    const double three = mass(3, k - 0.5, k + 0.5) / mass(3, -0.5, 4.5);
    EXPECT_NEAR(density[static_cast<std::size_t>(k)], (2.0 * zero + 2.0 * three + 0.2) / 5.0, 1e-12);
  }
}

TEST(SmoothDensity, SumsToOneAndIsNeverZero) {
  for (const std::vector<double>& weights :
       {std::vector<double>(50, 0.0), std::vector<double>(50, 3.0), std::vector<double>{1000.0, 0.0, 0.0},
        std::vector<double>{7.0}}) {
    const std::vector<double> density = smooth_density(weights);
    EXPECT_NEAR(std::accumulate(density.begin(), density.end(), 0.0), 1.0, 1e-12);
    for (const double p : density) EXPECT_GT(p, 0.0);
  }
}

TEST(PearsonDivergence, FollowsItsDefinition) {
  EXPECT_DOUBLE_EQ(pearson_divergence(std::vector{0.5, 0.5}, std::vector{0.25, 0.75}),
                   0.25 * 1.0 + 0.75 / 9.0);
  EXPECT_EQ(pearson_divergence(std::vector{0.3, 0.7}, std::vector{0.3, 0.7}), 0.0);
}

Study ped_study(std::vector<Parameter> parameters) { return {.space = Space(std::move(parameters))}; }

Trial ped_trial(const Study& study, std::vector<std::pair<std::string, Value>> values, double value) {
  Trial trial;
  trial.state = TrialState::Complete;
  trial.configuration = study.space.admit(values);
  trial.values = {value};
  return trial;
}

// 400 trials of four kinds, the first of which makes the best quarter: p is nearly (1, 0, 0, 0) against
// (1/4, ...), whose divergence is 3, but for the unit that is spread over the cells.
TEST(PedAnova, OfOneCategoryIsTheDivergenceOfItsShares) {
  const Study study =
      ped_study({categorical("kind", {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}}),
                 categorical("idle", {std::int64_t{0}, std::int64_t{1}})});
  std::vector<Trial> trials;
  for (std::int64_t i = 0; i < 400; ++i)
    trials.push_back(ped_trial(study, {{"kind", i % 4}, {"idle", (i / 4) % 2}}, static_cast<double>(i % 4)));
  const ImportanceData data = importance_data(study, trials, {});
  const std::vector<double> found = ped_divergences(data, 0.25, 1.0, std::vector<double>(400, 1.0));
  const double first = 100.25 / 101.0;
  const double other = 0.25 / 101.0;
  EXPECT_NEAR(found[0], (std::pow(first - 0.25, 2) + 3.0 * std::pow(other - 0.25, 2)) / 0.25, 1e-12);
  EXPECT_NEAR(found[1], 0.0, 1e-12);
}

// With the value itself as the only thing that counts, the best tenth lies in [0, 0.1]: p = 10 there, and the
// divergence from the even density is 1 / 0.1 - 1 = 9. A kernel density rounds its edge off.
TEST(PedAnova, OfALineComesNearTheClosedForm) {
  const Study study = ped_study({real("x", 0.0, 1.0), real("y", 0.0, 1.0)});
  std::vector<Trial> trials;
  for (int i = 0; i < 20000; ++i) {
    const double x = (i + 0.5) / 20000.0;
    trials.push_back(ped_trial(study, {{"x", x}, {"y", std::fmod(0.6180339887498949 * i, 1.0)}}, x));
  }
  const std::vector<double> found =
      ped_divergences(importance_data(study, trials, {}), 0.1, 1.0, std::vector<double>(trials.size(), 1.0));
  EXPECT_NEAR(found[0], 9.0, 0.6);
  EXPECT_NEAR(found[1], 0.0, 0.01);
}

// A child that exists in half of the trials, among the best as well: given its coordinate, half of what is
// known there. Its divergence counts a quarter of what it would if it always existed.
TEST(PedAnova, CountsAConditionalParameterByItsShareOfTheBest) {
  const Study half =
      ped_study({boolean("on"), when(categorical("kind", {std::int64_t{0}, std::int64_t{1}}), "on", {true})});
  const Study always = ped_study({categorical("kind", {std::int64_t{0}, std::int64_t{1}})});
  std::vector<Trial> some;
  std::vector<Trial> all;
  for (std::int64_t i = 0; i < 400; ++i) {
    const std::int64_t kind = (i / 2) % 2;
    // Without the child every other trial is good, so that its being there says nothing.
    const double value = (i % 2 == 1 ? (i / 2) % 2 : kind) == 0 ? 0.0 : 1.0;
    some.push_back(ped_trial(half, {{"on", i % 2 == 0}, {"kind", kind}}, value));
    if (i % 2 == 0) all.push_back(ped_trial(always, {{"kind", kind}}, value));
  }
  const auto with = [](const Study& study, const std::vector<Trial>& trials) {
    return ped_divergences(importance_data(study, trials, {}), 0.4, 1.0,
                           std::vector<double>(trials.size(), 1.0));
  };
  const std::vector<double> found = with(half, some);
  EXPECT_NEAR(found[0], 0.0, 1e-12);
  EXPECT_NEAR(found[1], 0.25 * with(always, all)[0], 1e-12);
  EXPECT_GT(found[1], 0.2);
}

TEST(PedAnova, ComparesWithAPartOfTheTrials) {
  const Study study = ped_study({real("x", 0.0, 1.0), real("y", 0.0, 1.0)});
  std::vector<Trial> trials;
  for (int i = 0; i < 2000; ++i) {
    const double x = std::fmod(0.7548776662466927 * i, 1.0);
    const double y = std::fmod(0.5698402909980532 * i, 1.0);
    // Far off only x matters; once it is good, only y does.
    trials.push_back(ped_trial(study, {{"x", x}, {"y", y}}, x > 0.3 ? 1.0 + x : y));
  }
  const ImportanceData data = importance_data(study, trials, {});
  const PedShares global = ped_anova(data, 0.25, 1.0, 0);
  const PedShares local = ped_anova(data, 0.05, 0.28, 0);
  EXPECT_GT(global.importance[0], 0.9);
  EXPECT_GT(local.importance[1], 0.9);
  EXPECT_EQ(global.best, 500);
  EXPECT_EQ(global.compared, 2000);
  EXPECT_EQ(local.best, 100);
  EXPECT_EQ(local.compared, 560);
  EXPECT_LT(local.deviation[1], 0.05);
  EXPECT_GT(local.deviation[1], 0.0);
}

}  // namespace
}  // namespace hone::analysis
