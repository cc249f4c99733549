// SPDX-License-Identifier: MIT
#include "hone/runner/result.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "hone/base/error.hpp"
#include "hone/base/regular_expression.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/attribute_limits.hpp"
#include "hone/runner/json_result.hpp"
#include "hone/runner/named_number.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kOutputBytes = std::size_t{4} << 20;
// As many matches as characters may have to be looked at, each up to the end of the line.
constexpr std::size_t kLineBytes = 16384;
// Finds a number that fills its line.
constexpr const char* kNumberAlone = R"(^\s*([-+.0-9eE]+)\s*$)";

constexpr const char* kPrintOne =
    "print it as a plain number alone on its line, or as JSON (result: {regex: ...} finds a plain number "
    "within "
    "a line)";

RegularExpression compile(const std::string& pattern) {
  try {
    return RegularExpression(pattern);
  } catch (const Error& error) {
    throw error.within("result.regex");
  }
}

std::string ending(std::string_view output) {
  const std::string line = last_line(output);
  return line.empty() ? "it printed nothing" : text("its last line is '", line, "'");
}

std::string_view last_line_as_printed(std::string_view output) {
  std::string_view line;
  while (line.empty() && !output.empty()) line = pop_line(output);
  return line;
}

// "; print one, or say where it stands, as in result: {regex: '^loss:\s*(\S+)'}", where it can be said.
std::string print_or_say(const std::string& print, const std::string& expression) {
  if (expression.empty()) return "; " + print;
  return text("; ", print, ", or say where it stands, as in result: {regex: '", expression, "'}");
}

Result from_match(const std::vector<std::string>& match, std::size_t objectives) {
  if (objectives > 1 && match.size() <= objectives) {
    return failed_result(text("the regular expression has ", match.size() - 1, " groups but there are ",
                              objectives, " objectives; give it one group for each"));
  }
  Result result;
  for (std::size_t i = 0; i < objectives; ++i) {
    const std::string& group = match[match.size() > 1 ? i + 1 : 0];
    const auto value = parse_number(trim(group));
    if (!value && trim(group).empty()) {
      return failed_result(text("the regular expression's last match is '", last_line(match[0]),
                                "', in which its group is empty; let the group match numbers alone, as in "
                                "([-+.0-9eE]+), and print one"));
    }
    if (!value) {
      return failed_result(
          text("the regular expression found '", last_line(group), "', which is not a number"));
    }
    result.values.push_back(*value);
  }
  return result;
}

Result search(std::string_view output, const RegularExpression& pattern, std::size_t objectives) {
  std::string_view rest = output;
  while (!rest.empty()) {
    std::string_view line = pop_line(rest);
    if (line.size() > kLineBytes) line.remove_prefix(line.size() - kLineBytes);
    if (const auto match = pattern.last_match(line)) return from_match(*match, objectives);
  }
  return failed_result(text("no line of the output matches the regular expression; ", ending(output)));
}

// Takes the identity out of a result; a Failed one when it is of another trial.
std::optional<Result> take_trial_id(Json& json, std::string_view expected) {
  const auto found = json.is_object() ? json.find("hone_trial_id") : json.end();
  if (found == json.end()) return std::nullopt;
  const std::string given = found->is_string() ? found->get<std::string>() : found->type_name();
  json.erase(found);
  if (given == expected) return std::nullopt;
  return failed_result(text("the result is of trial '", last_line(given), "' and this is '", expected,
                            "'; write the HONE_TRIAL_ID of the trial's own environment"));
}

/// Its value counts, whatever else a program says: attributes that no store of a service would take are left
/// out, with a remark.
Result bounded(Result result) {
  const std::string problem = codec::attributes_problem(result.attributes);
  if (!problem.empty()) {
    result.attributes.clear();
    result.remark += text(result.remark.empty() ? "" : "; ", problem, "; they are left out");
  }
  if (result.error.size() > codec::kLongestTrialError) result.error.resize(codec::kLongestTrialError);
  return result;
}

std::vector<std::string> names_in(std::span<const Objective> objectives) {
  std::vector<std::string> names;
  for (const Objective& objective : objectives) names.push_back(objective.name);
  return names;
}

}  // namespace

