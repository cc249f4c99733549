// SPDX-License-Identifier: MIT
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hone/core/space.hpp"

// Generators for property tests: `const Space space = *test::any_space();`.
namespace hone::test {

/// A number of [0, 1], both ends included and likely.
inline rc::Gen<double> unit() {
  constexpr int kSteps = 1 << 20;
  return rc::gen::map(
      rc::gen::weightedOneOf<int>({{1, rc::gen::element(0, kSteps)}, {8, rc::gen::inRange(0, kSteps)}}),
      [](int step) { return static_cast<double>(step) / kSteps; });
}

/// A finite number of either sign, from tiny to huge; often a simple one.
inline rc::Gen<double> finite() {
  return rc::gen::exec([] {
    const double simple = *rc::gen::element(0.0, 1.0, 0.1, 0.5, 10.0, 1e-4);
    const double wide = (1.0 + *unit()) * std::pow(10.0, *rc::gen::inRange(-300, 301));
    const double size = *rc::gen::element(simple, wide);
    return *rc::gen::arbitrary<bool>() ? size : -size;
  });
}

/// A short text of letters, marks that files and shells care about, and characters beyond ASCII.
inline rc::Gen<std::string> any_text() {
  return rc::gen::exec([] {
    static const std::vector<std::string> kPieces = {"a",
                                                     "Z",
                                                     "0",
                                                     "true",
                                                     "null",
                                                     "1.5",
                                                     "nan",
                                                     "-",
                                                     "_",
                                                     ".",
                                                     " ",
                                                     "\"",
                                                     "\\",
                                                     "'",
                                                     "{",
                                                     "}",
                                                     "[",
                                                     ":",
                                                     "#",
                                                     ",",
                                                     "%",
                                                     "\n",
                                                     "\t",
                                                     "\xC3\xA9",
                                                     "\xE2\x82\xAC",
                                                     "\xF0\x9F\x98\x80"};
    std::string text;
    const int count = *rc::gen::inRange(0, 8);
    for (int i = 0; i < count; ++i) text += *rc::gen::elementOf(kPieces);
    return text;
  });
}

inline rc::Gen<Value> any_scalar() {
  return rc::gen::oneOf(
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool v) { return Value(v); }),
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t v) { return Value(v); }),
      rc::gen::map(finite(), [](double v) { return Value(v); }),
      rc::gen::map(any_text(), [](std::string v) { return Value(std::move(v)); }));
}

/// Null, a list or a map, with others inside.
inline rc::Gen<Compound> any_compound(int depth = 0);

/// Mostly a scalar.
inline rc::Gen<Value> any_value(int depth = 0) {
  return rc::gen::exec([depth] {
    if (depth > 2 || *rc::gen::inRange(0, 4) > 0) return *any_scalar();
    return Value(*any_compound(depth));
  });
}

inline rc::Gen<Compound> any_compound(int depth) {
  return rc::gen::exec([depth] {
    const int kind = *rc::gen::inRange(0, 3);
    if (kind == 0) return Compound();
    std::vector<Value> items;
    Compound::Members members;
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      const Value value = *any_value(depth + 1);
      items.push_back(value);
      members.emplace_back(*any_text() + std::to_string(i), value);
    }
    return kind == 1 ? Compound::list(std::move(items)) : Compound::map(std::move(members));
  });
}

inline rc::Gen<RealRange> any_range() {
  return rc::gen::exec([] {
    const Scale scale = *rc::gen::element(Scale::Linear, Scale::Log, Scale::Logit);
    if (scale == Scale::Logit) {
      const double low = 0.001 + 0.4 * *unit();
      return RealRange(low, low + 0.001 + 0.5 * *unit(), scale);
    }
    const double width = (0.001 + *unit()) * std::pow(10.0, *rc::gen::inRange(-6, 7));
    const double low = scale == Scale::Log ? width * (0.001 + *unit()) : width * (2.0 * *unit() - 1.0);
    const bool stepped = scale == Scale::Linear && *rc::gen::inRange(0, 3) == 0;
    const auto step = stepped ? std::optional(width / *rc::gen::inRange(1, 50)) : std::nullopt;
    return RealRange(low, low + width * 1.001, scale, step);
  });
}

