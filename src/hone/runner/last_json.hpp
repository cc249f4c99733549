// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hone/codec/json.hpp"

namespace hone::runner {

using codec::Json;

/// The last JSON object, list or number in a program's output. A number or a list fills its line; an object
/// ends its line and may begin after other words or on an earlier line; an empty one is passed over. Bare nan
/// and inf, which JSON lacks but printf and Python write, come as the strings "nan", "inf" and "-inf" inside
/// objects and lists, and as numbers on a line of their own.
///
/// Takes time linear in the output, whatever it is: what is nested deeper than 64 brackets, has more than a
/// million values or many thousands of keys in one object is passed over, and so is everything above 16 MiB
/// of text that has the brackets of JSON and is none.
std::optional<Json> last_json(std::string_view output);

}  // namespace hone::runner
