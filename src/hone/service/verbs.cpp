// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "hone/service/verb_lists.hpp"

namespace hone::service {

std::span<const Verb> verbs() {
  static const std::vector<Verb> kAll = [] {
    std::vector<Verb> all;
    for (const auto& list : {definition_verbs(), study_verbs(), work_verbs(), start_verbs(), trial_verbs(),
                             list_verbs(), look_verbs(), chart_verbs(), artefact_verbs()})
      all.insert(all.end(), list.begin(), list.end());
    return all;
  }();
  return kAll;
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  return names;
}

const Verb* find_verb(std::string_view name) {
  const auto found =
      std::find_if(verbs().begin(), verbs().end(), [&](const Verb& verb) { return verb.name == name; });
  return found == verbs().end() ? nullptr : &*found;
}

namespace {

/// The same reply, before which those who wait for work hear of the change.
VerbReply with_news(const VerbCall& call, const VerbReply& reply) {
  return [&operations = call.operations, study = call.study, reply](VerbAnswer answer,
                                                                    const std::exception_ptr& error) {
    if (!error) operations.news(answer.changed(study));
    reply(std::move(answer), error);
  };
}

}  // namespace

void Verb::answer(const VerbCall& call, const VerbReply& reply) const {
  const bool changes = effect == Effect::Changes;
  if (begin != nullptr) return changes ? begin(call, with_news(call, reply)) : begin(call, reply);
  VerbAnswer answer = run(call);
  if (changes) call.operations.news(answer.changed(call.study));
  reply(std::move(answer), nullptr);
}

VerbAnswer run_near(const Verb& verb, Operations& operations, const std::string& study,
                    const codec::Node& fields) {
  static const Grant kOwner = {.role = Role::Admin};  // of the process, and so of everything it can reach
  std::optional<VerbAnswer> answer;
  std::exception_ptr failure;
  verb.answer({operations, fields, study, kOwner}, [&](VerbAnswer given, const std::exception_ptr& error) {
    answer = std::move(given);
    failure = error;
  });
  if (failure) std::rethrow_exception(failure);
  while (answer->more) {
    const std::string piece = answer->more();
    if (piece.empty()) answer->more = {};
    answer->text += piece;
  }
  return std::move(answer.value());
}

}  // namespace hone::service
