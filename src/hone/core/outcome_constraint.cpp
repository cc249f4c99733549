// SPDX-License-Identifier: MIT
#include "hone/core/outcome_constraint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/core/expression.hpp"
#include "hone/core/outcome_gap.hpp"

namespace hone {
namespace {

using OutcomeNames = std::vector<std::string>;

void collect_names(const ExpressionNode& node, OutcomeNames& names) {
  if (node.op == Op::Name && std::find(names.begin(), names.end(), node.name) == names.end())
    names.push_back(node.name);
  for (const auto& child : node.children) collect_names(*child, names);
}

/// Where the first of these names stands.
const ExpressionNode* find_name(const ExpressionNode& node, const std::string& name) {
  if (node.op == Op::Name && node.name == name) return &node;
  for (const auto& child : node.children) {
    if (const ExpressionNode* found = find_name(*child, name)) return found;
  }
  return nullptr;
}

double literal_size(const ExpressionNode& node) {
  if (node.op == Op::Negate) return literal_size(*node.children[0]);
  const auto number = node.op == Op::Literal ? as_number(node.literal) : std::nullopt;
  return number && std::isfinite(*number) ? std::abs(*number) : 0.0;
}

/// The largest number that something is compared with; 0 when there is none.
double limit_size(const ExpressionNode& node) {
  double size = 0.0;
  for (const auto& child : node.children) {
    const bool combines = node.op == Op::And || node.op == Op::Or || node.op == Op::Not;
    size = std::max(size, combines ? limit_size(*child) : literal_size(*child));
  }
  return size;
}

/// Which of the names it is, written as it is or in full, with the prefix.
std::optional<std::size_t> place_among(std::span<const std::string> names, std::string_view prefix,
                                       std::string_view name) {
  for (const bool full : {false, true}) {
    if (full && !name.starts_with(prefix)) break;
    const auto found = std::find(names.begin(), names.end(), full ? name.substr(prefix.size()) : name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  return std::nullopt;
}

/// What is not measured yet may be of any type.
Domain any_outcome() { return Choices({Value(false), Value(0.0), Value(std::string("text"))}); }

}  // namespace

OutcomeConstraint::OutcomeConstraint(std::string text, std::span<const std::string> objectives,
                                     std::span<const Parameter> parameters)
    : expression_(bind(std::move(text), objectives, parameters)) {}

// Sets the other members on the way, which are declared, and so initialised, before the expression.
Constraint OutcomeConstraint::bind(std::string text, std::span<const std::string> objectives,
                                   std::span<const Parameter> parameters) {
  const auto root = parse_expression(text);
  OutcomeNames names;
  collect_names(*root, names);
  if (names.empty())
    refuse_expression(text, 0, "nothing is named that a trial reports",
                      "name an objective or an attribute, such as memory_mb <= 500");
  std::vector<Parameter> outcomes;
  OutcomeNames settings;
  for (const Parameter& parameter : parameters) settings.push_back(parameter.name);
  for (const std::string& name : names) {
    const auto objective = place_among(objectives, "objective.", name);
    const bool known = objective.has_value();
    if (!known && place_among(settings, "param.", name)) {
      refuse_expression(
          text, find_name(*root, name)->place, "'" + name + "' is a parameter",
          "what is known before a trial runs stands under constraints; name what trials report");
    }
    objectives_.push_back(objective);
    outcomes.push_back({.name = name, .domain = known ? Domain(RealRange(-1e300, 1e300)) : any_outcome()});
  }
  if (const double size = limit_size(*root); size > 0.0) scale_ = size;
  names_ = std::make_shared<const OutcomeNames>(std::move(names));
  return Constraint(std::move(text), outcomes);
}

std::optional<Value> OutcomeConstraint::value_of(std::size_t name, const Trial& trial) const {
  if (const auto objective = objectives_[name])
    return *objective < trial.values.size() ? std::optional<Value>(trial.values[*objective]) : std::nullopt;
  const auto found = trial.attributes.find((*names_)[name]);
  if (found == trial.attributes.end()) return std::nullopt;
  const auto number = as_number(found->second);
  if (number && std::isnan(*number)) return std::nullopt;
  return found->second;
}

double OutcomeConstraint::excess(const Trial& trial) const {
  std::vector<std::optional<Value>> values;
  for (std::size_t i = 0; i < names_->size(); ++i) values.push_back(value_of(i, trial));
  return expression_.excess(Configuration(names_, std::move(values)))
      .value_or(std::numeric_limits<double>::infinity());
}

std::vector<std::string> OutcomeConstraint::missing(const Trial& trial) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < names_->size(); ++i) {
    if (!value_of(i, trial)) names.push_back((*names_)[i]);
  }
  return names;
}

void judge_outcome(std::span<const OutcomeConstraint> limits, Trial& trial) {
  trial.excess.clear();
  trial.violation = 0.0;
  if (trial.state != TrialState::Complete) return;
  for (const OutcomeConstraint& limit : limits) {
    trial.excess.push_back(limit.excess(trial));
    if (trial.excess.back() > 0.0) trial.violation += trial.excess.back() / limit.scale();
  }
}

std::string violation_text(std::span<const OutcomeConstraint> limits, const Trial& trial) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(limits.size(), trial.excess.size()); ++i) {
    const double excess = trial.excess[i];
    if (!(excess > 0.0)) continue;
    std::vector<std::string> gaps;
    for (const OutcomeGap& gap : outcome_gaps(limits[i], trial)) gaps.push_back(gap_text(gap));
    if (std::isfinite(excess)) {
      parts.push_back(text(limits[i].text(), " by ", short_number(excess)));
    } else {
      parts.push_back(
          text(limits[i].text(), " (", gaps.empty() ? "cannot be compared" : join(gaps, ", "), ")"));
    }
  }
  return join(parts, "; ");
}

}  // namespace hone
