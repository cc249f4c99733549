// SPDX-License-Identifier: MIT
// The evidence and its gradient, against a Gaussian process written out with 60 digits.
#include "hone/baselines/ablr_training.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/baselines_ablr.hpp"
#include "support/near.hpp"

namespace hone::baselines {
namespace {

namespace reference = test::ablr;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd vector_of(const std::vector<double>& numbers) {
  return Eigen::Map<const VectorXd>(numbers.data(), std::ssize(numbers));
}

AblrNetwork reference_network() { return {reference::kInputs, reference::kLayers, reference::kWidth}; }

std::vector<AblrTask> reference_tasks() {
  std::vector<AblrTask> tasks;
  Index first = 0;
  for (const int size : reference::kSizes) {
    const Eigen::Map<const MatrixXd> points(reference::kPoints.data() + first * reference::kInputs,
                                            reference::kInputs, size);
    tasks.push_back({points, vector_of(reference::kValues).segment(first, size)});
    first += size;
  }
  return tasks;
}

TEST(AblrLoss, IsTheEvidenceOfTheProcessThatItStandsFor) {
  const auto tasks = reference_tasks();
  const AblrLoss loss(reference_network(), tasks);
  ASSERT_EQ(loss.parameters(), std::ssize(reference::kTheta));
  VectorXd gradient(loss.parameters());
  EXPECT_TRUE(test::near_rel(loss(vector_of(reference::kTheta), gradient), reference::kLoss, 1e-12));
  for (std::size_t i = 0; i < reference::kGradient.size(); ++i)
    EXPECT_NEAR(gradient[static_cast<Index>(i)], reference::kGradient[i], 1e-10) << i;
}

TEST(AblrHead, PredictsAsTheProcessThatItStandsFor) {
  const AblrNetwork network = reference_network();
  const VectorXd theta = vector_of(reference::kTheta);
  const auto tasks = reference_tasks();
  const Index precisions = network.parameters();
  const auto head = AblrHead::fit(network.run(theta, tasks[0].inputs).back(), tasks[0].y,
                                  {theta[precisions], theta[precisions + 1]});
  ASSERT_TRUE(head);
  const Eigen::Map<const MatrixXd> queries(reference::kQueryPoints.data(), reference::kInputs,
                                           reference::kQueries);
  MatrixXd features = network.run(theta, queries).back();
  const VectorXd mean = features.transpose() * head->weights();
  head->factor().solve_lower_in_place(features);
  const MatrixXd covariance = features.transpose() * features;
  for (Index i = 0; i < reference::kQueries; ++i) {
    EXPECT_TRUE(test::near_rel(mean[i], reference::kMean[static_cast<std::size_t>(i)], 1e-12));
    for (Index j = 0; j < reference::kQueries; ++j) {
      const auto at = static_cast<std::size_t>(i * reference::kQueries + j);
      EXPECT_TRUE(test::near_rel(covariance(i, j), reference::kCovariance[at], 1e-11));
    }
  }
}

std::vector<AblrTask> random_tasks(Index inputs, const std::vector<Index>& sizes, Rng& rng) {
  std::vector<AblrTask> tasks;
  for (const Index size : sizes) {
    AblrTask task{MatrixXd(inputs, size), VectorXd(size)};
    for (double& x : task.inputs.reshaped()) x = rng.uniform();
    for (double& y : task.y) y = rng.normal();
    tasks.push_back(std::move(task));
  }
  return tasks;
}

// More features than points and fewer, no point at all, and precisions at both ends of their ranges.
TEST(AblrLoss, GradientsAreThoseOfFiniteDifferences) {
  Rng rng(4);
  const AblrNetwork network(4, 2, 7);
  const auto tasks = random_tasks(4, {3, 20, 0, 7}, rng);
  const AblrLoss loss(network, tasks);
  const VectorXd flat = loss.flat({network.initial(rng), {{-3, 9}, {2, 1}, {0, 3}, kLeastPrecisions}});
  VectorXd gradient(flat.size()), unused(flat.size());
  loss(flat, gradient);
  constexpr double h = 1e-5;
  for (Index i = 0; i < flat.size(); ++i) {
    VectorXd up = flat, down = flat;
    up[i] += h;
    down[i] -= h;
    const double slope = (loss(up, unused) - loss(down, unused)) / (2 * h);
    EXPECT_NEAR(gradient[i], slope, 1e-4 * std::max(1.0, std::abs(slope))) << i;
  }
}

TEST(AblrTraining, LowersTheLossAndStaysBetweenTheBounds) {
  Rng rng(8);
  const AblrNetwork network(3, 3, 10);
  auto tasks = random_tasks(3, {30, 25}, rng);
  for (AblrTask& task : tasks) task.y = (5.0 * task.inputs.row(0)).array().sin();  // without noise
  const AblrParameters start{network.initial(rng), std::vector<Precisions>(2)};
  const AblrLoss loss(network, tasks);
  VectorXd gradient(loss.parameters());
  const double before = loss(loss.flat(start), gradient);
  const AblrParameters learned = train(network, tasks, start, 100);
  EXPECT_LT(loss(loss.flat(learned), gradient), before - 50.0);
  for (const Precisions& head : learned.heads) {
    EXPECT_GE(head.log_alpha, kLeastPrecisions.log_alpha);
    EXPECT_LE(head.log_alpha, kMostPrecisions.log_alpha);
    EXPECT_GE(head.log_beta, kLeastPrecisions.log_beta);
    EXPECT_LE(head.log_beta, kMostPrecisions.log_beta);
  }
}

TEST(AblrTraining, FindsTheNoiseOfALinearModel) {
  Rng rng(2);
  MatrixXd features(4, 400);
  for (double& x : features.reshaped()) x = rng.normal();
  VectorXd y = features.transpose() * Eigen::Vector4d(1.0, -2.0, 0.5, 0.0);
  for (double& value : y) value += 0.1 * rng.normal();
  const Precisions found = best_precisions(features, y, {});
  EXPECT_NEAR(found.log_beta, std::log(100.0), 0.3) << "five standard errors of a variance";
  EXPECT_NEAR(found.log_alpha, std::log(4.0 / 5.25), 0.1);
}

}  // namespace
}  // namespace hone::baselines
