// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/trial_token.hpp"
#include "hone/codec/work_request.hpp"
#include "hone/server/events.hpp"
#include "hone/server/handlers.hpp"
#include "hone/server/metrics.hpp"
#include "hone/service/held_lease.hpp"

namespace hone::server {
namespace {

using service::AskDesk;

constexpr std::string_view kRequires = "requires:";  // begins a tag of a study that names a label

/// Of a lease; 0 is for ever.
std::optional<std::int64_t> milliseconds(double seconds) {
  return seconds > 0.0 ? std::optional(static_cast<std::int64_t>(seconds * 1000.0)) : std::nullopt;
}

void work_changed(Service& service, const std::string& study) {
  service.desk.news(study);
  service.events.news(study);
}

Json handed_json(storage::StudyId study, const storage::Claim& claim) {
  Json json = {{"number", claim.lease.number},
               {"token", codec::token_of(study, claim.lease.fence)},
               {"params", codec::to_json(claim.trial.configuration)},
               {"attempt", claim.trial.attempt}};
  if (claim.trial.state != TrialState::Running) json["state"] = std::string(to_text(claim.trial.state));
  return json;
}

Json reply_json(const service::AskReply& reply, double lease) {
  Json trials = Json::array();
  for (const storage::Claim& claim : reply.claims) trials.push_back(handed_json(reply.id, claim));
  Json json = {{"trials", trials}, {"lease", lease}};
  if (lease == std::floor(lease)) json["lease"] = static_cast<std::int64_t>(lease);
  if (!reply.claims.empty()) return json;
  if (reply.done) json["done"] = true;
  if (reply.stopped) json["stopped"] = true;
  if (reply.thinking) json["thinking"] = true;
  if (reply.running > 0) json["running"] = reply.running;
  return json;
}

/// A study with the tag requires:gpu is for workers with the label gpu.
std::string missing_label(const std::vector<std::string>& tags, const std::vector<std::string>& labels) {
  for (const std::string& tag : tags) {
    if (!tag.starts_with(kRequires)) continue;
    const std::string label = tag.substr(kRequires.size());
    if (std::find(labels.begin(), labels.end(), label) == labels.end()) return label;
  }
  return "";
}

/// A stopped study hands out nothing, by whichever way.
void require_not_stopped(Service& service, const std::string& study) {
  if (!service.notes.of(study).stopped) return;
  throw Error(ErrorCode::Conflict, text("the study '", study, "' is stopped"),
              "have it resumed (POST :resume) first");
}

/// Throws Conflict when so many more trials would be more than the study's budget.
void require_budget(const runner::Driver& driver, std::size_t more) {
  const auto budget = driver.study().plan.budget.trials;
  const std::int64_t trials = driver.standing().trials;
  if (!budget || trials + static_cast<std::int64_t>(more) <= *budget) return;
  throw Error(ErrorCode::Conflict,
              text("the study '", driver.study().name, "' has ", trials, " of the ", *budget,
                   " trials of its budget, and ", more, " more would be too many"),
              "raise its budget, or start fewer");
}

}  // namespace

void ask_trials(Service& service, const Call& call, const Respond& respond) {
  const codec::WorkAsk ask = codec::read_work_ask(call.body);
  const std::string missing = missing_label(service.notes.of(call.study()).tags, ask.labels);
  if (!missing.empty())
    throw Refusal(409, "conflict",
                  text("the study '", call.study(), "' is for workers with the label '", missing,
                       "'; start the worker with --label ", missing));
  service::AskWish wish{.study = call.study(),
                        .client = ask.client,
                        .key = ask.key,
                        .count = ask.count,
                        .wait = ask.wait,
                        .lease = milliseconds(ask.lease),
                        .holding = ask.holding};
  EventHub& events = service.events;
  Metrics& metrics = service.metrics;
  service.desk.ask(std::move(wish), [respond, lease = ask.lease, study = call.study(), &events, &metrics](
                                        const service::AskReply& reply, const std::exception_ptr& error) {
    if (error) return respond(error_answer(error));
    metrics.handed_out(static_cast<std::int64_t>(reply.claims.size()));
    if (!reply.claims.empty()) events.news(study);
    respond(json_answer(reply_json(reply, lease)));
  });
}

HttpAnswer report_values(Service& service, const Call& call) {
  const codec::WorkReport report = codec::read_work_report(call.body);
  const auto driver = service.operations.driver(call.study());
  const storage::Lease lease =
      service::lease_for(service.operations.store(), *driver, report.trial, report.client);
  const bool prune = driver->report(lease, report.reports);
  service.events.news(call.study());
  return {.body = codec::prune_answer(prune)};
}

void tell_results(Service& service, const Call& call, const Respond& respond) {
  service::AskDesk& desk = service.desk;
  EventHub& events = service.events;
  Metrics& metrics = service.metrics;
  service.tells.tell(call.study(), call.body,
                     [respond, study = call.study(), &desk, &events, &metrics](
                         std::size_t results, const std::exception_ptr& error) {
                       if (error) return respond(error_answer(error));
                       metrics.told(static_cast<std::int64_t>(results));
                       desk.news(study);
                       events.news(study);
                       respond({.body = codec::ok_answer()});
                     });
}

HttpAnswer heartbeat_trials(Service& service, const Call& call) {
  const codec::WorkLeases beat = codec::read_work_heartbeat(call.body);
  const auto driver = service.operations.driver(call.study());
  std::vector<storage::Lease> leases;
  std::vector<std::int64_t> lost;
  for (const codec::HeldTrial& held : beat.leases) {
    const auto lease = service::lease_in(driver->id(), held);
    if (!lease || service::other_holder(service.operations.store(), *driver, *lease, beat.client)) {
      lost.push_back(held.number);
    } else {
      leases.push_back(*lease);
    }
  }
  for (const storage::Lease& lease :
       service.operations.store().heartbeat(driver->id(), leases, {beat.client, milliseconds(beat.lease)}))
    lost.push_back(lease.number);
  return {.body = codec::lost_answer(lost)};
}

HttpAnswer requeue_trials(Service& service, const Call& call) {
  const codec::WorkLeases back = codec::read_work_requeue(call.body);
  const auto driver = service.operations.driver(call.study());
  const std::string reason = back.reason.empty() ? text("given back by ", back.client) : back.reason;
  for (const codec::HeldTrial& held : back.leases) {
    driver->requeue(service::lease_for(service.operations.store(), *driver, held, back.client), reason,
                    back.spent ? storage::Attempt::Spent : storage::Attempt::Kept);
  }
  work_changed(service, call.study());
  return {.body = codec::ok_answer()};
}

HttpAnswer enqueue_points(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  const codec::WorkEnqueue enqueue = codec::read_work_enqueue(call.body, driver->study().space);
  const storage::Enqueued added =
      service.operations.store().enqueue(driver->id(), enqueue.proposals, enqueue.key);
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(added.count));
  std::iota(numbers.begin(), numbers.end(), added.first);
  work_changed(service, call.study());
  return {.body = codec::numbers_answer(numbers)};
}

