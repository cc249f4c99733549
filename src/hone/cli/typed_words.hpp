// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// The words of a command line as they were typed, and what they mean as values of options.
namespace hone::cli {

/// CLI11 takes "-0.5" for an option: such a minus travels through it as a character that nobody types.
std::string hide_minus(const std::string& argument);
std::string show_minus(std::string argument);

/// Whether one of the words is among the arguments in front of a `--`.
bool has_word(const std::vector<std::string>& arguments, std::initializer_list<std::string_view> words);

// What was given for the option of this name. Throws UsageError.
std::int64_t typed_integer(const std::string& option, const std::string& given, std::int64_t low,
                           std::int64_t high);
double typed_number(const std::string& option, const std::string& given);
const std::string& typed_choice(const std::string& option, const std::string& given,
                                const std::vector<std::string>& words);

}  // namespace hone::cli
