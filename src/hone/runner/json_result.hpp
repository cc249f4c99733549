// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/core/study.hpp"
#include "hone/runner/last_json.hpp"
#include "hone/runner/result.hpp"

namespace hone::runner {

/// Reads a number, list or object as the result of a trial; a Failed one that says why when it is not.
Result result_from_json(const Json& json, std::span<const Objective> objectives);

/// The same, with the value(s) at a path of an object.
Result result_from_path(const Json& json, const std::string& path, std::span<const Objective> objectives);

/// A Failed result.
Result failed_result(const std::string& error);

}  // namespace hone::runner
