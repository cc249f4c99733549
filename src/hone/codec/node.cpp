// SPDX-License-Identifier: MIT
#include "hone/codec/node.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json_scanner.hpp"

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

Node leaf(Value value) { return {std::move(value)}; }

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
