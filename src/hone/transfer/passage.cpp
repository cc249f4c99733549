// SPDX-License-Identifier: MIT
#include "hone/transfer/passage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace hone::transfer {
namespace {

bool is_number(const Domain& domain) {
  return std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain);
}

bool varies(const Domain& domain) { return value_count(domain).value_or(2) > 1; }

// A constant may stand for anything: it is a value that was not searched.
bool of_one_kind(const Domain& a, const Domain& b) {
  const bool constant = std::holds_alternative<Constant>(a) || std::holds_alternative<Constant>(b);
  return constant || is_number(a) == is_number(b);
}

const Parameter* find_parameter(const Space& space, const std::string& name) {
  const auto index = space.index_of(name);
  return index ? &space.parameters()[*index] : nullptr;
}

double middle_of(double low, double high, Scale scale) {
  const auto logit = [](double p) { return std::log(p / (1.0 - p)); };
  switch (scale) {
    case Scale::Log:
      return std::sqrt(low * high);
    case Scale::Logit:
      return 1.0 / (1.0 + std::exp(-(logit(low) + logit(high)) / 2.0));
    case Scale::Linear:
      break;
  }
  return low + (high - low) / 2.0;
}

// The value that stands for a parameter which a source did not have.
Value middle_value(const Domain& domain) {
  if (const auto* real = std::get_if<RealRange>(&domain); real != nullptr && !real->step())
    return std::clamp(middle_of(real->low(), real->high(), real->scale()), real->low(), real->high());
  if (const auto* whole = std::get_if<IntRange>(&domain)) {
    const double middle =
        middle_of(static_cast<double>(whole->low()), static_cast<double>(whole->high()), whole->scale());
    const double index =
        std::floor((middle - static_cast<double>(whole->low())) / static_cast<double>(whole->step()));
    return whole->at(std::clamp<std::int64_t>(static_cast<std::int64_t>(index), 0, whole->count() - 1));
  }
  const std::int64_t count = value_count(domain).value_or(1);
  return value_at(domain, (count - 1) / 2);
}

}  // namespace

Passage::Passage(const Space& from, const Space& to) : to_(to) {
  for (const Parameter& parameter : to.parameters()) {
    const Parameter* same = find_parameter(from, parameter.name);
    shared_.push_back(same != nullptr && of_one_kind(same->domain, parameter.domain));
    if (!varies(parameter.domain)) continue;
    if (!shared_.back())
      missing_.push_back(parameter.name);
    else if (varies(same->domain))
      ++varying_;
  }
  for (const Parameter& parameter : from.parameters()) {
    if (varies(parameter.domain) && find_parameter(to, parameter.name) == nullptr)
      extra_.push_back(parameter.name);
  }
}

std::optional<Configuration> Passage::operator()(const Configuration& source) const {
  std::vector<std::optional<Value>> values(to_.size());
  for (const std::size_t i : to_.order()) {
    if (!to_.active(i, values)) continue;
    const Parameter& parameter = to_.parameters()[i];
    const Value* told = shared_[i] ? source.find(parameter.name) : nullptr;
    if (told != nullptr && !contains(parameter.domain, *told)) return std::nullopt;
    values[i] = told != nullptr   ? admit(parameter.domain, *told)
                : parameter.usual ? *parameter.usual
                                  : middle_value(parameter.domain);
  }
  return to_.configuration(std::move(values));
}

}  // namespace hone::transfer
