// SPDX-License-Identifier: MIT
#include "hone/cli/stdio_request.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& where, const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidArgument, problem, remedy).within(where);
}

/// Counts brackets outside strings. A parser that builds a tree would accept any depth, and then somebody
/// recurses.
bool too_deep(std::string_view line, int limit) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

double read_number(const Json& json, const std::string& where) {
  if (json.is_number()) return json.get<double>();
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (json.is_string()) {
    const std::string& word = json.get_ref<const std::string&>();
    if (word == "nan" || word == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf" || word == "Infinity") return std::numeric_limits<double>::infinity();
    if (word == "-inf" || word == "-Infinity") return -std::numeric_limits<double>::infinity();
  }
  refuse(where, text("expected a number, found ", json.type_name()),
         "write a number, or leave the value out and give a state such as \"failed\"");
}

std::vector<double> read_list(const Json& json, const std::string& where) {
  std::vector<double> values;
  for (std::size_t i = 0; i < json.size(); ++i)
    values.push_back(read_number(json[i], text(where, "[", i, "]")));
  return values;
}

std::vector<double> read_by_name(const Json& json, std::span<const Objective> objectives,
                                 const std::string& where) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const Objective& objective : objectives) {
    names.push_back(objective.name);
    const auto found = json.find(objective.name);
    if (found == json.end())
      refuse(where, text("the value of '", objective.name, "' is missing"), "give one for each objective");
    values.push_back(read_number(*found, where + "." + objective.name));
  }
  only_fields(json, names, where);
  return values;
}

std::vector<double> read_values(const Json& json, std::span<const Objective> objectives,
                                const std::string& where) {
  if (json.is_object()) return read_by_name(json, objectives, where);
  std::vector<double> values =
      json.is_array() ? read_list(json, where) : std::vector{read_number(json, where)};
  if (values.size() != objectives.size()) {
    refuse(where, text("found ", values.size(), " value(s) for ", objectives.size(), " objective(s)"),
           "give one for each objective, in their order");
  }
  return values;
}

TrialState read_state(const Json& json, const std::string& where) {
  static const std::vector<std::string> kWords = {"complete", "failed", "pruned", "timed_out", "infeasible"};
  if (!json.is_string()) refuse(where, "the state is not a text", "write one of " + join(kWords, ", "));
  const std::string& word = json.get_ref<const std::string&>();
  const auto state = parse_trial_state(word);
  if (!state || !is_finished(*state)) {
    refuse(where, text("'", word, "' is no state in which a trial ends", did_you_mean(word, kWords)),
           "write one of " + join(kWords, ", "));
  }
  return *state;
}

Value read_attribute(const Json& json, const std::string& where) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    return json.get<double>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  refuse(where, text("an attribute is ", json.type_name()), "write a text, a number or a boolean");
}

Attributes read_attributes(const Json& json, const std::string& where) {
  if (!json.is_object()) refuse(where, "the attributes are no map", "write {\"name\": value}");
  Attributes attributes;
  for (const auto& [name, value] : json.items()) attributes[name] = read_attribute(value, where + "." + name);
  return attributes;
}

Report read_report(const Json& json, const std::string& where) {
  static const std::vector<std::string> kFields = {"step", "value"};
  if (!json.is_object() || !json.contains("step") || !json.contains("value")) {
    refuse(where, "a report needs a step and a value", "write {\"step\": 1, \"value\": 0.5}");
  }
  only_fields(json, kFields, where);
  return {read_count(json["step"], where + ".step", INT64_MIN, INT64_MAX),
          read_number(json["value"], where + ".value")};
}

std::vector<Report> read_reports(const Json& json, const std::string& where) {
  if (!json.is_array()) refuse(where, "the reports are no list", "write [{\"step\": 1, \"value\": 0.5}]");
  std::vector<Report> reports;
  for (std::size_t i = 0; i < json.size(); ++i)
    reports.push_back(read_report(json[i], text(where, "[", i, "]")));
  return reports;
}

