// SPDX-License-Identifier: MIT
#include "hone/codec/request.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_limits.hpp"
#include "hone/codec/node.hpp"

namespace hone::codec {
namespace {

[[noreturn]] void refuse_field(const std::string& where, const std::string& problem,
                               const std::string& remedy) {
  throw Error(ErrorCode::InvalidArgument, problem, remedy).within(where);
}

void only_known(const Json& object, std::span<const std::string> known, const std::string& where) {
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    refuse_field(where, text("unknown field '", name, "'", did_you_mean(name, known)),
                 "known are " + join(known, ", "));
  }
}

bool flag_of(const Json& request, const std::string& name, const std::string& remedy) {
  const auto found = request.find(name);
  if (found == request.end()) return false;
  if (!found->is_boolean())
    refuse_field("request." + name, text("expected true or false, found ", found->type_name()), remedy);
  return found->get<bool>();
}

std::int64_t whole_number(const Json& json, const std::string& where, std::int64_t low, std::int64_t high) {
  const bool whole =
      json.is_number_integer() &&
      !(json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
  if (!whole)
    refuse_field(where,
                 text("expected a whole number, found ", json.is_number() ? json.dump() : json.type_name()),
                 "write 1, 2, ...");
  const auto number = json.get<std::int64_t>();
  if (number < low || number > high)
    refuse_field(where, text(number, " is out of range"), text("write ", low, " to ", high));
  return number;
}

double told_number(const Json& json, const std::string& where) {
  if (json.is_number()) return json.get<double>();
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (json.is_string()) {
    const std::string& word = json.get_ref<const std::string&>();
    if (word == "nan" || word == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf" || word == "Infinity") return std::numeric_limits<double>::infinity();
    if (word == "-inf" || word == "-Infinity") return -std::numeric_limits<double>::infinity();
  }
  refuse_field(where, text("expected a number, found ", json.type_name()),
               "write a number, or leave the value out and give a state such as \"failed\"");
}

std::vector<double> told_list(const Json& json, const std::string& where) {
  std::vector<double> values;
  for (std::size_t i = 0; i < json.size(); ++i)
    values.push_back(told_number(json[i], text(where, "[", i, "]")));
  return values;
}

std::vector<double> told_by_name(const Json& json, std::span<const Objective> objectives,
                                 const std::string& where) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const Objective& objective : objectives) {
    names.push_back(objective.name);
    const auto found = json.find(objective.name);
    if (found == json.end())
      refuse_field(where, text("the value of '", objective.name, "' is missing"),
                   "give one for each objective");
    values.push_back(told_number(*found, where + "." + objective.name));
  }
  only_known(json, names, where);
  return values;
}

std::vector<double> told_values(const Json& json, std::span<const Objective> objectives,
                                const std::string& where) {
  if (json.is_object()) return told_by_name(json, objectives, where);
  std::vector<double> values =
      json.is_array() ? told_list(json, where) : std::vector{told_number(json, where)};
  if (values.size() != objectives.size()) {
    refuse_field(
        where,
        text("found ", counted(values.size(), "value"), " for ", counted(objectives.size(), "objective")),
        "give one for each objective, in their order");
  }
  return values;
}

TrialState told_state(const Json& json, const std::string& where) {
  static const std::vector<std::string> kWords = {"complete", "failed", "pruned", "timed_out", "infeasible"};
  if (!json.is_string()) refuse_field(where, "the state is not a text", "write one of " + join(kWords, ", "));
  const std::string& word = json.get_ref<const std::string&>();
  const auto state = parse_trial_state(word);
  if (!state || !is_evidence(*state)) {
    refuse_field(where, text("'", word, "' is not a state in which a trial ends", did_you_mean(word, kWords)),
                 "write one of " + join(kWords, ", "));
  }
  return *state;
}

Value told_attribute(const Json& json, const std::string& where) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    return json.get<double>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  refuse_field(where, text("an attribute is ", json.type_name()), "write a text, a number or a boolean");
}

Attributes told_attributes(const Json& json, const std::string& where) {
  if (!json.is_object()) refuse_field(where, "the attributes are not a map", "write {\"name\": value}");
  Attributes attributes;
  for (const auto& [name, value] : json.items()) attributes[name] = told_attribute(value, where + "." + name);
  return attributes;
}

double report_value(const Json& json, const std::string& where) {
  const double value = told_number(json, where);
  if (!std::isfinite(value)) {
    refuse_field(where, text("the value of a report is ", value),
                 "report finite values, and tell a trial that cannot go on as failed");
  }
  return value;
}

