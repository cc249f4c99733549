// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/space.hpp"

namespace hone::transfer {

/// The way of configurations from one space into another. Parameters belong together when they have the same
/// name and both are numbers, or both are choices; a constant may stand for anything. One that only the other
/// space has stands at its usual value, or without one in the middle of its range. Both spaces must outlive
/// the object.
class Passage {
 public:
  Passage(const Space& from, const Space& to);

  /// How many parameters that vary in both spaces belong together.
  int varying() const noexcept { return varying_; }
  /// Those that vary and only one of the spaces has: the other space, this one.
  const std::vector<std::string>& missing() const noexcept { return missing_; }
  const std::vector<std::string>& extra() const noexcept { return extra_; }

  /// Nothing when a value is not allowed in the other space. Constraints and pools are not looked at.
  std::optional<Configuration> operator()(const Configuration& source) const;

 private:
  const Space& to_;
  std::vector<bool> shared_;
  int varying_ = 0;
  std::vector<std::string> missing_;
  std::vector<std::string> extra_;
};

}  // namespace hone::transfer
