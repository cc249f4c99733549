// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "hone/core/compound.hpp"

namespace hone {

/// Named remarks of a user on a trial. What a sampler keeps with its proposals are Notes (note.hpp).
using Attributes = std::map<std::string, Value>;

/// "true", "3", "0.1", "rbf", "null", "[64,64]": what a command line argument or an environment variable
/// holds. Lists and maps are JSON.
std::string to_text(const Value& value);

/// The number in an int or a float value; nothing for booleans and strings.
std::optional<double> as_number(const Value& value);

/// Equal as a person means it: 1 and 1.0 are the same, but true is not 1 and "1" is not 1. In lists and maps,
/// too.
bool same_value(const Value& a, const Value& b);

/// JSON's null, which is a value where a parameter has it among its choices.
bool is_null(const Value& value);

/// Whether all numbers in it are finite.
bool is_finite(const Value& value);

/// "boolean", "integer", "number", "string", "null", "list" or "map", for messages.
std::string type_name(const Value& value);

std::size_t hash_value(const Value& value);

}  // namespace hone
