// SPDX-License-Identifier: MIT
#include "hone/core/note.hpp"

#include <type_traits>
#include <utility>

#include "hone/base/text.hpp"

namespace hone {
namespace {

std::string list_text(const std::vector<double>& numbers) {
  std::vector<std::string> words;
  words.reserve(numbers.size());
  for (const double number : numbers) words.push_back(number_text(number));
  return "[" + join(words, ",") + "]";
}

}  // namespace

std::string note_text(const Note& note) { return to_text(as_value(note)); }

std::optional<std::vector<double>> parse_number_list(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = trim(text.substr(1, text.size() - 2));
  std::vector<double> numbers;
  if (text.empty()) return numbers;
  for (const std::string& word : split(text, ',')) {
    const auto number = parse_number(trim(word));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Value as_value(const Note& note) {
  return std::visit(
      [](const auto& held) -> Value {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::vector<double>>) {
          return list_text(held);
        } else {
          return held;
        }
      },
      note);
}

Note as_note(Value value) {
  return std::visit(
      [](auto&& held) -> Note {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, Compound>) {
          return to_text(Value(held));
        } else {
          return std::forward<decltype(held)>(held);
        }
      },
      std::move(value));
}

}  // namespace hone
