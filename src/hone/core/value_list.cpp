// SPDX-License-Identifier: MIT
#include "hone/core/value_list.hpp"

#include <vector>

#include "hone/base/text.hpp"

namespace hone {

std::string value_list_text(std::span<const Value> values) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> words;
  for (const Value& value : values) {
    if (words.size() == kMost && values.size() > kMost + 1) {
      words.push_back(text("... (", values.size(), ")"));
      break;
    }
    words.push_back(to_text(value));
  }
  return join(words, ", ");
}

}  // namespace hone
