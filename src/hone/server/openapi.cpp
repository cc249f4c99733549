// SPDX-License-Identifier: MIT
#include "hone/server/openapi.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/verb.hpp"

namespace hone::server {
namespace {

Json reference(const std::string& name) { return {{"$ref", "#/components/schemas/" + name}}; }

Json json_content(Json schema) { return {{"application/json", {{"schema", std::move(schema)}}}}; }

Json path_parameter(const std::string& name) {
  return {{"name", name}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}};
}

Json query_parameter(const QueryField& field) {
  return {{"name", field.name},
          {"in", "query"},
          {"required", false},
          {"schema", codec::to_json(query_shape(field))}};
}

/// A flag may stand in the query without a value (`?log`), or as 0 or 1.
Json flag_in_query(Json shape) {
  if (shape.value("type", "") != "boolean") return shape;
  shape.erase("type");
  shape["anyOf"] = Json::array({{{"type", "boolean"}}, {{"enum", Json::array({"", "0", "1"})}}});
  return shape;
}

/// A member of a request that is null is as good as left out, which the shapes of files do not say, as
/// editors would offer it.
void allow_nulls(Json& schema) {
  if (schema.is_array()) {
    for (Json& part : schema) allow_nulls(part);
  }
  if (!schema.is_object()) return;
  for (auto& [key, part] : schema.items()) allow_nulls(part);
  if (!schema.contains("properties")) return;
  const Json needed = schema.value("required", Json::array());
  for (auto& [name, shape] : schema["properties"].items()) {
    if (std::find(needed.begin(), needed.end(), name) == needed.end())
      shape = {{"anyOf", {shape, {{"type", "null"}}}}};
  }
}

Json body_schema(const Route& route) {
  if (route.body == Body::Study) return reference("Study");
  if (route.request != nullptr) {
    Json schema = codec::to_json(route.request());
    allow_nulls(schema);
    return schema;
  }
  if (route.verb == nullptr || route.verb->fields != service::VerbFields::Declared)
    return {{"type", "object"}};
  Json schema = codec::to_json(route.verb->request(true));
  allow_nulls(schema);
  return schema;
}

/// The names in braces of a pattern.
std::vector<std::string> variables(const std::string& pattern) {
  std::vector<std::string> names;
  for (std::size_t at = pattern.find('{'); at != std::string::npos; at = pattern.find('{', at + 1))
    names.push_back(pattern.substr(at + 1, pattern.find('}', at) - at - 1));
  return names;
}

Json parameters_of(const Route& route) {
  Json list = Json::array();
  for (const std::string& name : variables(route.pattern)) list.push_back(path_parameter(name));
  for (const QueryField& field : route.query) list.push_back(query_parameter(field));
  const bool in_query =
      route.verb != nullptr && (route.verb->is_get() || route.verb->fields != service::VerbFields::Declared);
  if (!in_query) return list;
  const std::vector<std::string> in_path = variables(route.pattern);
  const Json schema = codec::to_json(route.verb->request(true));
  for (const auto& [name, shape] : schema.at("properties").items()) {
    if (std::find(in_path.begin(), in_path.end(), name) == in_path.end())
      list.push_back(
          {{"name", name}, {"in", "query"}, {"required", false}, {"schema", flag_in_query(shape)}});
  }
  return list;
}

/// What comes back when it is done; of what is no verb the pages of the guide tell it.
Json done_of(const Route& route) {
  Json done = {{"description", "done"}};
  if (route.verb != nullptr && route.verb->way.status != 204)
    done["content"] = json_content(codec::to_json(route.verb->response(true)));
  return done;
}

Json responses_of(const Route& route) {
  Json responses = {{"2XX", done_of(route)},
                    {"400", {{"$ref", "#/components/responses/Refused"}}},
                    {"default", {{"$ref", "#/components/responses/Refused"}}}};
  if (route.role != Role::None) {
    responses["401"] = {{"$ref", "#/components/responses/Refused"}};
    responses["403"] = {{"$ref", "#/components/responses/Refused"}};
  }
  if (route.pattern.find('{') != std::string::npos)
    responses["404"] = {{"$ref", "#/components/responses/Refused"}};
  return responses;
}

std::string description_of(const Route& route) {
  std::string words = text("Role: ", to_text(route.role), ".");
  if (route.verb != nullptr && route.verb->keyed)
    words += " With a key it may be sent again: the same request with the same key happens once.";
  return words;
}

Json operation_of(const Route& route) {
  Json operation = {{"operationId", route.operation},
                    {"summary", route.summary},
                    {"description", description_of(route)},
                    {"parameters", parameters_of(route)},
                    {"responses", responses_of(route)}};
  if (route.verb != nullptr && route.verb->keyed) operation["x-repeat-key"] = "key";  // the field
  operation["security"] = Json::array();
  if (route.role != Role::None) operation["security"].push_back({{"bearer", Json::array()}});
  if (route.takes_json())
    operation["requestBody"] = {{"required", true}, {"content", json_content(body_schema(route))}};
  if (route.body == Body::Bytes || route.body == Body::File)
    // No bytes are a file, too, and such a request has no body.
    operation["requestBody"] = {{"required", false},
                                {"content", {{"application/octet-stream", Json::object()}}}};
  return operation;
}

Json error_schema() {
  const Json text_type = {{"type", "string"}};
  const Json inner = {{"type", "object"},
                      {"required", {"code", "message"}},
                      {"properties", {{"code", text_type}, {"message", text_type}}}};
  return {{"type", "object"}, {"required", Json::array({"error"})}, {"properties", {{"error", inner}}}};
}

}  // namespace

std::string openapi_document(std::span<const Route> table, const std::string& version) {
  Json paths = Json::object();
  for (const Route& route : table) {
    std::string method = route.method;
    std::transform(method.begin(), method.end(), method.begin(),
                   [](char c) { return static_cast<char>(c | 32); });
    paths[route.pattern][method] = operation_of(route);
  }
  const Json info = {
      {"title", "hone"},
      {"version", version},
      {"description", "Finds the best settings of anything you can run: studies, trials, work."},
      {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}};
  const Json refused = {{"description", "What was wrong, and what to do."},
                        {"content", json_content(reference("Error"))}};
  Json schemas = {{"Error", error_schema()}};
  for (const codec::shape::Member& shared : service::answers::shared())
    schemas[shared.name] = codec::to_json(shared.shape);
  const Json components = {{"securitySchemes", {{"bearer", {{"type", "http"}, {"scheme", "bearer"}}}}},
                           {"responses", {{"Refused", refused}}},
                           {"schemas", std::move(schemas)}};
  const Json document = {{"openapi", "3.1.0"}, {"info", info}, {"paths", paths}, {"components", components}};
  return codec::json_line(document);
}

}  // namespace hone::server
