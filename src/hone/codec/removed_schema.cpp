// SPDX-License-Identifier: MIT
#include "hone/codec/removed_schema.hpp"

#include "hone/codec/shape.hpp"

namespace hone::codec {
namespace {

constexpr const char* kAny = "any";

Removal read_removal(const Field& field) {
  if (field.node().is_null())
    field.refuse("nothing is said of the old trials",
                 "write the value that still counts, a list of values, or `any`");
  const Value* word = field.node().scalar();
  if (word != nullptr && *word == Value(std::string(kAny))) return {.any = true};
  Removal removal{.values = field.any_values()};
  if (removal.values.empty())
    field.refuse("the list is empty", "list the values that still count, or write `any`");
  return removal;
}

}  // namespace

Removals read_removed(const Field& field, const Space& space) {
  Removals removed;
  for (const auto& [name, told] : field.members("a map from the removed parameters to their values")) {
    if (space.index_of(name) && !field.origin().trusted)
      told.refuse("the space has a parameter " + in_quotes(name), "remove it here, or there");
    removed[name] = read_removal(told);
  }
  return removed;
}

Node removed_node(const Removals& removed) {
  Node node;
  for (const auto& [name, removal] : removed) {
    if (removal.any) {
      put(node, name, leaf(std::string(kAny)));
      continue;
    }
    Node::List values;
    for (const Value& value : removal.values) values.push_back(leaf(value));
    put(node, name, Node{std::move(values)});
  }
  return node;
}

Node removed_shape() {
  return shape::map(
      shape::either({shape::scalar(), shape::list(shape::anything(), 1), shape::map(shape::anything())}));
}

}  // namespace hone::codec
