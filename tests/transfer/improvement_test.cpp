// SPDX-License-Identifier: MIT
#include "hone/transfer/improvement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hone/gp/fitter.hpp"
#include "hone/transfer/ensemble_rule.hpp"
#include "hone/transfer/weight_notes.hpp"

namespace hone::transfer {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using OfSources = WeightedImprovement::OfSources;

model::Points on_grid(int n) { return {VectorXd::LinSpaced(n, 0.03, 0.97), {}}; }

std::shared_ptr<const model::Surrogate> process(int n, double (*f)(double)) {
  const model::Points points = on_grid(n);
  std::vector<double> memory;
  return gp::GpFitter({}).fit({model::unit_cube(1), points, points.x.col(0).unaryExpr(f)}, 1, memory);
}

double ripple(double x) { return std::sin(7.0 * x); }
double dip(double x) { return 6.0 * (x - 0.6) * (x - 0.6); }

class ImprovementTest : public testing::Test {
 protected:
  ImprovementTest()
      : source_(process(9, ripple)),
        target_(process(5, dip)),
        models_({{source_, 0.3, 1.5, 2.0, source_->expect(on_grid(5)).minCoeff()},
                 {target_, 0.7, 0.0, 1.0, target_->expect(on_grid(5)).minCoeff()}},
                EnsembleVariance::All, {.seen = on_grid(5), .deviation = 2.0}) {}

  std::shared_ptr<const model::Surrogate> source_, target_;
  WeightedModels models_;
  Rng rng_{1};
};

// E max(0, best - f), from the definition: by Simpson's rule over the density of f.
double slow_expected_improvement(double mean, double variance, double best) {
  const double s = std::sqrt(variance);
  constexpr int kSteps = 20000;
  double sum = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const double z = -12.0 + 24.0 * i / kSteps;
    const double gain = std::max(0.0, best - mean - s * z) * std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI);
    sum += gain * (i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
  }
  return sum * 24.0 / kSteps / 3.0;
}

TEST_F(ImprovementTest, TheMixtureIsTheWeightedSumInStandardDeviationsOfEach) {
  const model::Points points = on_grid(13);
  const VectorXd scores = WeightedImprovement(models_, {OfSources::Expected})(points, rng_).col(0);
  const auto s = source_->predict(points), t = target_->predict(points);
  const double source_best = source_->expect(on_grid(5)).minCoeff();
  const double target_best = target_->expect(on_grid(5)).minCoeff();
  for (Eigen::Index i = 0; i < scores.size(); ++i) {
    const double sum = 0.3 * slow_expected_improvement(s.mean[i], s.variance[i], source_best) +
                       0.7 * slow_expected_improvement(t.mean[i], t.variance[i], target_best) / 2.0;
    EXPECT_NEAR(std::exp(-scores[i]), sum, 1e-5 + 1e-4 * sum);
  }
}

TEST_F(ImprovementTest, TheTransferFunctionTakesTheMeansOfSources) {
  const model::Points points = on_grid(13);
  const VectorXd scores = WeightedImprovement(models_, {OfSources::Predicted})(points, rng_).col(0);
  const auto s = source_->predict(points), t = target_->predict(points);
  const double source_best = source_->expect(on_grid(5)).minCoeff();
  const double target_best = target_->expect(on_grid(5)).minCoeff();
  for (Eigen::Index i = 0; i < scores.size(); ++i) {
    const double sum = 0.3 * std::max(0.0, source_best - s.mean[i]) +
                       0.7 * slow_expected_improvement(t.mean[i], t.variance[i], target_best) / 2.0;
    EXPECT_NEAR(std::exp(-scores[i]), sum, 1e-5 + 1e-4 * sum);
  }
}

TEST_F(ImprovementTest, GradientsAreThoseOfFiniteDifferences) {
  const auto at = [](double x) { return model::Points{MatrixXd::Constant(1, 1, x), {}}; };
  for (const auto rule : {OfSources::Expected, OfSources::Predicted}) {
    const WeightedImprovement score(models_, {rule});
    for (const double x : {0.21, 0.47, 0.66, 0.9}) {
      const auto scored = score.with_gradient(at(x));
      ASSERT_TRUE(scored);
      constexpr double h = 1e-5;
      const double slope = (score(at(x + h), rng_)(0, 0) - score(at(x - h), rng_)(0, 0)) / (2 * h);
      EXPECT_NEAR(scored->value[0], score(at(x), rng_)(0, 0), 1e-9);
      EXPECT_NEAR(scored->gradient(0, 0), slope, 1e-3 * std::max(1.0, std::abs(slope))) << x;
    }
  }
}

