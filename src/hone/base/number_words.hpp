// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string_view>

// How numbers are written that JSON, YAML and tables have no digits for.
namespace hone {

inline constexpr std::string_view kNanWord = "nan";
inline constexpr std::string_view kInfinityWord = "inf";
inline constexpr std::string_view kMinusInfinityWord = "-inf";

/// The word for a number that is not finite.
inline std::string_view number_word(double value) {
  if (std::isnan(value)) return kNanWord;
  return value > 0.0 ? kInfinityWord : kMinusInfinityWord;
}

}  // namespace hone
