// SPDX-License-Identifier: MIT
#include "hone/base/rng.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

namespace hone {
namespace {

// The finaliser of splitmix64: every input bit reaches every output bit.
std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

__extension__ using Wide = unsigned __int128;

std::uint32_t low_half(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t high_half(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

}  // namespace

std::uint64_t mix_seed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return scramble(scramble(scramble(a) ^ b) ^ c);
}

Rng::Rng(std::uint64_t seed, std::uint64_t stream)
    : key_{low_half(seed), high_half(seed)}, counter_{0, 0, low_half(stream), high_half(stream)} {}

// Philox is ten lines; the constants and the round are those of the paper, and the tests hold its published
// known-answer vectors, so no library is needed for it.
void Rng::refill() {
  std::array<std::uint32_t, 4> x = counter_;
  std::array<std::uint32_t, 2> k = key_;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = 0xD2511F53ULL * x[0];
    const std::uint64_t p1 = 0xCD9E8D57ULL * x[2];
    x = {high_half(p1) ^ x[1] ^ k[0], low_half(p1), high_half(p0) ^ x[3] ^ k[1], low_half(p0)};
    k[0] += 0x9E3779B9U;
    k[1] += 0xBB67AE85U;
  }
  block_ = x;
  used_ = 0;
  if (++counter_[0] == 0) ++counter_[1];
}

std::uint32_t Rng::bits32() {
  if (used_ == 4) refill();
  return block_[static_cast<std::size_t>(used_++)];
}

std::uint64_t Rng::bits64() {
  const std::uint64_t high = bits32();
  return (high << 32) | bits32();
}

double Rng::uniform() { return static_cast<double>(bits64() >> 11) * 0x1.0p-53; }

double Rng::uniform(double low, double high) {
  const double value = low + uniform() * (high - low);
  return value < high ? value : low;  // rounding may reach high; it is excluded
}

// Lemire's multiply-shift with rejection of the biased part.
std::uint64_t Rng::below(std::uint64_t bound) {
  const std::uint64_t threshold = (0 - bound) % bound;
  while (true) {
    const Wide product = static_cast<Wide>(bits64()) * bound;
    if (static_cast<std::uint64_t>(product) >= threshold) return static_cast<std::uint64_t>(product >> 64);
  }
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2.0 * std::log1p(-uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::vector<int> Rng::permutation(int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  shuffle(std::span<int>(order));
  return order;
}

}  // namespace hone
