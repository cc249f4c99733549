// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

// What a line of a program's output looks like to somebody who looks for a result. Of use where it cannot be
// read as one: a line that looks like a result must not be passed over for an earlier number.
namespace hone::runner {

/// Its first word is a number, be it too large to be held ("1e999", "0.7 # final", "0.7, 0.8"), or it is a
/// list of such ("[1 2]", "[1] 0.7"), or it is a number in other dress and nothing else ("0,7", "93%",
/// "0.3s", "tensor(0.7)", see dressed_number.hpp). A date, a time and "10/10" are none.
bool looks_like_number(std::string_view line);

/// It begins with an object: a brace, followed by a quote, or with one of the names and its number in it.
bool begins_as_object(std::string_view text, std::span<const std::string> names);

/// Whoever has printed this is inside an object: a member's name comes last ("\"best\":"), or an object that
/// was opened is not closed ("{\"loss\": 0.9, \"runs\": [").
bool is_inside_object(std::string_view text);

/// It gives a number for the name, in whatever case: "loss: 0.7", "final loss = 0.7 (best)", "\"Loss\":
/// nan,"; or anything at all behind a colon or an equals sign: "loss: tensor(0.7)", "loss: N/A". A name that
/// is part of another ("val_loss", "train/loss") is not meant.
bool gives_number_for(std::string_view line, std::string_view name);

/// It ends with a number for some name: "accuracy: 0.93", "top5 = 93%", "accuracy: tensor(0.93)".
bool ends_as_named_number(std::string_view line);

}  // namespace hone::runner
