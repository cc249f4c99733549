// SPDX-License-Identifier: MIT
#include "hone/remote/service_json.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/attribute_limits.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/report_json.hpp"
#include "hone/codec/trial_token.hpp"

namespace hone::remote {

using codec::Field;

namespace {

/// What the service calls its errors, back to what they were.
ErrorCode code_of(const std::string& name, int status) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    if (code_name(code) == name) return code;
  }
  if (status == 404) return ErrorCode::NotFound;
  if (status == 408 || status == 429 || status == 502 || status == 503 || status == 504)
    return ErrorCode::StorageBusy;
  if (status == 401 || status == 403) return ErrorCode::StorageReadOnly;
  return status >= 500 ? ErrorCode::StorageFailed : ErrorCode::InvalidArgument;
}

codec::Json value_json(double value) { return codec::to_json(Value(value)); }

}  // namespace

void throw_refusal(const HttpResponse& response) {
  std::string name;
  std::string message = text(response.server, ": it answered ", response.status);
  try {
    const codec::Json json = codec::Json::parse(response.body);
    name = json.at("error").at("code").get<std::string>();
    message = json.at("error").at("message").get<std::string>();
  } catch (const std::exception&) {
    // Somebody between us and the service answered; its status has to do.
  }
  if (response.status == 401)
    throw Error(code_of(name, response.status), message.substr(0, message.rfind("; ")),
                "set HONE_TOKEN to a token of this service; 'hone token create' makes one, at its store")
        .within(response.server);
  const std::size_t end = message.rfind("; ");
  const bool both = end != std::string::npos;
  // What the service itself refuses is refused in the words of any other store.
  throw Error(code_of(name, response.status), both ? message.substr(0, end) : message,
              both ? message.substr(end + 2) : "see the log of the service");
}

codec::Json lease_json(const storage::Lease& lease, std::int64_t token) {
  return {{"number", lease.number}, {"token", token}};
}

storage::Lease lease_from(std::int64_t number, std::int64_t token) {
  return {number, codec::fence_part(token)};
}

void require_study(storage::StudyId id, const Field& answer) {
  const auto study = answer.find("study");
  if (!study || study->integer() == id) return;
  throw Error(ErrorCode::Conflict, "the trials are those of another study of the same name",
              "the study was replaced: open it again");
}

codec::Json reports_json(std::span<const Report> reports) {
  codec::Json list = codec::Json::array();
  for (const Report& report : reports) list.push_back(codec::to_json(report));
  return list;
}

codec::Json numbers_json(std::span<const double> numbers) {
  codec::Json list = codec::Json::array();
  for (const double number : numbers) list.push_back(value_json(number));
  return list;
}

codec::Json outcome_json(const storage::Outcome& outcome, std::int64_t token) {
  codec::Json json = lease_json(outcome.lease, token);
  json["state"] = std::string(to_text(outcome.state));
  if (outcome.state == TrialState::Complete) json["values"] = numbers_json(outcome.values);
  if (!outcome.attributes.empty()) json["attributes"] = codec::to_json(outcome.attributes);
  if (!outcome.error.empty()) json["error"] = outcome.error.substr(0, codec::kLongestTrialError);
  if (!outcome.reports.empty()) json["reports"] = reports_json(outcome.reports);
  return json;
}

Timestamp time_in(const Field& map, std::string_view name) {
  const auto field = map.find(name);
  if (!field) return 0;
  const auto time = codec::parse_iso_time(field->text());
  if (!time) field->refuse("this is not a time: " + codec::in_quotes(field->text()), "");
  return *time;
}

storage::StudySummary summary_from(const Field& field) {
  storage::StudySummary summary;
  summary.id = field.at("id").integer();
  summary.name = field.at("name").text();
  summary.created = time_in(field, "created");
  for (const Field& objective : field.at("objectives").items("a list of objectives"))
    summary.objectives.push_back({objective.at("name").text(), objective.at("direction").text() == "maximize"
                                                                   ? Direction::Maximize
                                                                   : Direction::Minimize});
  summary.sampler = field.at("sampler").text();
  summary.trials = field.at("trials").integer();
  summary.deleted = field.at("deleted").integer();
  summary.complete = field.at("complete").integer();
  summary.failed = field.at("failed").integer();
  summary.running = field.at("running").integer();
  summary.waiting = field.at("waiting").integer();
  if (const auto best = field.find("best")) summary.best = best->number();
  return summary;
}

storage::Annotations annotations_from(const Field& field) {
  storage::Annotations found{.text = field.at("text").text(), .stopped = field.at("stopped").flag()};
  for (const Field& note : field.at("notes").items("a list of notes")) {
    TagChanges tags;
    for (const auto& [tag, added] : note.at("tags").members("a map of tags")) tags[tag] = added.flag();
    found.notes.push_back({time_in(note, "time"), note.at("text").text(), std::move(tags)});
  }
  if (const auto attributes = field.find("attributes"))
    found.attributes = codec::attributes_from(*attributes);
  return found;
}

ArtefactInfo artefact_from(const Field& field) {
  const auto text_or_none = [&](std::string_view name) {
    const auto found = field.find(name);
    return found ? found->text() : std::string();
  };
  ArtefactInfo info;
  info.kind = field.at("kind").text();
  info.name = field.at("name").text();
  info.hash = field.at("hash").text();
  info.size = field.at("size").integer();
  info.created = time_in(field, "created");
  info.maker = text_or_none("maker");
  info.settings = text_or_none("settings");
  for (const Field& source : field.at("sources").items("a list of sources"))
    info.sources.push_back(
        {source.at("study").text(), source.at("trials").integer(), source.at("revision").integer()});
  return info;
}

storage::AuditEntry audit_entry_from(const Field& field) {
  return {.number = field.at("number").integer(),
          .time = time_in(field, "time"),
          .who = field.at("who").text(),
          .origin = field.at("origin").text(),
          .what = field.at("what").text(),
          .target = field.at("target").text(),
          .status = static_cast<int>(field.at("status").integer()),
          .detail = field.at("detail").text()};
}

}  // namespace hone::remote
