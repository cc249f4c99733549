// SPDX-License-Identifier: MIT
#include "hone/runner/last_json.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/codec/json_limits.hpp"
#include "hone/runner/bracket_matcher.hpp"
#include "hone/runner/dressed_number.hpp"
#include "hone/runner/named_number.hpp"
#include "hone/runner/output_text.hpp"
#include "hone/runner/result_looks.hpp"

namespace hone::runner {
namespace {

// Bytes that are parsed, in all: output full of brackets that is not JSON must not take for ever.
constexpr std::size_t kParsedBytes = std::size_t{16} << 20;

// Printed first by programs that write for Windows; it may stand before any line where files are joined.
std::string_view without_mark(std::string_view line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  while (line.starts_with(kMark)) line = trim(line.substr(kMark.size()));
  return line;
}

class Scanner {
 public:
  Scanner(std::string_view output, std::span<const std::string> names)
      : output_(output), names_(names), brackets_(output) {}

  FoundJson scan() {
    for (std::string_view rest = output_; !rest.empty() && parsed_ <= kParsedBytes;) {
      const std::string_view line = without_mark(pop_line(rest));
      if (line.empty()) continue;
      if (const auto number = parse_number(line)) return unless_doubted(Json(*number), line);
      if (auto found = ending_with(line)) return *std::move(found);
      if (looks_like_result(line)) return unreadable(line);
      if (doubt_.empty() && is_doubtful(line)) doubt_ = line;
      if (passed_over_.empty() && !names_.empty() && holds_decimal(line)) passed_over_ = line;
    }
    return {};
  }

 private:
  // The object that ends with the line, or the list that fills it; nothing when that is no result.
  std::optional<FoundJson> ending_with(std::string_view line) {
    const bool is_list = line.back() == ']' && line.front() == '[';
    if (!is_list && line.back() != '}') return std::nullopt;
    const auto line_begin = static_cast<std::size_t>(line.data() - output_.data());
    const std::size_t end = line_begin + line.size();
    const auto begin = brackets_.partner(end - 1);
    if (!begin || (is_list && *begin != line_begin)) return std::nullopt;
    const std::string_view whole = output_.substr(*begin, end - *begin);
    const std::size_t first_line =
        output_.find_last_of("\n\r", *begin) + 1;  // 0 when there is no line before it
    // Then it is a part of a larger one whose end is missing, and not the result.
    if (is_inside_object(output_.substr(first_line, *begin - first_line)))
      return unreadable(output_.substr(first_line, end - first_line));
    auto json = parse(whole);
    if (!json && begins_as_object(whole, names_)) return unreadable(whole);
    if (!json || (json->empty() && !is_list)) return std::nullopt;
    return is_list ? unless_doubted(*std::move(json), line) : FoundJson{.json = std::move(json)};
  }

  std::optional<Json> parse(std::string_view text) {
    parsed_ += text.size();
    if (parsed_ > kParsedBytes || codec::json_excess(text)) return std::nullopt;
    if (text.starts_with('[') ? looks_like_number(text) : begins_as_object(text, {}))
      return parse_mended(text);
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return std::nullopt;
    return json;
  }

  bool looks_like_result(std::string_view line) const {
    return looks_like_number(line) || begins_as_object(line, names_) ||
           std::any_of(names_.begin(), names_.end(),
                       [&](const std::string& name) { return gives_number_for(line, name); });
  }

  bool is_doubtful(std::string_view line) const {
    return !names_.empty() &&
           (ends_as_named_number(line) || gives_metric(line) || has_list_of(line, names_.size()));
  }

  // An object says whose numbers it holds; a number of its own does not.
  FoundJson unless_doubted(Json json, std::string_view line) const {
    if (doubt_.empty()) return {.json = std::move(json), .passed_over = last_line(passed_over_)};
    return {.problem = text("the line '", last_line(line), "' may be the result, and so may '",
                            last_line(doubt_), "' after it"),
            .expression = expression_for(doubt_, names_),
            .doubtful = true};
  }

  FoundJson unreadable(std::string_view whole) const {
    std::string line(whole);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return {.problem = text("the line '", last_line(line), "' ", reason(whole)),
            .expression = expression_within(whole)};
  }

  // Expressions are looked for line by line. Making one takes its time, so that the last lines must do.
  std::string expression_within(std::string_view whole) const {
    std::string expression;
    for (int lines = 0; lines < 20 && expression.empty() && !whole.empty(); ++lines)
      expression = expression_for(pop_line(whole), names_);
    return expression;
  }

  static std::string reason(std::string_view whole) {
    if (!whole.starts_with('{')) {
      const bool alone = whole.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
      if (alone) return "is a number that 64 bits cannot hold";
      return is_dressed_number(whole) ? "is not a plain decimal number"
                                      : "looks like a result and is neither a number alone nor JSON";
    }
    if (const auto excess = codec::json_excess(whole)) return "has " + *excess;
    if (is_inside_object(whole)) return "opens an object and does not close it";
    return whole.ends_with('}') ? "looks like an object and is not JSON"
                                : "begins with an object and goes on with something else";
  }

  std::string_view output_;
  std::span<const std::string> names_;
  BracketMatcher brackets_;
  std::size_t parsed_ = 0;
  std::string_view doubt_;        // a line that gives a number for some name
  std::string_view passed_over_;  // a line that has a number somewhere
};

}  // namespace

FoundJson find_json(std::string_view output, std::span<const std::string> names) {
  return Scanner(output, names).scan();
}

std::optional<Json> last_json(std::string_view output) { return find_json(output).json; }

}  // namespace hone::runner
