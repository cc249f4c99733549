// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hone::codec {

/// What a JSON text may hold before a parser that builds a tree is let at it: such a parser accepts any
/// depth, and then somebody recurses; it needs many bytes for each value; and an object that keeps the order
/// of its keys compares each new key with all before it.
struct JsonLimits {
  int depth = 64;                         ///< brackets inside brackets
  std::size_t values = 1'000'000;         ///< values in all
  std::size_t comparisons = 100'000'000;  ///< of keys; 14,000 keys in one object
};

/// What the text exceeds, as "more than 64 brackets inside each other"; nothing when it keeps to the limits.
/// One pass; the text need not be JSON.
std::optional<std::string> json_excess(std::string_view json, const JsonLimits& limits = {});

}  // namespace hone::codec
