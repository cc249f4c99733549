// SPDX-License-Identifier: MIT
#include "hone/gp/gp.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "cases.hpp"
#include "hone/base/error.hpp"
#include "hone/gp/layout.hpp"
#include "support/near.hpp"

namespace hone::gp {
namespace {

using Eigen::Index;

// A process over mixed columns at hyper-parameters drawn at random.
Gp random_gp(const model::Columns& columns, Index n, Rng& rng) {
  const Spec spec;
  const Layout layout(spec.kernel, columns, spec.warp);
  Eigen::VectorXd theta = test::random_vector(layout.size, 0.4, rng);
  theta[layout.noise] -= 5.0;
  const model::Dataset data(columns, test::random_points(columns, n, rng), test::random_vector(n, 2.0, rng));
  return Gp(data, spec, {theta.data(), static_cast<std::size_t>(theta.size())});
}

TEST(Gp, PredictionsEqualTheReference) {
  for (const test::GpReference& reference : test::gp_references()) {
    SCOPED_TRACE(reference.name);
    const Gp gp(test::dataset(reference), test::spec(reference), reference.theta);
    EXPECT_TRUE(test::near_rel(gp.log_likelihood(), reference.log_likelihood, 1e-10));
    const model::Points points = test::queries(reference);
    const model::Prediction single = gp.predict(points);
    const model::JointPrediction joint = *gp.predict_jointly(points);
    for (Index i = 0; i < reference.m; ++i) {
      const auto row = static_cast<std::size_t>(i * reference.m);
      const double variance = reference.covariance[row + static_cast<std::size_t>(i)];
      EXPECT_TRUE(test::near_rel(single.mean[i], reference.mean[static_cast<std::size_t>(i)], 1e-9));
      EXPECT_TRUE(test::near_rel(single.variance[i], variance, 1e-8));
      EXPECT_TRUE(test::near_rel(joint.mean[i], reference.mean[static_cast<std::size_t>(i)], 1e-9));
      for (Index j = 0; j < reference.m; ++j) {
        EXPECT_NEAR(joint.covariance(i, j), reference.covariance[row + static_cast<std::size_t>(j)],
                    1e-8 * variance);
      }
    }
  }
}

TEST(Gp, LeaveOneOutEqualsLeavingOneOut) {
  for (const test::GpReference& reference : test::gp_references()) {
    SCOPED_TRACE(reference.name);
    const LeaveOneOut loo =
        Gp(test::dataset(reference), test::spec(reference), reference.theta).leave_one_out();
    for (Index i = 0; i < reference.n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      EXPECT_TRUE(test::near_rel(loo.mean[i], reference.loo_mean[k], 1e-8));
      EXPECT_TRUE(test::near_rel(loo.variance[i], reference.loo_variance[k], 1e-8));
      EXPECT_TRUE(test::near_rel(loo.log_density[i], reference.loo_log_density[k], 1e-8));
    }
  }
}

// Refitted without each point, scaling included.
TEST(Gp, LeftOutMeansAreThoseOfAProcessThatNeverSawThePoint) {
  for (const test::GpReference& reference : test::gp_references()) {
    SCOPED_TRACE(reference.name);
    const model::Dataset data = test::dataset(reference);
    const Gp gp(data, test::spec(reference), reference.theta);
    const auto means = gp.left_out_means();
    const auto models = gp.left_out_models();
    ASSERT_TRUE(means && models);
    for (int i = 0; i < reference.n; ++i) {
      std::vector<int> others;
      for (int k = 0; k < reference.n; ++k) {
        if (k != i) others.push_back(k);
      }
      const Gp without(data.subset(others), test::spec(reference), reference.theta);
      const double expected = without.predict(model::select(data.points(), {i})).mean[0];
      EXPECT_NEAR((*means)[i], expected, 1e-10 * std::max(1.0, std::abs(expected)));
      const Eigen::VectorXd everywhere = without.predict(data.points()).mean;
      for (Index l = 0; l < reference.n; ++l)
        EXPECT_NEAR((*models)(i, l), everywhere[l], 1e-10 * std::max(1.0, std::abs(everywhere[l]))) << l;
    }
  }
}

RC_GTEST_PROP(Gp, CovariancesArePositiveSemiDefiniteWithMissingCoordinates, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const model::Columns columns = test::columns_of("nNNcCC");
  const Gp prior = random_gp(columns, 0, rng);
  const model::Points points = test::random_points(columns, 25, rng);
  const Eigen::MatrixXd covariance = prior.predict_jointly(points)->covariance;
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(covariance).eigenvalues();
  RC_ASSERT(values.minCoeff() >= -1e-12 * values.maxCoeff());
}

TEST(Gp, WhatAMissingCoordinateHoldsHasNoEffect) {
  Rng rng(4);
  const model::Columns columns = test::columns_of("nNC");
  model::Points points = test::random_points(columns, 12, rng);
  const Eigen::VectorXd y = test::random_vector(12, 1.0, rng);
  const Spec spec;
  const std::vector<double> theta(static_cast<std::size_t>(Layout(spec.kernel, columns, true).size), -0.5);
  model::Points other = points;
  for (Index i = 0; i < 12; ++i) {
    for (Index j = 0; j < 3; ++j) {
      if (!points.active(i, j)) other.x(i, j) = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const Gp one(model::Dataset(columns, points, y), spec, theta);
  const Gp two(model::Dataset(columns, other, y), spec, theta);
  EXPECT_EQ(one.predict(points).mean, two.predict(other).mean);
  EXPECT_EQ(one.predict(points).variance, two.predict(other).variance);
}

TEST(Gp, TwoPointsThatLackACoordinateAreTheSamePointThere) {
  const model::Columns columns = test::columns_of("nN");
  model::Points points{Eigen::MatrixXd{{0.3, 0.1}, {0.3, 0.9}}, model::Points::Mask::Constant(2, 2, true)};
  points.active.col(1).setConstant(false);
  Rng rng(1);
  const Gp prior = random_gp(columns, 0, rng);
  const Eigen::MatrixXd covariance = prior.predict_jointly(points)->covariance;
  EXPECT_EQ(covariance(0, 1), covariance(0, 0));
  points.active(1, 1) = true;
  EXPECT_LT(prior.predict_jointly(points)->covariance(0, 1), covariance(0, 0));
}

RC_GTEST_PROP(Gp, GradientsAreThoseOfFiniteDifferences, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const model::Columns columns = test::columns_of("nNcn");
  const Gp gp = random_gp(columns, 10, rng);
  model::Points points = test::random_points(columns, 4, rng);
  points.x = points.x.array().min(0.95).max(0.05);  // differences must not step out of the cube
  const model::PredictionGradient gradient = *gp.predict_with_gradient(points);
  RC_ASSERT(gradient.value.mean == gp.predict(points).mean);
  const double h = 1e-6;
  for (const Index j : {Index(0), Index(1), Index(3)}) {
    model::Points above = points;
    model::Points below = points;
    above.x.col(j).array() += h;
    below.x.col(j).array() -= h;
    const Eigen::VectorXd mean = (gp.predict(above).mean - gp.predict(below).mean) / (2 * h);
    const Eigen::VectorXd variance = (gp.predict(above).variance - gp.predict(below).variance) / (2 * h);
    RC_ASSERT((gradient.mean.col(j) - mean).cwiseAbs().maxCoeff() <=
              1e-5 * (1.0 + mean.cwiseAbs().maxCoeff()));
    RC_ASSERT((gradient.variance.col(j) - variance).cwiseAbs().maxCoeff() <=
              1e-5 * (1.0 + variance.cwiseAbs().maxCoeff()));
  }
  RC_ASSERT(gradient.mean.col(2).isZero() && gradient.variance.col(2).isZero());
}

RC_GTEST_PROP(Gp, ScreeningAgreesWithPredictionToThreeDigits, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const model::Columns columns = test::columns_of("nNcnn");
  const Gp gp = random_gp(columns, 40, rng);
  const model::Points points = test::random_points(columns, 20, rng);
  const model::Prediction exact = gp.predict(points);
  const model::Prediction fast = gp.screen(points);
  const double scale = 2.0;  // of the observations
  RC_ASSERT((exact.mean - fast.mean).cwiseAbs().maxCoeff() <= 1e-3 * scale);
  RC_ASSERT((exact.variance.cwiseSqrt() - fast.variance.cwiseSqrt()).cwiseAbs().maxCoeff() <= 1e-3 * scale);
}

TEST(Gp, ConditioningEqualsFittingToAllObservations) {
  Rng rng(9);
  const model::Columns columns = test::columns_of("nNc");
  const Spec spec{.kernel = (matern32() + linear()) * overlap(), .warp = true};
  const Layout layout(spec.kernel, columns, true);
  Eigen::VectorXd theta = test::random_vector(layout.size, 0.3, rng);
  theta[layout.noise] = -4.0;
  const std::vector<double> flat(theta.begin(), theta.end());
  const model::Dataset all(columns, test::random_points(columns, 15, rng), test::random_vector(15, 1.0, rng));
  std::vector<int> head(12);
  std::vector<int> tail{12, 13, 14};
  for (int i = 0; i < 12; ++i) head[static_cast<std::size_t>(i)] = i;

  // The scaling stays that of the first observations, so the whole is compared in that scaling.
  const Gp part(all.subset(head), spec, flat);
  const Gp grown = part.condition_on(model::select(all.points(), tail), all.y()(tail));
  const Gp stepwise =
      part.condition_on(model::select(all.points(), {12}), all.y()(std::vector<int>{12}))
          .condition_on(model::select(all.points(), {13, 14}), all.y()(std::vector<int>{13, 14}));
  EXPECT_EQ(grown.size(), 15);
  const model::Points queries = test::random_points(columns, 6, rng);
  const model::JointPrediction joint = *part.predict_jointly([&] {
    model::Points both = model::select(all.points(), tail);
    model::Points out{Eigen::MatrixXd(9, 3), model::Points::Mask(9, 3)};
    out.x << queries.x, both.x;
    out.active << queries.active, both.active;
    return out;
  }());
  // Conditioning a Normal on the last three of nine variables.
  const Eigen::MatrixXd gain =
      joint.covariance.topRightCorner(6, 3) *
      (joint.covariance.bottomRightCorner(3, 3) + part.noise_variance() * Eigen::MatrixXd::Identity(3, 3))
          .inverse();
  const Eigen::VectorXd mean = joint.mean.head(6) + gain * (all.y()(tail) - joint.mean.tail(3));
  const Eigen::VectorXd variance =
      (joint.covariance.topLeftCorner(6, 6) - gain * joint.covariance.bottomLeftCorner(3, 6)).diagonal();
  for (Index i = 0; i < 6; ++i) {
    EXPECT_TRUE(test::near_rel(grown.predict(queries).mean[i], mean[i], 1e-8));
    EXPECT_TRUE(test::near_rel(grown.predict(queries).variance[i], variance[i], 1e-8));
    EXPECT_TRUE(test::near_rel(stepwise.predict(queries).mean[i], mean[i], 1e-8));
    EXPECT_NEAR(grown.screen(queries).mean[i], mean[i], 1e-4);
    EXPECT_NEAR(std::sqrt(grown.screen(queries).variance[i]), std::sqrt(variance[i]), 1e-4);
  }
}

TEST(Gp, BelievingInPendingPointsKeepsMeansAndShrinksVariances) {
  Rng rng(10);
  const model::Columns columns = test::columns_of("nn");
  const Gp gp = random_gp(columns, 10, rng);
  const model::Points pending = test::random_points(columns, 3, rng);
  const auto believer = gp.believe(pending);
  const model::Points queries = test::random_points(columns, 20, rng);
  const model::Prediction before = gp.predict(queries);
  const model::Prediction after = believer->predict(queries);
  EXPECT_LT((before.mean - after.mean).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_TRUE((after.variance.array() <= before.variance.array() * (1.0 + 1e-9)).all());
  EXPECT_LT(believer->predict(pending).variance.maxCoeff(), believer->noise_variance());
  const auto same = gp.believe({Eigen::MatrixXd(0, 2), {}});
  EXPECT_EQ(same->predict(queries).mean, before.mean);
  Gp here = gp;
  ASSERT_TRUE(here.believe_in_place(pending));
  EXPECT_EQ(here.predict(queries).mean, after.mean);
  EXPECT_EQ(here.predict(queries).variance, after.variance);
  EXPECT_EQ(here.screen(queries).variance, believer->screen(queries).variance);
}

TEST(Gp, AnswersWithThePriorWhenThereAreNoData) {
  const model::Dataset none(Eigen::MatrixXd(0, 2), Eigen::VectorXd());
  const Spec spec{.kernel = matern32(), .warp = false};
  const Gp gp(none, spec, std::vector<double>{0.0, 0.0, std::log(2.0), -4.0, 0.25});
  const model::Prediction prediction = gp.predict({Eigen::MatrixXd::Constant(3, 2, 0.5), {}});
  EXPECT_NEAR(prediction.mean[1], 0.25, 1e-15);
  EXPECT_NEAR(prediction.variance[1], 2.0, 1e-12);
  EXPECT_NEAR(gp.screen({Eigen::MatrixXd::Constant(1, 2, 0.5), {}}).variance[0], 2.0, 1e-6);
  EXPECT_EQ(gp.leave_one_out().mean.size(), 0);
}

TEST(Gp, RefusesHyperparametersOfAnotherModel) {
  const model::Dataset data(Eigen::MatrixXd::Zero(1, 2), Eigen::VectorXd::Zero(1));
  try {
    Gp(data, Spec{}, std::vector<double>(3, 0.0));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
  }
}

TEST(Gp, IgnoresDataThatItsHyperparametersMakeImpossible) {
  const model::Dataset data(Eigen::MatrixXd::Constant(3, 1, 0.5), Eigen::VectorXd{{1.0, 2.0, 3.0}});
  const Gp gp(data, {.kernel = rbf(), .warp = false}, std::vector<double>{0.0, 800.0, 0.0, 0.0});
  EXPECT_EQ(gp.size(), 0);
  EXPECT_TRUE(std::isfinite(gp.predict({Eigen::MatrixXd::Constant(1, 1, 0.1), {}}).mean[0]));
}

TEST(Gp, CopiesAreIndependent) {
  Rng rng(12);
  const model::Columns columns = test::columns_of("n");
  Gp gp = random_gp(columns, 5, rng);
  const Gp copy = gp;
  gp = gp.condition_on(test::random_points(columns, 2, rng), Eigen::Vector2d(1.0, 2.0));
  EXPECT_EQ(copy.size(), 5);
  EXPECT_EQ(gp.size(), 7);
}

}  // namespace
}  // namespace hone::gp
