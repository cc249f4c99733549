// SPDX-License-Identifier: MIT
#include "hone/base/shell_text.hpp"

#include <algorithm>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

bool means_itself(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
}

std::string in_single_quotes(std::string_view word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string with_escapes(std::string_view word) {
  std::string out = "$'";
  while (!word.empty()) {
    const std::size_t length = first_character(word).bytes;
    const std::string_view one = word.substr(0, length);
    if (one == "\\" || one == "'") out += '\\';
    out += printable(one);
    word.remove_prefix(length);
  }
  return out + "'";
}

/// In double quotes, as YAML and JSON read it.
std::string in_double_quotes(std::string_view word) {
  std::string out = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), means_itself)) return std::string(word);
  return printable(word) == word ? in_single_quotes(word) : with_escapes(word);
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

bool needs_shell(std::string_view line) {
  return line.find_first_of("|&;<>$`*?~\"'\\") != std::string_view::npos;
}

std::string as_command_list(std::string_view line) {
  if (needs_shell(line)) return "[\"sh\", \"-c\", " + in_double_quotes(line) + "]";
  std::string list;
  for (const std::string& word : split(line, ' ')) {
    if (!word.empty()) list += (list.empty() ? "" : ", ") + in_double_quotes(word);
  }
  return "[" + list + "]";
}

}  // namespace hone
