// SPDX-License-Identifier: MIT
#include "hone/core/value.hpp"

#include <functional>

#include "hone/base/text.hpp"

namespace hone {
namespace {

struct TextOf {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(const std::string& value) const { return value; }
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

std::string type_name(const Value& value) {
  switch (value.index()) {
    case 0:
      return "boolean";
    case 1:
      return "integer";
    case 2:
      return "number";
    default:
      return "string";
  }
}

std::size_t hash_value(const Value& value) { return std::hash<Value>{}(value); }

}  // namespace hone
