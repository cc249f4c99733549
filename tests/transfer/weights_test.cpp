// SPDX-License-Identifier: MIT
#include "hone/transfer/weights.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace hone::transfer {
namespace {

using Eigen::VectorXd;

Losses table(std::initializer_list<std::initializer_list<std::int32_t>> rows) {
  Losses out(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (const std::int32_t loss : row) out(i, j++) = loss;
    ++i;
  }
  return out;
}

TEST(WinShares, SplitASampleAmongItsWinners) {
  const VectorXd shares = win_shares(table({{0, 1, 2}, {3, 3, 4}, {5, 5, 5}, {2, 1, 0}}));
  EXPECT_DOUBLE_EQ(shares[0], (1.0 + 0.5 + 1.0 / 3.0) / 4.0);
  EXPECT_DOUBLE_EQ(shares[1], (0.5 + 1.0 / 3.0) / 4.0);
  EXPECT_DOUBLE_EQ(shares[2], (1.0 / 3.0 + 1.0) / 4.0);
}

TEST(DropProbabilities, AreThoseOfFormulaFive) {
  const Losses losses = table({{0, 4, 1}, {0, 4, 1}, {0, 1, 1}, {2, 1, 1}});
  const VectorXd early = drop_probabilities(losses, {.evaluated = 10, .horizon = 50});
  EXPECT_DOUBLE_EQ(early[0], 1.0 - 0.8 * 0.75);
  EXPECT_DOUBLE_EQ(early[1], 1.0) << "a tie is no win: what always ties is always dropped";
  const VectorXd careful = drop_probabilities(losses, {.evaluated = 10, .horizon = 50, .alpha = 1.0});
  EXPECT_DOUBLE_EQ(careful[0], 1.0 - 0.8 * 0.375);
  for (const int evaluated : {50, 70}) {
    EXPECT_DOUBLE_EQ(drop_probabilities(losses, {.evaluated = evaluated, .horizon = 50})[0], 1.0);
  }
}

// Expected weights over the drops, written out over all subsets of models that may stay.
VectorXd slow_expected_weights(const Losses& losses, const VectorXd& drop) {
  const auto sources = static_cast<int>(drop.size());
  VectorXd expected = VectorXd::Zero(sources + 1);
  for (int stay = 0; stay < 1 << sources; ++stay) {
    double chance = 1.0;
    for (int i = 0; i < sources; ++i) chance *= (stay >> i & 1) != 0 ? 1.0 - drop[i] : drop[i];
    for (Eigen::Index s = 0; s < losses.rows(); ++s) {
      std::int32_t least = losses(s, sources);
      for (int i = 0; i < sources; ++i) {
        if ((stay >> i & 1) != 0) least = std::min(least, losses(s, i));
      }
      std::vector<int> winners;
      for (int i = 0; i <= sources; ++i) {
        const bool in = i == sources || (stay >> i & 1) != 0;
        if (in && losses(s, i) == least) winners.push_back(i);
      }
      for (const int i : winners)
        expected[i] += chance / (static_cast<double>(winners.size()) * static_cast<double>(losses.rows()));
    }
  }
  return expected;
}

// All n^n samples of n = 4 points, three sources of differing worth, many draws of who is dropped.
TEST(RankingWeights, AgreeOnAverageWithAllSamplesAndSubsetsEnumerated) {
  VectorXd y(4), good(4), fair(4), bad(4), own(4);
  y << 0.1, 0.9, 0.4, 0.7;
  good << 0.2, 1.0, 0.3, 0.5;
  fair << 0.4, 0.8, 0.6, 0.3;
  bad = -y;
  own << 0.3, 0.6, 0.5, 0.55;
  const std::vector<RankingErrors> models = {
      RankingErrors::of_means(good, y), RankingErrors::of_means(fair, y), RankingErrors::of_means(bad, y),
      RankingErrors::of_left_out(own, y, TargetRule::Observed)};
  const Losses losses = Bootstrap::all(4).losses(models);
  ASSERT_EQ(losses.rows(), 256);
  const Dilution progress{.evaluated = 4, .horizon = 50};
  const VectorXd expected = slow_expected_weights(losses, drop_probabilities(losses, progress));
  VectorXd mean = VectorXd::Zero(4);
  Rng rng(3);
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i)
    mean += ranking_weights(losses, drop_probabilities(losses, progress), rng).weights / kDraws;
  for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR(mean[i], expected[i], 0.015) << i;
  EXPECT_GT(mean[0], mean[1]);
  EXPECT_GT(mean[0], 0.5);
  EXPECT_LT(mean[2], 0.02);
}

