// SPDX-License-Identifier: MIT
// Trying a configuration again: decided by the model, where results are noisy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <unordered_set>

#include "hone/samplers/hebo.hpp"
#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/rf.hpp"
#include "hone/samplers/tpe.hpp"
#include "support/drive.hpp"
#include "support/throws.hpp"

namespace hone::samplers {
namespace {

Study repeated_study(Space space, Options options = {}) {
  return {.space = std::move(space), .sampler = {"hebo", std::move(options)}, .seed = 3};
}

Space three_booleans() { return Space({boolean("a"), boolean("b"), boolean("c")}); }

double cost(const Configuration& at) {
  return (at.flag("a") ? 0.0 : 1.0) + (at.flag("b") ? 0.6 : 0.0) + (at.flag("c") ? 0.0 : 0.4);
}

// Noise with a deviation of 0.5, about as large as what the parameters change.
std::vector<Trial> drive_noisily(Sampler& sampler, int count, std::uint64_t seed) {
  auto rng = std::make_shared<Rng>(seed);
  return test::drive(sampler, count, 1, seed,
                     [rng](const Configuration& at) { return cost(at) + 0.5 * rng->normal(); });
}

int times_best(const std::vector<Trial>& trials, std::size_t first) {
  int times = 0;
  for (std::size_t i = first; i < trials.size(); ++i) times += cost(trials[i].configuration) == 0.0 ? 1 : 0;
  return times;
}

// Drawn uniformly, the best of eight would get 12 of the next hundred.
TEST(Repeats, OfANoisySpaceThatWasTriedWholeGoMostlyToTheBest) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Hebo sampler(repeated_study(three_booleans()));
    const auto trials = drive_noisily(sampler, 108, seed);
    ASSERT_EQ(trials.size(), 108U);
    EXPECT_GT(times_best(trials, 8), 50) << seed;
  }
}

// With twice the noise an unlucky first measurement of the best used to hide it for good in one run of six.
TEST(Repeats, NeverGiveUpTheBestForOneUnluckyMeasurement) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    Hebo sampler(repeated_study(three_booleans()));
    auto rng = std::make_shared<Rng>(seed);
    const auto trials = test::drive(
        sampler, 108, 1, seed, [rng](const Configuration& at) { return cost(at) + 1.0 * rng->normal(); });
    EXPECT_GT(times_best(trials, 8), 15) << seed;
  }
}

// A classifier alone went on evenly, 12 or 13 of a hundred, and a forest with whatever was lucky first.
TEST(Repeats, OfClassifiersAndForestsGoMostlyToTheBestAsWell) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Rf rf({.space = three_booleans(), .sampler = {"rf"}, .seed = seed});
    EXPECT_GT(times_best(drive_noisily(rf, 108, seed), 8), 40) << "rf " << seed;
    Tpe tpe({.space = three_booleans(), .sampler = {"tpe"}, .seed = seed});
    EXPECT_GT(times_best(drive_noisily(tpe, 108, seed), 8), 40) << "tpe " << seed;
    Lfbo lfbo({.space = three_booleans(), .sampler = {"lfbo"}, .seed = seed});
    EXPECT_GT(times_best(drive_noisily(lfbo, 108, seed), 8), 40) << "lfbo " << seed;
  }
}

TEST(Repeats, NeverEndsWhenEverythingWasTried) {
  Hebo sampler(repeated_study(three_booleans(), {{"repeats", {"never"}}}));
  const auto trials = drive_noisily(sampler, 20, 1);
  std::unordered_set<Configuration> different;
  for (const Trial& trial : trials) EXPECT_TRUE(different.insert(trial.configuration).second);
  EXPECT_EQ(trials.size(), 8U);
}

// 60 configurations with noise: some are worth measuring again before all were tried.
TEST(Repeats, ComeBeforeEverythingWasTriedWhenNoiseIsLarge) {
  const Space space({integer("n", 1, 30), boolean("b")});
  const auto count_repeats = [&](const char* rule, double noise) {
    Hebo sampler(repeated_study(space, {{"repeats", {rule}}}));
    auto rng = std::make_shared<Rng>(7);
    const auto trials = test::drive(sampler, 55, 1, 3, [&](const Configuration& at) {
      const double n = static_cast<double>(at.integer("n")) - 21.0;
      return 0.01 * n * n + (at.flag("b") ? 0.0 : 1.0) + noise * rng->normal();
    });
    std::unordered_set<Configuration> different;
    for (const Trial& trial : trials) different.insert(trial.configuration);
    return static_cast<int>(trials.size() - different.size());
  };
  EXPECT_GT(count_repeats("auto", 1.0), 0);
  EXPECT_EQ(count_repeats("auto", 0.0), 0) << "nothing is learned from a repeat without noise";
  EXPECT_EQ(count_repeats("never", 1.0), 0);
}

TEST(Repeats, AnEmptyListOfAcquisitionsIsRefused) {
  EXPECT_THAT(test::message_of([] {
                Hebo sampler(repeated_study(three_booleans(), {{"acquisitions", {}}}));
              }),
              testing::HasSubstr("'acquisitions' of hebo is an empty list"));
}

}  // namespace
}  // namespace hone::samplers
