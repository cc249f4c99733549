// SPDX-License-Identifier: MIT
#include "hone/numeric/power_transform.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "reference/numeric_power.hpp"
#include "support/near.hpp"

namespace hone::numeric {
namespace {

using test::near_rel;

Eigen::VectorXd column_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

TEST(PowerTransform, MatchesScipyForEveryLambda) {
  for (const auto& row : test::kPowerValues) {
    if (row.x > 0.0) {
      EXPECT_TRUE(near_rel(box_cox(row.x, row.lambda), row.box_cox, 1e-13)) << row.x << " ^ " << row.lambda;
    }
    EXPECT_TRUE(near_rel(yeo_johnson(row.x, row.lambda), row.yeo_johnson, 1e-13))
        << row.x << " ^ " << row.lambda;
  }
}

TEST(PowerTransform, FitsTheLambdaAndLikelihoodOfScipy) {
  for (const auto& sample : test::kPowerSamples) {
    const Eigen::VectorXd y = column_of(sample.y);
    const auto tolerance = [](double lambda) { return 1e-6 * std::max(1.0, std::abs(lambda)); };
    if (!std::isnan(sample.box_cox_lambda)) {
      const PowerFit fit = fit_box_cox(y);
      EXPECT_NEAR(fit.lambda, sample.box_cox_lambda, tolerance(fit.lambda)) << sample.name;
      EXPECT_NEAR(fit.log_likelihood, sample.box_cox_log_likelihood, 1e-8) << sample.name;
      EXPECT_NEAR(box_cox_log_likelihood(y, sample.box_cox_lambda), sample.box_cox_log_likelihood, 1e-8)
          << sample.name;
    }
    const PowerFit fit = fit_yeo_johnson(y);
    EXPECT_NEAR(fit.lambda, sample.yeo_johnson_lambda, tolerance(fit.lambda)) << sample.name;
    EXPECT_NEAR(fit.log_likelihood, sample.yeo_johnson_log_likelihood, 1e-8) << sample.name;
  }
}

RC_GTEST_PROP(PowerTransform, InverseReturns, ()) {
  const double lambda = *rc::gen::map(rc::gen::inRange(-400, 400), [](int k) { return k * 0.01; });
  const double x = *rc::gen::map(rc::gen::inRange(-3000, 3000), [](int k) { return k * 0.001; });
  RC_ASSERT(near_rel(yeo_johnson_inverse(yeo_johnson(x, lambda), lambda), x, 1e-10));
  const double positive = std::exp(x);
  RC_ASSERT(near_rel(box_cox_inverse(box_cox(positive, lambda), lambda), positive, 1e-7));
}

RC_GTEST_PROP(PowerTransform, SlopeIsTheDerivative, ()) {
  const double lambda = *rc::gen::map(rc::gen::inRange(-30, 50), [](int k) { return k * 0.1; });
  const double x = *rc::gen::map(rc::gen::inRange(-30, 30), [](int k) { return 0.05 + k * 0.1; });
  const double h = 1e-5;
  const double by_difference = (yeo_johnson(x + h, lambda) - yeo_johnson(x - h, lambda)) / (2.0 * h);
  RC_ASSERT(near_rel(std::exp(yeo_johnson_log_slope(x, lambda)), by_difference, 1e-7));
  const double positive = std::abs(x) + 0.1;
  const double again = (box_cox(positive + h, lambda) - box_cox(positive - h, lambda)) / (2.0 * h);
  RC_ASSERT(near_rel(std::exp(box_cox_log_slope(positive, lambda)), again, 1e-5));
}

TEST(PowerTransform, LikelihoodDoesNotOverflow) {
  // Powers of these data overflow from lambda = 1.03 on; the likelihood is still smooth in lambda.
  const Eigen::VectorXd y = (Eigen::VectorXd(5) << 1e-300, 1e-100, 3.0, 1e100, 1e300).finished();
  double before = box_cox_log_likelihood(y, 0.5);
  for (double lambda = 1.0; lambda < 50.0; lambda += 0.5) {
    const double now = box_cox_log_likelihood(y, lambda);
    ASSERT_TRUE(std::isfinite(now)) << lambda;
    EXPECT_LT(now, before) << lambda;
    before = now;
  }
  const Eigen::VectorXd signed_y = (Eigen::VectorXd(5) << -1e300, -2.0, 3.0, 1e100, 1e300).finished();
  for (double lambda = -40.0; lambda < 50.0; lambda += 0.5) {
    EXPECT_TRUE(std::isfinite(yeo_johnson_log_likelihood(signed_y, lambda))) << lambda;
  }
}

TEST(PowerTransform, LambdaDoesNotDependOnTheUnitOfBoxCox) {
  const Eigen::VectorXd y = column_of(test::kPowerSamples[0].y);
  const double lambda = fit_box_cox(y).lambda;
  for (const double scale : {1e-290, 1e-9, 1e18, 1e290}) {
    EXPECT_NEAR(fit_box_cox(scale * y).lambda, lambda, 1e-7) << scale;
  }
}

TEST(PowerTransform, OfFewerThanTwoDifferentValuesIsLeftAlone) {
  EXPECT_EQ(fit_box_cox(Eigen::VectorXd::Constant(1, 3.0)).lambda, 1.0);
  EXPECT_EQ(fit_yeo_johnson(Eigen::VectorXd::Constant(5, -3.0)).lambda, 1.0);
  EXPECT_EQ(fit_yeo_johnson(Eigen::VectorXd()).lambda, 1.0);
}

}  // namespace
}  // namespace hone::numeric