struct ResultReader::Parts {
  std::vector<Objective> objectives;
  std::vector<std::string> names;  // of lines that look like a result; a path speaks of objects alone
  std::optional<std::string> path;
  std::optional<RegularExpression> pattern;

  Result read(Json json, std::string_view trial_id) const {
    if (auto refusal = take_trial_id(json, trial_id)) return *std::move(refusal);
    return bounded(path ? result_from_path(json, *path, objectives) : result_from_json(json, objectives));
  }

  Result read_file(std::string_view content, std::string_view trial_id) const {
    FoundJson found = find_json(content, names);
    if (found.json) return read(*std::move(found.json), trial_id);
    if (!found.problem.empty()) {
      return failed_result(
          text("HONE_RESULT_FILE: ", found.problem, "; write a number alone, or one object of JSON"));
    }
    return failed_result(
        text("HONE_RESULT_FILE holds no JSON object or number; its last line is '", last_line(content), "'"));
  }

  Result read_output(std::string_view output, std::string_view trial_id) const {
    FoundJson found = find_json(output, names);
    if (found.json) return with_remark(read(*std::move(found.json), trial_id), found);
    if (!found.problem.empty()) return failed_result(found.problem + remedy(found));
    const std::string problem =
        text("the command printed no JSON object, and no number on a line of its own; ", ending(output));
    if (path || trim(output).empty()) return failed_result(problem);
    const std::string expression = expression_for(last_line_as_printed(output), names);
    return failed_result(problem + print_or_say(expression.empty() ? kPrintOne : "print one", expression));
  }

  static Result with_remark(Result result, const FoundJson& found) {
    if (!found.passed_over.empty() && result.state == TrialState::Complete) {
      result.remark =
          text("the result is not on the last line: '", found.passed_over, "' after it was passed over");
    }
    return result;
  }

  std::string remedy(const FoundJson& found) const {
    std::string all =
        print_or_say("print the result last, as a number alone on its line or as JSON on one line",
                     path ? "" : found.expression);
    if (found.doubtful && objectives.size() == 1)
      all += text("; {regex: '", kNumberAlone, "'} takes the former line");
    return all;
  }
};

ResultReader::ResultReader(const ResultRule& rule, std::vector<Objective> objectives) {
  auto parts = std::make_unique<Parts>();
  parts->objectives = std::move(objectives);
  if (!std::holds_alternative<JsonResult>(rule)) parts->names = names_in(parts->objectives);
  if (const auto* json = std::get_if<JsonResult>(&rule)) parts->path = json->path;
  if (const auto* regex = std::get_if<RegexResult>(&rule)) parts->pattern = compile(regex->pattern);
  parts_ = std::move(parts);
}

ResultReader::~ResultReader() = default;
ResultReader::ResultReader(ResultReader&&) noexcept = default;
ResultReader& ResultReader::operator=(ResultReader&&) noexcept = default;

Result ResultReader::read_text(std::string_view result_file, std::string_view output,
                               std::string_view trial_id) const {
  if (!trim(result_file).empty()) return parts_->read_file(without_colours(result_file), trial_id);
  const std::string plain = without_colours(output);
  if (parts_->pattern) return search(plain, *parts_->pattern, parts_->objectives.size());
  return parts_->read_output(plain, trial_id);
}

Result ResultReader::read(const TrialFiles& files, const Descriptor* folder) const {
  const Tail result_file = read_tail(files.result, kOutputBytes, folder);
  if (!result_file.problem.empty()) {
    return failed_result(text("HONE_RESULT_FILE ", result_file.problem, "; write a plain file there"));
  }
  // Like a symbolic link: the number of another trial, which has the same file, would count for this one.
  if (result_file.shared) {
    return failed_result(
        "HONE_RESULT_FILE is a hard link to a file that has another name too; write the file itself, or copy "
        "it there");
  }
  if (result_file.size > static_cast<std::int64_t>(kOutputBytes)) {
    return failed_result(text("HONE_RESULT_FILE holds ", result_file.size, " bytes; write at most ",
                              kOutputBytes, ", and large data to other files of HONE_TRIAL_DIR"));
  }
  const Tail output = read_tail(files.output, kOutputBytes, folder);
  if (!output.problem.empty()) return failed_result(text("stdout.txt ", output.problem, "; leave it alone"));
  return read_text(result_file.text, output.text, files.id);
}

}  // namespace hone::runner
