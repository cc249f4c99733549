// SPDX-License-Identifier: MIT
#include "hone/remote/trial_json.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/record.hpp"
#include "hone/core/outcome_constraint.hpp"

namespace hone::remote {
namespace {

using codec::Json;

Timestamp time_in(const Json& json, const char* name) {
  const Json& value = json.at(name);
  return value.is_null() ? 0 : codec::parse_iso_time(value.get<std::string>()).value();
}

std::string text_in(const Json& json, const char* name) {
  const Json& value = json.at(name);
  return value.is_null() ? "" : value.get<std::string>();
}

std::vector<double> numbers_in(const Json& json) {
  if (json.is_null()) return {};
  return codec::numbers_from_text(json.is_array() ? json.dump() : Json::array({json}).dump());
}

Trial read_trial(const Json& json, const Study& study) {
  Trial trial;
  trial.number = json.at("number").get<std::int64_t>();
  trial.state = parse_trial_state(json.at("state").get<std::string>()).value();
  trial.configuration = codec::params_from_text(json.at("params").dump(), study.space);
  trial.values = numbers_in(json.at(study.objectives.size() == 1 ? "value" : "values"));
  for (const Json& report : json.at("reports"))
    trial.reports.push_back({report.at("step").get<std::int64_t>(), numbers_in(report.at("value")).at(0)});
  trial.attributes = codec::attributes_from_text(json.at("attributes").dump());
  trial.notes = codec::notes_from_text(json.at("notes").dump());
  trial.error = text_in(json, "error");
  if (json.contains("remarks"))
    for (const Json& remark : json["remarks"])
      trial.remarks.push_back({time_in(remark, "time"), text_in(remark, "text")});
  trial.attempt = json.at("attempt").get<int>();
  trial.worker = text_in(json, "worker");
  trial.created = time_in(json, "created");
  trial.started = time_in(json, "started");
  trial.finished = time_in(json, "finished");
  trial.version = json.at("version").get<std::int64_t>();
  trial.outside = text_in(json, "outside");
  trial.former = codec::attributes_from_text(json.at("former").dump());
  judge_outcome(study.constraints_on, trial);
  return trial;
}

}  // namespace

Trial trial_from_service(const Json& json, const Study& study) {
  try {
    return read_trial(json, study);
  } catch (const std::exception& error) {
    throw Error(ErrorCode::StorageCorrupt,
                text("the service answered a trial that cannot be read: ", error.what()),
                "use the same version of hone on both sides");
  }
}

}  // namespace hone::remote
