// SPDX-License-Identifier: MIT
#include "hone/storage/seal.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace hone::storage {
namespace {

/// Up to eight bytes as a number, the first one lowest on every machine.
std::uint64_t word_of(std::string_view bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  return std::endian::native == std::endian::big ? __builtin_bswap64(word) : word;
}

}  // namespace

// Each step can be undone, so two states that differ stay different as long as the words are equal.
void Seal::mix(std::uint64_t word) {
  state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ULL;
  state_ ^= state_ >> 29;
}

Seal& Seal::add(std::int64_t number) {
  mix(static_cast<std::uint64_t>(number));
  return *this;
}

// Of the many NaNs the store keeps one, and of the two zeros both.
Seal& Seal::add(double number) {
  mix(std::bit_cast<std::uint64_t>(std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number));
  return *this;
}

Seal& Seal::add(std::string_view text) {
  mix(text.size());
  for (; text.size() >= 8; text.remove_prefix(8)) mix(word_of(text.substr(0, 8)));
  if (!text.empty()) mix(word_of(text));
  return *this;
}

}  // namespace hone::storage
