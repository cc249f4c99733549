// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hone/core/value.hpp"

namespace hone {

/// How distances are measured inside a range: a Log range spends as much effort between 1 and 10 as between
/// 10 and 100; a Logit range, inside (0, 1), does so towards both ends.
enum class Scale { Linear, Log, Logit };

std::string to_text(Scale scale);

/// The domain of a continuous parameter: a closed interval, the scale to search it on and, if given, a step.
/// Invariant: low and high are finite and low < high; low > 0 on the Log scale; 0 < low and high < 1 on the
/// Logit scale; a step is positive, fits into the interval and makes at most 2^49 values.
class RealRange {
 public:
  /// Throws Error(InvalidSpace) when the invariant would not hold.
  RealRange(double low, double high, Scale scale = Scale::Linear, std::optional<double> step = std::nullopt);

  double low() const noexcept { return low_; }
  double high() const noexcept { return high_; }
  Scale scale() const noexcept { return scale_; }
  std::optional<double> step() const noexcept { return step_; }

  /// Number of values on the steps: low, low + step, ... up to high; nothing without a step.
  std::optional<std::int64_t> count() const;
  /// The i-th value on the steps, i < count().
  double at(std::int64_t index) const;

  friend bool operator==(const RealRange&, const RealRange&) = default;

 private:
  double low_;
  double high_;
  Scale scale_;
  std::optional<double> step_;
};

/// The domain of an integer parameter: low, low + step, ... up to high.
/// Invariant: low <= high, both within +-2^49; low >= 1 on the Log scale; no Logit scale; step >= 1.
class IntRange {
 public:
  /// Throws Error(InvalidSpace) when the invariant would not hold.
  IntRange(std::int64_t low, std::int64_t high, Scale scale = Scale::Linear, std::int64_t step = 1);

  std::int64_t low() const noexcept { return low_; }
  std::int64_t high() const noexcept { return high_; }
  Scale scale() const noexcept { return scale_; }
  std::int64_t step() const noexcept { return step_; }

  std::int64_t count() const { return (high_ - low_) / step_ + 1; }
  std::int64_t at(std::int64_t index) const { return low_ + index * step_; }

  friend bool operator==(const IntRange&, const IntRange&) = default;

 private:
  std::int64_t low_;
  std::int64_t high_;
  Scale scale_;
  std::int64_t step_;
};

/// A list of values to choose from; ordered when neighbours resemble each other (small, medium, large).
/// Invariant: not empty, no value twice, numbers finite.
class Choices {
 public:
  /// Throws Error(InvalidSpace) when the invariant would not hold.
  explicit Choices(std::vector<Value> values, bool ordered = false);

  const std::vector<Value>& values() const noexcept { return values_; }
  bool ordered() const noexcept { return ordered_; }
  /// Position of a value, compared by same_value(); nothing when it is not a choice. Costs the logarithm of
  /// their number.
  std::optional<std::size_t> find(const Value& value) const;

  friend bool operator==(const Choices&, const Choices&) = default;

 private:
  std::vector<Value> values_;
  bool ordered_;
  std::vector<std::uint32_t> sorted_;  // positions of more than a few values, so that equals are neighbours
};

/// True or false.
struct Toggle {
  friend bool operator==(const Toggle&, const Toggle&) = default;
};

/// A parameter that has one value: it is passed to the command and never searched.
struct Constant {
  Value value;
  friend bool operator==(const Constant&, const Constant&) = default;
};

using Domain = std::variant<RealRange, IntRange, Choices, Toggle, Constant>;

/// "float", "int", "categorical", "ordinal", "bool" or "constant": the words of the study file.
std::string kind_name(const Domain& domain);

/// Number of different values; nothing when there are infinitely many.
std::optional<std::int64_t> value_count(const Domain& domain);

/// The i-th value of a finite domain, i < value_count().
Value value_at(const Domain& domain, std::int64_t index);

/// The value of the domain that the given one means: 3 for a float becomes 3.0, a choice takes the type in
/// which the choice was written, a value within rounding of a step goes onto it. Throws
/// Error(InvalidArgument) when it is outside.
Value admit(const Domain& domain, const Value& value);

/// True when admit() would accept the value.
bool contains(const Domain& domain, const Value& value);

/// True for a null that is none of the domain's values: it stands for what is not given.
bool is_absence(const Domain& domain, const Value& value);

}  // namespace hone
