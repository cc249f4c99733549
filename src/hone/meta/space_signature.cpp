// SPDX-License-Identifier: MIT
#include "hone/meta/space_signature.hpp"

#include <algorithm>
#include <type_traits>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"

namespace hone::meta {
namespace {

std::string values_of(const std::vector<Value>& values) {
  std::vector<std::string> words;
  for (const Value& value : values) words.push_back(to_text(value));
  return "[" + join(words, ", ") + "]";
}

std::string range_of(const Domain& domain) {
  return std::visit(
      [](const auto& one) -> std::string {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, RealRange> || std::is_same_v<T, IntRange>) {
          std::string step;
          if constexpr (std::is_same_v<T, RealRange>) {
            if (one.step()) step = text(" step ", *one.step());
          } else if (one.step() != 1) {
            step = text(" step ", one.step());
          }
          return text(" ", one.low(), " to ", one.high(), " ", to_text(one.scale()), step);
        } else if constexpr (std::is_same_v<T, Choices>) {
          return " " + values_of(one.values());
        } else {
          return "";
        }
      },
      domain);
}

std::string condition_text(const Condition& condition) {
  if (const auto* among = std::get_if<OneOf>(&condition.test))
    return text(" when ", condition.parent, " in ", values_of(among->values));
  const auto& between = std::get<Between>(condition.test);
  return text(" when ", condition.parent, " from ", between.low, " to ", between.high);
}

// Those of `lines` that `others` lack, each followed by `what`.
void add_missing(const std::vector<std::string>& lines, const std::vector<std::string>& others,
                 const char* what, std::vector<std::string>& differences) {
  for (const std::string& line : lines) {
    if (std::find(others.begin(), others.end(), line) == others.end())
      differences.push_back(text("'", line, "' ", what));
  }
}

}  // namespace

std::vector<std::string> space_signature(const Space& space) {
  std::vector<std::string> lines;
  for (const Parameter& parameter : space.parameters()) {
    if (value_count(parameter.domain) == 1) continue;
    std::string line = text(parameter.name, ": ", kind_name(parameter.domain), range_of(parameter.domain));
    for (const Condition& condition : parameter.when) line += condition_text(condition);
    lines.push_back(printable(line));
  }
  return lines;
}

std::string signature_difference(const std::vector<std::string>& learned_on,
                                 const std::vector<std::string>& wanted) {
  if (learned_on == wanted) return "";
  std::vector<std::string> differences;
  add_missing(wanted, learned_on, "is new", differences);
  add_missing(learned_on, wanted, "is missing", differences);
  if (differences.empty()) return "the parameters stand in another order";
  return join(differences, ", ");
}

}  // namespace hone::meta
