// SPDX-License-Identifier: MIT
#include "hone/runner/mended_json.hpp"

#include <algorithm>
#include <cctype>

#include "hone/base/number_words.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

constexpr char kMark = '\0';

std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '+' || c == '-' || c == '.';
}

bool is_json(std::string_view token) { return !Json::parse(token, nullptr, false).is_discarded(); }

// Most texts are plain, and a parser for each would take its time.
bool is_plain(std::string_view token) {
  return std::all_of(token.begin(), token.end(), [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
}

std::string quoted(const std::string& content) {
  return Json(content).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> non_finite(std::string_view token) {
  std::string word(token);
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool minus = word.starts_with('-');
  if (minus) word.erase(0, 1);
  if (word == kNanWord) return quoted(std::string(kNanWord));
  if (word == kInfinityWord || word == "infinity")
    return quoted(std::string(minus ? kMinusInfinityWord : kInfinityWord));
  return std::nullopt;
}

bool is_json_word(std::string_view token) {
  const bool is_number = token.front() == '-' || std::isdigit(static_cast<unsigned char>(token.front())) != 0;
  return is_number ? is_json(token) : token == "true" || token == "false" || token == "null";
}

/// Writes a text anew, with marks in place of what cannot be read.
class Mender {
 public:
  std::string mend(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      if (text[i] == '"') {
        end = std::min(skip_string(text, i) + 1, text.size());
        result += mended_text(text.substr(i, end - i));
      } else if (is_word_character(text[i])) {
        while (end < text.size() && is_word_character(text[end])) ++end;
        result += mended_word(text.substr(i, end - i));
      } else {
        result += text[i];
      }
      i = end;
    }
    return result;
  }

 private:
  std::string mended_text(std::string_view token) {
    return is_plain(token) || is_json(token) ? std::string(token) : marked(token);
  }

  std::string mended_word(std::string_view token) {
    if (is_json_word(token)) return std::string(token);
    if (auto word = non_finite(token)) return *std::move(word);
    return marked(token);
  }

  // Nobody reads what stood in the place of the thousandth.
  std::string marked(std::string_view token) {
    constexpr int kMostTold = 1000;
    return quoted(kMark + (++marks_ <= kMostTold ? last_line(token) : "..."));
  }

  int marks_ = 0;
};

}  // namespace

std::optional<Json> parse_mended(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) json = Json::parse(Mender().mend(text), nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

bool is_unreadable(std::string_view name) { return name.starts_with(kMark); }
bool is_unreadable(const Json& value) {
  return value.is_string() && is_unreadable(std::string_view(value.get_ref<const std::string&>()));
}

std::string unreadable_text(std::string_view name) { return last_line(name.substr(1)); }
std::string unreadable_text(const Json& value) {
  return unreadable_text(std::string_view(value.get_ref<const std::string&>()));
}

}  // namespace hone::runner
