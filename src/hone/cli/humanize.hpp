// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "hone/core/trial.hpp"

// Numbers and times as a person likes to read them.
namespace hone::cli {

/// "0.42s", "12s", "3m 20s", "2h 05m", "3d 4h".
std::string duration_text(double seconds);

/// "just now", "5m ago", "2h ago", "3d ago".
std::string ago_text(Timestamp then, Timestamp now);

/// Local time, "2025-03-01 12:00:03"; "" for 0.
std::string time_text(Timestamp time);

/// At most `digits` significant digits: "0.032145", "1.5e-09", "120000".
std::string short_number(double value, int digits = 6);

/// A share as "42 %".
std::string percent(double share);

/// "1 trial", "3 trials", "2 studies", "5 passes".
std::string counted(std::int64_t count, const std::string& noun);

}  // namespace hone::cli
