// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hone/core/parameter.hpp"

namespace hone {

using CandidateRow = std::vector<std::pair<std::string, Value>>;

/// The parameters that a pool of candidate rows spans, in the order of the first row's columns: a column of
/// numbers becomes a range (whole numbers an int), one value a constant, true and false a bool, anything else
/// categorical. Throws Error(InvalidSpace) naming the row when rows differ in their columns or a number is
/// not finite.
std::vector<Parameter> parameters_of(const std::vector<CandidateRow>& rows);

}  // namespace hone
