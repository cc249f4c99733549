// SPDX-License-Identifier: MIT
#include "hone/remote/remote_storage.hpp"

#include <algorithm>
#include <random>

#include "hone/base/error.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/artefact.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/record.hpp"
#include "hone/codec/trial_token.hpp"
#include "hone/remote/trial_json.hpp"

namespace hone::remote {

using storage::Lease;
using storage::StudyId;

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

[[noreturn]] void throw_refusal(const HttpResponse& response, const std::string& where) {
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

/// 96 random bits: no two asks of one client have the same key.
std::string new_key() {
  static thread_local std::mt19937_64 engine{std::random_device{}()};
  return sha256(text(engine(), ' ', engine(), ' ', std::random_device{}())).substr(0, 24);
}

double seconds_of(const std::optional<std::int64_t>& milliseconds) {
  return milliseconds ? std::max(5.0, static_cast<double>(*milliseconds) / 1000.0) : 0.0;
}

codec::Json lease_json(StudyId id, const Lease& lease) {
  return {{"number", lease.number}, {"token", codec::token_of(id, lease.fence)}};
}

Lease lease_from(StudyId id, std::int64_t number, const codec::Json& token) {
  if (const auto fence = codec::fence_in(id, token.get<std::int64_t>())) return {number, *fence};
  throw Error(ErrorCode::Conflict, text("trial ", number, " is one of another study of the same name"),
              "the study was replaced: open it again");
}

codec::Json value_json(double value) {
  return codec::Json::parse(codec::numbers_to_text(std::span(&value, 1))).at(0);
}

codec::Json reports_json(std::span<const Report> reports) {
  codec::Json list = codec::Json::array();
  for (const Report& report : reports)
    list.push_back({{"step", report.step}, {"value", value_json(report.value)}});
  return list;
}

codec::Json outcome_json(StudyId id, const storage::Outcome& outcome) {
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
  summary.id = json.at("id").get<StudyId>();
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

[[noreturn]] void only_beside_the_store(const char* what) {
  throw Error(ErrorCode::InvalidArgument, text("a service ", what),
              "do it where 'hone serve' runs, on its store");
}

}  // namespace

RemoteStorage::RemoteStorage(const std::string& url, RemoteOptions options)
    : client_(ServiceUrl::parse(url), options.client), options_(std::move(options)) {}

// --- requests

HttpResponse RemoteStorage::exchange(const std::string& method, const std::string& target,
                                     const std::string& body) {
  HttpResponse response = client_.send(method, target, body);
  if (response.status < 200 || response.status > 299) throw_refusal(response, client_.url().text());
  return response;
}

codec::Json RemoteStorage::call(const std::string& method, const std::string& target, const Json& body) {
  const std::string sent = body.is_null() ? "" : body.dump(-1, ' ', false, Json::error_handler_t::replace);
  const HttpResponse response = exchange(method, target, sent);
  if (response.body.empty()) return nullptr;
  try {
    return Json::parse(response.body);
  } catch (const Json::exception&) {
    throw Error(ErrorCode::StorageFailed, text(client_.url().text(), " answered something that is not JSON"),
                "check that this is the address of 'hone serve'");
  }
}

std::string RemoteStorage::client_name(const storage::Worker& worker) {
  std::string name = options_.name.empty() ? worker.name : options_.name;
  std::replace(name.begin(), name.end(), '#', '_');
  return name;
}

void RemoteStorage::note_name(StudyId id, const Lease& lease, const std::string& name) {
  const std::lock_guard guard(mutex_);
  names_[{id, lease.number}] = {lease, name};
}

void RemoteStorage::forget_name(StudyId id, const Lease& lease) {
  const std::lock_guard guard(mutex_);
  const auto found = names_.find({id, lease.number});
  if (found != names_.end() && found->second.first == lease) names_.erase(found);
}

// Whoever tells a trial that another process asked for, and that is held until it is told, has no name.
std::string RemoteStorage::own_name(StudyId id, const Lease& lease) {
  const std::lock_guard guard(mutex_);
  const auto found = names_.find({id, lease.number});
  if (found != names_.end() && found->second.first == lease) return found->second.second;
  const std::string name = client_name({});
  return name.empty() ? "hone" : name;
}

void RemoteStorage::remember(StudyId id, const std::string& name, const storage::StudyVersion* version) {
  const std::lock_guard guard(mutex_);
  Known& entry = known_[id];
  entry.name = name;
  if (version == nullptr) return;
  entry.study = std::make_shared<const Study>(version->study);
  entry.space = version->space;
}

RemoteStorage::Known RemoteStorage::known(StudyId id) {
  {
    const std::lock_guard guard(mutex_);
    const auto found = known_.find(id);
    if (found != known_.end()) return found->second;
  }
  studies();
  const std::lock_guard guard(mutex_);
  const auto found = known_.find(id);
  if (found != known_.end()) return found->second;
  throw Error(ErrorCode::NotFound, text("there is no study with id ", id, " in this service"),
              "it may have been deleted; list those there are with 'hone studies'");
}

std::string RemoteStorage::path(StudyId id, const std::string& rest) {
  return "/v1/studies/" + percent_encoded(known(id).name) + rest;
}

std::shared_ptr<const Study> RemoteStorage::definition(StudyId id) {
  if (auto study = known(id).study) return study;
  current(id);
  return known(id).study;
}

// --- studies

storage::StudyVersion RemoteStorage::read_version(const Json& json) const {
  return {.version = json.at("version").get<std::int64_t>(),
          .space = json.at("space").get<std::int64_t>(),
          .created = codec::parse_iso_time(json.at("created").get<std::string>()).value_or(0),
          .study = codec::study_from_text(json.at("record").get<std::string>())};
}

StudyId RemoteStorage::create_study(const Study& study) {
  const Json made = call("POST", "/v1/studies", codec::to_json(study));
  const auto id = made.at("id").get<StudyId>();
  remember(id, study.name, nullptr);
  return id;
}

std::optional<StudyId> RemoteStorage::find_study(const std::string& name) {
  try {
    const Json json = call("GET", "/v1/studies/" + percent_encoded(name) + "/definition");
    const auto id = json.at("id").get<StudyId>();
    const storage::StudyVersion version = read_version(json);
    remember(id, name, &version);
    return id;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;
    throw;
  }
}

storage::StudyVersion RemoteStorage::current(StudyId id) {
  const std::string name = known(id).name;
  storage::StudyVersion version = read_version(call("GET", path(id, "/definition")));
  remember(id, name, &version);
  return version;
}

std::vector<storage::StudyVersion> RemoteStorage::versions(StudyId id) {
  std::vector<storage::StudyVersion> found;
  const Json answer = call("GET", path(id, "/versions"));
  for (const Json& json : answer.at("versions")) found.push_back(read_version(json));
  return found;
}

std::int64_t RemoteStorage::update_study(StudyId id, const Study& study) {
  const auto version = call("PUT", path(id), codec::to_json(study)).at("version").get<std::int64_t>();
  current(id);
  return version;
}

std::int64_t RemoteStorage::redefine_study(StudyId id, const Study& study, std::int64_t seen) {
  const Json done = call("PUT", path(id, text("?seen=", seen)), codec::to_json(study));
  current(id);
  return done.at("version").get<std::int64_t>();
}

std::vector<Trial> RemoteStorage::trials_under(StudyId id, const Study& study) {
  std::vector<Trial> trials;
  const Json answer = call("POST", path(id, ":preview"), codec::to_json(study));
  for (const Json& json : answer.at("trials")) trials.push_back(trial_from_service(json, study));
  return trials;
}

std::int64_t RemoteStorage::space_version(StudyId id) { return current(id).space; }

void RemoteStorage::delete_study(StudyId id) {
  call("DELETE", path(id));
  const std::lock_guard guard(mutex_);
  known_.erase(id);
}

std::vector<storage::StudySummary> RemoteStorage::studies() {
  std::vector<storage::StudySummary> found;
  std::string token = "0";
  while (!token.empty()) {
    const Json page = call("GET", "/v1/studies?order=created&page_size=1000&page_token=" + token);
    for (const Json& json : page.at("studies")) found.push_back(summary_from(json));
    token = page.at("next").is_null() ? "" : page.at("next").get<std::string>();
  }
  for (const storage::StudySummary& summary : found) remember(summary.id, summary.name, nullptr);
  return found;
}

// --- trials

storage::Changes RemoteStorage::changes(StudyId id, storage::Revision since) {
  const Json json = call("GET", path(id, text("/trials?since=", since)));
  storage::Changes changes;
  changes.revision = json.at("revision").get<storage::Revision>();
  changes.space = json.at("space").get<std::int64_t>();
  definition(id);
  Known entry = known(id);
  if (changes.space != entry.space) {  // their settings are over a space that we have not seen yet
    current(id);
    entry = known(id);
  }
  for (const Json& one : json.at("trials")) changes.trials.push_back(trial_from_service(one, *entry.study));
  return changes;
}

std::optional<Trial> RemoteStorage::trial(StudyId id, std::int64_t number) {
  const auto study = definition(id);
  try {
    return trial_from_service(call("GET", path(id, text("/trials/", number))), *study);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;
    throw;
  }
}

std::optional<std::vector<Lease>> RemoteStorage::start(StudyId id, std::int64_t next,
                                                       std::span<const Proposal> proposals,
                                                       const storage::Worker& worker) {
  Json trials = Json::array();
  for (const Proposal& proposal : proposals)
    trials.push_back(
        {{"params", codec::to_json(proposal.configuration)}, {"notes", codec::to_json(proposal.notes)}});
  Json request = {
      {"client", client_name(worker)}, {"next", next}, {"version", worker.version}, {"trials", trials}};
  if (worker.lease) request["lease"] = seconds_of(worker.lease);
  const Json answer = call("POST", path(id, ":start"), request);
  if (answer.at("tokens").is_null()) return std::nullopt;
  std::vector<Lease> leases;
  for (const Json& token : answer.at("tokens")) {
    leases.push_back(lease_from(id, next++, token));
    note_name(id, leases.back(), client_name(worker));
  }
  return leases;
}

std::optional<storage::Claim> RemoteStorage::claim_waiting(StudyId id, const storage::Worker& worker) {
  Json request = {{"client", client_name(worker)}, {"version", worker.version}};
  if (worker.lease) request["lease"] = seconds_of(worker.lease);
  const Json answer = call("POST", path(id, ":claim"), request);
  if (answer.at("trial").is_null()) return std::nullopt;
  Trial trial = trial_from_service(answer.at("trial"), *definition(id));
  const Lease lease = lease_from(id, trial.number, answer.at("token"));
  note_name(id, lease, client_name(worker));
  return storage::Claim{std::move(trial), lease};
}

std::int64_t RemoteStorage::enqueue(StudyId id, std::span<const Proposal> proposals) {
  return enqueue_once(id, proposals, new_key()).first;
}

storage::Enqueued RemoteStorage::enqueue_once(StudyId id, std::span<const Proposal> proposals,
                                              const std::string& key) {
  Json points = Json::array();
  Json notes = Json::array();
  for (const Proposal& proposal : proposals) {
    points.push_back(codec::to_json(proposal.configuration));
    notes.push_back(codec::to_json(proposal.notes));
  }
  const Json answer =
      call("POST", path(id, ":enqueue"), {{"points", points}, {"notes", notes}, {"key", key}});
  const Json& numbers = answer.at("numbers");
  if (numbers.empty()) return {};
  return {numbers.at(0).get<std::int64_t>(), static_cast<std::int64_t>(numbers.size())};
}

std::int64_t RemoteStorage::insert(StudyId id, std::span<const Trial> finished) {
  const auto study = definition(id);
  Json trials = Json::array();
  for (const Trial& trial : finished) {
    Json row = codec::to_json(trial, *study);
    for (auto member = row.begin(); member != row.end();)
      member = member->is_null() ? row.erase(member) : member + 1;
    trials.push_back(std::move(row));
  }
  const Json answer = call("POST", path(id, "/trials"), {{"trials", trials}});
  return answer.at("numbers").empty() ? 0 : answer.at("numbers").at(0).get<std::int64_t>();
}

storage::HandedOut RemoteStorage::hand_out(StudyId id, int count, std::span<const std::int64_t> holding,
                                           const storage::Worker& worker) {
  // Who asks has other work to do: the service answers at once, and is asked again.
  const Json request = {{"client", client_name(worker)},
                        {"count", count},
                        {"key", new_key()},
                        {"wait", 0},
                        {"lease", seconds_of(worker.lease)},
                        {"labels", options_.labels},
                        {"holding", std::vector<std::int64_t>(holding.begin(), holding.end())}};
  const Json answer = call("POST", path(id, ":ask"), request);
  const auto study = definition(id);
  storage::HandedOut handed{.claims = {}, .done = answer.value("done", false)};
  for (const Json& json : answer.at("trials")) {
    if (json.contains("state")) continue;  // it has ended meanwhile
    Trial trial;
    trial.number = json.at("number").get<std::int64_t>();
    trial.state = TrialState::Running;
    trial.configuration = codec::params_from_text(json.at("params").dump(), study->space);
    trial.attempt = json.at("attempt").get<int>();
    const Lease lease = lease_from(id, trial.number, json.at("token"));
    note_name(id, lease, client_name(worker));
    handed.claims.push_back({std::move(trial), lease});
  }
  return handed;
}

// --- leases and results

std::vector<Lease> RemoteStorage::heartbeat(StudyId id, std::span<const Lease> leases,
                                            const storage::Worker& worker) {
  if (leases.empty()) {
    require_there();
    return {};
  }
  Json held = Json::array();
  for (const Lease& lease : leases) held.push_back(lease_json(id, lease));
  const Json answer =
      call("POST", path(id, ":heartbeat"),
           {{"client", client_name(worker)}, {"leases", held}, {"lease", seconds_of(worker.lease)}});
  std::vector<Lease> lost;
  for (const Json& number : answer.at("lost"))
    for (const Lease& lease : leases)
      if (lease.number == number.get<std::int64_t>()) lost.push_back(lease);
  return lost;
}

void RemoteStorage::report(StudyId id, const Lease& lease, std::span<const Report> reports) {
  if (reports.empty()) return;
  Json request = lease_json(id, lease);
  request["client"] = own_name(id, lease);
  request["reports"] = reports_json(reports);
  call("POST", path(id, ":report"), request);
}

void RemoteStorage::finish(StudyId id, std::span<const storage::Outcome> outcomes) {
  Json results = Json::array();
  for (const storage::Outcome& outcome : outcomes) results.push_back(outcome_json(id, outcome));
  const std::string name = own_name(id, outcomes.empty() ? Lease{} : outcomes.front().lease);
  call("POST", path(id, ":tell"), {{"client", name}, {"results", results}});
  for (const storage::Outcome& outcome : outcomes) forget_name(id, outcome.lease);
}

void RemoteStorage::requeue(StudyId id, const Lease& lease, const std::string& reason,
                            storage::Attempt attempt) {
  call("POST", path(id, ":requeue"),
       {{"client", own_name(id, lease)},
        {"leases", Json::array({lease_json(id, lease)})},
        {"reason", reason.substr(0, 1000)},
        {"spent", attempt == storage::Attempt::Spent}});
  forget_name(id, lease);
}

void RemoteStorage::correct(StudyId id, std::span<const storage::Correction> corrections) {
  using Kind = storage::Correction::Kind;
  if (corrections.empty()) return;
  const Kind kind = corrections.front().kind;
  if (kind == Kind::Note) only_beside_the_store("takes no notes on single trials");
  std::vector<std::int64_t> numbers;
  for (const storage::Correction& correction : corrections) {
    const bool one_of_its_kind = correction.kind == kind && (kind != Kind::Amend || corrections.size() == 1);
    if (!one_of_its_kind)
      throw Error(ErrorCode::InvalidArgument, "a service corrects trials in one way at a time",
                  "send one request for each");
    numbers.push_back(correction.number);
  }
  if (kind == Kind::Retry) call("POST", path(id, ":retry"), {{"numbers", numbers}});
  if (kind == Kind::Delete) call("POST", path(id, ":remove"), {{"numbers", numbers}});
  if (kind == Kind::Amend)
    call("POST", path(id, ":amend"),
         {{"number", numbers[0]}, {"values", Json::parse(codec::numbers_to_text(corrections[0].values))}});
}

std::vector<std::int64_t> RemoteStorage::reclaim(StudyId, LostPolicy, int, const storage::Judge&) {
  return {};
}

// The service knows who holds it, and refuses the result when it is somebody else.
Lease RemoteStorage::open_lease(StudyId id, std::int64_t number) {
  const auto held = trial(id, number);
  if (!held)
    throw Error(ErrorCode::NotFound, text("there is no trial ", number), "tell numbers that ask answered");
  if (held->state != TrialState::Running)
    throw Error(ErrorCode::LeaseLost, text("trial ", number, " is ", to_text(held->state)),
                "ask for another");
  return {number, 0};
}

// --- artefacts

ArtefactInfo RemoteStorage::put_artefact(const ArtefactDraft& draft) {
  const std::string target =
      text("/v1/artefacts/", percent_encoded(draft.kind), "/", percent_encoded(draft.name),
           "?maker=", percent_encoded(draft.maker), "&settings=", percent_encoded(draft.settings),
           "&sources=", percent_encoded(codec::sources_to_text(draft.sources)));
  const HttpResponse response = client_.send("PUT", target, draft.bytes, "application/octet-stream");
  if (response.status != 201) throw_refusal(response, client_.url().text());
  return artefact_from(Json::parse(response.body));
}

std::vector<ArtefactInfo> RemoteStorage::artefacts(const std::string& kind) {
  std::vector<ArtefactInfo> found;
  const std::string query = kind.empty() ? "" : "?kind=" + percent_encoded(kind);
  const Json answer = call("GET", "/v1/artefacts" + query);
  for (const Json& json : answer.at("artefacts")) found.push_back(artefact_from(json));
  return found;
}

std::optional<Artefact> RemoteStorage::artefact(const ArtefactKey& key) {
  for (ArtefactInfo& info : artefacts(key.kind)) {
    if (info.name != key.name || (!key.hash.empty() && info.hash != key.hash)) continue;
    const std::string target = text("/v1/artefacts/", percent_encoded(key.kind), "/",
                                    percent_encoded(key.name), "?hash=", info.hash);
    Artefact artefact{std::move(info), exchange("GET", target).body};
    if (sha256(artefact.bytes) == artefact.info.hash) return artefact;
    throw Error(ErrorCode::StorageCorrupt,
                text("artefact '", key.name, "' came with other bytes than were put"),
                "try again, and check the store of the service");
  }
  return std::nullopt;
}

std::int64_t RemoteStorage::delete_artefacts(const ArtefactKey& key) {
  const std::string query = key.hash.empty() ? "" : "?hash=" + percent_encoded(key.hash);
  try {
    return call("DELETE",
                text("/v1/artefacts/", percent_encoded(key.kind), "/", percent_encoded(key.name), query))
        .at("deleted")
        .get<std::int64_t>();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return 0;
    throw;
  }
}

// --- the service itself

void RemoteStorage::require_there() { call("GET", "/readyz"); }

void RemoteStorage::backup(const std::string&) { only_beside_the_store("makes no backups"); }
storage::CheckReport RemoteStorage::check() { only_beside_the_store("is not checked from afar"); }
std::vector<std::string> RemoteStorage::repair() { only_beside_the_store("is not repaired from afar"); }

}  // namespace hone::remote
