// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

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
  bool far = false;  ///< it came over a network
};

/// What a verb does to a study.
enum class Effect {
  Looks,    ///< nothing; who may only read may call it
  Notes,    ///< something is kept, from which nobody who waits for work gets any
  Changes,  ///< there may be more to hand out
};

/// How HTTP says it.
struct Way {
  const char* method = "";     ///< empty: it is said in conversations only
  const char* path = "";       ///< "/v1/studies/{study}:retry"; names in braces are fields of the request
  const char* operation = "";  ///< in the OpenAPI document and the metrics: "retryTrials"
  int status = 200;            ///< 204: without a body
};

struct Verb {
  const char* name;  ///< "retry": the "op" of a conversation
  Way way;
  Role role;
  Effect effect;
  const char* summary;
  codec::Node (*request)();  ///< JSON Schema of its fields
  /// The answer: one line of JSON. Throws Error; then nothing has changed.
  std::string (*run)(const VerbCall&);

  /// Over HTTP the fields stand in the query.
  bool is_get() const { return std::string_view(way.method) == "GET"; }
  bool is_about_study() const { return std::string_view(way.path).find("{study}") != std::string_view::npos; }
};

std::span<const Verb> verbs();
/// nullptr when there is none.
const Verb* find_verb(std::string_view name);

/// A verb without fields of its own.
struct NoFields {
  void declare(codec::MapForm&) {}
};

/// Reads the fields of a call; `form` holds what reading needs to know.
template <class Form>
Form read_fields(const VerbCall& call, Form form = {}) {
  return codec::read_request<Form>(call.fields, std::move(form));
}

}  // namespace hone::service
