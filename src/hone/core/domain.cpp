// SPDX-License-Identifier: MIT
#include "hone/core/domain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone {
namespace {

// Beyond it the cells of the unit interval come too close for doubles to tell them apart.
constexpr std::int64_t kLargest = std::int64_t{1} << 49;

[[noreturn]] void refuse_domain(const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidSpace, problem, remedy);
}

[[noreturn]] void outside(const Value& value, const std::string& remedy) {
  throw Error(ErrorCode::InvalidArgument, text("the value ", to_text(value), " is not possible here"),
              remedy);
}

std::string bounds(double low, double high) { return text("[", low, ", ", high, "]"); }

double number_or_refuse(const Value& value, const std::string& expected) {
  const auto number = as_number(value);
  if (!number)
    outside(value, text("it is ", is_null(value) ? "" : "a ", type_name(value), "; give ", expected));
  return *number;
}

struct Admit {
  const Value& value;

  Value operator()(const RealRange& range) const {
    const std::string expected = "a number in " + bounds(range.low(), range.high());
    const double number = number_or_refuse(value, expected);
    if (!(number >= range.low() && number <= range.high())) outside(value, "give " + expected);
    if (!range.step()) return number;
    const double index = std::round((number - range.low()) / *range.step());
    const double snapped = range.at(static_cast<std::int64_t>(index));
    if (std::abs(snapped - number) > 1e-9 * *range.step()) {
      outside(value, text("give ", range.low(), " plus a multiple of the step ", *range.step()));
    }
    return snapped;
  }

  Value operator()(const IntRange& range) const {
    const std::string expected =
        "an integer in " + bounds(static_cast<double>(range.low()), static_cast<double>(range.high()));
    const double number = number_or_refuse(value, expected);
    const bool inside =
        number >= static_cast<double>(range.low()) && number <= static_cast<double>(range.high());
    if (!inside || number != std::floor(number)) outside(value, "give " + expected);
    const auto whole = static_cast<std::int64_t>(number);
    if ((whole - range.low()) % range.step() != 0) {
      outside(value, text("give ", range.low(), " plus a multiple of the step ", range.step()));
    }
    return whole;
  }

  Value operator()(const Choices& choices) const {
    const auto found = choices.find(value);
    if (!found) {
      std::vector<std::string> known;
      for (const Value& choice : choices.values()) known.push_back(to_text(choice));
      const std::string hint = did_you_mean(to_text(value), known);
      if (known.size() > 12) {
        known.resize(12);
        known.emplace_back("...");
      }
      outside(value, "give one of " + join(known, ", ") + hint);
    }
    return choices.values()[*found];
  }

  Value operator()(const Toggle&) const {
    if (!std::holds_alternative<bool>(value)) outside(value, "give true or false");
    return value;
  }

  Value operator()(const Constant& constant) const {
    if (!same_value(constant.value, value)) outside(value, "it is fixed at " + to_text(constant.value));
    return constant.value;
  }
};

constexpr std::size_t kFewChoices = 16;

/// An order in which values that same_value() takes for equal are neighbours: booleans, numbers, texts.
bool comes_before(const Value& a, const Value& b) {
  const auto kind = [](const Value& value) {
    return std::holds_alternative<bool>(value) ? 0 : std::holds_alternative<std::string>(value) ? 2 : 1;
  };
  if (kind(a) != kind(b)) return kind(a) < kind(b);
  if (const auto x = as_number(a)) return *x < *as_number(b);
  return a < b;
}

void check_scale(double low, double high, Scale scale) {
  if (scale == Scale::Log && low <= 0.0) {
    refuse_domain(text("the log scale needs a lower bound above 0, not ", low),
                  "raise low or use the linear scale");
  }
  if (scale == Scale::Logit && (low <= 0.0 || high >= 1.0)) {
    refuse_domain(text("the logit scale needs bounds inside (0, 1), not ", bounds(low, high)),
                  "move them inside or use the linear scale");
  }
}

}  // namespace

std::string to_text(Scale scale) {
  switch (scale) {
    case Scale::Linear:
      return "linear";
    case Scale::Log:
      return "log";
    case Scale::Logit:
      return "logit";
  }
  return "linear";
}

RealRange::RealRange(double low, double high, Scale scale, std::optional<double> step)
    : low_(low), high_(high), scale_(scale), step_(step) {
  if (!std::isfinite(low) || !std::isfinite(high)) {
    refuse_domain(text("the bounds ", bounds(low, high), " are not finite"), "give two ordinary numbers");
  }
  if (!(low < high)) {
    refuse_domain(text("low is ", low, " and high is ", high),
                  "make low smaller than high (for a fixed value use type: constant)");
  }
  check_scale(low, high, scale);
  if (!std::isfinite(high - low)) {
    refuse_domain(text("the interval ", bounds(low, high), " is wider than the largest number"), "narrow it");
  }
  if (!step) return;
  if (!std::isfinite(*step) || *step <= 0.0)
    refuse_domain(text("the step is ", *step), "make it a number above 0");
  if (*step > high - low) {
    refuse_domain(text("the step ", *step, " is larger than the interval ", bounds(low, high)),
                  "make it smaller");
  }
  if ((high - low) / *step > static_cast<double>(kLargest)) {
    refuse_domain(text("the step ", *step, " makes more than 2^49 values"), "make it larger or leave it out");
  }
}

