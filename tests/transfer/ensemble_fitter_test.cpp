// SPDX-License-Identifier: MIT
#include "hone/transfer/ensemble_fitter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/gp/fitter.hpp"

namespace hone::transfer {
namespace {

using Eigen::VectorXd;

model::Points grid(int n) { return {VectorXd::LinSpaced(n, 0.0, 1.0), {}}; }

model::Dataset data_of(int n, const std::function<double(double)>& f) {
  const model::Points points = grid(n);
  return {model::unit_cube(1), points, points.x.col(0).unaryExpr(f)};
}

std::shared_ptr<const model::Fitter> plain() {
  return std::make_shared<const gp::GpFitter>(gp::FitOptions{});
}

BaseModel base_of(const std::string& name, const std::function<double(double)>& f) {
  model::Dataset data = data_of(25, f);
  VectorXd y = data.y().array() - data.y().mean();
  y /= std::sqrt(y.squaredNorm() / static_cast<double>(y.size()));
  std::vector<double> memory;
  return {name, plain()->fit({data.columns(), data.points(), y}, 1, memory)};
}

double valley(double x) { return 100.0 + 30.0 * (x - 0.7) * (x - 0.7); }

// A source that knows the shape gets the weight while the target has seen little; one that has it upside down
// gets none.
TEST(EnsembleFitter, TrustsTheSourceThatRanksLikeTheTarget) {
  const std::vector<BaseModel> bases = {base_of("same", [](double x) { return std::sqrt(valley(x)); }),
                                        base_of("inverted", [](double x) { return -valley(x); })};
  const model::Dataset seen = data_of(5, valley);
  std::vector<double> memory;
  const auto target = plain()->fit(seen, 3, memory);
  for (const auto rule : {TargetRule::Observed, TargetRule::LeftOut, TargetRule::OneModel}) {
    VectorXd mean = VectorXd::Zero(3);  // over the drops, which are drawn
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const VectorXd weights =
          ensemble_weights(bases, *target, seen, {.target = rule, .samples = 500, .horizon = 50}, seed)
              .weights;
      ASSERT_NEAR(weights.sum(), 1.0, 1e-12);
      mean += weights / 50.0;
    }
    EXPECT_GT(mean[0], 0.5);
    EXPECT_LT(mean[1], 0.05);
  }
}

// A source that ranks perfectly weighs as much as the target. Its range stands for the target's.
TEST(EnsembleFitter, MayBringSourcesToTheTargetByTheirRanges) {
  BaseModel base = base_of("same", [](double x) { return std::sqrt(valley(x)); });
  base.least = -1.25;
  base.most = 2.75;
  const model::Dataset seen = data_of(5, valley);
  const EnsembleOptions options{.rule = WeightRule::Kernel, .scaling = SourceScaling::Range};
  std::vector<double> memory, own_memory;
  const auto ensemble = EnsembleFitter(plain(), {base}, options).fit(seen, 3, memory);
  const auto own = plain()->fit(seen, 3, own_memory);
  const double low = seen.y().minCoeff(), range = seen.y().maxCoeff() - low;
  const VectorXd source = base.model->expect(grid(9)), target = own->expect(grid(9));
  const VectorXd told = ensemble->expect(grid(9));
  for (Eigen::Index i = 0; i < 9; ++i)
    EXPECT_NEAR(told[i], 0.5 * (low + range * (source[i] + 1.25) / 4.0) + 0.5 * target[i], 1e-9);
}

// With the rule of `hebo` nothing is left to chance: the one is never dropped, not even near the horizon, and
// the other always.
TEST(EnsembleFitter, DropsByTheMajorityOfSamples) {
  const std::vector<BaseModel> bases = {base_of("same", [](double x) { return std::sqrt(valley(x)); }),
                                        base_of("inverted", [](double x) { return -valley(x); })};
  const model::Dataset seen = data_of(5, [](double x) { return valley(x + 0.01); });
  std::vector<double> memory;
  const auto target = plain()->fit(seen, 3, memory);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Weighing weighing = ensemble_weights(
        bases, *target, seen, {.samples = 500, .drop = DropRule::Majority, .beat_chance = true, .horizon = 6},
        seed);
    EXPECT_EQ(weighing.dropped[0], false);
    EXPECT_EQ(weighing.dropped[1], true);
    EXPECT_GT(weighing.weights[0], 0.5);
    EXPECT_EQ(weighing.weights[1], 0.0);
  }
}

TEST(EnsembleFitter, SharesEquallyBeforeThreeObservations) {
  const std::vector<BaseModel> bases = {base_of("a", valley), base_of("b", valley), base_of("c", valley)};
  const model::Dataset seen = data_of(2, valley);
  std::vector<double> memory;
  const auto target = plain()->fit(seen, 3, memory);
  EXPECT_EQ(ensemble_weights(bases, *target, seen, {}, 3).weights, VectorXd::Constant(4, 0.25));
}

