// SPDX-License-Identifier: MIT
// What workers do: take trials, report on them, end them or give them back. Who is in this process says so by
// number; who is far away has a name, and a token for each trial (codec/work_request.hpp).
#include <algorithm>
#include <cmath>
#include <limits>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/report_json.hpp"
#include "hone/codec/trial_token.hpp"
#include "hone/codec/work_request.hpp"
#include "hone/core/trial_words.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/ask_desk.hpp"
#include "hone/service/far_work.hpp"
#include "hone/service/tell_desk.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::Json;
using codec::MapForm;
using codec::Node;
namespace shape = codec::shape;

constexpr std::int64_t kLargestAsk = 10'000;         // trials
constexpr std::string_view kRequires = "requires:";  // begins a tag of a study that names a label

// --- ask

struct NearAsk {
  std::int64_t count = 1;
  bool hold = false;
  void declare(MapForm& map) {
    map.integer("count", count, 1, kLargestAsk, "how many trials");
    map.flag("hold", hold,
             "true: hold them until they are told, even after the process that asked has ended");
  }
};

VerbAnswer ask_near(const VerbCall& call) {
  const auto wish = read_fields<NearAsk>(call);
  const Asked asked = call.operations.ask(call.study, static_cast<int>(wish.count), wish.hold);
  VerbAnswer answer;
  for (const storage::Claim& claim : asked.claims) answer.handed.push_back(claim.lease.number);
  try {
    codec::AskedAnswer written;
    for (const storage::Claim& claim : asked.claims) written.add(claim.trial);
    answer.text = written.text(asked.done, asked.running, asked.stopped);
  } catch (...) {  // no memory: nobody would know of them
    call.operations.cancel(call.study, answer.handed, true);
    throw;
  }
  return answer;
}

