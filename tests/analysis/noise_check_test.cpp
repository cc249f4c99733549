// SPDX-License-Identifier: MIT
#include "hone/analysis/noise_check.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"

namespace hone::analysis {
namespace {

Groups noisy(int groups, int repeats, double growth) {
  Rng rng(11);
  Groups result;
  for (int i = 0; i < groups; ++i) {
    std::vector<double>& group = result.emplace_back();
    for (int j = 0; j < repeats; ++j) group.push_back(100.0 * i + std::pow(growth, i) * rng.normal());
  }
  return result;
}

TEST(NoiseCheck, TellsEvenFromUneven) {
  EXPECT_EQ(check_noise(noisy(6, 8, 1.0)).verdict, NoiseVerdict::Even);
  const NoiseCheck uneven = check_noise(noisy(6, 8, 2.0));
  EXPECT_EQ(uneven.verdict, NoiseVerdict::Uneven);
  EXPECT_GT(uneven.growth, 0.5);
  EXPECT_LT(uneven.levene_median->p, 0.05);
}

TEST(NoiseCheck, SeldomAccusesEvenNoise) {
  Rng rng(3);
  int accused = 0;
  for (int round = 0; round < 400; ++round) {
    Groups groups(5, std::vector<double>(6));
    for (auto& group : groups) {
      for (double& value : group) value = rng.normal();
    }
    if (check_noise(groups).verdict == NoiseVerdict::Uneven) ++accused;
  }
  EXPECT_LE(accused, 24);  // 6 %
}

TEST(NoiseCheck, KnowsSilenceAndIgnorance) {
  EXPECT_EQ(check_noise({}).verdict, NoiseVerdict::Unknown);
  EXPECT_EQ(check_noise({{1.0, 2.0, 3.0}}).verdict, NoiseVerdict::Unknown);
  EXPECT_EQ(check_noise({{1.0, 2.0, 3.0}, {1.0, 2.0}}).verdict, NoiseVerdict::Unknown);
  const NoiseCheck silent = check_noise({{0.1, 0.1, 0.1}, {0.7, 0.7, 0.7}});
  EXPECT_EQ(silent.verdict, NoiseVerdict::None);
  EXPECT_EQ(silent.means, (std::vector<double>{0.1, 0.7}));
  EXPECT_EQ(silent.deviations, (std::vector<double>{0.0, 0.0}));
}

TEST(NoiseCheck, PoolsByDegreesOfFreedom) {
  // Variances 1 with 2 and 6 with 3 degrees of freedom.
  const NoiseCheck check = check_noise({{0.0, 1.0, 2.0}, {-3.0, 3.0, 0.0, 0.0}});
  EXPECT_DOUBLE_EQ(check.deviations[0], 1.0);
  EXPECT_DOUBLE_EQ(check.deviations[1], std::sqrt(6.0));
  EXPECT_DOUBLE_EQ(check.pooled, std::sqrt((2.0 * 1.0 + 3.0 * 6.0) / 5.0));
}

}  // namespace
}  // namespace hone::analysis
