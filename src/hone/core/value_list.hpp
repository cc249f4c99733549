// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/core/value.hpp"

namespace hone {

/// "rbf, poly"; of many values the first eight and how many there are: "a, b, c, d, e, f, g, h, ... (12)".
std::string value_list_text(std::span<const Value> values);

}  // namespace hone
