// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hone/core/trial.hpp"

namespace hone::codec {

/// "2026-01-31T08:15:00.250Z".
std::string iso_time(Timestamp time);

/// Reads ISO 8601 with or without fraction, in UTC (Z) or with an offset (+02:00); nothing when it is not a
/// time.
std::optional<Timestamp> parse_iso_time(std::string_view text);

}  // namespace hone::codec