/// All about weights and drops from the definitions of the paper, sample by sample and slot by slot: every
/// one of the n^n samples is a number with n digits. A model is the table of what it compares, [left(k, l) <
/// right(k, l)].
struct SlowRanking {
  using Compare = std::function<bool(int k, int l)>;
  VectorXd weights;
  VectorXd wins;  // share of samples in which a source is strictly better than the target

  SlowRanking(const std::vector<Compare>& models, const VectorXd& y) {
    const auto n = static_cast<int>(y.size());
    const std::size_t target = models.size() - 1;
    weights = wins = VectorXd::Zero(static_cast<Eigen::Index>(models.size()));
    int samples = 1;
    for (int k = 0; k < n; ++k) samples *= n;
    for (int sample = 0; sample < samples; ++sample) {
      std::vector<int> slots;
      for (int k = 0, rest = sample; k < n; ++k, rest /= n) slots.push_back(rest % n);
      std::vector<int> loss;
      for (const Compare& below : models) {
        int wrong = 0;
        for (const int k : slots) {
          for (const int l : slots) wrong += below(k, l) != (y[k] < y[l]) ? 1 : 0;
        }
        loss.push_back(wrong);
      }
      const int least = *std::min_element(loss.begin(), loss.end());
      const auto winners = static_cast<double>(std::count(loss.begin(), loss.end(), least));
      for (std::size_t i = 0; i < models.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        if (loss[i] == least) weights[at] += 1.0 / winners / samples;
        if (loss[i] < loss[target]) wins[at] += 1.0 / samples;
      }
    }
  }
};

// Values of a coarse grid, so that ties of observations and of predictions are among them.
VectorXd drawn_values(int n, Rng& rng) {
  VectorXd out(n);
  for (double& value : out) value = static_cast<double>(rng.below(7)) / 3.0;
  return out;
}

TEST(RankingWeights, AreThoseOfAllSamplesWrittenOut) {
  Rng rng(17);
  for (int n = 2; n <= 5; ++n) {
    for (const auto rule : {TargetRule::Observed, TargetRule::LeftOut, TargetRule::OneModel}) {
      const VectorXd y = drawn_values(n, rng), a = drawn_values(n, rng), b = drawn_values(n, rng);
      const Eigen::MatrixXd own = drawn_values(n * n, rng).reshaped(n, n);
      const VectorXd left_out = own.diagonal();
      const std::vector<RankingErrors> models = {
          RankingErrors::of_means(a, y), RankingErrors::of_means(b, y), RankingErrors::of_means(-y, y),
          rule == TargetRule::OneModel ? RankingErrors::of_left_out_models(own, y)
                                       : RankingErrors::of_left_out(left_out, y, rule)};
      const SlowRanking slow(
          {[&](int k, int l) { return a[k] < a[l]; }, [&](int k, int l) { return b[k] < b[l]; },
           [&](int k, int l) { return -y[k] < -y[l]; },
           [&](int k, int l) {
             const double right = rule == TargetRule::Observed  ? y[l]
                                  : rule == TargetRule::LeftOut ? left_out[l]
                                                                : own(k, l);
             return left_out[k] < right;
           }},
          y);
      const Losses losses = Bootstrap::all(n).losses(models);
      const Dilution progress{.evaluated = n, .horizon = 40, .alpha = 0.5};
      const VectorXd drop = drop_probabilities(losses, progress);
      const VectorXd shares = win_shares(losses);
      for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR(shares[i], slow.weights[i], 1e-12) << n;
      for (Eigen::Index i = 0; i < 3; ++i)
        EXPECT_NEAR(drop[i], 1.0 - (1.0 - n / 40.0) * slow.wins[i] / 1.5, 1e-12) << n;
    }
  }
}

RC_GTEST_PROP(RankingWeights, AreADistributionAndTheTargetIsNeverDropped, ()) {
  const int rows = *rc::gen::inRange(1, 40);
  const int models = *rc::gen::inRange(1, 7);
  Losses losses(rows, models);
  for (std::int32_t& loss : losses.reshaped()) loss = *rc::gen::inRange(0, 4);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const Dilution progress{.evaluated = *rc::gen::inRange(0, 60), .horizon = 50};
  const VectorXd weights = ranking_weights(losses, drop_probabilities(losses, progress), rng).weights;
  RC_ASSERT(std::abs(weights.sum() - 1.0) < 1e-12);
  RC_ASSERT(weights.minCoeff() >= 0.0);
  if (progress.evaluated >= 50) RC_ASSERT(weights[models - 1] == 1.0);
}

}  // namespace
}  // namespace hone::transfer
