// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hone/core/value.hpp"

namespace hone {

/// One remark of a sampler on its own proposal: a value, or a list of numbers such as the hyper-parameters of
/// a fit.
using Note = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

/// What a sampler keeps with a proposal, by name.
using Notes = std::map<std::string, Note>;

/// As to_text() of a value; a list as "[0.1,-2,nan]", each number so that it reads back exactly.
std::string note_text(const Note& note);

/// The list that note_text() wrote; nothing when the text is not a list of numbers.
std::optional<std::vector<double>> parse_number_list(std::string_view text);

/// The note as a table shows it and expressions compare it: lists are texts there.
Value as_value(const Note& note);
/// A null, list or map becomes its text.
Note as_note(Value value);

}  // namespace hone
