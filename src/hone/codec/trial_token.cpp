// SPDX-License-Identifier: MIT
#include "hone/codec/trial_token.hpp"

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kLargestFence = (std::int64_t{1} << kFenceBits) - 1;
constexpr int kProofBits = 37;  // with the fence 53 bits: what a double holds

/// The first bits of a hash in hexadecimal digits.
std::int64_t first_bits(const std::string& digits, int bits) {
  std::int64_t number = 0;
  for (int i = 0; 4 * i < bits; ++i) {
    const char digit = digits[static_cast<std::size_t>(i)];
    number = number << 4 | (digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return number >> (3 - (bits + 3) % 4);
}

}  // namespace

// Hashed twice, so that the hash of a longer text cannot be derived from it.
std::int64_t TokenKey::token_of(std::int64_t study, std::int64_t number, std::int64_t fence) const {
  if (fence <= 0) return 0;
  if (fence > kLargestFence)
    throw Error(ErrorCode::Conflict, text("trial ", number, " was handed over ", fence, " times"),
                "cancel it, and enqueue its point anew");
  const std::string inner = sha256(text(secret_, " ", study, " ", number, " ", fence));
  return first_bits(sha256(text(secret_, " ", inner)), kProofBits) << kFenceBits | fence;
}

std::optional<std::int64_t> TokenKey::fence_in(std::int64_t study, std::int64_t number,
                                               std::int64_t token) const {
  if (token == 0) return 0;
  const std::int64_t fence = fence_part(token);
  if (fence == 0 || token_of(study, number, fence) != token) return std::nullopt;
  return fence;
}

}  // namespace hone::codec
