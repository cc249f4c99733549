// SPDX-License-Identifier: MIT
#include "hone/runner/widen.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

[[noreturn]] void refuse_foreign(const std::string& name, const Value& value, const std::string& kind) {
  throw Error(ErrorCode::InvalidArgument,
              text("'", name, "' is ", hone::to_text(value), ", which cannot be ", kind),
              "correct it or remove the row");
}

/// Throws unless the domain could grow to hold the value.
struct CanGrow {
  const std::string& name;
  const Value& value;

  void operator()(const RealRange& range) const {
    const auto number = as_number(value);
    if (!number || !std::isfinite(*number)) refuse_foreign(name, value, "a number");
    if (range.scale() == Scale::Log && *number <= 0.0) refuse_foreign(name, value, "on a log scale");
    if (range.scale() == Scale::Logit && (*number <= 0.0 || *number >= 1.0))
      refuse_foreign(name, value, "on a logit scale");
  }
  void operator()(const IntRange& range) const {
    constexpr double kMost = 562949953421312.0;  // 2^49, where an IntRange ends
    const auto number = as_number(value);
    if (!number || std::floor(*number) != *number || std::abs(*number) > kMost)
      refuse_foreign(name, value, "an integer");
    if (range.scale() == Scale::Log && *number < 1.0) refuse_foreign(name, value, "on a log scale");
  }
  void operator()(const Choices&) const {}
  void operator()(const Toggle&) const { refuse_foreign(name, value, "true or false"); }
  void operator()(const Constant&) const {}
};

/// The domain that holds its own values and the others.
struct Grown {
  const std::vector<Value>& others;

  std::pair<double, double> ends(double low, double high) const {
    for (const Value& value : others) {
      low = std::min(low, *as_number(value));
      high = std::max(high, *as_number(value));
    }
    return {low, high};
  }
  std::vector<Value> all(std::vector<Value> values) const {
    for (const Value& value : others) {
      const auto same = [&](const Value& known) { return same_value(known, value); };
      if (std::none_of(values.begin(), values.end(), same)) values.push_back(value);
    }
    return values;
  }

  Domain operator()(const RealRange& range) const {
    const auto [low, high] = ends(range.low(), range.high());
    return RealRange(low, high, range.scale());
  }
  Domain operator()(const IntRange& range) const {
    const auto [low, high] = ends(static_cast<double>(range.low()), static_cast<double>(range.high()));
    return IntRange(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high), range.scale());
  }
  Domain operator()(const Choices& choices) const {
    return Choices(all(choices.values()), choices.ordered());
  }
  Domain operator()(const Toggle& toggle) const { return toggle; }
  Domain operator()(const Constant& constant) const { return Choices(all({constant.value})); }
};

}  // namespace

void Widening::add(const Value& value) {
  if (contains(parameter_.domain, value)) return;
  std::visit(CanGrow{parameter_.name, value}, parameter_.domain);
  outside_.push_back(value);
}

Parameter Widening::result() const {
  if (outside_.empty()) return parameter_;
  Parameter grown = parameter_;
  grown.domain = std::visit(Grown{outside_}, parameter_.domain);
  return grown;
}

}  // namespace hone::runner
