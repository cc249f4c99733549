// SPDX-License-Identifier: MIT
#include "bench/quality/method.hpp"

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"

namespace hone::quality {
namespace {

[[noreturn]] void refuse(std::string_view item) {
  throw Error(ErrorCode::InvalidArgument, text("'", item, "' is not a method"),
              "write a name, or name{option=value,...}");
}

/// Splits at the commas that stand outside braces.
std::vector<std::string> items_of(std::string_view list) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : list) {
    if (c == '{') ++depth;
    if (c == '}' && --depth < 0) refuse(list);
    if (c == ',' && depth == 0) {
      items.emplace_back();
    } else {
      items.back() += c;
    }
  }
  if (depth != 0) refuse(list);
  return items;
}

Options options_of(std::string_view inside) {
  Options options;
  if (trim(inside).empty()) return options;
  for (const std::string& pair : split(inside, ',')) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) refuse(pair);
    const std::string name(trim(std::string_view(pair).substr(0, equals)));
    options[name].push_back(codec::value_from_cell(trim(std::string_view(pair).substr(equals + 1))));
  }
  return options;
}

std::string prefix_of(MethodKind kind) {
  switch (kind) {
    case MethodKind::Peer:
      return "peer:";
    case MethodKind::Boxed:
      return "box:";
    case MethodKind::Cold:
      return "cold:";
    case MethodKind::Sampler:
      break;
  }
  return "";
}

Method method_of(std::string_view item, MethodKind kind) {
  // Methods of different kinds may share a name, "hebo" for one.
  Method method{.label = prefix_of(kind) + std::string(item), .kind = kind, .choice = {}};
  const std::size_t brace = item.find('{');
  method.choice.name = trim(item.substr(0, brace));
  if (method.choice.name.empty()) refuse(item);
  if (brace == std::string_view::npos) return method;
  if (item.back() != '}') refuse(item);
  method.choice.options = options_of(item.substr(brace + 1, item.size() - brace - 2));
  return method;
}

}  // namespace

std::vector<Method> parse_methods(std::string_view list, MethodKind kind) {
  std::vector<Method> methods;
  for (const std::string& item : items_of(list)) methods.push_back(method_of(trim(item), kind));
  return methods;
}

}  // namespace hone::quality
