// SPDX-License-Identifier: MIT
// For clients with a sampler of their own: `hone tune --store http://...`, Python's samplers.
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/trial_token.hpp"
#include "hone/codec/work_request.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/far_work.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
namespace shape = codec::shape;

/// A stopped study hands out nothing, by whichever way.
void require_not_stopped(const VerbCall& call) {
  if (!call.operations.notes(call.study).stopped) return;
  throw Error(ErrorCode::Conflict, text("the study '", call.study, "' is stopped"),
              "have it resumed (POST :resume) first");
}

/// Throws Conflict when so many more trials would be more than the study's budget.
void require_budget(const runner::Driver& driver, std::size_t more) {
  const auto budget = driver.study().plan.budget.trials;
  const std::int64_t trials = driver.view().standing().trials;
  if (!budget || trials + static_cast<std::int64_t>(more) <= *budget) return;
  throw Error(ErrorCode::Conflict,
              text("the study '", driver.study().name, "' has ", trials, " of the ", *budget,
                   " trials of its budget, and ", more, " more would be too many"),
              "raise its budget, or start fewer");
}

VerbAnswer run_start(const VerbCall& call) {
  const auto driver = call.operations.driver(call.study);
  const codec::WorkStart start = codec::read_work_start(call.fields, driver->study().space);
  require_not_stopped(call);
  driver->view().refresh();
  require_budget(*driver, start.proposals.size());
  const storage::Worker worker{start.client, lease_time(start.lease.value_or(0.0)), start.version};
  const auto leases =
      call.operations.store().start(driver->id(), start.next, start.proposals, std::span(&worker, 1));
  if (!leases) return {codec::json_line({{"tokens", nullptr}})};
  VerbAnswer answer;
  Json tokens = Json::array();
  for (const storage::Lease& one : *leases) {
    tokens.push_back(call.operations.trial_key().token_of(driver->id(), one.number, one.fence));
    answer.handed.push_back(one.number);
  }
  answer.text = codec::json_line({{"study", driver->id()}, {"tokens", tokens}});
  return answer;
}

VerbAnswer run_claim(const VerbCall& call) {
  const auto driver = call.operations.driver(call.study);
  const codec::WorkStart wish = codec::read_work_start(call.fields, driver->study().space);
  require_not_stopped(call);
  const auto claim = call.operations.store().claim_waiting(
      driver->id(), {wish.client, lease_time(wish.lease.value_or(0.0)), wish.version}, wish.below);
  if (!claim) return {codec::json_line({{"trial", nullptr}})};
  return {.text = codec::json_line({{"study", driver->id()},
                                    {"trial", codec::to_json(claim->trial, driver->study())},
                                    {"token", call.operations.trial_key().token_of(
                                                  driver->id(), claim->lease.number, claim->lease.fence)}}),
          .handed = {claim->lease.number}};
}

codec::Node started_shape(bool) {
  return shape::object({{"tokens", shape::maybe(shape::list(shape::integer(0))), true},  // null: overtaken
                        {"study", shape::integer(0)}});
}

codec::Node claimed_shape(bool) {
  return shape::object({{"trial", shape::maybe(shape::reference("Trial")), true},
                        {"token", shape::integer(0)},
                        {"study", shape::integer(0)}});
}

codec::Node start_fields(bool) { return codec::work_start_shape(); }

}  // namespace

std::vector<Verb> start_verbs() {
  return {
      verb("start", {"POST", "/v1/studies/{study}:start", "startTrials"}, Role::Work, Effect::HandsOut,
           "Starts trials that the client proposes itself", start_fields, started_shape, run_start),
      verb("claim", {"POST", "/v1/studies/{study}:claim", "claimTrial"}, Role::Work, Effect::HandsOut,
           "Takes the first trial of the queue", start_fields, claimed_shape, run_claim),
  };
}

}  // namespace hone::service
