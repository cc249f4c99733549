// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/core/space.hpp"

namespace hone::encode {

/// Walks over the configurations of a space one by one, like the digits of a counter, the last parameter
/// fastest. What does not exist under its conditions is not varied, so each configuration comes once.
/// Continuous parameters take `points` values, evenly spread on their scale, the bounds included. With a pool
/// of candidates it walks over those. Constraints are not looked at.
class Enumeration {
 public:
  /// One entry of `points`, at least 1, for each parameter; those of finite ones are not looked at. A single
  /// point is the middle.
  Enumeration(Space space, std::vector<std::int64_t> points);

  Configuration current() const;
  /// Goes on to the next; false, and back at the first, after the last one.
  bool advance();
  /// Goes to a random place.
  void scatter(Rng& rng);

 private:
  std::int64_t count(std::size_t parameter) const;
  void drop_inactive();

  Space space_;
  std::vector<std::int64_t> points_;
  std::vector<std::int64_t> digits_;  // one for each parameter; 0 for those that do not exist
  std::vector<std::optional<Value>> values_;
};

}  // namespace hone::encode
