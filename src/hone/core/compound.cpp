// SPDX-License-Identifier: MIT
#include "hone/core/compound.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/value.hpp"
#include "hone/core/value_json.hpp"

namespace hone {

struct Compound::Content {
  Kind kind = Kind::List;
  std::vector<Value> items = {};
  Members members = {};
  int depth = 1;
  std::size_t bytes = 2;  // brackets
};

namespace {

std::size_t json_bytes(const Value& value) {
  std::string out;
  append_json(out, value);
  return out.size();
}

int depth_of(const Value& value) {
  const auto* compound = std::get_if<Compound>(&value);
  return compound != nullptr ? compound->depth() : 0;
}

/// Counts a value inside, and refuses what is too much.
void hold(const Value& value, int& depth, std::size_t& bytes) {
  depth = std::max(depth, depth_of(value) + 1);
  bytes += json_bytes(value) + 1;
  if (depth > Compound::kMostDepth) {
    throw Error(ErrorCode::InvalidArgument,
                text("in a value, lists and maps are nested deeper than ", Compound::kMostDepth),
                "write it flatter");
  }
  if (bytes > Compound::kMostBytes) {
    throw Error(ErrorCode::InvalidArgument,
                text("a list or map as a value has more than ", Compound::kMostBytes, " bytes of JSON"),
                "give a name or a path instead, and look up there what it stands for");
  }
}

/// JSON in which equal compounds have equal texts.
std::string canonical_text(const Value& value) {
  if (const auto number = as_number(value)) return number_text(*number);
  const auto* compound = std::get_if<Compound>(&value);
  std::string out;
  if (compound == nullptr || compound->is_null()) {
    append_json(out, value);
    return out;
  }
  std::vector<std::string> parts;
  if (compound->kind() == Compound::Kind::List) {
    for (const Value& item : compound->items()) parts.push_back(canonical_text(item));
    return "[" + join(parts, ",") + "]";
  }
  for (const auto& [name, member] : compound->members()) {
    std::string part;
    append_json(part, std::string_view(name));
    parts.push_back(part + ":" + canonical_text(member));
  }
  std::sort(parts.begin(), parts.end());
  return "{" + join(parts, ",") + "}";
}

}  // namespace

Compound Compound::list(std::vector<Value> items) {
  auto content = std::make_shared<Content>();
  for (const Value& item : items) hold(item, content->depth, content->bytes);
  content->items = std::move(items);
  return Compound(std::move(content));
}

Compound Compound::map(Members members) {
  auto content = std::make_shared<Content>();
  content->kind = Kind::Map;
  std::unordered_set<std::string_view> names;
  for (const auto& [name, value] : members) {
    // A store writes numbers that JSON lacks as {"": "nan"}.
    if (name.empty())
      throw Error(ErrorCode::InvalidArgument, "a map as a value has an empty name", "give it one");
    if (!names.insert(name).second) {
      throw Error(ErrorCode::InvalidArgument, text("a map as a value has '", name, "' twice"),
                  "rename or remove one");
    }
    content->bytes += json_bytes(name) + 1;
    hold(value, content->depth, content->bytes);
  }
  content->members = std::move(members);
  return Compound(std::move(content));
}

Compound::Kind Compound::kind() const noexcept { return content_ ? content_->kind : Kind::Null; }

const std::vector<Value>& Compound::items() const {
  static const std::vector<Value> kNone;
  return content_ ? content_->items : kNone;
}

const Compound::Members& Compound::members() const {
  static const Members kNone;
  return content_ ? content_->members : kNone;
}

int Compound::depth() const noexcept { return content_ ? content_->depth : 0; }

bool operator==(const Compound& a, const Compound& b) {
  if (a.content_ == b.content_) return true;
  if (a.kind() != b.kind()) return false;
  if (a.kind() == Compound::Kind::List)
    return std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(), same_value);
  if (a.members().size() != b.members().size()) return false;
  return std::all_of(a.members().begin(), a.members().end(), [&](const auto& one) {
    const auto other = std::find_if(b.members().begin(), b.members().end(),
                                    [&](const auto& member) { return member.first == one.first; });
    return other != b.members().end() && same_value(one.second, other->second);
  });
}

std::weak_ordering operator<=>(const Compound& a, const Compound& b) {
  if (a == b) return std::weak_ordering::equivalent;
  return canonical_text(a).compare(canonical_text(b)) <=> 0;
}

std::size_t hash_value(const Compound& compound) {
  return std::hash<std::string>()(canonical_text(compound));
}

}  // namespace hone
