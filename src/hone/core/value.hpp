// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>

namespace hone {

/// One setting, or one attribute of a trial.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Named remarks of a user on a trial. What a sampler keeps with its proposals are Notes (note.hpp).
using Attributes = std::map<std::string, Value>;

/// "true", "3", "0.1", "rbf": what a command line argument or an environment variable holds.
std::string to_text(const Value& value);

/// The number in an int or a float value; nothing for booleans and strings.
std::optional<double> as_number(const Value& value);

/// Equal as a person means it: 1 and 1.0 are the same, but true is not 1 and "1" is not 1.
bool same_value(const Value& a, const Value& b);

/// "boolean", "integer", "number" or "string", for messages.
std::string type_name(const Value& value);

std::size_t hash_value(const Value& value);

}  // namespace hone
