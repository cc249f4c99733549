// SPDX-License-Identifier: MIT
#include "hone/codec/told_result.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "hone/base/number_words.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/attribute_limits.hpp"
#include "hone/codec/report_json.hpp"
#include "hone/codec/shape.hpp"
#include "hone/core/trial_words.hpp"

namespace hone::codec {

double told_number(const Field& field) {
  if (field.node().is_null()) return std::numeric_limits<double>::quiet_NaN();
  const Value* value = field.node().scalar();
  const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  if (word != nullptr && *word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word != nullptr && (*word == "Infinity" || *word == "-Infinity"))
    return *word == "Infinity" ? HUGE_VAL : -HUGE_VAL;
  return field.number();
}

namespace {

constexpr std::int64_t kLargestNumber = std::numeric_limits<std::int64_t>::max();

std::vector<double> told_by_name(const Field& field, std::span<const Objective> objectives) {
  std::vector<std::string> names;
  for (const Objective& objective : objectives) names.push_back(objective.name);
  field.only(names);
  std::vector<double> values(objectives.size());
  std::vector<bool> given(objectives.size(), false);
  for (const auto& [name, value] : field.members("values by name")) {
    const auto index = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    values[index] = told_number(value);
    given[index] = true;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!given[i])
      field.refuse(text("the value of '", names[i], "' is missing"), "give one for each objective");
  }
  return values;
}

bool holds_something(const std::optional<Field>& field) { return field && !field->node().is_null(); }

/// "value" and "values" mean the same; which is natural depends on the number of objectives.
void read_outcome(const Field& map, std::span<const Objective> objectives, ToldResult& result) {
  if (const auto state = map.find("state")) result.state = read_told_state(*state);
  if (result.state == TrialState::Complete) {
    result.values = read_value_or_values(map, objectives);
  } else if (holds_something(map.given("value")) || holds_something(map.given("values"))) {
    map.refuse(text("a trial told as ", to_text(result.state), " has no value, but one was given"),
               "leave out the value or the state");
  }
}

Attributes read_told_attributes(const Field& field) {
  Attributes attributes;
  for (const auto& [name, value] : field.members("attributes by name")) attributes[name] = value.any_value();
  const std::string problem = attributes_problem(attributes);
  if (!problem.empty()) field.refuse(problem, "leave some out, and keep what is large in a file");
  return attributes;
}

std::string read_told_error(const Field& field) {
  std::string error = field.text();
  if (error.size() > kLongestTrialError)
    field.refuse(text("the error has ", error.size(), " bytes"),
                 text("write at most ", kLongestTrialError, ": what matters of it"));
  return error;
}

ToldResult read_result(const Field& map, std::span<const Objective> objectives) {
  static const std::vector<std::string> kKnown = {"number", "token", "value",      "values",
                                                  "state",  "error", "attributes", "reports"};
  if (map.node().map() == nullptr)
    map.refuse("a result is " + describe(map.node()), R"(write {"number": 0, "value": 0.5})");
  map.only(kKnown);
  ToldResult result;
  const auto number = map.find("number");
  if (!number) map.refuse("the trial's number is missing", "give the \"number\" that ask answered");
  result.number = number->integer(0, kLargestNumber);
  if (const auto token = map.find("token")) result.token = token->integer(0, kLargestNumber);
  read_outcome(map, objectives, result);
  if (const auto error = map.find("error")) result.error = read_told_error(*error);
  if (const auto found = map.find("attributes")) result.attributes = read_told_attributes(*found);
  if (const auto found = map.find("reports")) result.reports = read_reports(*found);
  return result;
}

}  // namespace

std::vector<double> read_told_values(const Field& field, std::span<const Objective> objectives) {
  if (field.node().map() != nullptr) return told_by_name(field, objectives);
  std::vector<double> values;
  if (field.node().list() != nullptr) {
    for (const Field& item : field.items("values")) values.push_back(told_number(item));
  } else {
    values.push_back(told_number(field));
  }
  if (values.size() != objectives.size()) {
    field.refuse(
        text("found ", counted(values.size(), "value"), " for ", counted(objectives.size(), "objective")),
        "give one for each objective, in their order");
  }
  return values;
}

std::vector<double> read_value_or_values(const Field& map, std::span<const Objective> objectives) {
  const auto value = map.given("value");
  const auto values = map.given("values");
  if (value && values) map.refuse("there are value and values", "keep one of them");
  if (!value && !values)
    map.refuse("the result has no value", "give \"value\", or a \"state\" such as \"failed\"");
  return read_told_values(value ? *value : *values, objectives);
}

TrialState read_told_state(const Field& field) {
  const Value* value = field.node().scalar();
  const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  if (word == nullptr)
    field.refuse("the state is not a text", "write one of " + join(ended_state_words(), ", "));
  const auto state = parse_trial_state(*word);
  if (!state || !is_evidence(*state))
    field.refuse(
        text("'", *word, "' is not a state in which a trial ends", did_you_mean(*word, ended_state_words())),
        "write one of " + join(ended_state_words(), ", "));
  return *state;
}

std::vector<ToldResult> read_results(const Field& list, std::span<const Objective> objectives) {
  std::vector<ToldResult> told;
  std::unordered_set<std::int64_t> numbers;
  for (const Field& item : list.items("a list of results")) {
    told.push_back(read_result(item, objectives));
    if (!numbers.insert(told.back().number).second)
      item.refuse(text("trial ", told.back().number, " is told twice"), "tell each result once");
  }
  return told;
}

Node told_value_shape() {
  return shape::either({shape::number(), shape::words({std::string(kNanWord), std::string(kInfinityWord),
                                                       std::string(kMinusInfinityWord)})});
}

Node told_values_shape() { return shape::list(told_value_shape(), 1); }

Node told_reports_shape() { return shape::list(shape::object(report_members())); }

Node results_shape() {
  return shape::list(shape::object({{"number", shape::integer(0), true},
                                    {"token", shape::integer(0), false},
                                    {"value", told_value_shape(), false},
                                    {"values", shape::anything(), false},
                                    {"state", shape::words(ended_state_words()), false},
                                    {"error", shape::text(), false},
                                    {"attributes", shape::map(shape::anything()), false},
                                    {"reports", told_reports_shape(), false}}));
}

}  // namespace hone::codec
