// SPDX-License-Identifier: MIT
#include "hone/transfer/bootstrap.hpp"

#include <algorithm>
#include <array>

#include "hone/base/clones.hpp"

namespace hone::transfer {
namespace {

// Samples that are worked on together: their counts of 50 points fit into the first cache.
constexpr std::size_t kTogether = 256;

using Row = std::array<std::uint16_t, kTogether>;
using Sums = std::array<std::int32_t, kTogether>;

// Σ over the pairs, grouped by their first point: c_k (2 Σ_twice c_l + Σ_once c_l). Sums of counts fit, as
// the counts of a sample sum up to the number of points.
HONE_VECTOR_CLONES void add_losses(const RankingErrors::Pair* pair, const RankingErrors::Pair* end,
                                   const Row* counts, Sums& loss) {
  while (pair != end) {
    const int first = pair->first;
    Row sum{};
    for (; pair != end && pair->first == first; ++pair) {
      const Row& second = counts[pair->second];
      const std::uint16_t times = pair->twice ? 2 : 1;
      for (std::size_t s = 0; s < kTogether; ++s)
        sum[s] = static_cast<std::uint16_t>(sum[s] + times * second[s]);
    }
    const Row& own = counts[first];
    for (std::size_t s = 0; s < kTogether; ++s)
      loss[s] += static_cast<std::int32_t>(own[s]) * static_cast<std::int32_t>(sum[s]);
  }
}

}  // namespace

Bootstrap::Bootstrap(int points, int samples)
    : points_(points),
      samples_(samples),
      counts_(static_cast<std::size_t>(points) * static_cast<std::size_t>(samples)) {}

void Bootstrap::add(int sample, int point) {
  ++counts_[static_cast<std::size_t>(point) * static_cast<std::size_t>(samples_) +
            static_cast<std::size_t>(sample)];
}

Bootstrap Bootstrap::draw(int points, int samples, Rng& rng) {
  Bootstrap drawn(points, samples);
  // Off from uniform by a part in 2³² / points: less than any number of samples can show, and twice as fast.
  const auto any_point = [&] {
    return static_cast<int>(std::uint64_t{rng.bits32()} * static_cast<std::uint64_t>(points) >> 32);
  };
  for (int s = 0; s < samples; ++s) {
    for (int k = 0; k < points; ++k) drawn.add(s, any_point());
  }
  return drawn;
}

Bootstrap Bootstrap::all(int points) {
  int samples = 1;
  for (int k = 0; k < points; ++k) samples *= points;
  Bootstrap every(points, samples);
  for (int s = 0; s < samples; ++s) {
    for (int k = 0, digits = s; k < points; ++k, digits /= points) every.add(s, digits % points);
  }
  return every;
}

Eigen::Matrix<std::int32_t, Eigen::Dynamic, 1> Bootstrap::losses_of_chance() const {
  Eigen::Matrix<std::int32_t, Eigen::Dynamic, 1> squares(samples_);
  squares.setZero();
  for (int k = 0; k < points_; ++k) {
    for (int s = 0; s < samples_; ++s) squares[s] += count(s, k) * count(s, k);
  }
  return (points_ * points_ - squares.array()) / 2;
}

Losses Bootstrap::losses(std::span<const RankingErrors> models) const {
  Losses out(samples_, static_cast<Eigen::Index>(models.size()));
  std::vector<Row> counts(static_cast<std::size_t>(points_));
  for (int begin = 0; begin < samples_; begin += static_cast<int>(kTogether)) {
    const int size = std::min(static_cast<int>(kTogether), samples_ - begin);
    for (int k = 0; k < points_; ++k) {
      Row& row = counts[static_cast<std::size_t>(k)];
      for (int s = 0; s < size; ++s)
        row[static_cast<std::size_t>(s)] = static_cast<std::uint16_t>(count(begin + s, k));
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
      Sums loss{};
      const auto& pairs = models[i].pairs();
      add_losses(pairs.data(), pairs.data() + pairs.size(), counts.data(), loss);
      std::copy_n(loss.begin(), size, &out(begin, static_cast<Eigen::Index>(i)));
    }
  }
  return out;
}

}  // namespace hone::transfer
