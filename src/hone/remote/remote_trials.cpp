// SPDX-License-Identifier: MIT
// The trials of a service: looking at them, working on them, correcting them.
#include <algorithm>
#include <iterator>
#include <limits>
#include <random>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/remote/remote_storage.hpp"
#include "hone/remote/service_json.hpp"
#include "hone/remote/trial_json.hpp"

namespace hone::remote {

using codec::Field;
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
  return call("trials", id, {{"since", since}}).read([&](const Field& answer) {
    storage::Changes changes;
    changes.revision = answer.at("revision").integer();
    changes.space = answer.at("space").integer();
    definition(id);
    Known entry = known(id);
    if (changes.space != entry.space) {  // their settings are over a space that we have not seen yet
      current(id);
      entry = known(id);
    }
    changes.trials = trials_from_service(answer.at("trials"), *entry.study);
    return changes;
  });
}

std::optional<Trial> RemoteStorage::trial(StudyId id, std::int64_t number) {
  const auto study = definition(id);
  try {
    return call("trial", id, {{"number", number}}).read([&](const Field& answer) {
      return trial_from_service(answer, *study);
    });
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
  return call("start", id, request).read([&](const Field& answer) -> std::optional<std::vector<Lease>> {
    const auto tokens = answer.find("tokens");
    if (!tokens) return std::nullopt;  // somebody else has this number
    require_study(id, answer);
    std::vector<Lease> leases;
    for (const Field& token : tokens->items("a list of tokens")) {
      leases.push_back(lease_from(next++, token.integer()));
      hold(id, leases.back(), {client_name(worker), token.integer()});
    }
    return leases;
  });
}

std::optional<storage::Claim> RemoteStorage::claim_waiting(StudyId id, const storage::Worker& worker,
                                                           std::int64_t below) {
  Json request = {{"client", client_name(worker)}, {"version", worker.version}};
  if (below < std::numeric_limits<std::int64_t>::max()) request["below"] = below;
  if (worker.lease) request["lease"] = seconds_of(worker.lease);
  return call("claim", id, request).read([&](const Field& answer) -> std::optional<storage::Claim> {
    const auto waiting = answer.find("trial");
    if (!waiting) return std::nullopt;
    Trial trial = trial_from_service(*waiting, *definition(id));
    require_study(id, answer);
    const std::int64_t token = answer.at("token").integer();
    const Lease lease = lease_from(trial.number, token);
    hold(id, lease, {client_name(worker), token});
    return storage::Claim{std::move(trial), lease};
  });
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
  const Json fields = {{"points", points}, {"notes", notes}, {"key", key.empty() ? new_key() : key}};
  return call("enqueue", id, fields).read([](const Field& answer) -> storage::Enqueued {
    const std::vector<Field> numbers = answer.at("numbers").items("a list of trial numbers");
    if (numbers.empty()) return {};
    return {numbers.front().integer(), std::ssize(numbers)};
  });
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
  return call("insert", id, {{"trials", trials}}).read([](const Field& answer) {
    const std::vector<Field> numbers = answer.at("numbers").items("a list of trial numbers");
    return numbers.empty() ? 0 : numbers.front().integer();
  });
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
  return call("ask", id, request).read([&](const Field& answer) {
    const auto says = [&](std::string_view name) {
      const auto field = answer.find(name);
      return field && field->flag();
    };
    const auto running = answer.find("running");
    storage::HandedOut handed{.claims = {},
                              .done = says("done"),
                              .stopped = says("stopped"),
                              .thinking = says("thinking"),
                              .running = running ? running->integer() : 0};
    const auto study = definition(id);
    require_study(id, answer);
    for (const Field& one : answer.at("trials").items("a list of trials")) {
      if (one.find("state")) continue;  // it has ended meanwhile
      Trial trial;
      trial.number = one.at("number").integer();
      trial.state = TrialState::Running;
      trial.configuration = codec::params_from(one.at("params"), study->space);
      trial.attempt = static_cast<int>(one.at("attempt").integer());
      const std::int64_t token = one.at("token").integer();
      const Lease lease = lease_from(trial.number, token);
      hold(id, lease, {client_name(worker), token});
      handed.claims.push_back({std::move(trial), lease});
    }
    return handed;
  });
}

// --- leases and results

std::vector<Lease> RemoteStorage::heartbeat(StudyId id, std::span<const Lease> leases,
                                            const storage::Worker& worker) {
  if (leases.empty()) {
    require_there();
    return {};
  }
  Json held = Json::array();
  for (const Lease& lease : leases) held.push_back(lease_json(lease, held_as(id, lease).token));
  const Json fields = {
      {"client", client_name(worker)}, {"leases", held}, {"lease", seconds_of(worker.lease)}};
  return call("heartbeat", id, fields).read([&](const Field& answer) {
    std::vector<Lease> lost;
    for (const Field& number : answer.at("lost").items("a list of trial numbers"))
      for (const Lease& lease : leases)
        if (lease.number == number.integer()) lost.push_back(lease);
    return lost;
  });
}

void RemoteStorage::report(StudyId id, const Lease& lease, std::span<const Report> reports) {
  if (reports.empty()) return;
  const Held held = held_as(id, lease);
  Json request = lease_json(lease, held.token);
  request["client"] = held.name;
  request["reports"] = reports_json(reports);
  call("report", id, request);
}

void RemoteStorage::finish(StudyId id, std::span<const storage::Outcome> outcomes) {
  Json results = Json::array();
  for (const storage::Outcome& outcome : outcomes)
    results.push_back(outcome_json(outcome, held_as(id, outcome.lease).token));
  const std::string name = held_as(id, outcomes.empty() ? Lease{} : outcomes.front().lease).name;
  call("tell", id, {{"client", name}, {"results", results}});
  for (const storage::Outcome& outcome : outcomes) let_go(id, outcome.lease);
}

void RemoteStorage::requeue(StudyId id, const Lease& lease, const std::string& reason,
                            storage::Attempt attempt) {
  const Held held = held_as(id, lease);
  call("requeue", id,
       {{"client", held.name},
        {"leases", Json::array({lease_json(lease, held.token)})},
        {"reason", reason.substr(0, 1000)},
        {"spent", attempt == storage::Attempt::Spent}});
  let_go(id, lease);
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
    call("note", id, {{"number", numbers[0]}, {"note", corrections[0].note}, {"tags", corrections[0].tags}});
  if (kind == Kind::Retry) call("retry", id, {{"numbers", numbers}});
  if (kind == Kind::Delete) call("delete", id, {{"numbers", numbers}});
  if (kind == Kind::Amend)
    call("amend", id, {{"number", numbers[0]}, {"values", numbers_json(corrections[0].values)}});
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
