// SPDX-License-Identifier: MIT
#include "hone/server/verb_route.hpp"

#include "hone/base/text.hpp"
#include "hone/server/events.hpp"

namespace hone::server {
namespace {

using codec::Node;

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

Node fields_of(const Call& call, const Node& schema) {
  Node fields = call.body.map() != nullptr ? call.body : Node{Node::Map()};
  for (const auto& [name, given] : call.query) {
    if (fields.find(name) != nullptr)
      throw Error(ErrorCode::InvalidArgument, text("'", name, "' stands in the query and in the body"),
                  "give it once");
    codec::put(fields, name, typed(given, type_in(schema, name)));
  }
  return fields;
}

bool has_fields(const Node& schema) {
  const Node* properties = schema.find("properties");
  return properties != nullptr && properties->map() != nullptr && !properties->map()->empty();
}

void run_verb(const service::Verb& verb, const Node& schema, Service& service, const Call& call,
              const Respond& respond) {
  const std::string study = verb.is_about_study() ? call.study() : "";
  HttpAnswer answer{.status = verb.way.status,
                    .body = verb.run({service.operations, fields_of(call, schema), study, call.grant, true})};
  if (verb.effect == service::Effect::Changes) service.desk.news(study);
  if (verb.effect != service::Effect::Looks) service.events.news(study);
  if (answer.status == 204) answer = {.status = 204, .type = ""};
  respond(std::move(answer));
}

}  // namespace

Route route_of(const service::Verb& verb) {
  const Node schema = verb.request();
  const bool in_body = !verb.is_get() && has_fields(schema);
  return {
      .method = verb.way.method,
      .pattern = verb.way.path,
      .role = verb.role,
      .operation = verb.way.operation,
      .summary = verb.summary,
      .handler = [&verb, schema](Service& service, const Call& call,
                                 const Respond& respond) { run_verb(verb, schema, service, call, respond); },
      .body = in_body ? Body::Object : Body::None,
      .shape = verb.request,
      .changes = verb.effect != service::Effect::Looks,
      .verb = &verb};
}

}  // namespace hone::server
