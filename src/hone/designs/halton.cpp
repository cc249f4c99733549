// SPDX-License-Identifier: MIT
#include "hone/designs/halton.hpp"

#include <algorithm>
#include <numeric>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {
namespace {

constexpr std::uint64_t kHaltonLength = std::uint64_t{1} << 32;

std::vector<std::uint32_t> first_primes(std::size_t count) {
  std::vector<std::uint32_t> primes;
  for (std::uint32_t candidate = 2; primes.size() < count; ++candidate) {
    const bool composite = std::any_of(primes.begin(), primes.end(),
                                       [candidate](std::uint32_t p) { return candidate % p == 0; });
    if (!composite) primes.push_back(candidate);
  }
  return primes;
}

int digits_below_length(std::uint32_t base) {
  int digits = 0;
  for (std::uint64_t power = 1; power < kHaltonLength; power *= base) ++digits;
  return digits;
}

}  // namespace

Halton::Halton(int dimensions, std::uint64_t seed, bool scramble) : scramble_(scramble) {
  if (dimensions < 1 || dimensions > max_dimensions()) {
    throw Error(ErrorCode::InvalidArgument,
                text("a Halton sequence of ", dimensions, " dimensions is not offered"),
                text("ask for 1 to ", max_dimensions(), " dimensions, or take the Sobol sequence"));
  }
  for (const std::uint32_t prime : first_primes(static_cast<std::size_t>(dimensions))) {
    Base base{.prime = prime, .digits = digits_below_length(prime), .table = permutations_.size()};
    // A stream for each dimension: the first coordinates do not depend on how many there are.
    Rng rng(seed, bases_.size());
    for (int digit = 0; scramble && digit < base.digits; ++digit) {
      const std::size_t begin = permutations_.size();
      permutations_.resize(begin + prime);
      const std::span<std::uint16_t> permutation(permutations_.data() + begin, prime);
      std::iota(permutation.begin(), permutation.end(), std::uint16_t{0});
      rng.shuffle(permutation);
    }
    // Permuting the endless zeros behind the last digit gives a uniform number of that size.
    if (scramble) base.tail = rng.uniform();
    bases_.push_back(base);
  }
}

void Halton::point(std::uint64_t index, std::span<double> out) const {
  if (index >= kHaltonLength || out.size() != bases_.size()) {
    throw Error(
        ErrorCode::InvalidArgument,
        text("Halton point ", index, " was asked for in ", out.size(), " of ", bases_.size(), " dimensions"),
        "give an index below 2^32 and one element for every dimension");
  }
  for (std::size_t j = 0; j < bases_.size(); ++j) {
    const Base& base = bases_[j];
    const double step = 1.0 / base.prime;
    const std::uint16_t* permutation = permutations_.data() + base.table;
    double value = 0.0;
    double weight = step;
    std::uint64_t rest = index;
    for (int digit = 0; digit < base.digits && (scramble_ || rest != 0); ++digit) {
      const std::uint64_t d = rest % base.prime;
      rest /= base.prime;
      value += weight * static_cast<double>(scramble_ ? permutation[d] : d);
      weight *= step;
      permutation += base.prime;
    }
    value += base.tail * weight * base.prime;
    out[j] = std::clamp(value, 0x1.0p-53, 1.0 - 0x1.0p-53);
  }
}

DesignPoints Halton::points(std::uint64_t first, int count) const {
  DesignPoints result(count, dimensions());
  for (int i = 0; i < count; ++i) point(first + static_cast<std::uint64_t>(i), result.row(i));
  return result;
}

}  // namespace hone::designs
