// SPDX-License-Identifier: MIT
#include "hone/remote/trial_json.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/notes_field.hpp"
#include "hone/codec/report_json.hpp"
#include "hone/core/outcome_constraint.hpp"
#include "hone/remote/service_json.hpp"

namespace hone::remote {
namespace {

using codec::Field;

std::string text_in(const Field& map, std::string_view name) {
  const auto field = map.find(name);
  return field ? field->text() : std::string();
}

std::vector<double> numbers_in(const std::optional<Field>& field) {
  if (!field) return {};
  if (field->node().list() == nullptr) return {field->number()};
  std::vector<double> numbers;
  for (const Field& one : field->items("a list of numbers")) numbers.push_back(one.number());
  return numbers;
}

TrialState state_in(const Field& field) {
  const auto state = parse_trial_state(field.text());
  if (!state) field.refuse("there is no state " + codec::in_quotes(field.text()), "");
  return *state;
}

Trial read_trial(const Field& map, const Study& study) {
  Trial trial;
  trial.number = map.at("number").integer();
  trial.state = state_in(map.at("state"));
  trial.configuration = codec::params_from(map.at("params"), study.space);
  trial.values = numbers_in(map.find(study.objectives.size() == 1 ? "value" : "values"));
  for (const Field& report : map.at("reports").items("a list of reports"))
    trial.reports.push_back(codec::read_report(report));
  trial.attributes = codec::attributes_from(map.at("attributes"));
  trial.notes = codec::notes_in(map.at("notes"));
  trial.error = text_in(map, "error");
  if (const auto remarks = map.find("remarks"))
    for (const Field& remark : remarks->items("a list of remarks"))
      trial.remarks.push_back({time_in(remark, "time"), text_in(remark, "text")});
  trial.attempt = static_cast<int>(map.at("attempt").integer());
  trial.worker = text_in(map, "worker");
  trial.created = time_in(map, "created");
  trial.started = time_in(map, "started");
  trial.finished = time_in(map, "finished");
  trial.version = map.at("version").integer();
  trial.outside = text_in(map, "outside");
  trial.former = codec::attributes_from(map.at("former"));
  judge_outcome(study.constraints_on, trial);
  return trial;
}

}  // namespace

Trial trial_from_service(const Field& field, const Study& study) {
  try {
    return read_trial(field, study);
  } catch (const Error& error) {
    const std::string message = error.what();
    throw Error(
        ErrorCode::StorageCorrupt,
        text("the service answered a trial that cannot be read: ", message.substr(0, message.rfind("; "))),
        "use the same version of hone on both sides");
  }
}

std::vector<Trial> trials_from_service(const Field& list, const Study& study) {
  std::vector<Trial> trials;
  for (const Field& one : list.items("a list of trials")) trials.push_back(trial_from_service(one, study));
  return trials;
}

}  // namespace hone::remote
