// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/base/words.hpp"  // numbers and counts, which most who say a time say too
#include "hone/core/trial.hpp"

// Times as a person likes to read them.
namespace hone::cli {

/// "0.42s", "12s", "3m 20s", "2h 05m", "3d 4h".
std::string duration_text(double seconds);

/// "just now", "5m ago", "2h ago", "3d ago".
std::string ago_text(Timestamp then, Timestamp now);

/// "0 bytes", "512 bytes", "3.4 kB", "12 MB".
std::string bytes_text(std::int64_t bytes);

/// Local time, "2025-03-01 12:00:03"; "" for 0.
std::string time_text(Timestamp time);

}  // namespace hone::cli
