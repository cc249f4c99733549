// SPDX-License-Identifier: MIT
#include "hone/runner/named_number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <vector>

#include "hone/base/regular_expression.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/result_looks.hpp"

namespace hone::runner {
namespace {

// A match may cost the square of what is looked at, and a line may have four megabytes.
constexpr std::size_t kMostOfLine = 1000;

constexpr const char* kMetrics =
    "(?:accuracy|acc|loss|error|err|score|auc|auroc|f1|rmse|rmsle|mae|mape|mse|nll|r2|reward|return|regret|"
    "result|value|objective|metric|perplexity|precision|recall|iou|bleu|psnr|fitness)";
constexpr const char* kSign = R"(["']?\s*(?:[:=]+>?|->)\s*)";
constexpr const char* kSignOrWord = R"((?:["']?\s*(?:[:=]+>?|->)\s*|["']?\s+(?:is|was)\s+|\s+))";
// "tensor(0.5)", "[0.5]", "$0.5", "'0.5'".
constexpr const char* kOpening = R"((?:[A-Za-z][\w.]*\()?["'$(\[{~<]*)";
constexpr const char* kNumber = R"(([-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|(?i:nan|inf|infinity)\b)))";
// The unit, a mark behind it, and what goes on behind that as "0,5" and "1/10" do.
constexpr const char* kTail = R"(([A-Za-z%]*)([^\w\s]?)(\w?))";
constexpr std::size_t kGroups = 6;  // name, gap, number and the three of kTail

std::string_view end_of(std::string_view line) {
  return line.size() > kMostOfLine ? line.substr(line.size() - kMostOfLine) : line;
}

// Most lines have none, and are done with soon.
bool has_digit(std::string_view line) { return line.find_first_of("0123456789") != std::string_view::npos; }

// Finds a name, which has no group of its own, and its number.
std::string finder(const std::string& name, const std::string& gap) {
  return text("((?i:", name, "))(", gap, kOpening, ")", kNumber, kTail);
}

const RegularExpression& metric_finder() {
  static const RegularExpression kFinder(
      text(R"((?:^|[^\w/@.-]))", finder(text(R"((?:[\w/@.-]*[_/@.-])?)", kMetrics), kSignOrWord)));
  return kFinder;
}

bool is_special(char c) { return std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos; }

// A quote becomes any character, as the expression stands in quotes itself.
std::string escaped(std::string_view words) {
  std::string all;
  for (const char c : words) {
    if (is_special(c)) all += '\\';
    all += c == '\'' || c == '"' ? '.' : c;
  }
  return all;
}

// Numbers of several lengths may come with more blanks or fewer.
std::string with_any_blanks(std::string_view gap) {
  const auto is_sign = [](char c) { return c == ':' || c == '=' || c == '>'; };
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  std::string all;
  bool after_sign = false;
  for (std::size_t i = 0; i < gap.size();) {
    std::size_t end = i;
    while (end < gap.size() && blank(gap[end])) ++end;
    const bool before_sign = end < gap.size() && (is_sign(gap[end]) || gap[end] == '-');
    if (after_sign ? !before_sign : end > i) all += after_sign || before_sign ? "\\s*" : "\\s+";
    if (end == gap.size()) return all;
    after_sign = is_sign(gap[end]);
    all += escaped(gap.substr(end, 1));
    i = end + 1;
  }
  return after_sign ? all + "\\s*" : all;
}

// What finds the number in front of its unit, or of the mark that ends it.
std::optional<std::string> group_before(const std::string& unit, const std::string& mark,
                                        const std::string& beyond) {
  if (!beyond.empty()) return std::nullopt;
  if (!unit.empty()) return "(\\S+)" + unit;
  if (mark.empty()) return "(\\S+)";
  if (mark == ".") return "(\\S+)\\.";
  if (mark == "'" || mark == "\"") return "([-+.\\w]+)";
  return text("([^", escaped(mark), "\\s]+)", escaped(mark));
}

bool finds(const std::string& expression, std::string_view line, const std::vector<std::string>& numbers) {
  const auto match = RegularExpression(expression).last_match(line);
  if (!match || match->size() != numbers.size() + 1) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto wanted = parse_number(numbers[i]);
    const auto found = parse_number(trim((*match)[i + 1]));
    if (!wanted || !found) return false;
    if (*wanted != *found && !(std::isnan(*wanted) && std::isnan(*found))) return false;
  }
  return true;
}

// Of what a finder found `count` times; empty when it does not find the numbers again.
std::string expression_of(const std::vector<std::string>& match, std::size_t count, std::string_view line) {
  std::string all;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string* part = &match[1 + i * kGroups];
    const auto group = group_before(part[3], part[4], part[5]);
    if (!group) return "";
    const bool first_in_line = i == 0 && line.starts_with(part[0]) && match[0].starts_with(part[0]);
    all += text(i > 0 ? ".*?" : "", first_in_line ? "^" : "\\b", escaped(part[0]), with_any_blanks(part[1]),
                *group);
    numbers.push_back(part[2]);
  }
  return finds(all, line, numbers) ? all : "";
}

std::string expression_by(const RegularExpression& search, std::size_t count, std::string_view line) {
  const auto match = search.last_match(line);
  return match ? expression_of(*match, count, line) : "";
}

std::string expression_for_names(std::string_view line, std::span<const std::string> names) {
  if (names.empty()) return "";
  std::string search = R"((?:^|[^\w/.-]))";
  for (const std::string& name : names)
    search += text(&name == &names.front() ? "" : R"(.*?\b)", finder(escaped(name), kSignOrWord));
  return expression_by(RegularExpression(search), names.size(), line);
}

}  // namespace

bool gives_metric(std::string_view line) {
  return has_digit(line) && metric_finder().last_match(end_of(line)).has_value();
}

bool holds_decimal(std::string_view line) {
  static const RegularExpression kDecimal(
      R"((?:^|[^\w.])[-+]?\d*\.\d+(?:[eE][-+]?\d+)?(?:\s*([A-Za-z/%]+)|[^\w.]|\.?$))");
  static constexpr auto kUnits = std::to_array<std::string_view>(
      {"s",    "sec",   "secs",    "second", "seconds", "ms",  "us",  "ns", "m",  "min", "mins", "minutes",
       "h",    "hours", "hr",      "B",      "kB",      "KB",  "MB",  "GB", "TB", "KiB", "MiB",  "GiB",
       "it/s", "s/it",  "ms/step", "x",      "Hz",      "MHz", "GHz", "W",  "C",  "K/s", "MB/s"});
  if (!has_digit(line)) return false;
  const auto match = kDecimal.last_match(end_of(line));
  return match && std::find(kUnits.begin(), kUnits.end(), (*match)[1]) == kUnits.end();
}

std::string expression_for(std::string_view line, std::span<const std::string> names) {
  if (line.size() > kMostOfLine) return "";
  if (std::string all = expression_for_names(line, names); !all.empty()) return all;
  // What the line says of another name is not what it says of an objective.
  if (names.size() > 1 || (names.size() == 1 && gives_number_for(line, names[0]))) return "";
  if (std::string all = expression_by(metric_finder(), 1, line); !all.empty()) return all;
  static const RegularExpression kAnyName(
      text(R"((?:^|[^\w/@.-]))", finder(R"([\w/@.-]*[A-Za-z][\w/@.-]*)", kSign)));
  return expression_by(kAnyName, 1, line);
}

}  // namespace hone::runner
