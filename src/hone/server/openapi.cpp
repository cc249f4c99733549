// SPDX-License-Identifier: MIT
#include "hone/server/openapi.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/json_schema.hpp"

namespace hone::server {
namespace {

Json reference(const std::string& name) { return {{"$ref", "#/components/schemas/" + name}}; }

Json json_content(Json schema) { return {{"application/json", {{"schema", std::move(schema)}}}}; }

Json parameter(const std::string& name, const char* place) {
  return {{"name", name},
          {"in", place},
          {"required", std::string(place) == "path"},
          {"schema", {{"type", "string"}}}};
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
  for (const std::string& name : variables(route.pattern)) list.push_back(parameter(name, "path"));
  for (const std::string& name : route.query) list.push_back(parameter(name, "query"));
  return list;
}

Json responses_of(const Route& route) {
  Json responses = {{"2XX", {{"description", "done"}}},
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

Json operation_of(const Route& route) {
  Json operation = {{"operationId", route.operation},
                    {"summary", route.summary},
                    {"description", text("Role: ", to_text(route.role), ".")},
                    {"parameters", parameters_of(route)},
                    {"responses", responses_of(route)}};
  operation["security"] = Json::array();
  if (route.role != Role::None) operation["security"].push_back({{"bearer", Json::array()}});
  if (route.body == Body::Object) {
    Json schema = route.shape != nullptr ? codec::to_json(route.shape()) : Json{{"type", "object"}};
    operation["requestBody"] = {{"required", true}, {"content", json_content(std::move(schema))}};
  }
  if (route.body == Body::Bytes)
    operation["requestBody"] = {{"required", true},
                                {"content", {{"application/octet-stream", Json::object()}}}};
  return operation;
}

Json study_schema() {
  const std::vector<MethodInfo> samplers(catalog::samplers().begin(), catalog::samplers().end());
  const std::vector<MethodInfo> pruners(catalog::pruners().begin(), catalog::pruners().end());
  return Json::parse(codec::study_json_schema(samplers, pruners));
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
  const Json components = {{"securitySchemes", {{"bearer", {{"type", "http"}, {"scheme", "bearer"}}}}},
                           {"responses", {{"Refused", refused}}},
                           {"schemas", {{"Error", error_schema()}, {"Study", study_schema()}}}};
  const Json document = {{"openapi", "3.1.0"}, {"info", info}, {"paths", paths}, {"components", components}};
  return document.dump();
}

}  // namespace hone::server
