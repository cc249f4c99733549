// SPDX-License-Identifier: MIT
#include "hone/core/user_prior.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/space_fit.hpp"
#include "hone/core/unit_scale.hpp"
#include "hone/core/value_list.hpp"

namespace hone {
namespace {

[[noreturn]] void refuse_prior(const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidArgument, problem, remedy);
}

bool is_number_range(const Domain& domain) {
  return std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain);
}

Scale scale_of_range(const Domain& domain) {
  if (const auto* range = std::get_if<RealRange>(&domain)) return range->scale();
  return std::get<IntRange>(domain).scale();
}

bool has_steps(const Domain& domain) {
  const auto* range = std::get_if<RealRange>(&domain);
  return range == nullptr || range->step().has_value();
}

// Positions on the scale on which deviations are told: decades, and natural log odds.
double on_scale(Scale scale, double value) {
  switch (scale) {
    case Scale::Linear:
      return value;
    case Scale::Log:
      return std::log10(value);
    case Scale::Logit:
      return std::log(value) - std::log1p(-value);
  }
  return value;
}

/// The ends of a range: two numbers and where they stand in [0, 1].
struct UnitEnds {
  double low, high;
  double at_low = 0.0, at_high = 1.0;
};

UnitEnds ends_of(const Domain& domain) {
  if (!has_steps(domain)) {
    const auto& range = std::get<RealRange>(domain);
    return {range.low(), range.high()};
  }
  const std::int64_t last = value_count(domain).value_or(1) - 1;
  return {*as_number(value_at(domain, 0)), *as_number(value_at(domain, last)), cell_centre(domain, 0),
          cell_centre(domain, last)};
}

std::vector<Value> choices_of(const Domain& domain) {
  if (const auto* choices = std::get_if<Choices>(&domain)) return choices->values();
  return {Value(false), Value(true)};
}

void check_kind(const Parameter& parameter, const NormalPrior& prior) {
  if (!is_number_range(parameter.domain))
    refuse_prior(text("a normal prior is for numbers, and this is ", kind_name(parameter.domain)),
                 "write {near: value} or {choice: {value: weight}}");
  if (!(std::isfinite(prior.mean) && std::isfinite(prior.deviation) && prior.deviation > 0.0))
    refuse_prior("the mean and the deviation of a prior are finite, and the deviation is above 0",
                 "write {normal: [mean, deviation]}");
  const UnitEnds ends = ends_of(parameter.domain);
  if (prior.mean < ends.low || prior.mean > ends.high)
    refuse_prior(text("the mean ", prior.mean, " is outside of ", domain_text(parameter.domain)),
                 "give one inside, or widen the range");
}

void check_kind(const Parameter& parameter, const ChoicePrior& prior) {
  if (is_number_range(parameter.domain))
    refuse_prior("weights are for choices, and this is a number", "write {normal: [mean, deviation]}");
  std::vector<std::string> known;
  for (const Value& value : choices_of(parameter.domain)) known.push_back(to_text(value));
  double sum = 0.0;
  for (const auto& [name, weight] : prior.weights) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse_prior(text("'", name, "' is not one of the choices", did_you_mean(name, known)),
                   "name one of " + value_list_text(choices_of(parameter.domain)));
    if (!(std::isfinite(weight) && weight >= 0.0))
      refuse_prior(text("the weight of '", name, "' is ", weight), "write a number from 0 on");
    sum += weight;
  }
  if (!(sum > 0.0)) refuse_prior("no choice has a weight", "give at least one of them a weight above 0");
}

void check_kind(const Parameter& parameter, const NearPrior& prior) { admit(parameter.domain, prior.value); }

Value nearest_value(const Domain& domain, double number) {
  const double unit = std::clamp(unit_position(domain, number), 0.0, 1.0);
  if (!has_steps(domain)) {
    const auto& range = std::get<RealRange>(domain);
    return std::clamp(number, range.low(), range.high());
  }
  return value_at(domain, cell_of(domain, unit));
}

}  // namespace

double unit_position(const Domain& domain, double value) {
  const UnitEnds ends = ends_of(domain);
  if (!(ends.high > ends.low)) return 0.5;
  const Scale scale = scale_of_range(domain);
  const double low = on_scale(scale, ends.low);
  const double share = (on_scale(scale, value) - low) / (on_scale(scale, ends.high) - low);
  return ends.at_low + share * (ends.at_high - ends.at_low);
}

double unit_deviation(const Domain& domain, double deviation) {
  const UnitEnds ends = ends_of(domain);
  if (!(ends.high > ends.low)) return 1.0;
  const Scale scale = scale_of_range(domain);
  return deviation / (on_scale(scale, ends.high) - on_scale(scale, ends.low)) * (ends.at_high - ends.at_low);
}

void check_prior(const Parameter& parameter, const UserPrior& prior) {
  if (std::holds_alternative<Constant>(parameter.domain))
    refuse_prior("a constant has no prior", "remove it, or make this another type of parameter");
  std::visit([&](const auto& one) { check_kind(parameter, one); }, prior);
}

Value mode_of(const Domain& domain, const UserPrior& prior) {
  if (const auto* near = std::get_if<NearPrior>(&prior)) return admit(domain, near->value);
  if (const auto* normal = std::get_if<NormalPrior>(&prior)) return nearest_value(domain, normal->mean);
  const auto& weights = std::get<ChoicePrior>(prior).weights;
  const auto weight_of = [&](const Value& value) {
    const auto found = weights.find(to_text(value));
    return found == weights.end() ? 0.0 : found->second;
  };
  const std::vector<Value> values = choices_of(domain);
  return *std::max_element(values.begin(), values.end(),
                           [&](const Value& a, const Value& b) { return weight_of(a) < weight_of(b); });
}

}  // namespace hone
