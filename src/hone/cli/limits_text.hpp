// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"

// What trials turned out to be against a study's limits on that (constraints_on), in words and in JSON.
namespace hone::cli {

/// "memory_mb <= 500, latency < 1"; empty without limits.
std::string limits_line(const Study& study);

/// "12 of 30 complete trials are infeasible (memory_mb <= 500: 9, latency < 1: 4) and none of them is the
/// best; 2 did not report memory_mb: ..."; empty when all are feasible.
std::string infeasible_text(const Study& study, std::span<const Trial> trials);

/// Why a study that has complete trials has no best one: outside the space or infeasible, and which of the
/// infeasible ones comes closest.
std::string no_best_text(const Study& study, std::span<const Trial> trials);

/// {"infeasible": 12, "limits": [{"constraint": "memory_mb <= 500", "broken": 9, "unknown": 2}]}.
codec::Json limits_json(const Study& study, std::span<const Trial> trials);

}  // namespace hone::cli
