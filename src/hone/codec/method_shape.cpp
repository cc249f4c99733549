// SPDX-License-Identifier: MIT
#include "hone/codec/method_shape.hpp"

#include <algorithm>

#include "hone/codec/shape.hpp"

namespace hone::codec {
namespace {

Node default_node(const OptionSpec& spec) {
  if (spec.kind != OptionKind::Words) return leaf(spec.fallback.values.at(0));
  Node::List list;
  for (const Value& value : spec.fallback.values) list.push_back(leaf(value));
  return {std::move(list)};
}

Node plain_shape(const OptionSpec& spec) {
  switch (spec.kind) {
    case OptionKind::Integer:
      return shape::integer(static_cast<std::int64_t>(spec.low), static_cast<std::int64_t>(spec.high));
    case OptionKind::Real:
      return shape::number(spec.low, spec.high);
    case OptionKind::Flag:
      return shape::flag();
    case OptionKind::Word:
      return shape::words(spec.words);
    case OptionKind::Name:
      return shape::scalar();
    case OptionKind::Words:
      break;
  }
  return shape::either({shape::list(shape::words(spec.words), 1), shape::words(spec.words)});
}

Node option_shape(const OptionSpec& spec) {
  const std::string unit = spec.unit.empty() ? "" : " (" + spec.unit + ")";
  Node told = shape::described(spec.summary + unit + "; default: " + default_text(spec), plain_shape(spec));
  return spec.fallback.words.empty() ? shape::with(std::move(told), "default", default_node(spec)) : told;
}

/// NAME in "points.NAME" stands for any name.
bool is_placeholder(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Options of one method: those without a dot, groups of those with one, and patterns for dotted names.
class OptionGroups {
 public:
  void add(const OptionSpec& spec) {
    const std::size_t dot = spec.name.find('.');
    if (dot == std::string::npos) {
      members_.push_back({spec.name, option_shape(spec)});
      return;
    }
    const std::string group = spec.name.substr(0, dot), rest = spec.name.substr(dot + 1);
    const bool any = is_placeholder(rest);
    put(patterns_, "^" + group + "\\." + (any ? ".+" : rest) + "$", option_shape(spec));
    add_nested(group, any ? shape::map(option_shape(spec)) : shape::object({{rest, option_shape(spec)}}));
  }

  Node object(const std::string& method, const std::string& summary) const {
    std::vector<shape::Member> members = {{"name", shape::constant(method), true}};
    members.insert(members.end(), members_.begin(), members_.end());
    Node shape = shape::described(summary, shape::object(members));
    return patterns_.is_null() ? shape : shape::with(std::move(shape), "patternProperties", patterns_);
  }

 private:
  void add_nested(const std::string& group, Node nested) {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const shape::Member& member) { return member.name == group; });
    if (found == members_.end()) {
      members_.push_back({group, std::move(nested)});
    } else if (found->shape.find("properties") != nullptr) {
      join_properties(found->shape, nested);
    } else {
      found->shape = shape::either({std::move(found->shape), std::move(nested)});
    }
  }

  static void join_properties(Node& object, const Node& more) {
    for (Node::Member& member : std::get<Node::Map>(object.content)) {
      if (member.key != "properties") continue;
      for (const Node::Member& property : *more.find("properties")->map())
        put(member.value, property.key, property.value);
    }
  }

  std::vector<shape::Member> members_;
  Node patterns_;
};

}  // namespace

Node method_shape(std::span<const MethodInfo> methods) {
  std::vector<std::string> names;
  std::vector<Node> shapes = {{}};
  for (const MethodInfo& method : methods) {
    names.push_back(method.name);
    OptionGroups groups;
    for (const OptionSpec& spec : method.options) groups.add(spec);
    shapes.push_back(groups.object(method.name, method.summary));
  }
  shapes.front() = shape::words(names);
  return shape::either(std::move(shapes));
}

}  // namespace hone::codec
