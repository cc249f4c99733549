// SPDX-License-Identifier: MIT
#include "hone/runner/last_json.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "hone/base/text.hpp"
#include "hone/codec/json_limits.hpp"
#include "hone/runner/bracket_matcher.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

// Bytes that are parsed, in all: output full of brackets that is not JSON must not take for ever.
constexpr std::size_t kParsedBytes = std::size_t{16} << 20;
// Length in which bare nan and inf are looked for.
constexpr std::size_t kQuoteBytes = 16384;

std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

std::optional<std::string> non_finite(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool minus = word.starts_with('-');
  if (minus) word.erase(0, 1);
  if (word == "nan") return "\"nan\"";
  if (word == "inf" || word == "infinity") return minus ? "\"-inf\"" : "\"inf\"";
  return std::nullopt;
}

// Puts quotes around bare nan and inf; nothing when there are none.
std::optional<std::string> quote_non_finite(std::string_view text) {
  std::string result;
  bool found = false;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == '"') {
      end = std::min(skip_string(text, i) + 1, text.size());
    } else if (text[i] == '-' || std::isalpha(static_cast<unsigned char>(text[i])) != 0) {
      while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
      if (const auto quoted = non_finite(std::string(text.substr(i, end - i)))) {
        result += *quoted;
        found = true;
        i = end;
        continue;
      }
    }
    result += text.substr(i, end - i);
    i = end;
  }
  if (!found) return std::nullopt;
  return result;
}

bool may_hold_non_finite(std::string_view text) {
  if (text.size() > kQuoteBytes) return false;
  for (const std::string_view word : {"nan", "NaN", "NAN", "inf", "Inf", "INF"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

class Scanner {
 public:
  explicit Scanner(std::string_view output) : output_(output), brackets_(output) {}

  std::optional<Json> scan() {
    for (std::string_view rest = output_; !rest.empty() && parsed_ <= kParsedBytes;) {
      const std::string_view line = pop_line(rest);
      if (line.empty()) continue;
      if (const auto number = parse_number(line)) return Json(*number);
      if (auto found = ending_with(line)) return found;
    }
    return std::nullopt;
  }

 private:
  // The object that ends with the line, or the list that fills it.
  std::optional<Json> ending_with(std::string_view line) {
    const bool is_list = line.back() == ']' && line.front() == '[';
    if (!is_list && line.back() != '}') return std::nullopt;
    const auto line_begin = static_cast<std::size_t>(line.data() - output_.data());
    const std::size_t end = line_begin + line.size();
    const auto begin = brackets_.partner(end - 1);
    if (!begin || (is_list && *begin != line_begin)) return std::nullopt;
    auto json = parse(output_.substr(*begin, end - *begin));
    if (json && json->empty() && !is_list) return std::nullopt;
    return json;
  }

  std::optional<Json> parse(std::string_view text) {
    parsed_ += text.size();
    if (parsed_ > kParsedBytes || codec::json_excess(text)) return std::nullopt;
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() && may_hold_non_finite(text)) {
      if (const auto quoted = quote_non_finite(text)) json = Json::parse(*quoted, nullptr, false);
    }
    if (json.is_discarded()) return std::nullopt;
    return json;
  }

  std::string_view output_;
  BracketMatcher brackets_;
  std::size_t parsed_ = 0;
};

}  // namespace

std::optional<Json> last_json(std::string_view output) { return Scanner(output).scan(); }

}  // namespace hone::runner
