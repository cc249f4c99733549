// SPDX-License-Identifier: MIT
// Trees and values as Json, and back.
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_reader.hpp"

namespace hone::codec {
namespace {

Json json_of(const Node& node) {
  if (node.is_null()) return nullptr;
  if (const Value* value = node.scalar()) return to_json(*value);
  if (const Node::List* list = node.list()) {
    Json array = Json::array();
    for (const Node& item : *list) array.push_back(json_of(item));
    return array;
  }
  // Behind its back: the ordered map would compare each key with all before it, and ours hold none twice.
  Json object = Json::object();
  std::vector<std::pair<const std::string, Json>>& members = object.get_ref<Json::object_t&>();
  for (const Node::Member& member : *node.map())
    members.emplace_back(to_utf8(member.key), json_of(member.value));
  return object;
}

Value number_of(const Json& json) {
  if (json.is_number_float()) return json.get<double>();
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() <= kLargest;
  return fits ? Value(json.get<std::int64_t>()) : Value(json.get<double>());
}

Node node_of(const Json& json, const std::string& where, int depth = 0) {
  const int deepest = TreeLimits().depth;
  if (depth > deepest) {
    throw Error(ErrorCode::InvalidFile, text("lists and maps are nested deeper than ", deepest),
                "write it flatter")
        .within(where);
  }
  switch (json.type()) {
    case Json::value_t::boolean:
      return leaf(json.get<bool>());
    case Json::value_t::string:
      return leaf(json.get<std::string>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return leaf(number_of(json));
    case Json::value_t::array: {
      Node::List items;
      for (const Json& item : json) items.push_back(node_of(item, where, depth + 1));
      return {std::move(items)};
    }
    case Json::value_t::object: {
      Node node{Node::Map()};
      for (const auto& [key, value] : json.items()) put(node, key, node_of(value, where, depth + 1));
      return node;
    }
    default:
      return {};
  }
}

Json number_json(double number) {
  if (std::isfinite(number)) return number;
  return number_text(number);
}

Json compound_json(const Compound& compound) {
  if (compound.is_null()) return nullptr;
  if (compound.kind() == Compound::Kind::List) {
    Json array = Json::array();
    for (const Value& item : compound.items()) array.push_back(to_json(item));
    return array;
  }
  Json object = Json::object();
  for (const auto& [name, value] : compound.members()) object[to_utf8(name)] = to_json(value);
  return object;
}

}  // namespace

Node parse_tree(std::string_view text, const std::string& where) {
  constexpr TreeLimits kLimits = {.depth = 64, .nodes = std::numeric_limits<std::size_t>::max()};
  return read_json(checked_text(text, where), where, kLimits);
}

Json parse_json(std::string_view text, const std::string& where) { return json_of(parse_tree(text, where)); }

Node to_node(const Json& json, const std::string& where) { return node_of(json, where); }

Json to_json(const Node& node) { return json_of(node); }

Json to_json(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return number_json(*real);
  if (const auto* word = std::get_if<std::string>(&value)) return to_utf8(*word);
  return compound_json(std::get<Compound>(value));
}

}  // namespace hone::codec
