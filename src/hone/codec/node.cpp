// SPDX-License-Identifier: MIT
#include "hone/codec/node.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json_scanner.hpp"
#include "hone/core/value_json.hpp"

namespace hone::codec {
namespace {

bool any_of(std::string_view word, const std::array<std::string_view, 3>& words) {
  return word == words[0] || word == words[1] || word == words[2];
}

bool looks_numeric(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
         word.find_first_of("0123456789") != std::string_view::npos;
}

bool has_needless_zero(std::string_view word) {
  if (word.front() == '-' || word.front() == '+') word.remove_prefix(1);
  return word.size() > 1 && word[0] == '0' && word[1] >= '0' && word[1] <= '9';
}

void append(std::string& out, const Node& node) {
  if (node.is_null()) {
    out += "null";
  } else if (const Value* value = node.scalar()) {
    append_json(out, *value);
  } else if (const Node::List* list = node.list()) {
    char before = '[';
    for (const Node& item : *list) {
      out += std::exchange(before, ',');
      append(out, item);
    }
    out += list->empty() ? "[]" : "]";
  } else {
    char before = '{';
    for (const Node::Member& member : *node.map()) {
      out += std::exchange(before, ',');
      append_json(out, std::string_view(member.key));
      out += ':';
      append(out, member.value);
    }
    out += node.map()->empty() ? "{}" : "}";
  }
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const Map* members = map();
  if (members == nullptr) return nullptr;
  for (const Member& member : *members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

std::string describe(const Node& node) {
  if (node.is_null()) return "nothing";
  if (node.list() != nullptr) return "a list";
  if (node.map() != nullptr) return "a map";
  const Value& value = *node.scalar();
  if (const auto* word = std::get_if<std::string>(&value)) return "the text " + in_quotes(*word);
  if (std::holds_alternative<bool>(value)) return to_text(value);
  return "the number " + to_text(value);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string_view shown = text.substr(0, kLongest);
  // A cut must not leave half of a character.
  if (shown.size() < text.size()) {
    while (!shown.empty() && (static_cast<unsigned char>(text[shown.size()]) & 0xC0) == 0x80)
      shown.remove_suffix(1);
  }
  return "'" + printable(shown) + (shown.size() < text.size() ? "...'" : "'");
}

Value plain_value(std::string_view word) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  if (any_of(word, {"true", "True", "TRUE"})) return true;
  if (any_of(word, {"false", "False", "FALSE"})) return false;
  if (looks_numeric(word) && !has_needless_zero(word)) {
    if (const auto whole = parse_integer(word)) return std::int64_t{*whole};
    if (const auto number = parse_number(word)) return *number;
  }
  if (any_of(word, {".nan", ".NaN", ".NAN"})) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = word.starts_with('-');
  const std::string_view magnitude = word.substr(negative || word.starts_with('+') ? 1 : 0);
  if (any_of(magnitude, {".inf", ".Inf", ".INF"})) return negative ? -kInf : kInf;
  return std::string(word);
}

std::string json_text(const Node& node) {
  std::string out;
  append(out, node);
  return out;
}

Value value_of(const Node& node) {
  if (const Value* value = node.scalar()) return *value;
  if (const Node::List* list = node.list()) {
    std::vector<Value> items;
    for (const Node& item : *list) items.push_back(value_of(item));
    return Compound::list(std::move(items));
  }
  const Node::Map* map = node.map();
  if (map == nullptr) return Compound();
  Compound::Members members;
  for (const Node::Member& member : *map) members.emplace_back(member.key, value_of(member.value));
  return Compound::map(std::move(members));
}

void unwrap_numbers(Node& node) {
  if (auto* list = std::get_if<Node::List>(&node.content)) {
    for (Node& item : *list) unwrap_numbers(item);
  } else if (auto* map = std::get_if<Node::Map>(&node.content)) {
    // A map with one member of no name may also be a map: weights of choices, of which one is the empty text.
    const Value* word = map->size() == 1 && map->front().key.empty() ? map->front().value.scalar() : nullptr;
    if (word != nullptr && std::holds_alternative<std::string>(*word)) {
      const auto number = number_of_word(to_text(*word));
      node.content = Value(number.value_or(std::numeric_limits<double>::quiet_NaN()));
      return;
    }
    for (Node::Member& member : *map) unwrap_numbers(member.value);
  }
}

Node leaf(Value value) {
  const auto* compound = std::get_if<Compound>(&value);
  if (compound == nullptr) return {std::move(value)};
  Node node;
  if (compound->kind() == Compound::Kind::List) {
    Node::List items;
    for (const Value& item : compound->items()) items.push_back(leaf(item));
    node.content = std::move(items);
  } else if (compound->kind() == Compound::Kind::Map) {
    node.content = Node::Map();
    for (const auto& [name, member] : compound->members()) put(node, name, leaf(member));
  }
  return node;
}

void put(Node& map, std::string key, Node value) {
  if (map.is_null()) map.content = Node::Map();
  std::get<Node::Map>(map.content).push_back({std::move(key), std::move(value)});
}

Node split_off(const Node& map, std::span<const std::string> names, Node& rest) {
  Node taken{Node::Map()};
  rest = {Node::Map()};
  for (const Node::Member& member : *map.map()) {
    const bool named = std::find(names.begin(), names.end(), member.key) != names.end();
    std::get<Node::Map>((named ? taken : rest).content).push_back(member);
  }
  return taken;
}

}  // namespace hone::codec
