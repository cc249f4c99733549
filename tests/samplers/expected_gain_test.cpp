// SPDX-License-Identifier: MIT
#include "hone/samplers/expected_gain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.hpp"

namespace hone::samplers {
namespace {

double itself(double y) { return y; }

// s (φ(z) + z Φ(z)) at z = 0, 1, -2 and -6: scipy.stats.norm, as 0.3989422804014327, 1.083315470587606,
// 0.008490702616829548 and 1.5643e-10.
TEST(ExpectedGain, IsTheExpectedImprovementWhereNothingWasTransformed) {
  EXPECT_TRUE(test::near_rel(gain_below(itself, 1.0, 1.0, 2.0), 2.0 * 0.3989422804014327, 1e-3));
  EXPECT_TRUE(test::near_rel(gain_below(itself, 2.0, 0.0, 2.0), 2.0 * 1.0833154705876860, 1e-3));
  EXPECT_TRUE(test::near_rel(gain_below(itself, -2.0, 0.0, 1.0), 0.008490702616829548, 1e-3));
  EXPECT_EQ(gain_below(itself, -1.0, 100.0, 1.0), 0.0);
}

// tests/reference/samplers_prior.py integrates these.
TEST(ExpectedGain, IsInTheUnitsOfTheObjective) {
  const auto exponential = [](double y) { return std::exp(y); };
  EXPECT_TRUE(test::near_rel(gain_below(exponential, 0.3, 0.5, 0.4), 0.08774365667910745, 1e-3));
  EXPECT_TRUE(test::near_rel(gain_below(exponential, 0.3, 1.5, 0.2), 4.094259141607039e-11, 1e-3));
  EXPECT_TRUE(test::near_rel(gain_below(exponential, 0.3, 0.1, 1.0), 0.39589311593725773, 1e-3));
}

}  // namespace
}  // namespace hone::samplers
