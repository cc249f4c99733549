// SPDX-License-Identifier: MIT
#include "hone/codec/json_limits.hpp"

#include <vector>

#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

// Position of the quote that ends a string, or the end of the text.
std::size_t end_of_string(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return at;
}

}  // namespace

std::optional<std::string> json_excess(std::string_view json, const JsonLimits& limits) {
  std::vector<std::size_t> keys;  // so far, of each object or list that is open
  std::size_t values = 1;
  std::size_t comparisons = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      i = end_of_string(json, i);
    } else if (c == '[' || c == '{') {
      keys.push_back(0);
      ++values;
      if (static_cast<int>(keys.size()) > limits.depth)
        return text("more than ", limits.depth, " brackets inside each other");
    } else if (c == ']' || c == '}') {
      if (!keys.empty()) keys.pop_back();
    } else if (c == ',') {
      if (++values > limits.values) return text("more than ", limits.values, " values");
    } else if (c == ':' && !keys.empty()) {
      comparisons += keys.back()++;
      if (comparisons > limits.comparisons) return "too many keys in one object";
    }
  }
  return std::nullopt;
}

}  // namespace hone::codec
