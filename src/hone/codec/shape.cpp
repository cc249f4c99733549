// SPDX-License-Identifier: MIT
#include "hone/codec/shape.hpp"

#include <cmath>
#include <utility>

namespace hone::codec::shape {
namespace {

Node of_type(const char* type) { return with({}, "type", leaf(std::string(type))); }

// Whole bounds are written as integers, which read better.
Node bound(double value) {
  const bool whole = std::floor(value) == value && std::abs(value) < 9e15;
  return whole ? leaf(static_cast<std::int64_t>(value)) : leaf(value);
}

// "1h30m": units from large to small, each at most once, with one such character somewhere.
std::string duration_pattern(const std::string& holds) {
  std::string pattern = "^(?=.*" + holds + ")";
  for (const char* unit : {"d", "h", "m", "s", "ms"})
    pattern.append("(([0-9]+\\.?[0-9]*|\\.[0-9]+)").append(unit).append(")?");
  return pattern + "$";
}

}  // namespace

Node texts(const std::vector<std::string>& words) {
  Node::List list;
  for (const std::string& word : words) list.push_back(leaf(word));
  return {std::move(list)};
}

Node text() { return of_type("string"); }

Node text_like(const std::string& pattern) { return with(text(), "pattern", leaf(pattern)); }

Node integer(std::int64_t low, std::int64_t high) {
  Node node = of_type("integer");
  if (low != std::numeric_limits<std::int64_t>::min()) put(node, "minimum", leaf(low));
  if (high != std::numeric_limits<std::int64_t>::max()) put(node, "maximum", leaf(high));
  return node;
}

Node any_integer() { return integer(std::numeric_limits<std::int64_t>::min()); }

Node number(double low, double high) {
  Node node = of_type("number");
  if (std::isfinite(low)) put(node, "minimum", bound(low));
  if (std::isfinite(high)) put(node, "maximum", bound(high));
  return node;
}

Node above_zero() { return with(of_type("number"), "exclusiveMinimum", leaf(std::int64_t{0})); }

Node anything() {
  Node node;
  node.content = Node::Map();
  return node;
}

Node flag() { return of_type("boolean"); }

Node scalar() { return with({}, "type", texts({"string", "number", "boolean"})); }

Node null() { return of_type("null"); }

Node maybe(Node shape) { return either({std::move(shape), null()}); }

Node reference(const std::string& name) { return with({}, "$ref", leaf("#/components/schemas/" + name)); }

Node duration() { return either({number(0.0), text_like(duration_pattern("."))}); }

Node duration_above_zero() { return either({above_zero(), text_like(duration_pattern("[1-9]"))}); }

Node words(const std::vector<std::string>& known) { return with({}, "enum", texts(known)); }

Node constant(Value value) { return with({}, "const", leaf(std::move(value))); }

Node either(std::vector<Node> shapes) { return with({}, "anyOf", Node{std::move(shapes)}); }

Node list(Node item, std::int64_t least) {
  Node node = with(of_type("array"), "items", std::move(item));
  if (least > 0) put(node, "minItems", leaf(least));
  return node;
}

Node choices() { return with(list(anything(), 1), "uniqueItems", leaf(true)); }

Node map(Node value, const std::string& name_pattern) {
  Node node = of_type("object");
  if (!name_pattern.empty()) put(node, "propertyNames", with({}, "pattern", leaf(name_pattern)));
  put(node, "additionalProperties", std::move(value));
  return node;
}

Node row() { return map(anything()); }

Node object(const std::vector<Member>& members) {
  Node properties;
  properties.content = Node::Map();
  std::vector<std::string> needed;
  for (const Member& member : members) {
    put(properties, member.name, member.shape);
    if (member.needed) needed.push_back(member.name);
  }
  Node node = of_type("object");
  put(node, "properties", std::move(properties));
  if (!needed.empty()) put(node, "required", texts(needed));
  put(node, "additionalProperties", leaf(false));
  return node;
}

Node record(std::vector<Member> members) {
  for (Member& member : members) member.needed = true;
  return object(members);
}

Node when_word(const std::string& name, const std::string& word, Node then) {
  Node is_word = with({}, "required", texts({name}));
  put(is_word, "properties", with({}, name, constant(word)));
  return either({with({}, "not", std::move(is_word)), std::move(then)});
}

Node with(Node shape, std::string key, Node value) {
  put(shape, std::move(key), std::move(value));
  return shape;
}

Node described(const std::string& summary, Node shape) {
  Node node = with({}, "description", leaf(summary));
  for (Node::Member& member : std::get<Node::Map>(shape.content))
    put(node, std::move(member.key), std::move(member.value));
  return node;
}

}  // namespace hone::codec::shape
