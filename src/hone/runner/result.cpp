// SPDX-License-Identifier: MIT
#include "hone/runner/result.hpp"

#include <optional>
#include <regex>
#include <utility>
#include <variant>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/json_result.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kOutputBytes = std::size_t{4} << 20;
// The standard's matcher recurses for every character, so a line must be short enough for the stack.
constexpr std::size_t kLineBytes = 2048;

std::regex compile(const std::string& pattern) {
  try {
    return std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    throw Error(ErrorCode::InvalidOption,
                text("result.regex: '", pattern, "' is no regular expression: ", error.what()),
                "write one in ECMAScript style, such as 'loss: ([0-9.eE+-]+)'");
  }
}

std::string ending(std::string_view output) {
  const std::string line = last_line(output);
  return line.empty() ? "it printed nothing" : text("its last line is '", line, "'");
}

using Match = std::match_results<std::string_view::const_iterator>;

std::optional<Match> last_match(std::string_view line, const std::regex& pattern) {
  using Iterator = std::regex_iterator<std::string_view::const_iterator>;
  std::optional<Match> last;
  for (Iterator match(line.begin(), line.end(), pattern), none; match != none; ++match) last = *match;
  return last;
}

Result from_match(const Match& match, std::size_t objectives) {
  if (objectives > 1 && match.size() <= objectives) {
    return failed_result(text("the regular expression has ", match.size() - 1, " groups but there are ",
                              objectives, " objectives; give it one group for each"));
  }
  Result result;
  for (std::size_t i = 0; i < objectives; ++i) {
    const std::string group = match.str(match.size() > 1 ? i + 1 : 0);
    const auto value = parse_number(trim(group));
    if (!value)
      return failed_result(text("the regular expression found '", printable(group), "', which is no number"));
    result.values.push_back(*value);
  }
  return result;
}

Result search(std::string_view output, const std::regex& pattern, std::size_t objectives) {
  std::string_view rest = output;
  while (!rest.empty()) {
    std::string_view line = pop_line(rest);
    if (line.size() > kLineBytes) line.remove_prefix(line.size() - kLineBytes);
    if (const auto match = last_match(line, pattern)) return from_match(*match, objectives);
  }
  return failed_result(text("no line of the output matches the regular expression; ", ending(output)));
}

}  // namespace

struct ResultReader::Parts {
  std::vector<Objective> objectives;
  std::optional<std::string> path;
  std::optional<std::regex> pattern;

  Result read(const Json& json) const {
    return path ? result_from_path(json, *path, objectives) : result_from_json(json, objectives);
  }
};

ResultReader::ResultReader(const ResultRule& rule, std::vector<Objective> objectives) {
  auto parts = std::make_unique<Parts>();
  parts->objectives = std::move(objectives);
  if (const auto* json = std::get_if<JsonResult>(&rule)) parts->path = json->path;
  if (const auto* regex = std::get_if<RegexResult>(&rule)) parts->pattern = compile(regex->pattern);
  parts_ = std::move(parts);
}

ResultReader::~ResultReader() = default;
ResultReader::ResultReader(ResultReader&&) noexcept = default;
ResultReader& ResultReader::operator=(ResultReader&&) noexcept = default;

Result ResultReader::read_text(std::string_view result_file, std::string_view output) const {
  if (!trim(result_file).empty()) {
    if (const auto json = last_json(result_file)) return parts_->read(*json);
    return failed_result(text("HONE_RESULT_FILE holds no JSON object or number; its last line is '",
                              last_line(result_file), "'"));
  }
  if (parts_->pattern) return search(output, *parts_->pattern, parts_->objectives.size());
  if (const auto json = last_json(output)) return parts_->read(*json);
  return failed_result(
      text("the command printed no JSON object, and no number on a line of its own; ", ending(output)));
}

Result ResultReader::read(const TrialFiles& files) const {
  const auto result_file = read_tail(files.result, kOutputBytes);
  const auto output = read_tail(files.output, kOutputBytes);
  return read_text(result_file.value_or(""), output.value_or(""));
}

}  // namespace hone::runner
