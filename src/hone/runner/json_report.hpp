// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/core/trial.hpp"
#include "hone/runner/last_json.hpp"

namespace hone::runner {

/// Reads {"step": 3, "value": 0.5}, where the objective's name will do instead of "value"; nothing when it is
/// not that. A step is a whole number of 64 bits; a value may be nan or inf.
std::optional<Report> report_from_json(const Json& json, const std::string& objective);

}  // namespace hone::runner
