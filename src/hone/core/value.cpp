// SPDX-License-Identifier: MIT
#include "hone/core/value.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "hone/base/text.hpp"
#include "hone/core/value_json.hpp"

namespace hone {
namespace {

struct TextOf {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Compound& value) const {
    std::string out;
    append_json(out, Value(value));
    return out;
  }
};

}  // namespace

std::string to_text(const Value& value) { return std::visit(TextOf{}, value); }

std::optional<double> as_number(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

bool same_value(const Value& a, const Value& b) {
  if (a.index() == b.index()) return a == b;
  const auto x = as_number(a);
  const auto y = as_number(b);
  return x && y && *x == *y;
}

bool is_null(const Value& value) {
  const auto* compound = std::get_if<Compound>(&value);
  return compound != nullptr && compound->is_null();
}

bool is_finite(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return std::isfinite(*real);
  const auto* compound = std::get_if<Compound>(&value);
  if (compound == nullptr) return true;
  return std::all_of(compound->items().begin(), compound->items().end(), is_finite) &&
         std::all_of(compound->members().begin(), compound->members().end(),
                     [](const auto& member) { return is_finite(member.second); });
}

std::string type_name(const Value& value) {
  switch (value.index()) {
    case 0:
      return "boolean";
    case 1:
      return "integer";
    case 2:
      return "number";
    case 3:
      return "string";
    default:
      break;
  }
  switch (std::get<Compound>(value).kind()) {
    case Compound::Kind::List:
      return "list";
    case Compound::Kind::Map:
      return "map";
    default:
      return "null";
  }
}

std::size_t hash_value(const Value& value) { return std::hash<Value>{}(value); }

}  // namespace hone