/// A study with the tag requires:gpu is for workers with the label gpu.
void require_labels(const VerbCall& call, const std::vector<std::string>& labels) {
  for (const std::string& tag : call.operations.notes(call.study).tags) {
    if (!tag.starts_with(kRequires)) continue;
    const std::string label = tag.substr(kRequires.size());
    if (std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
    throw Error(ErrorCode::Conflict,
                text("the study '", call.study, "' is for workers with the label '", label, "'"),
                text("start the worker with --label ", label));
  }
}

Json handed_json(const codec::TokenKey& key, storage::StudyId study, const storage::Claim& claim) {
  Json json = {{"number", claim.lease.number},
               {"token", key.token_of(study, claim.lease.number, claim.lease.fence)},
               {"params", codec::to_json(claim.trial.configuration)},
               {"attempt", claim.trial.attempt}};
  if (claim.trial.state != TrialState::Running) json["state"] = std::string(to_text(claim.trial.state));
  return json;
}

VerbAnswer far_answer(Operations& operations, const AskReply& reply, double lease) {
  VerbAnswer answer;
  Json trials = Json::array();
  for (const storage::Claim& claim : reply.claims) {
    trials.push_back(handed_json(operations.trial_key(), reply.id, claim));
    answer.handed.push_back(claim.lease.number);
  }
  Json json = {{"trials", trials}, {"lease", lease}};
  if (!reply.claims.empty()) json["study"] = reply.id;
  if (lease == std::floor(lease)) json["lease"] = static_cast<std::int64_t>(lease);
  if (reply.claims.empty()) {
    if (reply.done) json["done"] = true;
    if (reply.stopped) json["stopped"] = true;
    if (reply.thinking) json["thinking"] = true;
    if (reply.running > 0) json["running"] = reply.running;
  }
  answer.text = codec::json_line(json);
  return answer;
}

void begin_ask(const VerbCall& call, const VerbReply& reply) {
  if (!call.far) return reply(ask_near(call), nullptr);
  codec::WorkAsk ask = codec::read_work_ask(call.fields);
  require_labels(call, ask.labels);
  call.operations.trial_key();  // without one nothing may be handed out
  AskWish wish{.study = call.study,
               .client = {std::move(ask.client), std::move(ask.key)},
               .count = ask.count,
               .wait = ask.wait,
               .lease = lease_time(ask.lease),
               .holding = std::move(ask.holding),
               .meter = call.grant.meter};
  call.operations.asks().ask(std::move(wish), [reply, lease = ask.lease, &operations = call.operations](
                                                  const AskReply& given, const std::exception_ptr& error) {
    reply(error ? VerbAnswer() : far_answer(operations, given, lease), error);
  });
}

/// A trial as it is handed out: from far away with the token that proves who holds it.
Node handed_shape(bool far) {
  std::vector<shape::Member> members = {{"number", shape::integer(0), true}};
  if (far) members.push_back({"token", shape::integer(0), true});
  members.push_back({"params", shape::row(), true});
  if (far) members.push_back({"attempt", shape::integer(1), true});
  if (far) members.push_back({"state", shape::words(trial_state_words())});
  return shape::object(members);
}

Node asked_shape(bool far) {
  std::vector<shape::Member> members = {{"trials", shape::list(handed_shape(far)), true},
                                        {"done", shape::flag()},
                                        {"stopped", shape::flag()},
                                        {"running", shape::integer(1)}};
  if (far) {
    members.push_back({"thinking", shape::flag()});
    members.push_back({"lease", shape::number(0.0), true});  // seconds
    members.push_back({"study", shape::integer(0)});         // its id, where there are trials
  }
  return shape::object(members);
}

Node ask_fields(bool far) { return far ? codec::work_ask_shape() : codec::shape_of<NearAsk>(); }

// --- tell

struct NearTell {
  std::shared_ptr<const Study> study = {};
  std::vector<codec::ToldResult> results = {};
  void declare(MapForm& map) {
    map.needed("results", codec::results_shape, "how trials ended",
               [&](const Field& list) { results = codec::read_results(list, study->objectives); });
  }
};

void begin_tell(const VerbCall& call, const VerbReply& reply) {
  if (!call.far) {
    NearTell told = read_fields(call, NearTell{.study = call.operations.definition(call.study)});
    const std::size_t count = told.results.size();
    call.operations.tell(call.study, std::move(told.results));
    return reply({.text = codec::ok_answer(), .told = count}, nullptr);
  }
  call.operations.tells().tell(call.study, call.fields,
                               [reply](std::size_t results, const std::exception_ptr& error) {
                                 reply({.text = codec::ok_answer(), .told = results}, error);
                               });
}

Node tell_fields(bool far) { return far ? codec::work_tell_shape() : codec::shape_of<NearTell>(); }

// --- report

struct NearReport {
  std::int64_t number = 0;
  void declare(MapForm& map) {
    map.trial("number", number, "of the trial");
    map.must_mention(
        "step", [] { return shape::integer(0); }, "how far the trial is");
    map.mention("value", codec::told_value_shape, "the objective at this step");
    map.mention("values", codec::told_values_shape, "with several objectives, one for each");
  }
};

/// {"step": 1, "value": 0.5}, or with "values", among the other fields of a request.
Report report_in(const Node& fields) {
  Node report{Node::Map()};
  for (const Node::Member& member : *fields.map())
    if (member.key != "number") codec::put(report, member.key, member.value);
  return codec::read_report(Field(report, codec::request_origin()));
}

Node prune_shape(bool) { return shape::record({{"prune", shape::flag()}}); }

VerbAnswer run_report(const VerbCall& call) {
  if (call.far)
    return {
        codec::prune_answer(report_far(call.operations, call.study, codec::read_work_report(call.fields)))};
  const std::int64_t number = read_fields<NearReport>(call).number;
  return {codec::prune_answer(call.operations.report(call.study, number, report_in(call.fields)))};
}

Node report_fields(bool far) { return far ? codec::work_report_shape() : codec::shape_of<NearReport>(); }

// --- heartbeat

struct NearHeartbeat {
  std::vector<std::int64_t> numbers = {};
  void declare(MapForm& map) { map.trials("numbers", numbers, "of trials that somebody still works on"); }
};

Node lost_shape(bool) { return shape::record({{"lost", shape::list(shape::integer(0))}}); }

VerbAnswer run_heartbeat(const VerbCall& call) {
  if (call.far)
    return {codec::lost_answer(
        heartbeat_far(call.operations, call.study, codec::read_work_heartbeat(call.fields)))};
  return {
      codec::lost_answer(call.operations.heartbeat(call.study, read_fields<NearHeartbeat>(call).numbers))};
}

Node heartbeat_fields(bool far) {
  return far ? codec::work_heartbeat_shape() : codec::shape_of<NearHeartbeat>();
}

// --- requeue

struct NearRequeue {
  std::vector<std::int64_t> numbers = {};
  void declare(MapForm& map) { map.trials("numbers", numbers, "of trials of this process"); }
};

VerbAnswer run_requeue(const VerbCall& call) {
  if (call.far) {
    requeue_far(call.operations, call.study, codec::read_work_requeue(call.fields));
  } else {
    call.operations.cancel(call.study, read_fields<NearRequeue>(call).numbers, true);
  }
  return {codec::ok_answer()};
}

Node requeue_fields(bool far) { return far ? codec::work_requeue_shape() : codec::shape_of<NearRequeue>(); }

}  // namespace

std::vector<Verb> work_verbs() {
  return {
      verb("ask", {"POST", "/v1/studies/{study}:ask", "askTrials"}, Role::Work, Effect::HandsOut,
           "Trials to run; from far away it waits for one", ask_fields, asked_shape, begin_ask)
          .repeatable(),
      verb("tell", {"POST", "/v1/studies/{study}:tell", "tellResults"}, Role::Work, Effect::Changes,
           "Ends trials", tell_fields, answers::ok, begin_tell),
      verb("report", {"POST", "/v1/studies/{study}:report", "reportValues"}, Role::Work, Effect::Notes,
           "Stores intermediate values", report_fields, prune_shape, run_report),
      verb("heartbeat", {"POST", "/v1/studies/{study}:heartbeat", "heartbeatTrials"}, Role::Work,
           Effect::Keeps, "Prolongs leases", heartbeat_fields, lost_shape, run_heartbeat),
      verb("requeue", {"POST", "/v1/studies/{study}:requeue", "requeueTrials"}, Role::Work, Effect::Changes,
           "Gives trials back", requeue_fields, answers::ok, run_requeue),
  };
}

}  // namespace hone::service
