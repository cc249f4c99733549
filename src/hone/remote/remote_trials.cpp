// SPDX-License-Identifier: MIT
// The trials of a service: looking at them, working on them, correcting them.
#include <algorithm>
#include <iterator>
#include <limits>
#include <random>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/remote/service_json.hpp"
#include "hone/remote/trial_json.hpp"

namespace hone::remote {

using storage::Lease;
using storage::StudyId;

namespace {

/// 96 random bits: no two asks of one client have the same key.
std::string new_key() {
  static thread_local std::mt19937_64 engine{std::random_device{}()};
  return sha256(text(engine(), ' ', engine(), ' ', std::random_device{}())).substr(0, 24);
}

double seconds_of(const std::optional<std::int64_t>& milliseconds) {
  return milliseconds ? std::max(5.0, static_cast<double>(*milliseconds) / 1000.0) : 0.0;
}

}  // namespace

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
                                                       std::span<const storage::Worker> workers) {
  if (workers.size() != 1)
    throw Error(ErrorCode::InvalidArgument, "a service starts trials for one worker at a time",
                "send one request for each");
  const storage::Worker& worker = workers.front();
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

std::optional<storage::Claim> RemoteStorage::claim_waiting(StudyId id, const storage::Worker& worker,
                                                           std::int64_t below) {
  Json request = {{"client", client_name(worker)}, {"version", worker.version}};
  if (below < std::numeric_limits<std::int64_t>::max()) request["below"] = below;
  if (worker.lease) request["lease"] = seconds_of(worker.lease);
  const Json answer = call("POST", path(id, ":claim"), request);
  if (answer.at("trial").is_null()) return std::nullopt;
  Trial trial = trial_from_service(answer.at("trial"), *definition(id));
  const Lease lease = lease_from(id, trial.number, answer.at("token"));
  note_name(id, lease, client_name(worker));
  return storage::Claim{std::move(trial), lease};
}

// Without a key of the caller's it has one all the same: the request may have to be sent twice.
storage::Enqueued RemoteStorage::enqueue(StudyId id, std::span<const Proposal> proposals,
                                         const std::string& key) {
  Json points = Json::array();
  Json notes = Json::array();
  for (const Proposal& proposal : proposals) {
    points.push_back(codec::to_json(proposal.configuration));
    notes.push_back(codec::to_json(proposal.notes));
  }
  const Json answer = call("POST", path(id, ":enqueue"),
                           {{"points", points}, {"notes", notes}, {"key", key.empty() ? new_key() : key}});
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
      member = member->is_null() ? row.erase(member) : std::next(member);
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
  std::vector<std::int64_t> numbers;
  for (const storage::Correction& correction : corrections) {
    const bool alone = kind == Kind::Amend || kind == Kind::Note;
    const bool one_of_its_kind = correction.kind == kind && (!alone || corrections.size() == 1);
    if (!one_of_its_kind)
      throw Error(ErrorCode::InvalidArgument, "a service corrects trials in one way at a time",
                  "send one request for each");
    numbers.push_back(correction.number);
  }
  if (kind == Kind::Note)
    call("POST", path(id, ":note"),
         {{"number", numbers[0]}, {"note", corrections[0].note}, {"tags", corrections[0].tags}});
  if (kind == Kind::Retry) call("POST", path(id, ":retry"), {{"numbers", numbers}});
  if (kind == Kind::Delete) call("POST", path(id, ":remove"), {{"numbers", numbers}});
  if (kind == Kind::Amend)
    call("POST", path(id, ":amend"),
         {{"number", numbers[0]}, {"values", Json::parse(codec::numbers_to_text(corrections[0].values))}});
}

std::vector<std::int64_t> RemoteStorage::reclaim(StudyId, LostPolicy, int, const storage::HolderCheck&) {
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

}  // namespace hone::remote
