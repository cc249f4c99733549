// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hone/core/value.hpp"

// Values as JSON text: how stores keep them, and how lists and maps are handed to programs.
namespace hone {

/// Appends a quoted and escaped string.
void append_json(std::string& out, std::string_view text);
/// Appends a number that reads back as exactly this one and as a float: it has a point or an exponent. NaN
/// and infinities become the strings "nan", "inf" and "-inf".
void append_json(std::string& out, double number);
/// The number for which one of these three words stands.
std::optional<double> number_of_word(std::string_view word);
/// The same for a value of any type, without blanks. As the string "nan" must stay a string, a number that
/// JSON lacks is written {"": "nan"}; no object of ours has an empty key otherwise.
void append_json(std::string& out, const Value& value);

}  // namespace hone
