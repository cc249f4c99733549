// SPDX-License-Identifier: MIT
#include "hone/runner/result_looks.hpp"

#include <algorithm>
#include <cctype>

#include "hone/base/text.hpp"
#include "hone/runner/dressed_number.hpp"

namespace hone::runner {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_gap(char c) { return c == ' ' || c == '\t'; }

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// A number that does not go on as something else, as "3s", "info" and "nano" do.
bool starts_with_number(std::string_view text) {
  const std::size_t length = number_length(text);
  return length > 0 && (length == text.size() || !is_name_character(text[length]));
}

bool is_comment(std::string_view text) { return text.starts_with('#') || text.starts_with("//"); }

bool is_number_word(std::string_view line) {
  const std::size_t length = number_length(line);
  if (length == 0) return false;
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  if (length >= word.size()) return true;
  const std::string_view rest = word.substr(length);
  return rest == "," || rest == ";" || is_comment(rest);
}

// "[1 2]" as numpy prints it, "[1] 0.7" as R does; not "[12:03:04] INFO" nor "[3] workers".
bool is_number_list(std::string_view line) {
  if (!line.starts_with('[')) return false;
  const std::size_t end = line.find(']');
  if (!is_number_word(trim(line.substr(1, std::min(end, line.size()) - 1)))) return false;
  if (end == std::string_view::npos) return true;
  const std::string_view rest = trim(line.substr(end + 1));
  return rest.empty() || is_comment(rest) || is_number_word(rest);
}

std::string_view skip_gaps(std::string_view text) {
  while (!text.empty() && is_gap(text.front())) text.remove_prefix(1);
  return text;
}

// What stands between a name and its number is taken off.
std::string_view after_separator(std::string_view text) {
  while (!text.empty() && (text.front() == '"' || text.front() == '\'')) text.remove_prefix(1);
  text = skip_gaps(text);
  for (const std::string_view separator : {":", "=", "is ", "was "}) {
    if (text.starts_with(separator)) return skip_gaps(text.substr(separator.size()));
  }
  return text;
}

// A colon or an equals sign, and something behind it: "tensor(0.7)", "N/A", "0.7s".
bool gives_something(std::string_view rest) {
  while (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
  rest = skip_gaps(rest);
  if (rest.empty() || (rest.front() != ':' && rest.front() != '=')) return false;
  const std::string_view value = skip_gaps(rest.substr(1));
  return !value.empty() && value.front() != '=' && value.front() != ':';
}

// Where the separator is after which a line ends with a number; npos when it does not.
std::size_t last_separator(std::string_view line) {
  const std::size_t at = line.find_last_of(":=");
  if (at == std::string_view::npos) return at;
  std::string_view number = trim(line.substr(at + 1));
  if (number.ends_with('%')) number = trim(number.substr(0, number.size() - 1));
  if (number.empty() || number_length(number) != number.size()) return std::string_view::npos;
  const std::string_view name = trim(line.substr(0, at));
  if (name.empty() || std::none_of(name.begin(), name.end(), is_letter)) return std::string_view::npos;
  // "at 12:03:04" is a time.
  if (line[at] == ':' && is_digit(name.back()) && !is_gap(line[at + 1])) return std::string_view::npos;
  return at;
}

}  // namespace

bool looks_like_number(std::string_view line) {
  return is_number_word(line) || is_number_list(line) || is_dressed_number(line);
}

bool begins_as_object(std::string_view text, std::span<const std::string> names) {
  if (!text.starts_with('{')) return false;
  const std::size_t first = text.find_first_not_of(" \t\r\n", 1);
  if (first != std::string_view::npos && (text[first] == '"' || text[first] == '\'')) return true;
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return gives_number_for(text, name); });
}

bool is_inside_object(std::string_view text) {
  text = trim(text);
  if (text.ends_with(':')) {
    const std::string_view name = trim(text.substr(0, text.size() - 1));
    if (name.ends_with('"') || name.ends_with('\'')) return true;
  }
  const std::size_t brace = text.find('{');
  if (brace == std::string_view::npos || !begins_as_object(text.substr(brace), {})) return false;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = brace; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
  }
  return depth > 0;
}

bool gives_number_for(std::string_view line, std::string_view name) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  const auto joins = [](char c) { return is_name_character(c) || c == '/' || c == '.' || c == '-'; };
  auto from = line.begin();
  while (true) {
    from = std::search(from, line.end(), name.begin(), name.end(), same);
    if (name.empty() || from == line.end()) return false;
    const auto at = static_cast<std::size_t>(from - line.begin());
    const std::string_view rest = line.substr(at + name.size());
    const bool whole =
        (at == 0 || !joins(line[at - 1])) && (rest.empty() || !is_name_character(rest.front()));
    if (whole && (starts_with_number(after_separator(rest)) || gives_something(rest))) return true;
    ++from;
  }
}

bool ends_as_named_number(std::string_view line) {
  return last_separator(line) != std::string_view::npos || gives_dressed_number(line);
}

}  // namespace hone::runner
