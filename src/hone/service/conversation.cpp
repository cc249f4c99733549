// SPDX-License-Identifier: MIT
#include "hone/service/conversation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/codec/space_json.hpp"
#include "hone/service/space_report.hpp"
#include "hone/service/verb.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::MapForm;
using codec::Node;
namespace shape = codec::shape;

/// Whoever speaks to a process of his own may do everything.
const Grant kOwner = {.role = Role::Admin};

/// Those that are about the conversation itself, or are said in other words over HTTP.
const std::vector<std::string>& own_operations() {
  static const std::vector<std::string> kNames = {"create", "open", "ask",       "tell",     "report",
                                                  "trials", "show", "heartbeat", "set_space"};
  return kNames;
}

std::vector<std::string> operation_names() {
  std::vector<std::string> names = own_operations();
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  return names;
}

std::string read_operation(const Node& request) {
  const Node* op = request.find("op");
  const Value* value = op != nullptr ? op->scalar() : nullptr;
  const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  const auto known = [] { return join(operation_names(), ", "); };
  if (word == nullptr)
    throw Error(ErrorCode::InvalidArgument, "the request has no \"op\"", "write one of " + known());
  const auto& own = own_operations();
  if (find_verb(*word) != nullptr || std::find(own.begin(), own.end(), *word) != own.end()) return *word;
  throw Error(ErrorCode::InvalidArgument,
              text("unknown op '", *word, "'", did_you_mean(*word, operation_names())),
              "write one of " + known());
}

/// The request without what stands in every one: "op", "id" and "study".
Node own_fields(Node request) {
  std::erase_if(std::get<Node::Map>(request.content), [](const Node::Member& member) {
    return member.key == "op" || member.key == "id" || member.key == "study";
  });
  return request;
}

struct AskForm {
  std::int64_t most = 1;
  std::int64_t count = 1;
  bool hold = false;
  void declare(MapForm& map) {
    map.integer("count", count, 1, most, "how many trials");
    map.flag("hold", hold,
             "true: hold them until they are told, even after the process that asked has ended");
  }
};

struct TellForm {
  std::shared_ptr<const Study> study = {};
  std::vector<codec::ToldResult> results = {};
  void declare(MapForm& map) {
    map.needed("results", codec::results_shape, "how trials ended",
               [&](const Field& list) { results = codec::read_results(list, study->objectives); });
  }
};

struct ReportForm {
  std::int64_t number = 0;
  void declare(MapForm& map) {
    map.trial("number", number, "of the trial");
    map.must_mention(
        "step", [] { return shape::integer(0); }, "how far the trial is");
    map.must_mention("value", codec::told_value_shape, "the objective at this step");
  }
};

struct HeartbeatForm {
  std::vector<std::int64_t> numbers = {};
  void declare(MapForm& map) { map.trials("numbers", numbers, "of trials that somebody still works on"); }
};

struct TrialsForm {
  std::optional<std::int64_t> since = {};
  void declare(MapForm& map) {
    map.integer("since", since, 0, std::numeric_limits<std::int64_t>::max(),
                "only those that changed after this revision");
  }
};

/// {"step": 1, "value": 0.5} among the other fields of a request.
Report report_in(const Node& fields) {
  Node report{Node::Map()};
  for (const Node::Member& member : *fields.map())
    if (member.key != "number") codec::put(report, member.key, member.value);
  return codec::read_told_report(Field(report, codec::request_origin()));
}

}  // namespace

void Conversation::create(const Study& study) { study_ = operations_.create(study).study; }

void Conversation::open(const std::string& name) { study_ = operations_.open(name).study; }

