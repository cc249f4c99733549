// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace hone {

/// True when the whole text is the pattern, in which * stands for any characters or none and ? for one.
/// Costs at most the product of their lengths.
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace hone