// Draws of the joint distribution, of the ensemble as two independent processes, tell what the closed form
// should be.
TEST_F(ImprovementTest, TheComparedImprovementIsThatOfJointDraws) {
  const model::Points points = on_grid(7);
  const VectorXd closed = ComparedImprovement(models_)(points, rng_).col(0);
  Eigen::Index best = 0;
  models_.expect(on_grid(5)).minCoeff(&best);
  const model::Points all = model::joined(points, model::select(on_grid(5), {static_cast<int>(best)}));
  constexpr int kDraws = 100'000;
  const MatrixXd draws = *models_.sample(all, kDraws, rng_);
  for (Eigen::Index i = 0; i < 7; ++i) {
    const Eigen::ArrayXd gain = (draws.row(7) - draws.row(i)).array().max(0.0);
    const double error = std::sqrt((gain - gain.mean()).square().mean() / kDraws);
    EXPECT_NEAR(std::exp(-closed[i]), gain.mean(), 5.0 * error + 1e-6) << i;
  }
}

TEST_F(ImprovementTest, WhereNoModelWithAWeightPromisesAnythingTheTargetDecides) {
  const WeightedModels trusting({{source_, 1.0, 0.0, 1.0, -1e9}, {target_, 0.0, 0.0, 1.0, 0.1}},
                                EnsembleVariance::Target, {.seen = on_grid(5)});
  const VectorXd scores = WeightedImprovement(trusting, {OfSources::Predicted})(on_grid(13), rng_).col(0);
  Eigen::Index chosen = 0, wanted = 0;
  scores.minCoeff(&chosen);
  acquisition::log_expected_improvement(target_->predict(on_grid(13)), 0.1).maxCoeff(&wanted);
  EXPECT_TRUE(scores.allFinite());
  EXPECT_EQ(chosen, wanted);
}

TEST_F(ImprovementTest, AnEnsembleOfTheTargetAloneIsJudgedAsTheTargetIs) {
  const WeightedModels alone({{target_, 1.0}}, EnsembleVariance::All, {.seen = on_grid(5)});
  const acquisition::MaceOptions opinion{.opinions = {acquisition::Opinion::Expectation}, .target = 0.05};
  const MatrixXd plain = acquisition::Mace(*target_, opinion)(on_grid(13), rng_);
  for (const auto score : {EnsembleScore::Ensemble, EnsembleScore::Mixture, EnsembleScore::Transferred,
                           EnsembleScore::Compared}) {
    Rng same(1);
    EXPECT_EQ((*EnsembleRule(score).form(alone, opinion))(on_grid(13), same),
              acquisition::Mace(*target_, opinion)(on_grid(13), *std::make_unique<Rng>(1)));
  }
  EXPECT_TRUE(plain.allFinite());
}

TEST_F(ImprovementTest, NotesTellTheSharesAndTheLoss) {
  const auto shares = std::make_shared<const std::vector<SourceShare>>(std::vector<SourceShare>{
      {"svm-a", 0.3, false, 0.9}, {"svm-b", 0.0, true, 0.4}, {"svm-c", 0.0, false, 0.6}});
  const WeightedModels told({{source_, 0.3}, {target_, 0.7}}, EnsembleVariance::Target,
                            {.seen = on_grid(5), .deviation = 1.0, .shares = shares});
  const Notes notes = EnsembleRule(EnsembleScore::Ensemble).notes(told);
  EXPECT_EQ(notes.at("transfer.own"), Note(0.7));
  EXPECT_EQ(notes.at("transfer.weight.svm-a"), Note(0.3));
  EXPECT_FALSE(notes.contains("transfer.weight.svm-b"));
  EXPECT_EQ(notes.at("transfer.dropped.svm-b"), Note(true));
  EXPECT_EQ(notes.at("transfer.dropped"), Note(std::int64_t{1}));
  EXPECT_EQ(notes.at("transfer.agreement.svm-c"), Note(0.6));
  const auto read = noted_weights(notes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->own, 0.7);
  EXPECT_EQ(read->dropped, 1);
  EXPECT_EQ(read->sources.at("svm-a").weight, 0.3);
  EXPECT_EQ(read->sources.at("svm-a").agreement, 0.9);
  EXPECT_TRUE(read->sources.at("svm-b").dropped);
}

}  // namespace
}  // namespace hone::transfer
