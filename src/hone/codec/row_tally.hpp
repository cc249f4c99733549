// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/codec/import_rows.hpp"

// What an import leaves out of the rows of a table or list, and how it tells so.
namespace hone::codec {

/// The error of a row that gives neither a finite value nor a state.
inline constexpr const char* kNoValue = "imported without a value";

/// Counts a row's values of parameters that do not exist under the others.
void count_inactive(ImportedRows& rows, const Trial& trial, const std::vector<std::string>& names);

/// Of a trial that an export marks as outside: what it had of a parameter that is gone keeps it out here,
/// too, though what is left of it looks like a point of the space.
bool kept_out(const Study& study, const Attributes& former);

/// Adds the remarks on what was counted.
void tell_left_out(ImportedRows& rows);

}  // namespace hone::codec