std::optional<std::int64_t> RealRange::count() const {
  if (!step_) return std::nullopt;
  // 0.3 / 0.1 is a hair below 3 in binary; without the allowance the last value would be lost.
  return static_cast<std::int64_t>(std::floor((high_ - low_) / *step_ * (1.0 + 1e-12))) + 1;
}

double RealRange::at(std::int64_t index) const {
  return std::min(high_, low_ + static_cast<double>(index) * *step_);
}

IntRange::IntRange(std::int64_t low, std::int64_t high, Scale scale, std::int64_t step)
    : low_(low), high_(high), scale_(scale), step_(step) {
  if (low < -kLargest || high > kLargest) {
    refuse_domain(text("the bounds [", low, ", ", high, "] are beyond +-2^49"), "narrow them");
  }
  if (low > high) refuse_domain(text("low is ", low, " and high is ", high), "make low at most high");
  if (scale == Scale::Logit) refuse_domain("an int has no logit scale", "use linear or log");
  check_scale(static_cast<double>(low), static_cast<double>(high), scale);
  if (step < 1) refuse_domain(text("the step is ", step), "make it an integer above 0");
}

// Whether a value is listed twice, or which choice one is, is asked for every choice and every point that a
// study lists: with a scan for each, a study file of a megabyte would take minutes.
Choices::Choices(std::vector<Value> values, bool ordered) : values_(std::move(values)), ordered_(ordered) {
  if (values_.empty()) refuse_domain("there are no choices", "list at least one value");
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!is_finite(values_[i])) {
      refuse_domain(as_number(values_[i]) ? text("the choice ", to_text(values_[i]), " is not finite")
                                          : text("choice ", i + 1, " holds a number that is not finite"),
                    "list ordinary values");
    }
  }
  if (values_.size() > kFewChoices) {
    sorted_.resize(values_.size());
    std::iota(sorted_.begin(), sorted_.end(), 0U);
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return comes_before(values_[a], values_[b]); });
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto first = find(values_[i]);
    if (first && *first < i) {
      refuse_domain(text("the choice ", to_text(values_[i]), " is listed twice"), "remove one");
    }
  }
}

std::optional<std::size_t> Choices::find(const Value& value) const {
  if (sorted_.empty()) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (same_value(values_[i], value)) return i;
    }
    return std::nullopt;
  }
  auto next = std::lower_bound(
      sorted_.begin(), sorted_.end(), value,
      [&](std::uint32_t at, const Value& sought) { return comes_before(values_[at], sought); });
  for (; next != sorted_.end() && !comes_before(value, values_[*next]); ++next) {
    if (same_value(values_[*next], value)) return *next;
  }
  return std::nullopt;
}

std::string kind_name(const Domain& domain) {
  if (std::holds_alternative<RealRange>(domain)) return "float";
  if (std::holds_alternative<IntRange>(domain)) return "int";
  if (std::holds_alternative<Toggle>(domain)) return "bool";
  if (std::holds_alternative<Constant>(domain)) return "constant";
  return std::get<Choices>(domain).ordered() ? "ordinal" : "categorical";
}

std::optional<std::int64_t> value_count(const Domain& domain) {
  if (const auto* range = std::get_if<RealRange>(&domain)) return range->count();
  if (const auto* range = std::get_if<IntRange>(&domain)) return range->count();
  if (const auto* choices = std::get_if<Choices>(&domain)) return std::ssize(choices->values());
  return std::holds_alternative<Toggle>(domain) ? 2 : 1;
}

Value value_at(const Domain& domain, std::int64_t index) {
  if (const auto* range = std::get_if<RealRange>(&domain)) return range->at(index);
  if (const auto* range = std::get_if<IntRange>(&domain)) return range->at(index);
  if (const auto* choices = std::get_if<Choices>(&domain))
    return choices->values()[static_cast<std::size_t>(index)];
  if (const auto* constant = std::get_if<Constant>(&domain)) return constant->value;
  return index == 1;
}

Value admit(const Domain& domain, const Value& value) { return std::visit(Admit{value}, domain); }

bool contains(const Domain& domain, const Value& value) {
  try {
    admit(domain, value);
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool is_absence(const Domain& domain, const Value& value) {
  return is_null(value) && !contains(domain, value);
}

}  // namespace hone
