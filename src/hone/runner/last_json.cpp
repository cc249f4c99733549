// SPDX-License-Identifier: MIT
#include "hone/runner/last_json.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "hone/base/text.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

// Attempts at parsing, in all: output full of braces that are no JSON must not take for ever.
constexpr int kAttempts = 2000;
// Lines above a closing brace at which its object may begin.
constexpr int kObjectLines = 2000;
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
  explicit Scanner(std::string_view output) : rest_(output) {}

  std::optional<Json> scan() {
    while (!rest_.empty()) {
      const std::string_view line = pop_line(rest_);
      if (line.empty()) continue;
      if (const auto number = parse_number(line)) return Json(*number);
      if (line.back() == ']' && line.front() == '[') {
        if (auto list = parse(line); list && list->is_array()) return list;
      }
      if (line.back() == '}') {
        if (auto object = object_until(line.data() + line.size())) return object;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Json> parse(std::string_view text) {
    if (++attempts_ > kAttempts) return std::nullopt;
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() && may_hold_non_finite(text)) {
      if (const auto quoted = quote_non_finite(text)) json = Json::parse(*quoted, nullptr, false);
    }
    if (json.is_discarded()) return std::nullopt;
    return json;
  }

  // The object that ends at `end` and begins as late as possible, but not inside another one: what begins
  // inside is followed by more than its own end and so is no JSON by itself. The line that holds the end
  // begins where rest_ stops.
  std::optional<Json> object_until(const char* end) {
    std::string_view above = rest_;
    std::string_view line(above.data() + above.size(),
                          static_cast<std::size_t>(end - above.data()) - above.size());
    for (int i = 0; i < kObjectLines; ++i) {
      for (std::size_t brace = line.find('{'); brace != std::string_view::npos;
           brace = line.find('{', brace + 1)) {
        const char* begin = line.data() + brace;
        auto object = parse({begin, static_cast<std::size_t>(end - begin)});
        if (object && object->is_object() && !object->empty()) return object;
        if (attempts_ > kAttempts) return std::nullopt;
      }
      if (above.empty()) return std::nullopt;
      line = pop_line(above);
    }
    return std::nullopt;
  }

  std::string_view rest_;
  int attempts_ = 0;
};

}  // namespace

std::optional<Json> last_json(std::string_view output) { return Scanner(output).scan(); }

}  // namespace hone::runner
