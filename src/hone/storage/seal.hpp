// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace hone::storage {

/// A fingerprint of what a row says, kept in the row, so that damage is seen which leaves the row readable: a
/// flipped digit is still a number. SQLite itself only checks the structure of its pages.
///
/// A change within eight neighbouring bytes always changes the seal; of other changes one in 2^64 would not.
/// It guards against disks, not against people: who can write the row can write the seal.
class Seal {
 public:
  Seal& add(std::int64_t number);
  Seal& add(double number);
  /// Texts one after the other are told apart: "ab", "c" is not "a", "bc".
  Seal& add(std::string_view text);

  /// As SQL keeps it. The same on every machine.
  std::int64_t value() const { return static_cast<std::int64_t>(state_); }

 private:
  void mix(std::uint64_t word);

  std::uint64_t state_ = 0x68'6f'6e'65'20'73'65'61;  // any number but 0
};

}  // namespace hone::storage
