// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hone/codec/json.hpp"

// JSON as programs write it: json.dumps() of Python writes NaN and lone surrogates, printf() writes 1e999 and
// bytes that are no text. One such value must not hide the others, least of all the result beside it.
namespace hone::runner {

using codec::Json;

/// Reads JSON in which single values need not be JSON. Bare nan and inf come as the strings "nan", "inf" and
/// "-inf"; a text that is not UTF-8 or has escapes that mean nothing, a number beyond 64 bits of floating
/// point and any other bare word are marked as unreadable. Nothing when it is not JSON even so. Takes time
/// linear in the text.
std::optional<Json> parse_mended(std::string_view text);

/// Whether a value, or the name of a field, stands for one that could not be read. A text that begins with a
/// zero byte looks the same, and is as little use to anybody.
bool is_unreadable(const Json& value);
bool is_unreadable(std::string_view name);

/// What stood there, fit to be printed and shortened.
std::string unreadable_text(const Json& value);
std::string unreadable_text(std::string_view name);

}  // namespace hone::runner