/// "value" and "values" mean the same; which is natural depends on the number of objectives.
void read_outcome(const Json& json, std::span<const Objective> objectives, const std::string& where,
                  ToldResult& result) {
  const auto state = json.find("state");
  const auto value = json.find("value");
  const auto values = json.find("values");
  if (value != json.end() && values != json.end())
    refuse(where, "there are value and values", "keep one of them");
  if (state != json.end()) result.state = read_state(*state, where + ".state");
  if (result.state == TrialState::Complete) {
    if (value == json.end() && values == json.end()) {
      refuse(where, "the result has no value", "give \"value\", or a \"state\" such as \"failed\"");
    }
    result.values = value != json.end() ? read_values(*value, objectives, where + ".value")
                                        : read_values(*values, objectives, where + ".values");
  }
}

}  // namespace

Json parse_request(std::string_view line, const StdioLimits& limits) {
  if (line.size() > limits.line) {
    throw Error(ErrorCode::InvalidFile, text("the request is longer than ", limits.line, " bytes"),
                "send it in parts");
  }
  if (too_deep(line, limits.depth)) {
    throw Error(ErrorCode::InvalidFile,
                text("the request has more than ", limits.depth, " brackets inside each other"),
                "send plain JSON");
  }
  try {
    Json json = Json::parse(line);
    if (!json.is_object()) {
      throw Error(ErrorCode::InvalidFile, text("the request is ", json.type_name(), ", not an object"),
                  "write {\"op\": \"ask\"}");
    }
    return json;
  } catch (const Json::parse_error& error) {
    const bool not_finite =
        line.find("NaN") != std::string_view::npos || line.find("Infinity") != std::string_view::npos;
    throw Error(ErrorCode::InvalidFile, text("the request is not JSON, at byte ", error.byte),
                not_finite ? "JSON has no NaN or Infinity: tell null, or the state \"failed\""
                           : "write one object on one line, such as {\"op\": \"ask\"}");
  } catch (const Json::exception&) {
    throw Error(ErrorCode::InvalidFile, "the request holds a number that is too large",
                "JSON numbers end at 1.8e308");
  }
}

void only_fields(const Json& object, std::span<const std::string> known, const std::string& where) {
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    refuse(where, text("unknown field '", name, "'", did_you_mean(name, known)),
           "known are " + join(known, ", "));
  }
}

std::int64_t read_count(const Json& json, const std::string& where, std::int64_t low, std::int64_t high) {
  const bool whole =
      json.is_number_integer() &&
      !(json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
  if (!whole)
    refuse(where, text("expected a whole number, found ", json.is_number() ? json.dump() : json.type_name()),
           "write 1, 2, ...");
  const auto number = json.get<std::int64_t>();
  if (number < low || number > high)
    refuse(where, text(number, " is out of range"), text("write ", low, " to ", high));
  return number;
}

ToldResult read_result(const Json& json, std::span<const Objective> objectives, const std::string& where) {
  static const std::vector<std::string> kFields = {"number", "value",      "values", "state",
                                                   "error",  "attributes", "reports"};
  if (!json.is_object())
    refuse(where, text("a result is ", json.type_name()), "write {\"number\": 0, \"value\": 0.5}");
  only_fields(json, kFields, where);
  if (!json.contains("number"))
    refuse(where, "the trial's number is missing", "give the \"number\" that ask answered");
  ToldResult result;
  result.number = read_count(json["number"], where + ".number", 0, INT64_MAX);
  read_outcome(json, objectives, where, result);
  if (const auto error = json.find("error"); error != json.end()) {
    if (!error->is_string()) refuse(where + ".error", "the error is not a text", "write the reason in words");
    result.error = error->get<std::string>();
  }
  if (const auto found = json.find("attributes"); found != json.end()) {
    result.attributes = read_attributes(*found, where + ".attributes");
  }
  if (const auto found = json.find("reports"); found != json.end()) {
    result.reports = read_reports(*found, where + ".reports");
  }
  return result;
}

}  // namespace hone::cli
