// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

// Numbers and counts within a sentence.
namespace hone {

/// At most `digits` significant digits: "0.032145", "1.5e-09", "120000".
std::string short_number(double value, int digits = 6);

/// A share as "42 %".
std::string percent(double share);

/// "1 trial", "3 trials", "2 studies", "5 passes".
std::string counted(std::int64_t count, const std::string& noun);

}  // namespace hone
