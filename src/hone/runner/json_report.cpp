// SPDX-License-Identifier: MIT
#include "hone/runner/json_report.hpp"

#include <cmath>
#include <limits>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

// A whole number that 64 bits hold; 3.0 is one too, as some programs know only floats.
std::optional<std::int64_t> step_from(const Json& json) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: beyond, a float does not know its last digit
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
    return std::nullopt;
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (!json.is_number_float()) return std::nullopt;
  const double step = json.get<double>();
  if (std::abs(step) > kExact || std::trunc(step) != step) return std::nullopt;
  return static_cast<std::int64_t>(step);
}

// Those of "values", or by the objectives' names, or the first objective's alone.
std::vector<const Json*> given_values(const Json& json, const std::vector<std::string>& objectives) {
  std::vector<const Json*> values;
  if (const auto list = json.find("values"); list != json.end() && list->is_array()) {
    for (const Json& value : *list) values.push_back(&value);
    return values;
  }
  for (const std::string& name : objectives)
    if (const auto named = json.find(name); named != json.end()) values.push_back(&*named);
  const bool first = !objectives.empty() && json.contains(objectives.front());
  if (!values.empty() && (first || values.size() == objectives.size())) return values;
  if (const auto value = json.find("value"); value != json.end()) return {&*value};
  return {};
}

}  // namespace

std::optional<double> printed_number(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (json.is_string()) return parse_number(json.get_ref<const std::string&>());
  return std::nullopt;
}

ReportSpec ReportSpec::of(const Study& study) {
  ReportSpec spec{.objectives = {}, .whole = study.objectives.size() > 1 && study.pruner.has_value()};
  for (const Objective& objective : study.objectives) spec.objectives.push_back(objective.name);
  return spec;
}

std::string ReportSpec::wanted() const {
  return whole ? R"(whole number "step" or not a number for each objective in "values")"
               : R"(whole number "step" or no number "value")";
}

std::optional<Report> report_from_json(const Json& json, const ReportSpec& spec) {
  if (!json.is_object() || !json.contains("step")) return std::nullopt;
  const auto step = step_from(json.at("step"));
  std::vector<double> values;
  for (const Json* given : given_values(json, spec.objectives)) {
    const auto value = printed_number(*given);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (!step || values.empty() || !spec.admits(values.size())) return std::nullopt;
  return Report::of(*step, values);
}

}  // namespace hone::runner