Report told_report(const Json& json, const std::string& where) {
  static const std::vector<std::string> kReportFields = {"step", "value"};
  if (!json.is_object() || !json.contains("step") || !json.contains("value")) {
    refuse_field(where, "a report needs a step and a value", "write {\"step\": 1, \"value\": 0.5}");
  }
  only_known(json, kReportFields, where);
  return {whole_number(json["step"], where + ".step", INT64_MIN, INT64_MAX),
          report_value(json["value"], where + ".value")};
}

std::vector<Report> told_reports(const Json& json, const std::string& where) {
  if (!json.is_array())
    refuse_field(where, "the reports are not a list", "write [{\"step\": 1, \"value\": 0.5}]");
  std::vector<Report> reports;
  for (std::size_t i = 0; i < json.size(); ++i)
    reports.push_back(told_report(json[i], text(where, "[", i, "]")));
  return reports;
}

/// "value" and "values" mean the same; which is natural depends on the number of objectives.
void told_outcome(const Json& json, std::span<const Objective> objectives, const std::string& where,
                  ToldResult& result) {
  const auto state = json.find("state");
  const auto value = json.find("value");
  const auto values = json.find("values");
  if (value != json.end() && values != json.end())
    refuse_field(where, "there are value and values", "keep one of them");
  if (state != json.end()) result.state = told_state(*state, where + ".state");
  const bool given =
      (value != json.end() && !value->is_null()) || (values != json.end() && !values->is_null());
  if (result.state != TrialState::Complete) {
    if (given)
      refuse_field(where, text("a trial told as ", to_text(result.state), " has no value, but one was given"),
                   "leave out the value or the state");
  } else {
    if (value == json.end() && values == json.end()) {
      refuse_field(where, "the result has no value", "give \"value\", or a \"state\" such as \"failed\"");
    }
    result.values = value != json.end() ? told_values(*value, objectives, where + ".value")
                                        : told_values(*values, objectives, where + ".values");
  }
}

ToldResult told_result(const Json& json, std::span<const Objective> objectives, const std::string& where) {
  static const std::vector<std::string> kResultFields = {"number", "value",      "values", "state",
                                                         "error",  "attributes", "reports"};
  if (!json.is_object())
    refuse_field(where, text("a result is ", json.type_name()), "write {\"number\": 0, \"value\": 0.5}");
  only_known(json, kResultFields, where);
  if (!json.contains("number"))
    refuse_field(where, "the trial's number is missing", "give the \"number\" that ask answered");
  ToldResult result;
  result.number = whole_number(json["number"], where + ".number", 0, INT64_MAX);
  told_outcome(json, objectives, where, result);
  if (const auto error = json.find("error"); error != json.end()) {
    if (!error->is_string())
      refuse_field(where + ".error", "the error is not a text", "write the reason in words");
    result.error = error->get<std::string>();
  }
  if (const auto found = json.find("attributes"); found != json.end()) {
    result.attributes = told_attributes(*found, where + ".attributes");
  }
  if (const auto found = json.find("reports"); found != json.end()) {
    result.reports = told_reports(*found, where + ".reports");
  }
  return result;
}

// --- whole requests

void only_fields_of(const Json& request, std::initializer_list<const char*> own) {
  std::vector<std::string> known = {"op", "id", "study"};
  known.insert(known.end(), own.begin(), own.end());
  only_known(request, known, "request");
}

const Json& list_of(const Json& request, const char* name, const std::string& remedy) {
  const auto list = request.find(name);
  if (list != request.end() && list->is_array()) return *list;
  throw Error(ErrorCode::InvalidArgument, text("the request has no list of \"", name, "\""), remedy);
}

std::vector<std::int64_t> numbers_of(const Json& request, const std::string& remedy) {
  const Json& list = list_of(request, "numbers", remedy);
  std::vector<std::int64_t> numbers;
  std::unordered_set<std::int64_t> seen;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = text("numbers[", i, "]");
    numbers.push_back(whole_number(list[i], where, 0, INT64_MAX));
    if (seen.insert(numbers.back()).second) continue;
    throw Error(ErrorCode::InvalidArgument, text("trial ", numbers.back(), " is named twice"),
                "name each trial once")
        .within(where);
  }
  return numbers;
}

