// SPDX-License-Identifier: MIT
#include "hone/remote/service_json.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/trial_token.hpp"

namespace hone::remote {
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

codec::Json value_json(double value) {
  return codec::Json::parse(codec::numbers_to_text(std::span(&value, 1))).at(0);
}

}  // namespace

void throw_refusal(const HttpResponse& response, const std::string& where) {
  std::string name;
  std::string message = text("it answered ", response.status);
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
        .within(where);
  const std::size_t end = message.rfind("; ");
  const bool both = end != std::string::npos;
  throw Error(code_of(name, response.status), both ? message.substr(0, end) : message,
              both ? message.substr(end + 2) : "see the log of the service")
      .within(where);
}

codec::Json lease_json(storage::StudyId id, const storage::Lease& lease) {
  return {{"number", lease.number}, {"token", codec::token_of(id, lease.fence)}};
}

storage::Lease lease_from(storage::StudyId id, std::int64_t number, const codec::Json& token) {
  if (const auto fence = codec::fence_in(id, token.get<std::int64_t>())) return {number, *fence};
  throw Error(ErrorCode::Conflict, text("trial ", number, " is one of another study of the same name"),
              "the study was replaced: open it again");
}

codec::Json reports_json(std::span<const Report> reports) {
  codec::Json list = codec::Json::array();
  for (const Report& report : reports)
    list.push_back({{"step", report.step}, {"value", value_json(report.value)}});
  return list;
}

codec::Json outcome_json(storage::StudyId id, const storage::Outcome& outcome) {
  codec::Json json = lease_json(id, outcome.lease);
  json["state"] = std::string(to_text(outcome.state));
  if (outcome.state == TrialState::Complete)
    json["values"] = codec::Json::parse(codec::numbers_to_text(outcome.values));
  if (!outcome.attributes.empty()) json["attributes"] = codec::to_json(outcome.attributes);
  if (!outcome.error.empty()) json["error"] = outcome.error;
  if (!outcome.reports.empty()) json["reports"] = reports_json(outcome.reports);
  return json;
}

storage::StudySummary summary_from(const codec::Json& json) {
  storage::StudySummary summary;
  summary.id = json.at("id").get<storage::StudyId>();
  summary.name = json.at("name").get<std::string>();
  summary.created = codec::parse_iso_time(json.at("created").get<std::string>()).value_or(0);
  for (const codec::Json& objective : json.at("objectives"))
    summary.objectives.push_back(
        {objective.at("name").get<std::string>(),
         objective.at("direction") == "maximize" ? Direction::Maximize : Direction::Minimize});
  summary.sampler = json.at("sampler").get<std::string>();
  summary.trials = json.at("trials").get<std::int64_t>();
  summary.deleted = json.at("deleted").get<std::int64_t>();
  summary.complete = json.at("complete").get<std::int64_t>();
  summary.failed = json.at("failed").get<std::int64_t>();
  summary.running = json.at("running").get<std::int64_t>();
  summary.waiting = json.at("waiting").get<std::int64_t>();
  if (!json.at("best").is_null()) summary.best = json.at("best").get<double>();
  return summary;
}

ArtefactInfo artefact_from(const codec::Json& json) {
  ArtefactInfo info;
  info.kind = json.at("kind").get<std::string>();
  info.name = json.at("name").get<std::string>();
  info.hash = json.at("hash").get<std::string>();
  info.size = json.at("size").get<std::int64_t>();
  info.created = codec::parse_iso_time(json.at("created").get<std::string>()).value_or(0);
  info.maker = json.value("maker", "");
  info.settings = json.value("settings", "");
  for (const codec::Json& source : json.at("sources"))
    info.sources.push_back({source.at("study").get<std::string>(), source.at("trials").get<std::int64_t>(),
                            source.at("revision").get<std::int64_t>()});
  return info;
}

}  // namespace hone::remote
