// SPDX-License-Identifier: MIT
#include "hone/core/space_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/value_list.hpp"

namespace hone {
namespace {

std::string scale_suffix(Scale scale) { return scale == Scale::Linear ? "" : " (" + to_text(scale) + ")"; }

struct TextOfDomain {
  std::string operator()(const RealRange& range) const {
    const std::string step = range.step() ? text(" step ", *range.step()) : "";
    return text(range.low(), " to ", range.high(), step, scale_suffix(range.scale()));
  }
  std::string operator()(const IntRange& range) const {
    const std::string step = range.step() > 1 ? text(" step ", range.step()) : "";
    return text(range.low(), " to ", range.high(), step, scale_suffix(range.scale()));
  }
  std::string operator()(const Choices& choices) const { return value_list_text(choices.values()); }
  std::string operator()(const Toggle&) const { return "true, false"; }
  std::string operator()(const Constant& constant) const { return to_text(constant.value); }
};

/// The first reason is the one that is told.
void give_reason(Fitted& fitted, std::string reason) {
  if (fitted.outside.empty()) fitted.outside = std::move(reason);
}

std::optional<Value> default_of(const Parameter& parameter) {
  if (parameter.usual) return parameter.usual;
  if (const auto* constant = std::get_if<Constant>(&parameter.domain)) return constant->value;
  return std::nullopt;
}

/// Why a value is not one of the domain's. A number within the bounds of whole numbers must be a fraction.
std::string misfit_text(const Domain& domain, const Value& value) {
  const auto number = as_number(value);
  if (const auto* range = std::get_if<IntRange>(&domain); range != nullptr && number) {
    const bool within =
        *number >= static_cast<double>(range->low()) && *number <= static_cast<double>(range->high());
    if (within && *number != std::floor(*number)) return ", which is not a whole number";
  }
  return ", outside " + domain_text(domain);
}

/// The value as the domain writes it; nothing when it is outside.
std::optional<Value> admitted(const Domain& domain, const Value& value) {
  try {
    return admit(domain, value);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string domain_text(const Domain& domain) { return std::visit(TextOfDomain{}, domain); }

bool still_counts(const Removals& removed, const std::string& name, const Value& value) {
  const auto told = removed.find(name);
  if (told == removed.end()) return false;
  const auto same = [&](const Value& kept) { return same_value(kept, value); };
  return told->second.any || std::any_of(told->second.values.begin(), told->second.values.end(), same);
}

SpaceFit::SpaceFit(Space from, Space to, Removals removed)
    : from_(std::move(from)), to_(std::move(to)), removed_(std::move(removed)), same_(from_ == to_) {
  for (const Parameter& parameter : to_.parameters()) sources_.push_back(from_.index_of(parameter.name));
  for (std::size_t i = 0; i < from_.size(); ++i) {
    if (!to_.index_of(from_.parameters()[i].name)) gone_.push_back(i);
  }
}

Fitted SpaceFit::operator()(const Configuration& old) const {
  Fitted fitted;
  std::vector<std::optional<Value>> values(to_.size());
  if (same_) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = old[i];
    fitted.configuration = Configuration(to_.names(), std::move(values));
    return fitted;
  }
  take_leave(old, fitted);
  keep_values(old, fitted, values);
  fitted.configuration = Configuration(to_.names(), std::move(values));
  if (!fitted.fits()) return fitted;
  for (const Constraint& constraint : to_.constraints()) {
    if (constraint.holds(fitted.configuration)) continue;
    fitted.outside = "the constraint " + constraint.text() + " is violated";
    return fitted;
  }
  if (!to_.allows(fitted.configuration)) fitted.outside = "it is not one of the candidates";
  return fitted;
}

// Parents come before their children, so that each knows whether it exists.
void SpaceFit::keep_values(const Configuration& old, Fitted& fitted,
                           std::vector<std::optional<Value>>& values) const {
  for (const std::size_t i : to_.order()) {
    const Parameter& parameter = to_.parameters()[i];
    const std::optional<Value> had = sources_[i] ? old[*sources_[i]] : std::nullopt;
    if (!to_.active(i, values)) {
      if (had) fitted.former[parameter.name] = *had;
      continue;
    }
    if (!had) {
      values[i] = default_of(parameter);
      if (values[i] || parameter.optional) continue;
      if (fitted.fits()) fitted.without_default = parameter.name;
      give_reason(fitted, "it has no " + parameter.name);
      continue;
    }
    values[i] = admitted(parameter.domain, *had);
    if (values[i]) continue;
    values[i] = had;
    give_reason(fitted, text(parameter.name, " is ", to_text(*had), misfit_text(parameter.domain, *had)));
  }
}

void SpaceFit::take_leave(const Configuration& old, Fitted& fitted) const {
  for (const std::size_t i : gone_) {
    if (!old[i]) continue;
    const std::string& name = from_.parameters()[i].name;
    fitted.former[name] = *old[i];
    const auto told = removed_.find(name);
    if (told == removed_.end()) {
      if (fitted.fits()) fitted.untold_removal = name;
      give_reason(fitted, text("its ", name, " is gone"));
      continue;
    }
    if (still_counts(removed_, name, *old[i])) continue;
    give_reason(fitted, text(name, " was ", to_text(*old[i]), ", and is ",
                             value_list_text(told->second.values), " from now on"));
  }
}

}  // namespace hone
