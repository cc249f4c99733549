// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hone/core/value.hpp"

namespace hone::codec {

/// A tree of values that came from YAML or JSON and no longer knows from which: the schema of a study is read
/// from this, once for both. Maps keep their order and hold no key twice.
struct Node {
  struct Member;
  using List = std::vector<Node>;
  using Map = std::vector<Member>;

  std::variant<std::monostate, Value, List, Map> content;
  int line = 0;  ///< from 1; 0 when the source has no lines

  bool is_null() const { return std::holds_alternative<std::monostate>(content); }
  /// nullptr when it is something else. Never a Compound.
  const Value* scalar() const { return std::get_if<Value>(&content); }
  const List* list() const { return std::get_if<List>(&content); }
  const Map* map() const { return std::get_if<Map>(&content); }

  /// The member of a map; nullptr when there is none or this is no map.
  const Node* find(std::string_view key) const;
};

struct Node::Member {
  std::string key;
  Node value = {};
  int line = 0;  ///< of the key
};

/// What protects a reader from hostile or mistaken input.
struct TreeLimits {
  int depth = 64;
  std::size_t nodes = 1000000;  ///< aliases count as often as they are used
};

/// "the text 'abc'", "the number 5", "true", "a list", "a map", "nothing": for messages.
std::string describe(const Node& node);

/// A text as a message shows it: in quotes, cut when long, without characters that would disturb a terminal.
std::string in_quotes(std::string_view text);

/// The value of an unquoted word: true, false, an integer, a number (1e-4, .5, -.inf, .nan), otherwise a
/// string. A number with a needless leading zero (007) stays a string, because it is a label to whoever wrote
/// it so.
Value plain_value(std::string_view word);

/// Writes JSON without blanks. Numbers that JSON lacks are wrapped as append_json() does it.
std::string json_text(const Node& node);

/// The value that a tree without a parameter's or a study's meaning stands for: a scalar, null, a list or a
/// map. Throws Error(InvalidArgument) when it is too large for one (core/compound.hpp).
Value value_of(const Node& node);

/// Turns {"": "nan"} back into the number that append_json() wrapped.
void unwrap_numbers(Node& node);

/// Builders for trees that are written. A null, list or map becomes a tree of its own.
Node leaf(Value value);
void put(Node& map, std::string key, Node value);
/// The members of a map that have one of these names; `rest` becomes a map of the others.
Node split_off(const Node& map, std::span<const std::string> names, Node& rest);

}  // namespace hone::codec
