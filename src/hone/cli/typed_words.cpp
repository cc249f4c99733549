// SPDX-License-Identifier: MIT
#include "hone/cli/typed_words.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/synonyms.hpp"

namespace hone::cli {
namespace {

constexpr char kMinus = '\x01';

void add_number_range(std::string& message, std::int64_t low, std::int64_t high) {
  if (low != INT64_MIN) message += text(" of at least ", low);
  if (high != INT64_MAX) message += text(low != INT64_MIN ? " and at most " : " of at most ", high);
}

[[noreturn]] void refuse_value(const std::string& option, const std::string& wanted,
                               const std::string& given) {
  throw UsageError("option '" + option + "' takes " + wanted + ", not '" + given + "'");
}

}  // namespace

std::string hide_minus(const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '-' || !parse_number(argument)) return argument;
  return kMinus + argument.substr(1);
}

std::string show_minus(std::string argument) {
  if (!argument.empty() && argument[0] == kMinus) argument[0] = '-';
  return argument;
}

bool has_word(const std::vector<std::string>& arguments, std::initializer_list<std::string_view> words) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find_first_of(arguments.begin(), end, words.begin(), words.end()) != end;
}

std::int64_t typed_integer(const std::string& option, const std::string& given, std::int64_t low,
                           std::int64_t high) {
  const auto number = parse_integer(given);
  if (number && *number >= low && *number <= high) return *number;
  std::string wanted = "a whole number";
  add_number_range(wanted, low, high);
  const bool digits = !given.empty() && given.find_first_not_of("0123456789") == std::string::npos;
  if (!number && digits && high == INT64_MAX) wanted += text(" and at most ", high);
  refuse_value(option, wanted, given);
}

double typed_number(const std::string& option, const std::string& given) {
  if (const auto number = parse_number(given)) return *number;
  refuse_value(option, "a number", given);
}

const std::string& typed_choice(const std::string& option, const std::string& given,
                                const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), given);
  if (found != words.end()) return *found;
  throw UsageError("option '" + option + "' takes " + join(words, ", ") + ", not '" + given + "'" +
                   our_word_for(given, words));
}

}  // namespace hone::cli
