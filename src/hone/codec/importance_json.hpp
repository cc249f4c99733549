// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/codec/json.hpp"
#include "hone/core/importance.hpp"

namespace hone::codec {

/// method, objective, trials, left_out, importances (parameter, importance, deviation, trials), pairs
/// (parameters, importance, deviation); "explained" by fANOVA, "best" and "compared" by PED-ANOVA; "warning",
/// or null when the numbers are worth relying on.
Json to_json(const Importances& importances);
Node importance_shape();

/// The answer to an "importance" request: the same on one line.
std::string importance_answer(const Importances& importances);

}  // namespace hone::codec
