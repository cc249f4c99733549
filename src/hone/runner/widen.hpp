// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "hone/core/parameter.hpp"

namespace hone::runner {

/// A parameter whose domain grows to hold values from elsewhere: the range of a number, on the same scale;
/// the choices. A domain that holds all values stays as it is, steps included; one that had to grow has no
/// steps.
class Widening {
 public:
  explicit Widening(Parameter parameter) : parameter_(std::move(parameter)) {}

  /// Throws Error(InvalidArgument) when the value is of another kind, or cannot lie on the scale.
  void add(const Value& value);
  Parameter result() const;

 private:
  Parameter parameter_;
  std::vector<Value> outside_ = {};
};

}  // namespace hone::runner
