// SPDX-License-Identifier: MIT
#include "hone/runner/json_report.hpp"

#include <cmath>
#include <limits>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

// A whole number that 64 bits hold; 3.0 is one too, as some programs know only floats.
std::optional<std::int64_t> step_from(const Json& json) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: beyond, a float does not know its last digit
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
    return std::nullopt;
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (!json.is_number_float()) return std::nullopt;
  const double step = json.get<double>();
  if (std::abs(step) > kExact || std::trunc(step) != step) return std::nullopt;
  return static_cast<std::int64_t>(step);
}

}  // namespace

std::optional<Report> report_from_json(const Json& json, const std::string& objective) {
  if (!json.is_object() || !json.contains("step")) return std::nullopt;
  const auto step = step_from(json.at("step"));
  const std::string name = json.contains(objective) ? objective : "value";
  if (!step || !json.contains(name)) return std::nullopt;
  const Json& value = json.at(name);
  const auto number = value.is_number()   ? std::optional(value.get<double>())
                      : value.is_string() ? parse_number(value.get_ref<const std::string&>())
                                          : std::nullopt;
  if (!number) return std::nullopt;
  return Report{*step, *number};
}

}  // namespace hone::runner
