// SPDX-License-Identifier: MIT
#include "hone/designs/sobol.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/random/sobol.hpp>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {
namespace {

using DirectionNumbers = boost::random::default_sobol_table;

constexpr int kDigits = 32;
constexpr std::uint64_t kSobolLength = std::uint64_t{1} << kDigits;

// Direction numbers of one dimension (0 is the first): numbers[k] belongs to bit k of the index.
std::array<std::uint32_t, kDigits> direction_numbers(std::size_t dimension) {
  std::array<std::uint32_t, kDigits> m{};
  if (dimension == 0) {
    m.fill(1);
  } else {
    const unsigned polynomial = DirectionNumbers::polynomial(dimension - 1);
    const auto degree = static_cast<std::size_t>(std::bit_width(polynomial) - 1);
    for (std::size_t k = 0; k < degree; ++k) m[k] = DirectionNumbers::minit(dimension - 1, k);
    for (std::size_t k = degree; k < kDigits; ++k) {
      // m_k = m_{k-d} ^ 2^d m_{k-d} ^ sum over the inner coefficients a_i of 2^i a_i m_{k-i}
      m[k] = m[k - degree] ^ (m[k - degree] << degree);
      for (std::size_t i = 1; i < degree; ++i) {
        if ((polynomial >> (degree - i)) & 1U) m[k] ^= m[k - i] << i;
      }
    }
  }
  for (std::size_t k = 0; k < kDigits; ++k) m[k] <<= kDigits - 1 - k;
  return m;
}

// Every input bit reaches every output bit (the mixer of David Stafford, "variant 13").
std::uint64_t hash(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

// Flips each digit by the coin of its node, the node being all the digits above it before the flips. A
// subtree of six levels has 63 nodes, so one 64-bit hash serves six digits; its bit number is the node's
// place in the subtree (1 is the root, 2n and 2n+1 the children of n). The twenty digits below the 32 of the
// sequence are all 0 before scrambling and follow from the whole prefix, so one hash gives them together. The
// result has 52 digits.
std::uint64_t scramble_digits(std::uint32_t x, std::uint64_t key) {
  std::uint32_t flips = 0;
  for (int level = 0; level < kDigits; level += 6) {
    const std::uint64_t prefix = (std::uint64_t{1} << level) | (level == 0 ? 0U : x >> (kDigits - level));
    const std::uint64_t coins = hash(key ^ (prefix * 0x9E3779B97F4A7C15ULL));
    unsigned node = 1;
    for (int depth = level; depth < std::min(level + 6, kDigits); ++depth) {
      const int shift = kDigits - 1 - depth;
      flips |= static_cast<std::uint32_t>((coins >> node) & 1U) << shift;
      node = 2 * node + ((x >> shift) & 1U);
    }
  }
  const std::uint64_t whole = kSobolLength | x;
  const std::uint64_t tail = hash(key ^ (whole * 0x9E3779B97F4A7C15ULL)) >> 44;
  return (static_cast<std::uint64_t>(x ^ flips) << 20) | tail;
}

}  // namespace

SobolSequence::SobolSequence(int dimensions, std::uint64_t seed, bool scramble)
    : dimensions_(dimensions), scramble_(scramble) {
  if (dimensions < 1 || dimensions > max_dimensions()) {
    throw Error(ErrorCode::InvalidArgument,
                text("a Sobol sequence of ", dimensions, " dimensions does not exist"),
                text("ask for 1 to ", max_dimensions(), " dimensions"));
  }
  const auto width = static_cast<std::size_t>(dimensions);
  directions_.resize(kDigits * width);
  keys_.resize(width);
  for (std::size_t j = 0; j < width; ++j) {
    const auto numbers = direction_numbers(j);
    for (std::size_t bit = 0; bit < kDigits; ++bit) directions_[bit * width + j] = numbers[bit];
    keys_[j] = mix_seed(seed, j);
  }
}

int SobolSequence::max_dimensions() { return static_cast<int>(DirectionNumbers::max_dimension); }

void SobolSequence::point(std::uint64_t index, std::span<double> out) const {
  const auto width = static_cast<std::size_t>(dimensions_);
  if (index >= kSobolLength || out.size() != width) {
    throw Error(ErrorCode::InvalidArgument,
                text("Sobol point ", index, " was asked for in ", out.size(), " of ", width, " dimensions"),
                "give an index below 2^32 and one element for every dimension");
  }
  std::vector<std::uint32_t> digits(width);
  for (std::uint64_t gray = index ^ (index >> 1); gray != 0; gray &= gray - 1) {
    const std::uint32_t* numbers =
        directions_.data() + static_cast<std::size_t>(std::countr_zero(gray)) * width;
    for (std::size_t j = 0; j < width; ++j) digits[j] ^= numbers[j];
  }
  for (std::size_t j = 0; j < width; ++j) {
    // Half a unit more keeps 0 out, and the sum is still exact.
    out[j] = scramble_ ? (static_cast<double>(scramble_digits(digits[j], keys_[j])) + 0.5) * 0x1.0p-52
                       : (static_cast<double>(digits[j]) + 0.5) * 0x1.0p-32;
  }
}

DesignPoints SobolSequence::points(std::uint64_t first, int count) const {
  DesignPoints result(count, dimensions_);
  for (int i = 0; i < count; ++i) point(first + static_cast<std::uint64_t>(i), result.row(i));
  return result;
}

}  // namespace hone::designs
