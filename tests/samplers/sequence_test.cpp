// SPDX-License-Identifier: MIT
// What the space-filling samplers promise beyond the contract of all samplers.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "hone/samplers/latin_hypercube.hpp"
#include "hone/samplers/random.hpp"
#include "hone/samplers/sobol.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

Study sequence_study(const std::string& sampler, int dimensions, std::optional<std::int64_t> horizon = {}) {
  std::vector<Parameter> parameters;
  for (int i = 0; i < dimensions; ++i) parameters.push_back(real("x" + std::to_string(i), 0, 1));
  return {.space = Space(parameters), .sampler = {sampler}, .seed = 9, .horizon = horizon};
}

std::set<int> cells(const std::vector<Trial>& trials, const std::string& name, int count) {
  std::set<int> hit;
  for (const Trial& trial : trials) hit.insert(static_cast<int>(trial.configuration.real(name) * count));
  return hit;
}

TEST(SobolSampler, FillsEveryDyadicCellOfEveryParameter) {
  Sobol sampler(sequence_study("sobol", 50));
  const auto trials = test::drive(sampler, 64, 5);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(cells(trials, "x" + std::to_string(i), 64).size(), 64U);
}

TEST(LatinHypercubeSampler, FillsEveryCellOfEveryParameterWithinThePlannedTrials) {
  LatinHypercube sampler(sequence_study("lhs", 7, 37));
  const auto trials = test::drive(sampler, 37, 4);
  for (int i = 0; i < 7; ++i) EXPECT_EQ(cells(trials, "x" + std::to_string(i), 37).size(), 37U);
}

TEST(LatinHypercubeSampler, BeginsAnotherHypercubeWhenOneIsUsedUp) {
  LatinHypercube sampler(sequence_study("lhs", 2, 10));
  const auto trials = test::drive(sampler, 20, 3);
  const std::vector<Trial> second(trials.begin() + 10, trials.end());
  EXPECT_EQ(cells(second, "x0", 10).size(), 10U);
}

TEST(RandomSampler, IsUniformOnTheScale) {
  Study study = sequence_study("random", 1);
  study.space = Space({real("x", 1e-4, 1, Scale::Log), integer("n", 1, 4)});
  Random sampler(study);
  const auto trials = test::drive(sampler, 4000, 40);
  int decades[4] = {};
  int numbers[5] = {};
  for (const Trial& trial : trials) {
    ++decades[std::min(3, static_cast<int>(4 + std::log10(trial.configuration.real("x"))))];
    ++numbers[trial.configuration.integer("n")];
  }
  // Four standard deviations of a binomial count of 4000 draws at a quarter.
  for (const int count : decades) EXPECT_NEAR(count, 1000, 110);
  for (int n = 1; n <= 4; ++n) EXPECT_NEAR(numbers[n], 1000, 110);
}

}  // namespace
}  // namespace hone::samplers
