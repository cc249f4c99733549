// SPDX-License-Identifier: MIT
#include "hone/transfer/bootstrap.hpp"

#include <algorithm>
#include <array>

#include "hone/base/clones.hpp"

namespace hone::transfer {
namespace {

constexpr std::size_t kTogether = Bootstrap::kTogether;

using Pair = RankingErrors::Pair;
using Row = std::array<std::uint16_t, kTogether>;
using Sums = std::array<std::int32_t, kTogether>;

// Of so few points a sum of counts fits into a byte, and a whole loss, at most their square, into two.
constexpr int kFew = 255;

using ShortSums = std::array<std::uint16_t, kTogether>;
// 32 counts, which a processor with AVX2 adds at once; it wants them aligned to as much, and not to what the
// type says where the others are meant.
using Bytes [[gnu::vector_size(32), gnu::may_alias]] = std::uint8_t;
struct alignas(32) ByteRow : std::array<std::uint8_t, kTogether> {};
static_assert(kTogether == 8 * sizeof(Bytes));

// The same as add_losses() below for few points, in bytes: twice as many at a time, and sums that never leave
// the processor's registers. Nearly all pairs count twice, but for ties.
HONE_VECTOR_CLONES void add_losses_of_few(const Pair* pair, const Pair* end, const ByteRow* counts,
                                          ShortSums& out) {
  ShortSums loss{};  // not where it might overlap the counts
  while (pair != end) {
    const int first = pair->first;
    const ByteRow& own = counts[first];
    Bytes a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{};
    for (; pair != end && pair->first == first; ++pair) {
      const ByteRow& second = counts[pair->second];
      if (pair->twice) {
        const auto* parts = reinterpret_cast<const Bytes*>(second.data());
        a += parts[0], b += parts[1], c += parts[2], d += parts[3];
        e += parts[4], f += parts[5], g += parts[6], h += parts[7];
      } else {
        for (std::size_t s = 0; s < kTogether; ++s)
          loss[s] = static_cast<std::uint16_t>(loss[s] + own[s] * second[s]);
      }
    }
    ByteRow sum;
    auto* parts = reinterpret_cast<Bytes*>(sum.data());
    parts[0] = a, parts[1] = b, parts[2] = c, parts[3] = d;
    parts[4] = e, parts[5] = f, parts[6] = g, parts[7] = h;
    for (std::size_t s = 0; s < kTogether; ++s)
      loss[s] = static_cast<std::uint16_t>(loss[s] + 2 * own[s] * sum[s]);
  }
  out = loss;
}

// Σ over the pairs, grouped by their first point: c_k (2 Σ_twice c_l + Σ_once c_l). Sums of counts fit, as
// the counts of a sample sum up to the number of points.
HONE_VECTOR_CLONES void add_losses(const Pair* pair, const Pair* end, const Row* counts, Sums& loss) {
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

/// Samples that are worked on together, in the form that their losses are made from.
class FewPoints {
 public:
  explicit FewPoints(int points) : counts_(static_cast<std::size_t>(points)) {}

  void take(const std::uint16_t* counts) {
    for (ByteRow& row : counts_) {
      for (std::size_t s = 0; s < kTogether; ++s) row[s] = static_cast<std::uint8_t>(counts[s]);
      counts += kTogether;
    }
  }
  const ShortSums& losses(const std::vector<Pair>& pairs) {
    add_losses_of_few(pairs.data(), pairs.data() + pairs.size(), counts_.data(), sums_);
    return sums_;
  }

 private:
  std::vector<ByteRow> counts_;
  ShortSums sums_;
};

class ManyPoints {
 public:
  explicit ManyPoints(int points) : counts_(static_cast<std::size_t>(points)) {}

  void take(const std::uint16_t* counts) {
    for (Row& row : counts_) {
      std::copy_n(counts, kTogether, row.begin());
      counts += kTogether;
    }
  }
  const Sums& losses(const std::vector<Pair>& pairs) {
    sums_.fill(0);
    add_losses(pairs.data(), pairs.data() + pairs.size(), counts_.data(), sums_);
    return sums_;
  }

 private:
  std::vector<Row> counts_;
  Sums sums_;
};

}  // namespace

Bootstrap::Bootstrap(int points, int samples)
    : points_(points),
      samples_(samples),
      counts_((static_cast<std::size_t>(samples) + kTogether - 1) / kTogether * kTogether *
              static_cast<std::size_t>(points)) {}

Bootstrap Bootstrap::draw(int points, int samples, Rng& rng) {
  Bootstrap drawn(points, samples);
  const auto scale = static_cast<std::uint64_t>(points);
  for (int s = 0; s < samples; ++s) {
    std::uint16_t* counts = &drawn.counts_[drawn.place(s, 0)];
    // Off from uniform by a part in 2³² / points: less than any number of samples can show, and twice as
    // fast.
    for (int k = 0; k < points; ++k) ++counts[(rng.bits32() * scale >> 32) * kTogether];
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
  return points_ <= kFew ? losses_by<FewPoints>(models) : losses_by<ManyPoints>(models);
}

template <class Kernel>
Losses Bootstrap::losses_by(std::span<const RankingErrors> models) const {
  Losses out(samples_, static_cast<Eigen::Index>(models.size()));
  Kernel kernel(points_);
  for (int begin = 0; begin < samples_; begin += static_cast<int>(kTogether)) {
    const int size = std::min(static_cast<int>(kTogether), samples_ - begin);
    kernel.take(&counts_[place(begin, 0)]);
    for (std::size_t i = 0; i < models.size(); ++i)
      std::copy_n(kernel.losses(models[i].pairs()).begin(), size, &out(begin, static_cast<Eigen::Index>(i)));
  }
  return out;
}

}  // namespace hone::transfer
