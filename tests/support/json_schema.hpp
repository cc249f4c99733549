// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace hone::test {

/// Checks JSON against a JSON Schema (draft 2020-12), as far as the schemas of hone go. A keyword it does not
/// know is an error of the test, so that nothing in a schema goes unchecked.
class JsonSchema {
 public:
  using Json = nlohmann::json;

  explicit JsonSchema(Json schema) : schema_(std::move(schema)), document_(schema_) {}
  /// A part of a document, which has what "$ref" means: "#/components/schemas/Trial".
  JsonSchema(Json schema, Json document) : schema_(std::move(schema)), document_(std::move(document)) {}

  /// Where it does not fit, such as "/budget/trials: minimum 1"; empty when it fits.
  std::string problem(const Json& value) const { return check(schema_, value, ""); }

 private:
  std::string check(const Json& schema, const Json& value, const std::string& at) const {
    if (schema.is_object() && schema.contains("$ref"))
      return check(document_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value, at);
    if (schema.is_boolean()) return schema.get<bool>() ? "" : at + ": nothing may stand here";
    for (const auto& [keyword, rule] : schema.items()) {
      if (!fits(keyword, rule, value)) return at + ": " + keyword + " " + rule.dump().substr(0, 80);
      const std::string below = check_below(keyword, rule, schema, value, at);
      if (!below.empty()) return below;
    }
    return "";
  }

  static bool is(const std::string& type, const Json& value) {
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "number") return value.is_number();
    if (type == "integer") {
      return value.is_number_integer() ||
             (value.is_number() && value.get<double>() == std::floor(value.get<double>()));
    }
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (type == "null") return value.is_null();
    throw std::logic_error("no type " + type);
  }

  static bool matches(const Json& pattern, const std::string& text) {
    return std::regex_search(text, std::regex(pattern.get<std::string>(), std::regex::ECMAScript));
  }

  static bool unique(const Json& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), list[i]) !=
          list.begin() + static_cast<std::ptrdiff_t>(i))
        return false;
    }
    return true;
  }

  bool accepts(const Json& schema, const Json& value) const { return check(schema, value, "").empty(); }

  // What a keyword says about the value itself.
  bool fits(const std::string& keyword, const Json& rule, const Json& value) const {
    const auto one = [&](const Json& schema) { return accepts(schema, value); };
    const auto present = [&](const Json& name) { return value.contains(name.get<std::string>()); };
    if (keyword == "type") {
      if (rule.is_string()) return is(rule, value);
      return std::any_of(rule.begin(), rule.end(), [&](const Json& type) { return is(type, value); });
    }
    if (keyword == "const") return value == rule;
    if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (keyword == "anyOf") return std::any_of(rule.begin(), rule.end(), one);
    if (keyword == "allOf") return std::all_of(rule.begin(), rule.end(), one);
    if (keyword == "not") return !one(rule);
    if (keyword == "minimum") return !value.is_number() || value >= rule;
    if (keyword == "maximum") return !value.is_number() || value <= rule;
    if (keyword == "exclusiveMinimum") return !value.is_number() || value > rule;
    if (keyword == "exclusiveMaximum") return !value.is_number() || value < rule;
    if (keyword == "pattern") return !value.is_string() || matches(rule, value);
    if (keyword == "maxLength") return !value.is_string() || value.get<std::string>().size() <= rule;
    if (keyword == "minItems") return !value.is_array() || value.size() >= rule;
    if (keyword == "maxItems") return !value.is_array() || value.size() <= rule;
    if (keyword == "uniqueItems") return !value.is_array() || unique(value);
    if (keyword == "minProperties") return !value.is_object() || value.size() >= rule;
    if (keyword == "maxProperties") return !value.is_object() || value.size() <= rule;
    if (keyword == "required") return !value.is_object() || std::all_of(rule.begin(), rule.end(), present);
    const bool known = keyword == "properties" || keyword == "patternProperties" || keyword == "items" ||
                       keyword == "additionalProperties" || keyword == "propertyNames" ||
                       keyword == "description" || keyword == "default" || keyword == "title" ||
                       keyword == "$schema";
    if (!known) throw std::logic_error("no keyword " + keyword);
    return true;
  }

  static bool is_additional(const Json& schema, const std::string& name) {
    if (schema.contains("properties") && schema["properties"].contains(name)) return false;
    if (!schema.contains("patternProperties")) return true;
    const auto& patterns = schema["patternProperties"].items();
    return std::none_of(patterns.begin(), patterns.end(),
                        [&](const auto& pattern) { return matches(pattern.key(), name); });
  }

  // What a keyword says about the parts of the value.
  std::string check_below(const std::string& keyword, const Json& rule, const Json& schema, const Json& value,
                          const std::string& at) const {
    std::string found;
    const auto part = [&](const Json& its_schema, const Json& its_value, const std::string& name) {
      if (found.empty()) found = check(its_schema, its_value, at + "/" + name);
    };
    if (keyword == "items" && value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) part(rule, value[i], std::to_string(i));
    }
    if (!value.is_object()) return found;
    for (const auto& [name, member] : value.items()) {
      if (keyword == "propertyNames") part(rule, Json(name), name);
      if (keyword == "properties" && rule.contains(name)) part(rule[name], member, name);
      if (keyword == "additionalProperties" && is_additional(schema, name)) part(rule, member, name);
      if (keyword != "patternProperties") continue;
      for (const auto& [pattern, its_schema] : rule.items()) {
        if (matches(pattern, name)) part(its_schema, member, name);
      }
    }
    return found;
  }

  Json schema_;
  Json document_;
};

}  // namespace hone::test
