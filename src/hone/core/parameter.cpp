// SPDX-License-Identifier: MIT
#include "hone/core/parameter.hpp"

#include <algorithm>
#include <utility>

namespace hone {

bool passes(const Condition& condition, const Value& parent_value) {
  if (const auto* one_of = std::get_if<OneOf>(&condition.test)) {
    return std::any_of(one_of->values.begin(), one_of->values.end(),
                       [&](const Value& value) { return same_value(value, parent_value); });
  }
  const auto& between = std::get<Between>(condition.test);
  const auto number = as_number(parent_value);
  return number && *number >= between.low && *number <= between.high;
}

Parameter real(std::string name, double low, double high, Scale scale) {
  return {std::move(name), RealRange(low, high, scale)};
}

Parameter integer(std::string name, std::int64_t low, std::int64_t high, Scale scale) {
  return {std::move(name), IntRange(low, high, scale)};
}

Parameter categorical(std::string name, std::vector<Value> choices) {
  return {std::move(name), Choices(std::move(choices))};
}

Parameter ordinal(std::string name, std::vector<Value> choices) {
  return {std::move(name), Choices(std::move(choices), true)};
}

Parameter boolean(std::string name) { return {std::move(name), Toggle{}}; }

Parameter constant(std::string name, Value value) { return {std::move(name), Constant{std::move(value)}}; }

Parameter when(Parameter parameter, std::string parent, std::vector<Value> values) {
  parameter.when.push_back({std::move(parent), OneOf{std::move(values)}});
  return parameter;
}

}  // namespace hone
