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

/// What a client proves its leases with. Made before anything is handed out: without a key nothing is. A
/// service has a key of its own, and gave the tokens together with the leases.
class Tokens {
 public:
  explicit Tokens(Operations& operations)
      : source_(operations.store().source()), key_(source_ == nullptr ? &operations.trial_key() : nullptr) {}

  std::int64_t of(storage::StudyId study, const storage::Lease& lease) const {
    return key_ != nullptr ? key_->token_of(study, lease.number, lease.fence)
                           : source_->token_of(study, lease);
  }

 private:
  storage::TrialSource* source_;
  const codec::TokenKey* key_;
};

VerbAnswer run_start(const VerbCall& call) {
  const auto driver = call.operations.driver(call.study);
  const codec::WorkStart start = codec::read_work_start(call.fields, driver->study().space);
  require_not_stopped(call);
  driver->view().refresh();
  require_budget(*driver, start.proposals.size());
  const Tokens tokens(call.operations);
  const storage::Worker worker{start.client, lease_time(start.lease.value_or(0.0)), start.version};
  const auto leases =
      call.operations.store().start(driver->id(), start.next, start.proposals, std::span(&worker, 1));
  if (!leases) return {codec::json_line({{"tokens", nullptr}})};
  VerbAnswer answer;
  Json given = Json::array();
  for (const storage::Lease& one : *leases) {
    given.push_back(tokens.of(driver->id(), one));
    answer.handed.push_back(one.number);
  }
  answer.text = codec::json_line({{"study", driver->id()}, {"tokens", given}});
  return answer;
}

VerbAnswer run_claim(const VerbCall& call) {
  const auto driver = call.operations.driver(call.study);
  const codec::WorkStart wish = codec::read_work_start(call.fields, driver->study().space);
  require_not_stopped(call);
  const Tokens tokens(call.operations);
  const auto claim = call.operations.store().claim_waiting(
      driver->id(), {wish.client, lease_time(wish.lease.value_or(0.0)), wish.version}, wish.below);
  if (!claim) return {codec::json_line({{"trial", nullptr}})};
  return {.text = codec::json_line({{"study", driver->id()},
                                    {"trial", codec::to_json(claim->trial, driver->study())},
                                    {"token", tokens.of(driver->id(), claim->lease)}}),
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
