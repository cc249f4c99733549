// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

// Numbers as languages, libraries and people show them: "(0.7,)", "tensor(0.7)", "0.3s". None of them is read
// as a result, since what is meant would be a guess; they are known so that none is passed over either.
namespace hone::runner {

/// How many characters at the start are a number, whether or not it can be held ("1e999"); 0 when there is
/// none.
std::size_t number_length(std::string_view text);

/// A line that is nothing but numbers, and at least one, in brackets, quotes or other signs: "(0.7,)",
/// "\"0.7\"", "=> 0.7", "| 1 | 2 |", "0,7", "93%"; one number with a unit or to another base: "0.3s", "0x10";
/// or a value as Python shows it: "tensor(0.7, device='cuda:0')", "<tf.Tensor: shape=(), numpy=0.7>". A date,
/// a time, "10/10" and "1.2.3" are none.
bool is_dressed_number(std::string_view line);

/// Such a value, or a quoted number, stands behind a colon or an equals sign: "accuracy: tensor(0.93)". What
/// has a unit is something else more often than not: "elapsed: 3.2s".
bool gives_dressed_number(std::string_view line);

/// A list of exactly `count` numbers, in square or round brackets, begins or ends the line, and words stand
/// around it: "final [0.7, 0.8]", "(0.7, 0.8) # best". A list of one number only behind a colon or an equals
/// sign: "[3] workers" means something else.
bool has_list_of(std::string_view line, std::size_t count);

}  // namespace hone::runner