HttpAnswer start_trials(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  const codec::WorkStart start = codec::read_work_start(call.body, driver->study().space);
  require_not_stopped(service, call.study());
  driver->refresh();
  require_budget(*driver, start.proposals.size());
  const std::optional<std::int64_t> lease = milliseconds(start.lease.value_or(0.0));
  const storage::Worker worker{start.client, lease, start.version};
  const auto leases =
      service.operations.store().start(driver->id(), start.next, start.proposals, std::span(&worker, 1));
  if (!leases) return json_answer({{"tokens", nullptr}});
  Json tokens = Json::array();
  for (const storage::Lease& one : *leases) tokens.push_back(codec::token_of(driver->id(), one.fence));
  work_changed(service, call.study());
  return json_answer({{"tokens", tokens}});
}

HttpAnswer claim_trial(Service& service, const Call& call) {
  const auto driver = service.operations.driver(call.study());
  const codec::WorkStart wish = codec::read_work_start(call.body, driver->study().space);
  require_not_stopped(service, call.study());
  const std::optional<std::int64_t> lease = milliseconds(wish.lease.value_or(0.0));
  const auto claim =
      service.operations.store().claim_waiting(driver->id(), {wish.client, lease, wish.version}, wish.below);
  if (!claim) return json_answer({{"trial", nullptr}});
  work_changed(service, call.study());
  return json_answer({{"trial", codec::to_json(claim->trial, driver->study())},
                      {"token", codec::token_of(driver->id(), claim->lease.fence)}});
}

}  // namespace hone::server
