// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hone {

/// Mixes numbers into one seed, so that (study seed, trial number, purpose) name a stream of their own.
/// Any change of any part gives an unrelated result.
std::uint64_t mix_seed(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0);

/// A stream of random numbers: Philox 4x32-10, counter-based (Salmon et al. 2011). Equal seeds give equal
/// numbers on every machine and for every number of threads; the distributions are our own because those of
/// the standard library differ between vendors.
class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint32_t bits32();
  std::uint64_t bits64();

  /// Uniform on [0, 1) with 53 random bits.
  double uniform();
  /// Uniform on [low, high); low when the two are equal.
  double uniform(double low, double high);
  /// Uniform on {0, ..., bound - 1} without bias. bound > 0.
  std::uint64_t below(std::uint64_t bound);
  /// True with the given probability.
  bool chance(double probability) { return uniform() < probability; }
  /// Standard normal (Box-Muller, in pairs).
  double normal();

  /// Fisher-Yates shuffle.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[static_cast<std::size_t>(below(i))]);
    }
  }
  /// The numbers 0 ... n-1 in random order.
  std::vector<int> permutation(int n);

 private:
  void refill();

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
  double spare_normal_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace hone
