// SPDX-License-Identifier: MIT
#include "hone/gp/prior.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.hpp"

namespace hone::gp {
namespace {

struct PriorReference {
  double p;
  double log_normal;  // LogNormal(0.3, 0.75)
  double gamma;       // Gamma(0.5, rate 2)
};
// SciPy; tests/reference/gp_acquisition.py prints this table.
constexpr PriorReference kPriorReferences[] = {{0.01, -22.01854050831418, -2.5483764456387727},
                                               {0.7, -1.014564889194614, -1.8041288246140934},
                                               {3.0, -1.1981734275188611, -5.676485208310672}};

TEST(Prior, DensitiesEqualScipy) {
  for (const auto& [p, log_normal, gamma] : kPriorReferences) {
    EXPECT_TRUE(test::near_rel(Prior::log_normal(0.3, 0.75).log_density(std::log(p)), log_normal, 1e-12));
    EXPECT_TRUE(test::near_rel(Prior::gamma(0.5, 2.0).log_density(std::log(p)), gamma, 1e-12));
  }
}

TEST(Prior, SlopesAreDerivativesOfTheDensities) {
  for (const Prior& prior : {Prior(), Prior::log_normal(-1.0, 0.5), Prior::gamma(0.5, 1.0),
                             Prior::uniform(-4.0, 2.0), Prior::horseshoe(0.1)}) {
    for (const double at : {-3.0, -0.2, 1.5}) {
      const double h = 1e-6;
      const double difference = (prior.log_density(at + h) - prior.log_density(at - h)) / (2 * h);
      EXPECT_NEAR(prior.slope(at), difference, 1e-7);
    }
  }
}

TEST(Prior, TheModeIsWhereTheSlopeVanishes) {
  for (const Prior& prior : {Prior::log_normal(-1.0, 0.5), Prior::gamma(0.5, 2.0).scaled(3.0)}) {
    EXPECT_NEAR(prior.slope(prior.mode(0.0)), 0.0, 1e-12);
  }
  EXPECT_EQ(Prior().mode(0.7), 0.7);
}

// log(log(1 + 3 (0.1 / p)²)), computed with 50 digits.
TEST(Prior, TheHorseshoeHoldsFarFromItsScale) {
  const Prior prior = Prior::horseshoe(0.1);
  EXPECT_TRUE(test::near_rel(prior.log_density(std::log(1e-8)), 3.5066020040648076, 1e-12));
  EXPECT_TRUE(test::near_rel(prior.log_density(std::log(0.1)), 0.326634259978281, 1e-12));
  EXPECT_TRUE(test::near_rel(prior.log_density(std::log(7.0)), -7.398684239815801, 1e-12));
}

TEST(Prior, AUniformBeliefBringsTheModeIntoItsRange) {
  const Prior prior = Prior::uniform(-4.0, 2.0).scaled(std::exp(1.0));
  EXPECT_NEAR(prior.low(), -3.0, 1e-12);
  EXPECT_NEAR(prior.high(), 3.0, 1e-12);
  EXPECT_EQ(prior.mode(0.5), 0.5);
  EXPECT_NEAR(prior.mode(7.0), 3.0, 1e-12);
}

TEST(Prior, ScalingMovesTheModeByTheFactor) {
  for (const Prior& prior : {Prior::log_normal(-1.0, 0.5), Prior::gamma(0.5, 2.0)}) {
    EXPECT_NEAR(prior.scaled(4.0).mode(0.0) - prior.mode(0.0), std::log(4.0), 1e-12);
  }
}

}  // namespace
}  // namespace hone::gp
