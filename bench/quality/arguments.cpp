// SPDX-License-Identifier: MIT
#include "bench/quality/arguments.hpp"

#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::quality {

std::vector<std::string> words(const std::optional<std::string>& list) {
  std::vector<std::string> result;
  if (!list) return result;
  for (const std::string& word : split(*list, ',')) {
    if (!trim(word).empty()) result.emplace_back(trim(word));
  }
  return result;
}

std::vector<int> numbers(const char* option, const std::string& list) {
  std::vector<int> result;
  for (const std::string& word : words(list)) {
    const auto number = parse_integer(word);
    if (!number || *number < 1 || *number > std::numeric_limits<int>::max()) {
      throw Error(ErrorCode::InvalidArgument, text(option, ": '", word, "' is not a whole number above 0"),
                  text("write for example ", option, " 32,64"));
    }
    result.push_back(static_cast<int>(*number));
  }
  return result;
}

std::string typed(const std::vector<std::string>& arguments) {
  std::string out = "hone";
  for (const std::string& word : arguments) {
    const bool plain = word.find_first_of(" {}'\"*$") == std::string::npos && !word.empty();
    out += plain ? " " + word : " '" + word + "'";
  }
  return out;
}

}  // namespace hone::quality
