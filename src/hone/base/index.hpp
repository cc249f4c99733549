// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>

namespace hone {

/// A count or place that is known not to be negative, as the standard's containers want it.
constexpr std::size_t index(std::integral auto i) { return static_cast<std::size_t>(i); }

}  // namespace hone