// Of two members of one name the last would count, and which was meant nobody knows.
Json parse_without_repeats(std::string_view line) {
  std::vector<std::unordered_set<std::string>> open;  // the names so far, of each object that is open
  return Json::parse(line, [&](int, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event != Json::parse_event_t::key) return true;
    const std::string& name = parsed.get_ref<const std::string&>();
    if (open.back().insert(name).second) return true;
    throw Error(ErrorCode::InvalidFile,
                text("the field ", in_quotes(name), " is there twice in the same object"),
                "remove or rename one")
        .within("request");
  });
}

}  // namespace

Json parse_request(std::string_view line, const RequestLimits& limits) {
  if (line.size() > limits.line) {
    throw Error(ErrorCode::InvalidFile, text("the request is longer than ", limits.line, " bytes"),
                "send it in parts");
  }
  if (const auto excess = json_excess(line, {.depth = limits.depth, .values = limits.values})) {
    throw Error(ErrorCode::InvalidFile, "the request has " + *excess,
                "send plain JSON, in parts if it is long");
  }
  try {
    Json json = parse_without_repeats(line);
    if (!json.is_object()) {
      throw Error(ErrorCode::InvalidFile, text("the request is ", json.type_name(), ", not an object"),
                  "write an object in braces");
    }
    return json;
  } catch (const Json::parse_error& error) {
    const bool not_finite =
        line.find("NaN") != std::string_view::npos || line.find("Infinity") != std::string_view::npos;
    throw Error(ErrorCode::InvalidFile, text("the request is not JSON, at byte ", error.byte),
                not_finite ? "JSON has no NaN or Infinity: tell null, or the state \"failed\""
                           : "write one object in braces, names and texts in double quotes");
  } catch (const Json::exception&) {
    throw Error(ErrorCode::InvalidFile, "the request holds a number that is too large",
                "JSON numbers end at 1.8e308");
  }
}

std::string read_operation(const Json& request, std::span<const std::string> known) {
  const auto op = request.find("op");
  if (op == request.end() || !op->is_string()) {
    throw Error(ErrorCode::InvalidArgument, "the request has no \"op\"", "write one of " + join(known, ", "));
  }
  const std::string& word = op->get_ref<const std::string&>();
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  throw Error(ErrorCode::InvalidArgument, text("unknown op '", word, "'", did_you_mean(word, known)),
              "write one of " + join(known, ", "));
}

std::optional<std::string> read_study_name(const Json& request) {
  const auto name = request.find("study");
  if (name == request.end()) return std::nullopt;
  if (!name->is_string()) {
    refuse_field("request.study", text("the name of a study is ", name->type_name()), "write it in quotes");
  }
  return name->get<std::string>();
}

CreateRequest read_create(Json request) {
  request.erase("op");
  request.erase("id");
  if (request.contains("study")) {  // another word for the name
    const Json name = request["study"];
    if (request.contains("name") && request["name"] != name) {
      throw Error(ErrorCode::InvalidArgument, "\"name\" and \"study\" differ", "give one of them")
          .within("request");
    }
    request.erase("study");
    request["name"] = name;
  }
  const bool only_named = request.size() == 1 && request.contains("name") && request["name"].is_string();
  if (only_named) return {.name = request["name"].get<std::string>()};
  CreateRequest create{.study = study_from_json(request, "request")};
  create.name = create.study->name;
  return create;
}

AskFields read_ask(const Json& request, const RequestLimits& limits) {
  only_fields_of(request, {"count", "hold"});
  AskFields ask;
  if (const auto count = request.find("count"); count != request.end())
    ask.count = static_cast<int>(whole_number(*count, "request.count", 1, limits.count));
  ask.hold = flag_of(request, "hold", "write true to hold the trials until they are told");
  return ask;
}

std::vector<ToldResult> read_tell(const Json& request, std::span<const Objective> objectives) {
  only_fields_of(request, {"results"});
  const Json& results =
      list_of(request, "results", R"(write {"op": "tell", "results": [{"number": 0, "value": 0.5}]})");
  std::vector<ToldResult> told;
  std::unordered_set<std::int64_t> numbers;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string where = text("results[", i, "]");
    told.push_back(told_result(results[i], objectives, where));
    if (!numbers.insert(told.back().number).second) {
      refuse_field(where, text("trial ", told.back().number, " is told twice"), "tell each result once");
    }
  }
  return told;
}

std::vector<Configuration> read_enqueue(const Json& request, const Space& space) {
  only_fields_of(request, {"points"});
  const Json& points = list_of(request, "points", R"(write {"op": "enqueue", "points": [{"C": 10}]})");
  std::vector<Configuration> configurations;
  for (std::size_t i = 0; i < points.size(); ++i) {
    configurations.push_back(params_from_json(points[i], space, text("points[", i, "]")));
  }
  return configurations;
}