inline rc::Gen<IntRange> any_int_range() {
  return rc::gen::exec([] {
    const Scale scale = *rc::gen::element(Scale::Linear, Scale::Log);
    const std::int64_t low = scale == Scale::Log ? *rc::gen::inRange(1, 100) : *rc::gen::inRange(-100, 100);
    const std::int64_t high = low + *rc::gen::inRange(0, 1000);
    return IntRange(low, high, scale, *rc::gen::inRange(1, 5));
  });
}

inline rc::Gen<Choices> any_choices() {
  return rc::gen::exec([] {
    std::vector<Value> values;
    const int count = *rc::gen::inRange(1, 6);
    for (int i = 0; i < count; ++i) {
      const Value value = *any_value();
      const auto same = [&](const Value& other) { return same_value(other, value); };
      if (std::none_of(values.begin(), values.end(), same)) values.push_back(value);
    }
    return Choices(values, *rc::gen::arbitrary<bool>());
  });
}

inline rc::Gen<Domain> any_domain() {
  return rc::gen::oneOf(rc::gen::map(any_range(), [](const RealRange& d) { return Domain(d); }),
                        rc::gen::map(any_int_range(), [](const IntRange& d) { return Domain(d); }),
                        rc::gen::map(any_choices(), [](const Choices& d) { return Domain(d); }),
                        rc::gen::just(Domain(Toggle{})),
                        rc::gen::map(any_value(), [](const Value& v) { return Domain(Constant{v}); }));
}

/// A value of a domain.
inline Value any_member(const Domain& domain) {
  if (const auto count = value_count(domain)) {
    return value_at(domain,
                    std::min(*count - 1, static_cast<std::int64_t>(*unit() * static_cast<double>(*count))));
  }
  const auto& range = std::get<RealRange>(domain);
  return std::clamp(range.low() + *unit() * (range.high() - range.low()), range.low(), range.high());
}

/// A condition that some value of the parent passes.
inline Condition any_condition(const Parameter& parent) {
  const Value value = any_member(parent.domain);
  const auto number = as_number(value);
  if (!number || *rc::gen::arbitrary<bool>()) return {parent.name, OneOf{{value}}};
  Between between;
  if (*rc::gen::arbitrary<bool>()) between.low = *number;
  if (*rc::gen::arbitrary<bool>()) between.high = *number;
  return {parent.name, between};
}

/// Parameters of every kind, in any order and nested under conditions; sometimes a constraint on a number.
inline rc::Gen<Space> any_space(int most_parameters = 8) {
  return rc::gen::exec([most_parameters] {
    std::vector<Parameter> parameters;
    const int count = *rc::gen::inRange(1, most_parameters + 1);
    for (int i = 0; i < count; ++i) {
      Parameter parameter{
          *rc::gen::element<std::string>("p", "learning-rate_", "layer.", "\xC3\xBC") + std::to_string(i),
          *any_domain()};
      for (int parents = i > 0 ? *rc::gen::inRange(0, 3) - 1 : 0; parents > 0; --parents) {
        parameter.when.push_back(any_condition(*rc::gen::elementOf(parameters)));
      }
      if (*rc::gen::inRange(0, 4) == 0) parameter.usual = any_member(parameter.domain);
      if (*rc::gen::inRange(0, 4) == 0) parameter.unit = *any_text();
      if (*rc::gen::inRange(0, 4) == 0) parameter.description = *any_text();
      parameters.push_back(std::move(parameter));
    }
    std::vector<std::string> constraints;
    if (std::holds_alternative<RealRange>(parameters.front().domain)) {
      const auto& range = std::get<RealRange>(parameters.front().domain);
      const std::string name = "`" + parameters.front().name + "`";
      if (*rc::gen::arbitrary<bool>()) constraints.push_back(name + " < " + to_text(Value(range.high())));
    }
    return Space(parameters, constraints);
  });
}

/// A configuration of the space: inside every domain, conditions respected, constraints not looked at.
inline rc::Gen<Configuration> any_configuration(const Space& space) {
  return rc::gen::exec([space] {
    std::vector<std::optional<Value>> values;
    for (const Parameter& parameter : space.parameters()) values.emplace_back(any_member(parameter.domain));
    return space.configuration(std::move(values));
  });
}

}  // namespace hone::test
