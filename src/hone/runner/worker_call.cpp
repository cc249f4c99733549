// SPDX-License-Identifier: MIT
#include "hone/runner/worker_call.hpp"

#include "hone/base/text.hpp"
#include "hone/runner/json_report.hpp"

namespace hone::runner {
namespace {

std::string call_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<std::int64_t> number_of(const Json& json) {
  const auto found = json.find("number");
  if (found == json.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int64_t>();
}

void add_call_report(WorkerCall& call, const Json& json, const ReportSpec& spec, const std::string& where) {
  const auto report = report_from_json(json, spec);
  if (report) {
    call.reports.push_back(*report);
  } else {
    call.problem = text(where, "has no ", spec.wanted(), "; give both");
  }
}

// As the answer of a worker has it: values that are given by the objectives' names are fields of their own.
Json told_tree(Json result) {
  result.erase("number");
  result.erase("reports");
  const auto values = result.find("values");
  if (values != result.end() && values->is_object()) {
    const Json named = *values;
    result.erase("values");
    for (const auto& [name, value] : named.items()) result[name] = value;
  }
  return result;
}

void read_tell(WorkerCall& call, const Json& results, const ReportSpec& spec) {
  if (!results.is_array() || results.size() != 1 || !results[0].is_object()) {
    call.problem = "results is not a list of one result; tell the trial of the last request";
    return;
  }
  const Json& result = results[0];
  call.number = number_of(result);
  const auto reports = result.find("reports");
  if (reports != result.end() && reports->is_array()) {
    for (std::size_t i = 0; i < reports->size() && call.problem.empty(); ++i)
      add_call_report(call, (*reports)[i], spec, text("results[0]: reports[", i, "] "));
  }
  call.told = told_tree(result);
}

}  // namespace

std::optional<WorkerCall> worker_call(const Json& json, const ReportSpec& reports) {
  const auto op = json.find("op");
  if (op == json.end()) return std::nullopt;
  const bool report = *op == "report" && json.contains("number");
  const bool tell = *op == "tell" && json.contains("results");
  if (!report && !tell) return std::nullopt;
  WorkerCall call;
  if (json.contains("id")) call.id = call_text(json.at("id"));
  if (tell) {
    read_tell(call, json.at("results"), reports);
  } else {
    call.number = number_of(json);
    add_call_report(call, json, reports, "the report ");
  }
  if (call.problem.empty() && !call.number)
    call.problem = "the number of the trial is not a whole number; copy it from the request";
  return call;
}

}  // namespace hone::runner
