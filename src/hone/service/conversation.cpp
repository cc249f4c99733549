// SPDX-License-Identifier: MIT
#include "hone/service/conversation.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/importance_json.hpp"
#include "hone/codec/method_json.hpp"
#include "hone/codec/space_json.hpp"
#include "hone/service/space_report.hpp"

namespace hone::service {

namespace {

const std::vector<std::string>& operation_names() {
  static const std::vector<std::string> kNames = {
      "create", "open",  "ask",  "tell",  "report", "heartbeat", "enqueue",  "cancel",     "retry",
      "delete", "amend", "best", "front", "trials", "show",      "samplers", "importance", "set_space"};
  return kNames;
}

/// As `hone samplers --json` lists them.
codec::Json sampler_list() {
  codec::Json list = codec::Json::array();
  for (const catalog::SamplerInfo& info : catalog::samplers()) list.push_back(codec::to_json(info));
  return list;
}

}  // namespace

void Conversation::create(const Study& study) { study_ = operations_.create(study).study; }

void Conversation::open(const std::string& name) { study_ = operations_.open(name).study; }

std::string Conversation::answer(std::string_view request) {
  Json id;
  std::string answer;
  given_ = {};
  try {
    const Json json = codec::parse_request(request, limits_);
    if (const auto found = json.find("id"); found != json.end()) id = *found;
    answer = answer_to(json);
  } catch (const Error& error) {
    take_back();
    answer = codec::error_answer(code_name(error.code()), error.what());
  } catch (const std::exception& error) {
    take_back();
    answer = codec::error_answer(code_name(ErrorCode::Internal), error.what());
  }
  return id.is_null() ? answer : codec::with_id(std::move(answer), id);
}

void Conversation::take_back() {
  const Given given = std::exchange(given_, {});
  if (given.numbers.empty()) return;
  try {
    operations_.cancel(given.study, given.numbers, true);
  } catch (const std::exception&) {
    return;  // the store fails: leases run out, and `hone db check` names what is held for ever
  }
}

std::string Conversation::answer_to(const Json& request) {
  const std::string op = codec::read_operation(request, operation_names());
  if (op == "ask") return ask(request);
  if (op == "tell") return tell(request);
  if (op == "report") return report(request);
  if (op == "heartbeat") {
    return codec::lost_answer(operations_.heartbeat(study_of(request), codec::read_heartbeat(request)));
  }
  if (op == "create") return create_from(request);
  if (op == "enqueue") return enqueue(request);
  if (op == "cancel") return cancel(request);
  if (op == "retry") return retry(request);
  if (op == "delete") {
    operations_.remove(study_of(request), codec::read_delete(request));
    return codec::ok_answer();
  }
  if (op == "amend") return amend(request);
  if (op == "trials") return trials(request);
  if (op == "set_space") return set_space(request);
  if (op == "importance") {
    return codec::importance_answer(
        operations_.importance(study_of(request), codec::read_importance(request)));
  }
  codec::read_plain(request);
  if (op == "samplers") return codec::samplers_answer(sampler_list());
  if (op == "open") return opened(operations_.open(study_of(request)));
  if (op == "show") return show(request);
  if (op == "best") return best(request);
  const std::string study = study_of(request);
  return codec::front_answer(operations_.front(study), *operations_.definition(study));
}

std::string Conversation::study_of(const Json& request) const {
  if (auto name = codec::read_study_name(request)) return *name;
  if (study_) return *study_;
  throw Error(ErrorCode::InvalidArgument, "there is no study yet",
              "send {\"op\": \"create\", \"parameters\": {...}} first");
}

std::string Conversation::opened(const Opened& opened) {
  study_ = opened.study;
  return codec::opened_answer(opened.study, opened.trials, opened.warnings);
}

std::string Conversation::create_from(const Json& request) {
  const codec::CreateRequest create = codec::read_create(request);
  return opened(create.study ? operations_.create(*create.study) : operations_.open(create.name));
}

std::string Conversation::ask(const Json& request) {
  const codec::AskFields wish = codec::read_ask(request, limits_);
  given_.study = study_of(request);
  const Asked asked = operations_.ask(given_.study, wish.count, wish.hold);
  for (const storage::Claim& claim : asked.claims) given_.numbers.push_back(claim.lease.number);
  codec::AskedAnswer answer;
  for (const storage::Claim& claim : asked.claims) answer.add(claim.trial);
  return answer.text(asked.done, asked.running);
}

std::string Conversation::tell(const Json& request) {
  const std::string study = study_of(request);
  operations_.tell(study, codec::read_tell(request, operations_.definition(study)->objectives));
  return codec::ok_answer();
}

std::string Conversation::report(const Json& request) {
  const codec::ReportRequest report = codec::read_report_request(request);
  return codec::prune_answer(operations_.report(study_of(request), report.number, report.report));
}

std::string Conversation::enqueue(const Json& request) {
  const std::string study = study_of(request);
  const auto points = codec::read_enqueue(request, operations_.definition(study)->space);
  return codec::numbers_answer(operations_.enqueue(study, points));
}

std::string Conversation::cancel(const Json& request) {
  const codec::CancelRequest cancel = codec::read_cancel(request);
  operations_.cancel(study_of(request), cancel.numbers, cancel.requeue);
  return codec::ok_answer();
}

std::string Conversation::set_space(const Json& request) {
  const std::string study = study_of(request);
  const codec::SetSpaceRequest wish = codec::read_set_space(request, *operations_.definition(study));
  const Operations::Redefined done = operations_.set_space(study, wish.study, wish.dry_run);
  return space_report_json(study, done).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Conversation::retry(const Json& request) {
  const codec::RetryRequest retry = codec::read_retry(request);
  const std::string study = study_of(request);
  return codec::numbers_answer(retry.numbers ? operations_.retry(study, *retry.numbers)
                                             : operations_.retry(study, retry.states));
}

std::string Conversation::amend(const Json& request) {
  const std::string study = study_of(request);
  codec::AmendRequest amend = codec::read_amend(request, operations_.definition(study)->objectives);
  operations_.amend(study, amend.number, std::move(amend.values));
  return codec::ok_answer();
}

std::string Conversation::best(const Json& request) {
  const std::string study = study_of(request);
  const auto definition = operations_.definition(study);
  if (definition->objectives.size() > 1) return codec::front_answer(operations_.front(study), *definition);
  return codec::best_answer(operations_.best(study), *definition);
}

std::string Conversation::trials(const Json& request) {
  const auto since = codec::read_trials_request(request);
  const std::string study = study_of(request);
  if (since) {
    const storage::Changes changes = operations_.trials(study, *since);
    return codec::trials_answer(changes.trials, *operations_.definition(study), changes.revision);
  }
  std::string answer;
  operations_.look(study, [&](const Study& definition, const std::vector<Trial>& trials) {
    answer = codec::trials_answer(trials, definition, std::nullopt);
  });
  return answer;
}

std::string Conversation::show(const Json& request) {
  std::string answer;
  operations_.look(study_of(request), [&](const Study& definition, const std::vector<Trial>& trials) {
    answer = codec::show_answer(definition, trials);
  });
  return answer;
}

}  // namespace hone::service