std::string Conversation::answer(std::string_view request) {
  std::string id;
  std::string answer;
  given_ = {};
  try {
    Node tree = codec::parse_request(request, limits_);
    if (const Node* found = tree.find("id"); found != nullptr && !found->is_null())
      id = codec::json_line(codec::to_json(*found));
    answer = answer_to(std::move(tree));
  } catch (const Error& error) {
    take_back();
    answer = codec::error_answer(code_name(error.code()), error.what());
  } catch (const std::exception& error) {
    take_back();
    answer = codec::error_answer(code_name(ErrorCode::Internal), error.what());
  }
  return id.empty() ? answer : codec::with_id(std::move(answer), id);
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

std::string Conversation::answer_to(Node request) {
  const std::string op = read_operation(request);
  if (op == "create") return create_from(request);
  if (const Verb* verb = find_verb(op)) {
    const std::string study = verb->is_about_study() ? study_of(request) : "";
    return verb->run({operations_, own_fields(std::move(request)), study, kOwner});
  }
  const std::string study = study_of(request);
  const Node fields = own_fields(std::move(request));
  if (op == "ask") return ask(study, fields);
  if (op == "tell") return tell(study, fields);
  if (op == "report") {
    const auto number = codec::read_request<ReportForm>(fields).number;
    return codec::prune_answer(operations_.report(study, number, report_in(fields)));
  }
  if (op == "heartbeat")
    return codec::lost_answer(
        operations_.heartbeat(study, codec::read_request<HeartbeatForm>(fields).numbers));
  if (op == "trials") return trials(study, fields);
  if (op == "set_space") return set_space(study, fields);
  codec::read_request<NoFields>(fields);
  return op == "open" ? opened(operations_.open(study)) : show(study);
}

std::string Conversation::study_of(const Node& request) const {
  const Field fields(request, codec::request_origin());
  if (const auto name = fields.find("study")) return name->text();
  if (study_) return *study_;
  throw Error(ErrorCode::InvalidArgument, "there is no study yet",
              "send {\"op\": \"create\", \"parameters\": {...}} first");
}

std::string Conversation::opened(const Opened& opened) {
  study_ = opened.study;
  return codec::opened_answer(opened.study, opened.trials, opened.warnings);
}

/// A study by the fields of a study file; with a name alone it opens the one that the store has.
std::string Conversation::create_from(const Node& request) {
  const Field whole(request, codec::request_origin());
  Node fields = own_fields(request);
  if (const auto word = whole.find("study")) {  // another word for the name
    const auto name = whole.find("name");
    if (name && name->text() != word->text())
      whole.refuse("\"name\" and \"study\" differ", "give one of them");
    if (!name) codec::put(fields, "name", word->node());
  }
  const Field given(fields, codec::request_origin());
  const auto name = given.find("name");
  const bool only_named = fields.map()->size() == 1 && name;
  return opened(only_named ? operations_.open(name->text())
                           : operations_.create(codec::study_from(fields, "request")));
}

std::string Conversation::ask(const std::string& study, const Node& fields) {
  const auto wish = codec::read_request(fields, AskForm{.most = limits_.count});
  given_.study = study;
  const Asked asked = operations_.ask(study, static_cast<int>(wish.count), wish.hold);
  codec::AskedAnswer answer;
  for (const storage::Claim& claim : asked.claims) {
    given_.numbers.push_back(claim.lease.number);
    answer.add(claim.trial);
  }
  return answer.text(asked.done, asked.running, asked.stopped);
}

std::string Conversation::tell(const std::string& study, const Node& fields) {
  TellForm told = codec::read_request(fields, TellForm{.study = operations_.definition(study)});
  operations_.tell(study, std::move(told.results));
  return codec::ok_answer();
}

std::string Conversation::set_space(const std::string& study, const Node& fields) {
  const codec::SetSpaceRequest wish =
      codec::read_set_space(codec::to_json(fields), *operations_.definition(study));
  return codec::json_line(space_report_json(study, operations_.set_space(study, wish.study, wish.dry_run)));
}

std::string Conversation::trials(const std::string& study, const Node& fields) {
  const auto since = codec::read_request<TrialsForm>(fields).since;
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

std::string Conversation::show(const std::string& study) {
  std::string answer;
  operations_.look(study, [&](const Study& definition, const std::vector<Trial>& trials) {
    answer = codec::show_answer(definition, trials);
  });
  return answer;
}

}  // namespace hone::service
