// SPDX-License-Identifier: MIT
#include "hone/cli/trial_numbers.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"

namespace hone::cli {

std::int64_t trial_number(const std::string& word) {
  const auto number = parse_integer(trim(word));
  if (!number || *number < 0) {
    throw UsageError("'" + word + "' is not a trial number",
                     "numbers are 0, 1, 2, ...; 'hone trials STUDY' lists them");
  }
  return *number;
}

std::vector<std::int64_t> trial_numbers(const std::vector<std::string>& words) {
  std::vector<std::int64_t> numbers;
  for (const std::string& word : words) {
    for (const std::string& one : split(word, ',')) {
      const std::int64_t number = trial_number(one);
      if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
    }
  }
  return numbers;
}

std::string numbers_in_short(const std::vector<std::int64_t>& numbers, std::size_t most) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i) shown.push_back(text(numbers[i]));
  const std::size_t more = numbers.size() - shown.size();
  return join(shown, ", ") + (more > 0 ? text(" and ", more, " more") : "");
}

}  // namespace hone::cli
