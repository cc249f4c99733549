// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hone/core/domain.hpp"

namespace hone {

/// Holds when the parent has one of these values.
struct OneOf {
  std::vector<Value> values;
  friend bool operator==(const OneOf&, const OneOf&) = default;
};

/// Holds when the parent is a number from low to high, both included.
struct Between {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  friend bool operator==(const Between&, const Between&) = default;
};

/// A parameter exists only when its parent exists and passes the test.
struct Condition {
  std::string parent;
  std::variant<OneOf, Between> test;
  friend bool operator==(const Condition&, const Condition&) = default;
};

/// True when a value of the parent passes the test.
bool passes(const Condition& condition, const Value& parent_value);

/// A named knob: what values it may take and when it exists (all conditions must hold).
struct Parameter {
  std::string name;
  Domain domain;
  std::vector<Condition> when = {};
  std::string unit = {};
  std::string description = {};
  /// What trials from before this parameter existed are taken to have had (space_fit.hpp), and what a new
  /// study tries first (default_point.hpp). Space checks that it is in the domain.
  std::optional<Value> usual = {};
  /// A trial may lack it, as those do from before this parameter existed: nobody knows what it would have
  /// been there, and models are told so. Whatever is proposed has it.
  bool optional = false;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Short ways to write parameters in C++.
Parameter real(std::string name, double low, double high, Scale scale = Scale::Linear);
Parameter integer(std::string name, std::int64_t low, std::int64_t high, Scale scale = Scale::Linear);
Parameter categorical(std::string name, std::vector<Value> choices);
Parameter ordinal(std::string name, std::vector<Value> choices);
Parameter boolean(std::string name);
Parameter constant(std::string name, Value value);
/// The same parameter, existing only when `parent` has one of the given values.
Parameter when(Parameter parameter, std::string parent, std::vector<Value> values);

}  // namespace hone
