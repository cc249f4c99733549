// SPDX-License-Identifier: MIT
#include "hone/meta/embedding_penalty.hpp"

#include <gtest/gtest.h>

#include "hone/base/rng.hpp"

namespace hone::meta {
namespace {

Eigen::MatrixXf normal_embeddings(int d, int tasks, std::uint64_t seed) {
  Rng rng(seed);
  Eigen::MatrixXf z(d, tasks);
  for (float& one : z.reshaped()) one = static_cast<float>(rng.normal());
  return z;
}

double penalty_of(const Eigen::MatrixXf& z, PenaltyWeights weights) {
  Eigen::MatrixXf ignored = Eigen::MatrixXf::Zero(z.rows(), z.cols());
  return EmbeddingPenalty(weights).add(z, 0.0F, ignored);
}

// Means over 64 Monte-Carlo draws agree with these to the digits given.
TEST(PenaltyWeights, AreTheClosedForms) {
  EXPECT_NEAR(penalty_weights(256, 50).ranks, 765.0, 0.05);
  EXPECT_NEAR(penalty_weights(256, 50).covariance, 125.97, 0.005);
  EXPECT_NEAR(penalty_weights(64, 50).ranks, 189.0, 0.05);
  EXPECT_NEAR(penalty_weights(64, 50).covariance, 31.86, 0.005);
  EXPECT_NEAR(penalty_weights(20, 50).ranks, 57.1, 0.05);
  EXPECT_NEAR(penalty_weights(20, 50).covariance, 10.3, 0.05);
  EXPECT_NEAR(penalty_weights(3, 50).ranks, 6.75, 0.005);
  EXPECT_NEAR(penalty_weights(3, 50).covariance, 2.18, 0.005);
}

TEST(EmbeddingPenalty, IsOneForNormalEmbeddings) {
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    sum += penalty_of(normal_embeddings(50, 256, seed), penalty_weights(256, 50)) / 40.0;
  EXPECT_NEAR(sum, 1.0, 0.02);
}

TEST(EmbeddingPenalty, IsLargerForOthers) {
  const Eigen::MatrixXf z = normal_embeddings(50, 256, 1);
  const PenaltyWeights weights = penalty_weights(256, 50);
  const double normal = penalty_of(z, weights);
  EXPECT_GT(penalty_of(0.01F * z, weights), 20.0 * normal);
  EXPECT_GT(penalty_of(2.0F * z, weights), 3.0 * normal);
  EXPECT_GT(penalty_of((z.array() + 1.0F).matrix(), weights), 20.0 * normal);
  Eigen::MatrixXf same = z;
  same.row(1) = same.row(0);
  EXPECT_GT(penalty_of(same, weights), normal);
}

TEST(EmbeddingPenalty, HasTheGradientOfFiniteDifferences) {
  const Eigen::MatrixXf z = normal_embeddings(6, 20, 3);
  const PenaltyWeights weights = penalty_weights(20, 6);
  EmbeddingPenalty penalty(weights);
  Eigen::MatrixXf gradient = Eigen::MatrixXf::Zero(6, 20);
  penalty.add(z, 1.0F, gradient);
  // Added to what is there, and scaled.
  Eigen::MatrixXf doubled = gradient;
  penalty.add(z, 1.0F, doubled);
  EXPECT_TRUE(doubled.isApprox(2.0F * gradient));
  const float step = 1e-2F;  // ranks do not change within it
  for (Eigen::Index i = 0; i < z.size(); i += 7) {
    Eigen::MatrixXf up = z, down = z;
    up.reshaped()[i] += step;
    down.reshaped()[i] -= step;
    const double slope = (penalty_of(up, weights) - penalty_of(down, weights)) / (2.0 * step);
    EXPECT_NEAR(gradient.reshaped()[i], slope, 2e-3 + 0.02 * std::abs(slope)) << i;
  }
}

TEST(EmbeddingPenalty, TakesOneTaskAndTies) {
  EXPECT_TRUE(std::isfinite(penalty_of(Eigen::MatrixXf::Zero(3, 1), penalty_weights(256, 3))));
  EXPECT_TRUE(std::isfinite(penalty_of(Eigen::MatrixXf::Zero(3, 5), penalty_weights(256, 3))));
}

}  // namespace
}  // namespace hone::meta
