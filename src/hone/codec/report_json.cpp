// SPDX-License-Identifier: MIT
#include "hone/codec/report_json.hpp"

#include "hone/codec/told_result.hpp"

namespace hone::codec {

Json to_json(const Report& report) {
  Json json = {{"step", report.step}};
  if (report.size() == 1) {
    json["value"] = to_json(Value(report.value));
  } else {
    for (const double value : report.values()) json["values"].push_back(to_json(Value(value)));
  }
  return json;
}

Report read_report(const Field& field) {
  static const std::vector<std::string> kKnown = {"step", "value", "values"};
  if (field.node().map() == nullptr || !field.find("step"))
    field.refuse("a report needs a step and a value", R"(write {"step": 1, "value": 0.5})");
  field.only(kKnown);
  const auto value = field.given("value");
  const auto list = field.given("values");
  if (value && list) field.refuse("there are value and values", "keep one of them");
  std::vector<double> values;
  if (value) values.push_back(told_number(*value));
  if (list)
    for (const Field& item : list->items("values")) values.push_back(told_number(item));
  if (values.empty()) field.refuse("a report needs a step and a value", R"(write {"step": 1, "value": 0.5})");
  return Report::of(field.at("step").integer(), values);
}

std::vector<Report> read_reports(const Field& list) {
  std::vector<Report> reports;
  for (const Field& item : list.items("a list of reports")) reports.push_back(read_report(item));
  return reports;
}

std::vector<shape::Member> report_members() {
  return {{"step", shape::any_integer(), true},
          {"value", told_value_shape(), false},
          {"values", told_values_shape(), false}};
}

}  // namespace hone::codec
