// SPDX-License-Identifier: MIT
// Ranking losses of bootstrap samples, against the definition written out slot by slot.
#include "hone/transfer/bootstrap.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

namespace hone::transfer {
namespace {

using Eigen::VectorXd;

// A sample as the paper has it: a list of indices.
std::vector<int> slots(const Bootstrap& bootstrap, int sample) {
  std::vector<int> indices;
  for (int k = 0; k < bootstrap.points(); ++k)
    indices.insert(indices.end(), static_cast<std::size_t>(bootstrap.count(sample, k)), k);
  return indices;
}

// Formula 3 over all ordered pairs of slots, those of a slot with itself included.
int slow_loss(const std::vector<int>& sample, const VectorXd& left, const VectorXd& right,
              const VectorXd& y) {
  int loss = 0;
  for (const int k : sample) {
    for (const int l : sample) loss += (left[k] < right[l]) != (y[k] < y[l]) ? 1 : 0;
  }
  return loss;
}

// Few different values, so that ties are common.
VectorXd coarse_values(int n) {
  VectorXd values(n);
  for (double& value : values) value = *rc::gen::inRange(0, 6);
  return values;
}

RC_GTEST_PROP(Bootstrap, LossesAreThoseOfTheDefinition, ()) {
  const int n = *rc::gen::inRange(1, 12);
  const VectorXd y = coarse_values(n), means = coarse_values(n), left_out = coarse_values(n);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const auto bootstrap = Bootstrap::draw(n, *rc::gen::inRange(1, 600), rng);
  const std::vector<RankingErrors> models = {RankingErrors::of_means(means, y),
                                             RankingErrors::of_left_out(left_out, y, TargetRule::Observed),
                                             RankingErrors::of_left_out(left_out, y, TargetRule::LeftOut)};
  const Losses losses = bootstrap.losses(models);
  for (int s = 0; s < bootstrap.samples(); ++s) {
    const auto sample = slots(bootstrap, s);
    RC_ASSERT(static_cast<int>(sample.size()) == n);
    RC_ASSERT(losses(s, 0) == slow_loss(sample, means, means, y));
    RC_ASSERT(losses(s, 1) == slow_loss(sample, left_out, y, y));
    RC_ASSERT(losses(s, 2) == slow_loss(sample, left_out, left_out, y));
  }
}

// Few points are counted in bytes, more in twice as much: the largest loss of either must fit.
TEST(Bootstrap, LossesOfManyPointsDoNotOverflow) {
  for (const int n : {50, 255, 256, 400}) {
    Rng rng(static_cast<std::uint64_t>(n));
    const auto bootstrap = Bootstrap::draw(n, 3, rng);
    const VectorXd y = VectorXd::LinSpaced(n, 0.0, 1.0);
    VectorXd coarse = y;
    for (double& value : coarse) value = std::floor(5.0 * value);
    const std::vector<RankingErrors> models = {RankingErrors::of_means(-y, y),
                                               RankingErrors::of_left_out(-y, coarse, TargetRule::Observed)};
    const Losses losses = bootstrap.losses(models);
    for (int s = 0; s < bootstrap.samples(); ++s) {
      const auto sample = slots(bootstrap, s);
      EXPECT_EQ(losses(s, 0), slow_loss(sample, -y, -y, y)) << n;
      EXPECT_EQ(losses(s, 1), slow_loss(sample, -y, coarse, coarse)) << n;
    }
  }
}

// A coin gets one of the two orders of each pair of different points wrong.
TEST(Bootstrap, ChanceLosesHalfOfWhatTheReverseOrderLoses) {
  const Bootstrap all = Bootstrap::all(4);
  const VectorXd y = VectorXd::LinSpaced(4, 1.0, 4.0);
  const std::vector<RankingErrors> reverse = {RankingErrors::of_means(-y, y)};
  const Losses losses = all.losses(reverse);
  const auto chance = all.losses_of_chance();
  for (int s = 0; s < all.samples(); ++s) EXPECT_EQ(2 * chance[s], losses(s, 0)) << s;
}

TEST(Bootstrap, AllSamplesAreThereEachOnce) {
  const Bootstrap all = Bootstrap::all(3);
  ASSERT_EQ(all.samples(), 27);
  int of_one_point = 0, of_all_points = 0;
  for (int s = 0; s < 27; ++s) {
    for (int k = 0; k < 3; ++k) of_one_point += all.count(s, k) == 3 ? 1 : 0;
    of_all_points += all.count(s, 0) == 1 && all.count(s, 1) == 1 ? 1 : 0;
  }
  EXPECT_EQ(of_one_point, 3);
  EXPECT_EQ(of_all_points, 6) << "3! orders";
}

TEST(Bootstrap, DrawsEachObservationOnceOnAverage) {
  Rng rng(7);
  const auto bootstrap = Bootstrap::draw(20, 20'000, rng);
  for (int k = 0; k < 20; ++k) {
    double sum = 0, square = 0;
    for (int s = 0; s < bootstrap.samples(); ++s) {
      sum += bootstrap.count(s, k);
      square += bootstrap.count(s, k) * bootstrap.count(s, k);
    }
    EXPECT_NEAR(sum / 20'000, 1.0, 0.03) << k;  // five standard errors
    EXPECT_NEAR(square / 20'000 - 1.0, 0.95, 0.12) << "binomial: n p (1 - p)";
  }
}

TEST(RankingErrors, APerfectOrderHasNoneAndAnInvertedOneAll) {
  const VectorXd y = VectorXd::LinSpaced(10, 0.0, 1.0);
  EXPECT_EQ(RankingErrors::of_means(y.array().exp(), y).loss(), 0);
  EXPECT_EQ(RankingErrors::of_means(-y, y).loss(), 90);
}

// Strict comparison: of a tied pair one order at most is wrong, whatever the model says.
TEST(RankingErrors, ATieOfObservationsCostsOneUnlessPredictionsTieAsWell) {
  const VectorXd y = VectorXd::Zero(2);
  EXPECT_EQ(RankingErrors::of_means(VectorXd::LinSpaced(2, 0, 1), y).loss(), 1);
  EXPECT_EQ(RankingErrors::of_means(VectorXd::Zero(2), y).loss(), 0);
}

// A left-out mean below its own observation is charged by the authors' program, not by the formula.
TEST(RankingErrors, TheTargetMayBeOnTheWrongSideOfItself) {
  VectorXd y(2), means(2);
  y << 0.0, 1.0;
  means << -0.5, 0.9;
  EXPECT_EQ(RankingErrors::of_left_out(means, y, TargetRule::Observed).loss(), 2);
  EXPECT_EQ(RankingErrors::of_left_out(means, y, TargetRule::LeftOut).loss(), 0);
}

}  // namespace
}  // namespace hone::transfer
