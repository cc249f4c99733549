// SPDX-License-Identifier: MIT
#include "hone/service/conversation.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/answer.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/verb.hpp"

namespace hone::service {
namespace {

using codec::Field;
using codec::Node;

const Verb& read_operation(const Node& request) {
  const Node* op = request.find("op");
  const Value* value = op != nullptr ? op->scalar() : nullptr;
  const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
  constexpr const char* kRemedy = "write one such as ask, tell or best (docs/guide/stdio.md has them all)";
  if (word == nullptr) throw Error(ErrorCode::InvalidArgument, "the request has no \"op\"", kRemedy);
  if (const Verb* verb = find_verb(*word)) return *verb;
  throw Error(ErrorCode::InvalidArgument, text("unknown op '", *word, "'", did_you_mean(*word, verb_names())),
              kRemedy);
}

/// The request without what stands in every one: "op", "id" and "study". A create is not about a study that
/// there is: the word is another one for its name.
Node own_fields(Node request, const Verb& verb) {
  const bool keeps_study = verb.fields == VerbFields::Study && !verb.is_about_study();
  std::erase_if(std::get<Node::Map>(request.content), [&](const Node::Member& member) {
    return member.key == "op" || member.key == "id" || (member.key == "study" && !keeps_study);
  });
  return request;
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
      id = codec::json_text(*found);
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
  const Verb& verb = read_operation(request);
  const std::string study = verb.is_about_study() ? study_of(request) : "";
  VerbAnswer answer = run_near(verb, operations_, study, own_fields(std::move(request), verb));
  given_ = {study, std::move(answer.handed)};
  if (!answer.opened.empty()) study_ = answer.opened;
  return std::move(answer.text);
}

std::string Conversation::study_of(const Node& request) const {
  const Field fields(request, codec::request_origin());
  if (const auto name = fields.find("study")) return name->text();
  if (study_) return *study_;
  throw Error(ErrorCode::InvalidArgument, "there is no study yet",
              "send {\"op\": \"create\", \"parameters\": {...}} first");
}

}  // namespace hone::service
