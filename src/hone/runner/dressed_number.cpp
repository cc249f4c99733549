// SPDX-License-Identifier: MIT
#include "hone/runner/dressed_number.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

bool is_plain_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_plain_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// What a word is made of; anything else stands between words.
bool is_word_part(char c) {
  return is_plain_letter(c) || is_plain_digit(c) || is_beyond_ascii(c) || c == '.' || c == '+' || c == '-';
}

// "0x1F", "0b101", "0o17".
bool is_of_another_base(std::string_view word) {
  if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
  if (word.size() < 3 || word[0] != '0' || std::string_view("xXbBoO").find(word[1]) == std::string_view::npos)
    return false;
  word.remove_prefix(2);
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

enum class Word { Other, Sign, Number, Measure };

// A unit is of letters alone: "3f2a9c1" is the name of a run or a commit.
Word kind_of(std::string_view word) {
  if (std::all_of(word.begin(), word.end(),
                  [](char c) { return std::ispunct(static_cast<unsigned char>(c)) != 0; }))
    return Word::Sign;
  const std::size_t length = number_length(word);
  if (length == 0) return Word::Other;
  const std::string_view rest = word.substr(length);
  if (rest.empty() || rest == ".") return Word::Number;
  if (std::none_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length), is_plain_digit))
    return Word::Other;  // "info", "nano"
  constexpr std::string_view kPlusMinus = "\xC2\xB1";
  constexpr std::string_view kMicro = "\xC2\xB5";
  if (rest.front() == '+' || rest.starts_with(kPlusMinus)) return Word::Measure;  // "0.7+-0.1", "0.7+0j"
  const std::string_view unit = rest.starts_with(kMicro) ? rest.substr(kMicro.size()) : rest;
  const bool letters = std::all_of(unit.begin(), unit.end(), is_plain_letter);
  return letters || is_of_another_base(word) ? Word::Measure : Word::Other;
}

// "10/10" is how far it is, and "12:03" a time.
bool is_ratio_or_time(std::string_view line, std::size_t at) {
  if (line[at] == '/') return true;
  return line[at] == ':' && at > 0 && at + 1 < line.size() && is_plain_digit(line[at - 1]) &&
         is_plain_digit(line[at + 1]);
}

struct Words {
  std::size_t numbers = 0;
  std::size_t measures = 0;
};

// Nothing when there is anything else.
std::optional<Words> count_words(std::string_view line) {
  Words words;
  for (std::size_t at = 0; at < line.size();) {
    if (!is_word_part(line[at])) {
      if (is_ratio_or_time(line, at++)) return std::nullopt;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && is_word_part(line[end])) ++end;
    const Word kind = kind_of(line.substr(at, end - at));
    if (kind == Word::Other) return std::nullopt;
    words.numbers += kind == Word::Number ? 1 : 0;
    words.measures += kind == Word::Measure ? 1 : 0;
    at = end;
  }
  return words;
}

bool begins_number(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t([{'\"");
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  const std::size_t length = number_length(text);
  return length > 0 && (length == text.size() || !is_plain_letter(text[length]));
}

// "np.float64(0.7)", "tensor([0.7, 0.8])", "Decimal('0.7')"; "b'0.7'" as well.
bool is_call_of_number(std::string_view line) {
  const auto end = std::find_if_not(line.begin(), line.end(), [](char c) {
    return is_plain_letter(c) || is_plain_digit(c) || c == '_' || c == '.';
  });
  if (end == line.begin() || end == line.end() || !is_plain_letter(line.front())) return false;
  const char close = *end == '(' ? ')' : *end == '\'' || *end == '"' ? *end : '\0';
  return close != '\0' && line.ends_with(close) &&
         begins_number(line.substr(static_cast<std::size_t>(end - line.begin())));
}

bool is_quoted_number(std::string_view text) {
  if (text.size() < 3 || (text.front() != '"' && text.front() != '\'') || text.back() != text.front())
    return false;
  const std::string_view inner = text.substr(1, text.size() - 2);
  return number_length(inner) == inner.size();
}

// "<tf.Tensor: shape=(), dtype=float32, numpy=0.7>"
bool is_shown_object(std::string_view line) {
  if (!line.starts_with('<') || !line.ends_with('>')) return false;
  const std::size_t equals = line.rfind('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view value = line.substr(equals + 1, line.size() - equals - 2);
  return !value.empty() && number_length(value) == value.size();
}

}  // namespace

std::size_t number_length(std::string_view text) {
  const std::size_t sign = !text.empty() && text.front() == '+' ? 1 : 0;
  double value = 0.0;
  const auto read = std::from_chars(text.data() + sign, text.data() + text.size(), value);
  if (read.ec == std::errc::invalid_argument) return 0;
  return static_cast<std::size_t>(read.ptr - text.data());
}

bool is_dressed_number(std::string_view line) {
  if (is_call_of_number(line) || is_shown_object(line)) return true;
  const auto words = count_words(line);
  if (!words) return false;
  return words->measures == 0 ? words->numbers > 0 : words->measures == 1 && words->numbers == 0;
}

bool gives_dressed_number(std::string_view line) {
  const auto letter = std::find_if(line.begin(), line.end(), is_plain_letter);
  for (std::size_t at = line.find_first_of(":=", static_cast<std::size_t>(letter - line.begin()));
       at != std::string_view::npos; at = line.find_first_of(":=", at + 1)) {
    const std::string_view value = trim(line.substr(at + 1));
    if (is_call_of_number(value) || is_quoted_number(value)) return true;
  }
  return false;
}

bool has_list_of(std::string_view line, std::size_t count) {
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t begin = line.starts_with(open) ? 0 : line.rfind(open);
    if (begin == std::string_view::npos) continue;
    const std::size_t end = line.find(close, begin);
    if (end == std::string_view::npos || (begin > 0 && end + 1 != line.size())) continue;
    const std::string_view before = trim(line.substr(0, begin));
    if (count == 1 && !before.ends_with(':') && !before.ends_with('=')) continue;
    const auto words = count_words(line.substr(begin, end - begin));
    if (words && words->measures == 0 && words->numbers == count) return true;
  }
  return false;
}

}  // namespace hone::runner