// At the horizon every source is dropped: what is left is the plain process, to the last bit.
TEST(EnsembleFitter, IsTheTargetsOwnModelWhenNobodyElseHasAWeight) {
  const std::vector<BaseModel> bases = {base_of("inverted", [](double x) { return -valley(x); })};
  const model::Dataset seen = data_of(8, valley);
  std::vector<double> alone_memory, memory;
  const auto alone = plain()->fit(seen, 3, alone_memory);
  const auto ensemble = EnsembleFitter(plain(), bases, {.horizon = 8}).fit(seen, 3, memory);
  EXPECT_EQ(memory, alone_memory);
  EXPECT_EQ(ensemble->predict(grid(11)).mean, alone->predict(grid(11)).mean);
  EXPECT_EQ(ensemble->predict(grid(11)).variance, alone->predict(grid(11)).variance);
}

TEST(EnsembleFitter, SpeaksInTheUnitsOfTheTarget) {
  const auto ensemble = EnsembleFitter(plain(), {base_of("same", valley)}, {})
                            .fit(data_of(4, valley), 3, *std::make_unique<std::vector<double>>());
  const VectorXd mean = ensemble->predict(grid(21)).mean;
  Eigen::Index best = 0;
  mean.minCoeff(&best);
  EXPECT_NEAR(static_cast<double>(best) / 20.0, 0.7, 0.1);
  EXPECT_GT(mean.minCoeff(), 95.0);
  EXPECT_LT(mean.maxCoeff(), 125.0);
}

class WeightedModelsTest : public testing::Test {
 protected:
  WeightedModelsTest() {
    std::vector<double> memory;
    target_ = plain()->fit(data_of(6, valley), 3, memory);
    base_ = base_of("other", [](double x) { return std::sin(6.0 * x); }).model;
  }
  WeightedModels made(EnsembleVariance variance) const {
    return WeightedModels({{base_, 0.3, 110.0, 5.0}, {target_, 0.7}}, variance);
  }
  std::shared_ptr<const model::Surrogate> target_, base_;
};

TEST_F(WeightedModelsTest, AddsMeansByWeightAndVariancesByItsSquare) {
  const auto b = base_->predict(grid(7)), t = target_->predict(grid(7));
  const auto all = made(EnsembleVariance::All).predict(grid(7));
  const auto own = made(EnsembleVariance::Target).predict(grid(7));
  for (Eigen::Index i = 0; i < 7; ++i) {
    EXPECT_NEAR(all.mean[i], 0.3 * (110.0 + 5.0 * b.mean[i]) + 0.7 * t.mean[i], 1e-10);
    EXPECT_NEAR(all.variance[i], 0.09 * 25.0 * b.variance[i] + 0.49 * t.variance[i], 1e-10);
    EXPECT_NEAR(own.mean[i], all.mean[i], 1e-12);
    EXPECT_NEAR(own.variance[i], t.variance[i], 1e-12);
  }
}

TEST_F(WeightedModelsTest, GradientsAreThoseOfFiniteDifferences) {
  for (const auto rule : {EnsembleVariance::All, EnsembleVariance::Target}) {
    const WeightedModels models = made(rule);
    const auto at = [](double x) { return model::Points{Eigen::MatrixXd::Constant(1, 1, x), {}}; };
    for (const double x : {0.13, 0.52, 0.88}) {
      const auto gradient = models.predict_with_gradient(at(x));
      ASSERT_TRUE(gradient);
      constexpr double h = 1e-5;
      const auto up = models.predict(at(x + h)), down = models.predict(at(x - h));
      EXPECT_NEAR(gradient->mean(0, 0), (up.mean[0] - down.mean[0]) / (2 * h), 1e-4);
      EXPECT_NEAR(gradient->variance(0, 0), (up.variance[0] - down.variance[0]) / (2 * h), 1e-4);
    }
  }
}

TEST_F(WeightedModelsTest, JointVariancesAreTheSingleOnes) {
  for (const auto rule : {EnsembleVariance::All, EnsembleVariance::Target}) {
    const auto joint = made(rule).predict_jointly(grid(7));
    ASSERT_TRUE(joint);
    const auto single = made(rule).predict(grid(7));
    for (Eigen::Index i = 0; i < 7; ++i) EXPECT_NEAR(joint->covariance(i, i), single.variance[i], 1e-9);
  }
}

TEST_F(WeightedModelsTest, BelievingKeepsMeansAndShrinksDoubt) {
  const WeightedModels models = made(EnsembleVariance::All);
  const model::Points pending{Eigen::MatrixXd::Constant(1, 1, 0.5), {}};
  const auto believed = models.believe(pending);
  const auto before = models.predict(grid(5)), after = believed->predict(grid(5));
  for (Eigen::Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(after.mean[i], before.mean[i], 1e-6);
    EXPECT_LE(after.variance[i], before.variance[i] + 1e-12);
  }
  EXPECT_LT(after.variance[2], 0.5 * before.variance[2] + 1e-6);
}

}  // namespace
}  // namespace hone::transfer
