// SPDX-License-Identifier: MIT
#include "hone/analysis/model_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"

namespace hone::analysis {
namespace {

constexpr Variant kPlain{false, false};
constexpr Variant kWarp{true, false};
constexpr Variant kOutput{false, true};
constexpr Variant kBoth{true, true};

/// Values of a function of two coordinates at random places.
model::Dataset sample(int count, const std::function<double(double, double, Rng&)>& f) {
  Rng rng(7);
  Eigen::MatrixXd x(count, 2);
  Eigen::VectorXd y(count);
  for (int i = 0; i < count; ++i) {
    x(i, 0) = rng.uniform();
    x(i, 1) = rng.uniform();
    y[i] = f(x(i, 0), x(i, 1), rng);
  }
  return {x, y};
}

double smooth(double a, double b) { return std::sin(4.0 * a) + (b - 0.3) * (b - 0.3); }

TEST(CompareModels, FindsThatAnExponentialWantsAnOutputTransform) {
  const model::Dataset data = sample(
      50, [](double a, double b, Rng& rng) { return std::exp(3.0 * smooth(a, b) + 0.3 * rng.normal()); });
  const ModelComparison models = compare_models(data, {.splits = 8});
  EXPECT_EQ(models.learned, 40);
  EXPECT_EQ(models.held_out, 10);
  const Gain gained = gain(models, kBoth, kWarp);
  EXPECT_GT(gained.log_likelihood, 10.0);
  EXPECT_GT(gained.corrected->mean, 0.2);
  EXPECT_LT(gained.corrected->p_two_sided, 0.05);
  EXPECT_EQ(judge(gained), GainVerdict::Helps);
  EXPECT_LT(gained.plain->p_two_sided, gained.corrected->p_two_sided);
  const Gain lost = gain(models, kWarp, kBoth);
  EXPECT_EQ(lost.log_likelihood, -gained.log_likelihood);
  EXPECT_EQ(judge(lost), GainVerdict::Hurts);
  EXPECT_EQ(lost.plain->t, -gained.plain->t);
}

TEST(CompareModels, FindsThatAWaveThatSlowsDownWantsAnInputWarp) {
  const model::Dataset data = sample(
      60, [](double a, double, Rng& rng) { return std::sin(12.0 * std::cbrt(a)) + 0.02 * rng.normal(); });
  const ModelComparison models = compare_models(data, {.splits = 8});
  EXPECT_GT(gain(models, kWarp, kPlain).log_likelihood, 3.0);
  EXPECT_GT(gain(models, kWarp, kPlain).plain->mean, 0.0);
  const FittedModel fitted = fit_and_calibrate(data, kWarp, {});
  ASSERT_EQ(fitted.warps.size(), 2u);
  EXPECT_GT(fitted.warps[0].at(0.1), 0.2);  // what is close to 0 is drawn apart
  EXPECT_GT(fitted.warps[0].largest_move(), 0.1);
}

TEST(CompareModels, ChangesWithTheUnitOfTheValuesAsADensityMust) {
  const auto f = [](double a, double b, Rng& rng) { return std::exp(smooth(a, b) + 0.1 * rng.normal()); };
  const model::Dataset data = sample(30, f);
  constexpr double kUnit = 1024.0;
  const model::Dataset larger(data.points().x, data.y() * kUnit);
  const ModelComparison a = compare_models(data, {.splits = 2});
  const ModelComparison b = compare_models(larger, {.splits = 2});
  for (const Variant variant : {kPlain, kWarp, kOutput, kBoth}) {
    EXPECT_NEAR(b.of(variant).log_likelihood, a.of(variant).log_likelihood - 30.0 * std::log(kUnit), 1e-3);
    EXPECT_NEAR(b.of(variant).held_out[0], a.of(variant).held_out[0] - std::log(kUnit), 1e-3);
  }
}

TEST(Calibration, HoldsForASmoothFunctionWithNoise) {
  const auto f = [](double a, double b, Rng& rng) { return smooth(a, b) + 0.1 * rng.normal(); };
  const FittedModel fitted = fit_and_calibrate(sample(80, f), kBoth, {});
  const Calibration& c = fitted.calibration;
  EXPECT_FALSE(fitted.instead_of_ranks);
  for (const Coverage& coverage : c.coverage) {
    EXPECT_LE(coverage.low, coverage.share) << coverage.level;
    EXPECT_GE(coverage.high, coverage.share) << coverage.level;
  }
  EXPECT_EQ(judge(c), CalibrationVerdict::Good);
  EXPECT_NEAR(c.residual_mean, 0.0, 0.3);
  EXPECT_NEAR(c.residual_deviation, 1.0, 0.3);
  EXPECT_GT(c.rank_correlation, 0.9);
  EXPECT_GT(c.correlation, 0.9);
  for (std::size_t i = 0; i < c.actual.size(); ++i) {
    EXPECT_LT(c.low[i], c.predicted[i]);
    EXPECT_GT(c.high[i], c.predicted[i]);
  }
}

TEST(Calibration, FindsNothingWhereThereIsNothing) {
  const FittedModel fitted =
      fit_and_calibrate(sample(80, [](double, double, Rng& rng) { return rng.normal(); }), kBoth, {});
  EXPECT_LT(fitted.calibration.rank_correlation, 0.3);
}

TEST(Coverage, KnowsWhatChanceAllows) {
  const FittedModel fitted =
      fit_and_calibrate(sample(10, [](double a, double, Rng&) { return a; }), kPlain, {});
  // scipy.stats.binom(10, p).ppf([0.025, 0.975]) is 2, 8 at p = 0.5, and 5, 10 at p = 0.8.
  EXPECT_DOUBLE_EQ(fitted.calibration.coverage[0].low, 0.2);
  EXPECT_DOUBLE_EQ(fitted.calibration.coverage[0].high, 0.8);
  EXPECT_DOUBLE_EQ(fitted.calibration.coverage[1].low, 0.5);
  EXPECT_DOUBLE_EQ(fitted.calibration.coverage[1].high, 1.0);
}

TEST(Coverage, IsJudgedByWhatChanceAllows) {
  Calibration c;
  c.coverage = {Coverage{0.5, 0.5, 0.4, 0.6}, Coverage{0.8, 0.8, 0.7, 0.9}, Coverage{0.95, 0.95, 0.9, 1.0}};
  EXPECT_EQ(judge(c), CalibrationVerdict::Good);
  c.coverage[0].share = 0.7;
  EXPECT_EQ(judge(c), CalibrationVerdict::Cautious);
  c.coverage[2].share = 0.8;
  EXPECT_EQ(judge(c), CalibrationVerdict::Overconfident);
}

TEST(ModelCheck, StandsOutliersManyPointsAndTies) {
  const auto wild = [](double a, double b, Rng& rng) {
    return rng.chance(0.1) ? 6e18 : std::floor(3.0 * smooth(a, b));
  };
  const ModelCheckOptions options{.splits = 2, .max_points = 40, .max_leave_out = 50};
  const model::Dataset data = sample(120, wild);
  const ModelComparison models = compare_models(data, options);
  EXPECT_EQ(models.observations, 50);
  EXPECT_EQ(models.learned + models.held_out, 40);
  for (const ModelScore& score : models.models) {
    EXPECT_TRUE(std::isfinite(score.log_likelihood));
    for (const double density : score.held_out) EXPECT_FALSE(std::isnan(density));
  }
  const FittedModel fitted = fit_and_calibrate(data, kBoth, options);
  for (const double value : fitted.calibration.high) EXPECT_TRUE(std::isfinite(value));
}

TEST(ModelCheck, SaysWhyDataTellNothing) {
  const auto slope = [](double a, double, Rng&) { return a; };
  EXPECT_EQ(unfit_for_models(sample(10, slope)), "");
  EXPECT_EQ(unfit_for_models(sample(1, slope)), "1 trial has a value, and a model needs at least 10");
  EXPECT_EQ(unfit_for_models(sample(20, [](double, double, Rng&) { return 3.0; })),
            "all trials have the same value");
  EXPECT_EQ(unfit_for_models({Eigen::MatrixXd(12, 0), Eigen::VectorXd::LinSpaced(12, 0.0, 1.0)}),
            "no parameter varies");
  EXPECT_THROW(compare_models(sample(3, slope), {}), Error);
}

TEST(Warp, IsTheKumaraswamyDistributionFunction) {
  const Warp warp{.column = 0, .a = 2.0, .b = 3.0};
  EXPECT_DOUBLE_EQ(warp.at(0.5), 1.0 - std::pow(0.75, 3.0));
  EXPECT_EQ(warp.at(0.0), 0.0);
  EXPECT_EQ(warp.at(1.0), 1.0);
  EXPECT_NEAR(Warp{}.largest_move(), 0.0, 1e-15);
}

}  // namespace
}  // namespace hone::analysis
