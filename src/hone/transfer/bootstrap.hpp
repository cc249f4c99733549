// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/transfer/ranking_errors.hpp"

namespace hone::transfer {

/// Ranking losses, a row for each bootstrap sample and a column for each model.
using Losses = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic>;

/// Samples of the observations, drawn with replacement: each is a vector c of how often it has each
/// observation. All models are judged by the same samples, so that their losses can be compared one by one.
///
/// The loss of a model in a sample is Σ c_k c_l over its wrong pairs (k, l), exact in integers. Samples lie
/// beside each other in memory, so that a pair costs one vector instruction for many of them: 50 models, 50
/// points and 10,000 samples take a few milliseconds.
class Bootstrap {
 public:
  /// Samples that are worked on together: their counts of 50 points fit into the first cache.
  static constexpr std::size_t kTogether = 256;

  static Bootstrap draw(int points, int samples, Rng& rng);
  /// All pointsᵖᵒⁱⁿᵗˢ equally likely samples; for few points.
  static Bootstrap all(int points);

  int points() const noexcept { return points_; }
  int samples() const noexcept { return samples_; }
  int count(int sample, int point) const { return counts_[place(sample, point)]; }

  /// The models' losses. Each must be about so many points.
  Losses losses(std::span<const RankingErrors> models) const;

  /// What tossing a coin for every pair would lose in each sample: Σ_{k<l} c_k c_l.
  Eigen::Matrix<std::int32_t, Eigen::Dynamic, 1> losses_of_chance() const;

 private:
  Bootstrap(int points, int samples);
  template <class Kernel>
  Losses losses_by(std::span<const RankingErrors> models) const;
  std::size_t place(int sample, int point) const {
    const auto s = static_cast<std::size_t>(sample);
    return (s / kTogether * static_cast<std::size_t>(points_) + static_cast<std::size_t>(point)) * kTogether +
           s % kTogether;
  }
  void add(int sample, int point) { ++counts_[place(sample, point)]; }

  int points_;
  int samples_;
  // Those that are worked on together behind each other; of these point by point, sample beside sample. The
  // last are filled up with samples of nothing.
  std::vector<std::uint16_t> counts_;
};

}  // namespace hone::transfer
