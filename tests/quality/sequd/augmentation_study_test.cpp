// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/augmentation_study.hpp"

#include <gtest/gtest.h>

namespace hone::quality::sequd {
namespace {

TEST(AugmentationStudy, FindsThatKnowingTheRunsHelps) {
  const AugmentationStudy study = study_augmentation({.repeats = 2, .most_factors = 4, .most_runs = 10});
  ASSERT_EQ(study.size(), 6u) << "2 and 3 factors with 8 or 9 to 10 runs, 4 with 10";
  EXPECT_EQ(study.front().factors, 2);
  EXPECT_EQ(study.back().runs, 10);
  const std::vector<AugmentationMean> means = by_factors(study);
  ASSERT_EQ(means.size(), 3u);
  for (const AugmentationMean& mean : means) {
    EXPECT_EQ(mean.improvement[0], 0.0);
    EXPECT_GT(mean.improvement[4], mean.improvement[3]) << "augmented above nested UD, " << mean.factors;
    EXPECT_GT(mean.improvement[3], 0.0);
    EXPECT_LT(mean.improvement[4], 1.0);
  }
}

TEST(AugmentationStudy, DoesNotDependOnTheNumberOfJobs) {
  const AugmentationOptions options{.repeats = 1, .most_factors = 2, .most_runs = 9};
  AugmentationOptions parallel = options;
  parallel.jobs = 2;
  const AugmentationStudy a = study_augmentation(options);
  const AugmentationStudy b = study_augmentation(parallel);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].cd2, b[i].cd2);
}

TEST(AugmentationStudy, AveragesOverSizesAsCountedByHand) {
  AugmentationStudy study(2);
  study[0] = {3, 9, {4, 4, 4, 2, 1, 1}, {0, 0, 0, 2, 3, 4}};
  study[1] = {3, 10, {2, 2, 2, 1.5, 1, 0.5}, {0, 0, 0, 4, 5, 6}};
  const AugmentationMean mean = by_factors(study).front();
  EXPECT_DOUBLE_EQ(mean.improvement[3], (0.5 + 0.25) / 2);
  EXPECT_DOUBLE_EQ(mean.improvement[5], 0.75);
  EXPECT_DOUBLE_EQ(mean.seconds[4], 4.0);
}

}  // namespace
}  // namespace hone::quality::sequd
