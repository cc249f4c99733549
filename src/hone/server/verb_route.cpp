// SPDX-License-Identifier: MIT
#include "hone/server/verb_route.hpp"

#include "hone/base/text.hpp"
#include "hone/server/events.hpp"
#include "hone/server/metrics.hpp"

namespace hone::server {
namespace {

using codec::Node;

constexpr std::size_t kHeldWhole = std::size_t{128} << 10;  // bytes of an answer that is not sent in pieces

/// What the schema of a field says that it is: "integer", "boolean", "array", ...; "" when it says nothing.
std::string type_in(const Node& schema, const std::string& field) {
  const Node* properties = schema.find("properties");
  const Node* shape = properties != nullptr ? properties->find(field) : nullptr;
  const Node* type = shape != nullptr ? shape->find("type") : nullptr;
  const Value* word = type != nullptr ? type->scalar() : nullptr;
  return word != nullptr ? hone::to_text(*word) : "";
}

/// A parameter of the query as the value that it stands for. What cannot be one stays a text, which the form
/// refuses with a reason.
Node typed(const std::string& given, const std::string& type) {
  if (type == "integer" || type == "number") return codec::leaf(codec::plain_value(given));
  if (type == "boolean" && (given.empty() || given == "1")) return codec::leaf(true);
  if (type == "boolean" && given == "0") return codec::leaf(false);
  if (type == "boolean") return codec::leaf(codec::plain_value(given));
  if (type != "array") return codec::leaf(given);
  Node::List items;
  for (const std::string& item : split(given, ','))
    if (!item.empty()) items.push_back(codec::leaf(item));
  return {std::move(items)};
}

/// What may stand in the query: the fields of a GET, and what a verb declares beside a study in the body.
std::vector<std::string> query_names(const service::Verb& verb, const Node& schema) {
  std::vector<std::string> names;
  if (!verb.is_get() && verb.fields == service::VerbFields::Declared) return names;
  for (const Node::Member& member : *schema.find("properties")->map()) names.push_back(member.key);
  return names;
}

/// Those of the body, those of the query, and those in the path but for the study.
Node request_fields(const service::Verb& verb, const Call& call, const Node& schema) {
  require_known_query(call.query, query_names(verb, schema));
  Node fields = call.body.map() != nullptr ? call.body : Node{Node::Map()};
  const auto add = [&](const std::string& name, const std::string& given, const char* place) {
    if (fields.find(name) != nullptr)
      throw Error(ErrorCode::InvalidArgument,
                  text("'", name, "' stands in the ", place, " and in the rest of the request"),
                  "give it once");
    codec::put(fields, name, typed(given, type_in(schema, name)));
  };
  for (const auto& [name, given] : call.path)
    if (name != "study") add(name, given, "path");
  for (const auto& [name, given] : call.query) add(name, given, "query");
  return fields;
}

bool has_fields(const Node& schema) {
  const Node* properties = schema.find("properties");
  return properties != nullptr && properties->map() != nullptr && !properties->map()->empty();
}

/// Tells metrics and who watches.
void spread_news(Service& service, service::Effect effect, const std::string& study,
                 const service::VerbAnswer& answer) {
  using service::Effect;
  service.metrics.handed_out(study, static_cast<std::int64_t>(answer.handed.size()));
  service.metrics.told(study, static_cast<std::int64_t>(answer.told));
  const bool seen = effect == Effect::Notes || effect == Effect::Changes || !answer.handed.empty();
  if (seen) service.events.news(answer.changed(study));
}

HttpAnswer http_answer(const service::Verb& verb, service::VerbAnswer answer) {
  if (verb.way.status == 204) return {.status = 204, .type = ""};
  while (answer.more && answer.text.size() < kHeldWhole) {
    const std::string piece = answer.more();
    if (piece.empty()) answer.more = {};
    answer.text += piece;
  }
  return {.status = answer.created ? 201 : verb.way.status,
          .body = std::move(answer.text),
          .more = std::move(answer.more)};
}

void run_verb(const service::Verb& verb, const Node& schema, Service& service, const Call& call,
              const Respond& respond) {
  const std::string study = verb.is_about_study() ? call.study() : "";
  verb.answer({service.operations, request_fields(verb, call, schema), study, call.grant, true},
              [&verb, &service, study, respond](service::VerbAnswer answer, const std::exception_ptr& error) {
                if (error) return respond(error_answer(error));
                spread_news(service, verb.effect, study, answer);
                respond(http_answer(verb, std::move(answer)));
              });
}

Body body_of(const service::Verb& verb, const Node& schema) {
  if (verb.fields == service::VerbFields::Study) return Body::Study;
  if (verb.fields == service::VerbFields::Some) return Body::Object;
  return !verb.is_get() && has_fields(schema) ? Body::Object : Body::None;
}

}  // namespace

Route route_of(const service::Verb& verb) {
  const Node schema = verb.request(true);
  return {
      .method = verb.way.method,
      .pattern = verb.way.path,
      .role = verb.role,
      .operation = verb.way.operation,
      .summary = verb.summary,
      .handler = [&verb, schema](Service& service, const Call& call,
                                 const Respond& respond) { run_verb(verb, schema, service, call, respond); },
      .body = body_of(verb, schema),
      .changes = verb.effect != service::Effect::Looks,
      .takes_all = verb.takes_all,
      .verb = &verb};
}

}  // namespace hone::server