ReportRequest read_report_request(const Json& request) {
  only_fields_of(request, {"number", "step", "value"});
  for (const char* name : {"number", "step", "value"}) {
    if (request.contains(name)) continue;
    refuse_field("request", text("a report needs a ", name),
                 R"(write {"op": "report", "number": 0, "step": 1, "value": 0.5})");
  }
  return {.number = whole_number(request["number"], "request.number", 0, INT64_MAX),
          .report = {whole_number(request["step"], "request.step", INT64_MIN, INT64_MAX),
                     report_value(request["value"], "request.value")}};
}

std::vector<std::int64_t> read_heartbeat(const Json& request) {
  only_fields_of(request, {"numbers"});
  return numbers_of(request, R"(write {"op": "heartbeat", "numbers": [0, 1]})");
}

CancelRequest read_cancel(const Json& request) {
  only_fields_of(request, {"numbers", "requeue"});
  CancelRequest cancel{.numbers = numbers_of(request, R"(write {"op": "cancel", "numbers": [0, 1]})")};
  cancel.requeue = flag_of(request, "requeue", "write true to have the trials run again");
  return cancel;
}

RetryRequest read_retry(const Json& request) {
  only_fields_of(request, {"numbers", "states"});
  RetryRequest retry;
  const std::string remedy =
      R"(write {"op": "retry", "numbers": [0, 1]} or {"op": "retry", "states": ["failed"]})";
  if (request.contains("numbers")) {
    if (request.contains("states")) refuse_field("request", "there are numbers and states", remedy);
    retry.numbers = numbers_of(request, remedy);
  } else if (request.contains("states")) {
    const Json& list = list_of(request, "states", remedy);
    retry.states.clear();
    for (std::size_t i = 0; i < list.size(); ++i)
      retry.states.push_back(told_state(list[i], text("states[", i, "]")));
  }
  return retry;
}

std::vector<std::int64_t> read_delete(const Json& request) {
  only_fields_of(request, {"numbers"});
  return numbers_of(request, R"(write {"op": "delete", "numbers": [0, 1]})");
}

AmendRequest read_amend(const Json& request, std::span<const Objective> objectives) {
  only_fields_of(request, {"number", "value", "values"});
  const char* name = request.contains("value") ? "value" : "values";
  if (!request.contains("number") || !request.contains(name) ||
      (request.contains("value") && request.contains("values"))) {
    refuse_field("request", "an amend needs a number and a value",
                 objectives.size() == 1 ? R"(write {"op": "amend", "number": 0, "value": 0.5})"
                                        : R"(write {"op": "amend", "number": 0, "values": [0.5, 2]})");
  }
  return {.number = whole_number(request["number"], "request.number", 0, INT64_MAX),
          .values = told_values(request[name], objectives, text("request.", name))};
}

std::optional<std::int64_t> read_trials_request(const Json& request) {
  only_fields_of(request, {"since"});
  const auto since = request.find("since");
  if (since == request.end()) return std::nullopt;
  return whole_number(*since, "request.since", 0, INT64_MAX);
}

ImportanceOptions read_importance(const Json& request) {
  only_fields_of(request, {"method", "objective", "pairs", "quantile", "within"});
  ImportanceOptions options;
  if (const auto word = request.find("method"); word != request.end()) {
    const auto method = word->is_string() ? parse_importance_method(word->get<std::string>()) : std::nullopt;
    if (!method)
      refuse_field("request.method",
                   text("there is no method ", word->dump(-1, ' ', false, Json::error_handler_t::replace)),
                   "write \"fanova\" or \"ped-anova\"");
    options.method = *method;
  }
  if (const auto name = request.find("objective"); name != request.end()) {
    if (!name->is_string())
      refuse_field("request.objective", text("the name of an objective is ", name->type_name()),
                   "write it in quotes");
    options.objective = name->get<std::string>();
  }
  options.pairs = flag_of(request, "pairs", "write true to have interactions as well");
  for (const auto& [name, target] :
       {std::pair("quantile", &options.quantile), std::pair("within", &options.within)}) {
    const auto share = request.find(name);
    if (share == request.end()) continue;
    if (!share->is_number())
      refuse_field(text("request.", name), text("expected a number, found ", share->type_name()),
                   "write a share between 0 and 1");
    *target = share->get<double>();
  }
  return options;
}

void read_plain(const Json& request) { only_fields_of(request, {}); }

}  // namespace hone::codec
