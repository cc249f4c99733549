// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "hone/codec/node.hpp"

// Pieces of a JSON Schema (draft 2020-12), as trees: what a field may hold.
namespace hone::codec::shape {

Node text();
/// `pattern` is a regular expression of ECMA 262, as JSON Schema has it.
Node text_like(const std::string& pattern);
Node integer(std::int64_t low, std::int64_t high = std::numeric_limits<std::int64_t>::max());
Node any_integer();
/// Bounds that are infinite are not written.
Node number(double low = -std::numeric_limits<double>::infinity(),
            double high = std::numeric_limits<double>::infinity());
Node above_zero();
Node flag();
Node anything();
/// A text, a number, true or false.
Node scalar();
/// null alone, and what may also be null.
Node null();
Node maybe(Node shape);
/// A shape that the document names: those of an OpenAPI document are its components.
Node reference(const std::string& name);
/// What Field::seconds() reads, 0 included.
Node duration();
Node duration_above_zero();
Node words(const std::vector<std::string>& known);
Node constant(Value value);
Node either(std::vector<Node> shapes);
Node list(Node item, std::int64_t least = 0);
/// A list of values, each once.
Node choices();
/// Any names; those that do not match `name_pattern` are refused when one is given.
Node map(Node value, const std::string& name_pattern = "");
/// A row {parameter: value}; null counts as absent where it is none of the choices.
Node row();

/// A map of known members has these.
struct Member {
  std::string name;
  Node shape;
  bool needed = false;
};

/// A map with these members and no others.
Node object(const std::vector<Member>& members);

/// A map that has each of these members always, and no others.
Node record(std::vector<Member> members);

/// A rule for maps: when this member is that word, `then` holds too.
Node when_word(const std::string& name, const std::string& word, Node then);

/// The shape with a sentence for people in front, which editors show.
Node described(const std::string& summary, Node shape);

/// The shape with one more member.
Node with(Node shape, std::string key, Node value);

/// A list of texts.
Node texts(const std::vector<std::string>& words);

}  // namespace hone::codec::shape
