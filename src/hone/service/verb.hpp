// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/codec/request.hpp"
#include "hone/service/grant.hpp"
#include "hone/service/operations.hpp"

// What can be asked of hone about studies, one declaration each. Everything that offers it to somebody is a
// loop over the table: `hone stdio`, HTTP and its OpenAPI document, Python, the pages of the guide.
namespace hone::service {

/// A request for a verb.
struct VerbCall {
  Operations& operations;
  const codec::Node& fields;  ///< those of the verb alone
  const std::string& study;   ///< the one it is about; empty for verbs that are about none
  const Grant& grant;
  bool far = false;  ///< from another machine, perhaps: trials are handed out under a name and with a token
};

struct VerbAnswer {
  std::string text;                        ///< one line of JSON, or its beginning
  std::function<std::string()> more = {};  ///< the rest, piece by piece until one is empty: where it is long
  std::vector<std::int64_t> handed = {};   ///< trials that the caller was given
  std::size_t told = 0;                    ///< results that were stored
  std::string opened = {};                 ///< the study that was made or opened
  bool created = false;                    ///< it was not there before

  /// The study that a call changed: the one it was about, or the one that it made.
  const std::string& changed(const std::string& study) const { return study.empty() ? opened : study; }
};

/// Is called once, in any thread: with an answer, or with what went wrong.
using VerbReply = std::function<void(VerbAnswer, std::exception_ptr)>;

/// What a verb does to a study.
enum class Effect {
  Looks,     ///< nothing; a server that only reads has it
  Keeps,     ///< leases are prolonged, which nobody else sees
  Notes,     ///< something is kept, from which nobody who waits for work gets any
  HandsOut,  ///< the caller may be given trials
  Changes,   ///< there may be more to hand out
};

/// How HTTP says it.
struct Way {
  const char* method = "";     ///< empty: it is said in conversations only
  const char* path = "";       ///< "/v1/studies/{study}:retry"; names in braces are fields of the request
  const char* operation = "";  ///< in the OpenAPI document and the metrics: "retryTrials"
  int status = 200;            ///< 204: without a body
};

/// What a request holds beside the fields that the verb declares.
enum class VerbFields {
  Declared,  ///< nothing
  Study,     ///< those of a study file
  Some,      ///< some of those of a study file
};

struct Verb {
  const char* name;  ///< "retry": the "op" of a conversation
  Way way;
  Role role;
  Effect effect;
  const char* summary;
  codec::Node (*request)(bool far);   ///< JSON Schema of the declared fields
  codec::Node (*response)(bool far);  ///< and of the answer (answer_shapes.hpp)
  /// The answer. Throws Error; then nothing has changed.
  VerbAnswer (*run)(const VerbCall&);
  /// In place of run, for what may wait: replies later, and throws only before that. Whoever is not far away
  /// is answered before it returns.
  void (*begin)(const VerbCall&, const VerbReply&) = nullptr;
  VerbFields fields = VerbFields::Declared;
  bool takes_all = false;  ///< it looks at all trials of a study, which takes a while
  /// Where the request has a field "key": the same request with the same key happens once, however often it
  /// is sent, and is answered alike each time.
  bool keyed = false;

  /// The same verb as one that takes all trials.
  Verb heavy() const {
    Verb same = *this;
    same.takes_all = true;
    return same;
  }
  /// The same verb as one that may be repeated with a key.
  Verb repeatable() const {
    Verb same = *this;
    same.keyed = true;
    return same;
  }
  /// Over HTTP the fields stand in the query.
  bool is_get() const { return std::string_view(way.method) == "GET"; }
  bool is_about_study() const { return std::string_view(way.path).find("{study}") != std::string_view::npos; }
  /// Answers a call, now or later. Who waits for work on a study that it changed has heard of it by then.
  void answer(const VerbCall& call, const VerbReply& reply) const;
};

std::span<const Verb> verbs();
/// Their names, to guess which one a misspelt word meant.
std::vector<std::string> verb_names();
/// nullptr when there is none.
const Verb* find_verb(std::string_view name);

/// The answer to who is not far away and may do everything: a conversation, Python, a command. Throws Error.
VerbAnswer run_near(const Verb& verb, Operations& operations, const std::string& study,
                    const codec::Node& fields);

/// A row of the table.
inline Verb verb(const char* name, const Way& way, Role role, Effect effect, const char* summary,
                 codec::Node (*request)(bool), codec::Node (*response)(bool),
                 VerbAnswer (*run)(const VerbCall&), VerbFields fields = VerbFields::Declared) {
  return {name, way, role, effect, summary, request, response, run, nullptr, fields};
}
/// One that may wait.
inline Verb verb(const char* name, const Way& way, Role role, Effect effect, const char* summary,
                 codec::Node (*request)(bool), codec::Node (*response)(bool),
                 void (*begin)(const VerbCall&, const VerbReply&)) {
  return {name, way, role, effect, summary, request, response, nullptr, begin};
}

/// A verb without fields of its own.
struct NoFields {
  void declare(codec::MapForm&) {}
};

/// Makes a function whose answer is a text alone one of the table.
template <std::string (*run)(const VerbCall&)>
VerbAnswer line(const VerbCall& call) {
  return {run(call)};
}

/// The schema of a form, the same from near and far.
template <class Form>
codec::Node fields_of(bool) {
  return codec::shape_of<Form>();
}

/// Reads the fields of a call; `form` holds what reading needs to know.
template <class Form>
Form read_fields(const VerbCall& call, Form form = {}) {
  return codec::read_request<Form>(call.fields, std::move(form));
}

/// Reads those fields of a call that the form declares; `rest` gets the others.
template <class Form>
Form read_some_fields(const VerbCall& call, codec::Node& rest) {
  static const std::vector<std::string> kDeclared = codec::declared_by<Form>().names();
  codec::Node own = codec::split_off(call.fields, kDeclared, rest);
  return codec::read_request<Form>(own);
}

}  // namespace hone::service
