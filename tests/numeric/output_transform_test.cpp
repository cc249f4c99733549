// SPDX-License-Identifier: MIT
#include "hone/numeric/output_transform.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "reference/numeric_copula.hpp"
#include "reference/numeric_power.hpp"
#include "support/near.hpp"

namespace hone::numeric {
namespace {

using Eigen::VectorXd;

constexpr OutputRule kRules[] = {OutputRule::Robust, OutputRule::Published,  OutputRule::Plain,
                                 OutputRule::BoxCox, OutputRule::YeoJohnson, OutputRule::Ranks};

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::string shape_name(OutputShape shape) {
  switch (shape) {
    case OutputShape::BoxCox:
      return "box-cox";
    case OutputShape::YeoJohnson:
      return "yeo-johnson";
    case OutputShape::Ranks:
      return "ranks";
    default:
      return "plain";
  }
}

TEST(OutputTransform, EqualsTheStandardisedTransformOfScikitLearn) {
  for (const auto& sample : test::kPowerSamples) {
    const VectorXd y = vector_of(sample.y);
    const auto transform = OutputTransform::fit(y, {.rule = OutputRule::Published});
    const VectorXd z = transform.apply(y);
    // Its lambda is right to about 1e-8, which shows in z.
    for (std::size_t i = 0; i < sample.y.size(); ++i) {
      EXPECT_NEAR(z[static_cast<Eigen::Index>(i)], sample.standardised[i], 2e-6) << sample.name;
    }
    EXPECT_EQ(shape_name(transform.shape()), sample.shape) << sample.name;
  }
}

TEST(OutputTransform, IsThePublishedOneForOrdinaryData) {
  for (const auto& sample : test::kPowerSamples) {
    const VectorXd y = vector_of(sample.y);
    const auto robust = OutputTransform::fit(y);
    const auto published = OutputTransform::fit(y, {.rule = OutputRule::Published});
    if (published.shape() == OutputShape::Plain) continue;  // it gave up where we need not
    EXPECT_EQ(robust.lambda(), published.lambda()) << sample.name;
    EXPECT_EQ(robust.apply(y), published.apply(y)) << sample.name;
  }
}

// The scales and shapes that have broken other programs.
rc::Gen<VectorXd> any_outputs() {
  return rc::gen::exec([] {
    const int n = *rc::gen::inRange(1, 40);
    const int kind = *rc::gen::inRange(0, 7);
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    VectorXd y(n);
    for (double& value : y) {
      const double x = rng.normal();
      switch (kind) {
        case 0:
          value = x;
          break;
        case 1:
          value = std::exp(200.0 * x);
          break;
        case 2:
          value = std::copysign(std::exp(100.0 * std::abs(x)), x);
          break;
        case 3:
          value = 1e300 * x;
          break;
        case 4:
          value = 1e-300 * x;
          break;
        case 5:
          value = 1e6 + 1e-3 * x;
          break;
        default:
          value = std::round(x);
          break;
      }
      value = std::clamp(value, -1.7e308, 1.7e308);
    }
    if (*rc::gen::arbitrary<bool>()) y[0] = 6e18;
    return y;
  });
}

RC_GTEST_PROP(OutputTransform, StandardisesWhateverIsFinite, ()) {
  const VectorXd y = *any_outputs();
  const OutputRule rule = *rc::gen::elementOf(std::vector<OutputRule>(std::begin(kRules), std::end(kRules)));
  const auto transform = OutputTransform::fit(y, {.rule = rule});
  const VectorXd z = transform.apply(y);
  RC_ASSERT(z.allFinite());
  RC_ASSERT(std::abs(z.mean()) < 1e-6);
  const double variance = (z.array() - z.mean()).square().mean();
  const double expected = y.maxCoeff() == y.minCoeff() ? 0.0 : 1.0;
  RC_ASSERT(std::abs(variance - expected) < 1e-6);
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    for (Eigen::Index j = 0; j < y.size(); ++j) {
      if (y[i] < y[j]) RC_ASSERT(z[i] <= z[j] + 1e-12);
    }
  }
}

RC_GTEST_PROP(OutputTransform, RobustKeepsTheBulkApart, ()) {
  const int n = *rc::gen::inRange(10, 60);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  VectorXd y(n);
  for (double& value : y) value = rng.normal();
  y[*rc::gen::inRange(0, n)] = *rc::gen::element(6e18, -6e18, 1e300, 1e6);
  const auto transform = OutputTransform::fit(y);
  VectorXd z = transform.apply(y);
  std::sort(z.begin(), z.end());
  RC_ASSERT(z[n - 2] - z[1] > 0.1);
}

RC_GTEST_PROP(OutputTransform, InverseReturns, ()) {
  const int n = *rc::gen::inRange(2, 40);
  const bool positive = *rc::gen::arbitrary<bool>();
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  VectorXd y(n);
  for (double& value : y) value = positive ? std::exp(rng.normal()) : 3.0 * rng.normal() + 1.0;
  for (const OutputRule rule : kRules) {
    const auto transform =
        OutputTransform::fit(y, {.rule = rule, .winsorise_above = 1.5, .winsorise_below = 1.5});
    const VectorXd back = transform.inverse(transform.apply(y));
    for (Eigen::Index i = 0; i < n; ++i) RC_ASSERT(std::abs(back[i] - y[i]) < 1e-6 * (1.0 + std::abs(y[i])));
  }
}

RC_GTEST_PROP(OutputTransform, SlopeIsTheDerivative, ()) {
  const bool positive = *rc::gen::arbitrary<bool>();
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  VectorXd y(20);
  for (double& value : y) value = positive ? 0.5 + std::exp(rng.normal()) : 3.0 * rng.normal();
  for (const OutputRule rule : kRules) {
    if (rule == OutputRule::Ranks) continue;  // has corners at the data
    const auto transform = OutputTransform::fit(y, {.rule = rule, .winsorise_above = 1.0});
    for (const double at : y) {
      const double h = 1e-6;
      const double by_difference = (transform.apply(at + h) - transform.apply(at - h)) / (2.0 * h);
      RC_ASSERT(test::near_rel(std::exp(transform.log_slope(at)), by_difference, 1e-4));
    }
  }
}

TEST(OutputTransform, InverseStaysFiniteBeyondTheRange) {
  const VectorXd y =
      vector_of(test::kPowerSamples[5].y);  // an outlier, so lambda is negative and the range bounded
  for (const OutputRule rule : kRules) {
    const auto transform = OutputTransform::fit(y, {.rule = rule});
    for (const double z : {-1e6, -30.0, 30.0, 1e6}) EXPECT_TRUE(std::isfinite(transform.inverse(z)));
    for (const double at : {-1.0, 0.0, 1e-3, 1e9}) EXPECT_TRUE(std::isfinite(transform.apply(at)));
  }
}

TEST(OutputTransform, OfOneOrEqualValuesIsZero) {
  for (const OutputRule rule : kRules) {
    for (const double value : {0.0, -0.0, 0.1, -7.0, 1e300, 1e-310}) {
      for (const Eigen::Index n : {1, 2, 7}) {
        const VectorXd y = VectorXd::Constant(n, value);
        const auto transform = OutputTransform::fit(y, {.rule = rule});
        EXPECT_EQ(transform.apply(y), VectorXd::Zero(n));
        EXPECT_EQ(transform.inverse(0.0), value);
      }
    }
  }
  EXPECT_EQ(OutputTransform::fit(VectorXd()).apply(2.5), 2.5);
}

TEST(OutputTransform, DrawsOutliersInAndKeepsTheirOrder) {
  VectorXd y = VectorXd::LinSpaced(21, -1.0, 1.0);
  y[20] = 6e18;
  y[19] = 1e6;
  const auto transform = OutputTransform::fit(y, {.rule = OutputRule::Plain, .winsorise_above = 2.0});
  const VectorXd z = transform.apply(y);
  EXPECT_LT(z[20], 5.0);
  EXPECT_GT(z[20], z[19]);
  EXPECT_GT(z[19], z[18]);
  EXPECT_GT(z[15] - z[5], 0.05);
  EXPECT_TRUE(test::near_rel(transform.inverse(z[20]), 6e18, 1e-10));
}

TEST(OutputTransform, RanksShareTies) {
  const auto transform =
      OutputTransform::fit(vector_of({3.0, 1.0, 3.0, 9e99, 1.0}), {.rule = OutputRule::Ranks});
  const VectorXd z = transform.apply(vector_of({1.0, 2.0, 3.0, 9e99}));
  EXPECT_EQ(transform.shape(), OutputShape::Ranks);
  EXPECT_NEAR(z[1], 0.5 * (z[0] + z[2]), 1e-15);
  EXPECT_LT(z[2], z[3]);
}

// Easom's function far from its minimum: half of the smallest number is 0.
TEST(OutputTransform, RanksTellTheSmallestNumbersApart) {
  const double least = 5e-324;
  const VectorXd y = vector_of({-3 * least, -2 * least, -least, 0.0, least});
  const auto transform = OutputTransform::fit(y, {.rule = OutputRule::Ranks});
  const VectorXd z = transform.apply(y);
  for (Eigen::Index i = 1; i < y.size(); ++i) EXPECT_GT(z[i], z[i - 1]) << i;
  EXPECT_NEAR(z[2], 0.0, 1e-12);
}

TEST(OutputTransform, CopulaEqualsThatOfSciPy) {
  for (const auto& sample : test::kCopulaSamples) {
    const VectorXd y = vector_of(sample.y);
    const VectorXd z = OutputTransform::fit(y, {.rule = OutputRule::Copula}).apply(y);
    for (std::size_t i = 0; i < sample.y.size(); ++i)
      EXPECT_NEAR(z[static_cast<Eigen::Index>(i)], sample.z[i], 1e-14) << sample.y.size() << " data, " << i;
  }
}

// Bit for bit, whatever an increasing map does to the values, as long as it keeps them apart.
TEST(OutputTransform, CopulaSeesRanksAlone) {
  Rng rng(3);
  VectorXd y(150);
  for (double& value : y) value = rng.normal();
  const auto copula = [](const VectorXd& x) {
    return VectorXd(OutputTransform::fit(x, {.rule = OutputRule::Copula}).apply(x));
  };
  const VectorXd z = copula(y);
  EXPECT_EQ(copula(1e3 + 1e-5 * y.array()), z);
  EXPECT_EQ(copula((200.0 * y.array()).exp()), z);
  EXPECT_EQ(copula(1e-300 * y), z);
  EXPECT_EQ(copula(VectorXd::Constant(4, 7.0)), VectorXd(VectorXd::Zero(4)));
  EXPECT_EQ(copula(VectorXd::Constant(1, -2.0)), VectorXd(VectorXd::Zero(1)));
}

TEST(OutputTransform, RefusesWhatIsNotANumber) {
  EXPECT_THROW(OutputTransform::fit(vector_of({1.0, NAN})), Error);
  EXPECT_THROW(OutputTransform::fit(vector_of({INFINITY, 1.0})), Error);
}

}  // namespace
}  // namespace hone::numeric
