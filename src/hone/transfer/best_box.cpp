// SPDX-License-Identifier: MIT
#include "hone/transfer/best_box.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <variant>

#include "hone/base/error.hpp"
#include "hone/core/unit_scale.hpp"
#include "hone/encode/feasible.hpp"
#include "hone/transfer/matching.hpp"
#include "hone/transfer/passage.hpp"

namespace hone::transfer {
namespace {

constexpr double kNarrowest = 0.1;

std::vector<Configuration> bests_of(const SamplerInput& input) {
  std::vector<Configuration> bests;
  for (const SourceStudy& source : input.sources) {
    const Matched matched = match(source, input.study);
    if (!matched.usable()) continue;
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < matched.values.size(); ++i) {
      if (std::isnan(matched.values[i])) continue;
      if (best < 0 || matched.values[i] < matched.values[best]) best = i;
    }
    bests.push_back(matched.configurations[static_cast<std::size_t>(best)]);
  }
  return bests;
}

Domain narrowed_range(const RealRange& range, const std::vector<Value>& values) {
  double low = 1.0;
  double high = 0.0;
  for (const Value& value : values) {
    const double unit = to_unit(range, std::get<double>(value));
    low = std::min(low, unit);
    high = std::max(high, unit);
  }
  const double missing = std::max(0.0, kNarrowest - (high - low)) / 2.0;
  low = std::max(0.0, std::min(low - missing, 1.0 - kNarrowest));
  high = std::min(1.0, std::max(high + missing, kNarrowest));
  return RealRange(from_unit(range, low), from_unit(range, high), range.scale());
}

// A domain of several values in an order, from one place to another.
Domain part_of(const Domain& domain, std::int64_t first, std::int64_t last) {
  if (const auto* range = std::get_if<RealRange>(&domain))
    return RealRange(range->at(first), range->at(last), range->scale(), range->step());
  if (const auto* range = std::get_if<IntRange>(&domain))
    return IntRange(range->at(first), range->at(last), range->scale(), range->step());
  const auto& values = std::get<Choices>(domain).values();
  return Choices({values.begin() + first, values.begin() + last + 1}, true);
}

Domain narrowed_steps(const Domain& domain, const std::vector<Value>& values) {
  const std::int64_t count = *value_count(domain);
  std::int64_t first = count - 1;
  std::int64_t last = 0;
  for (const Value& value : values) {
    first = std::min(first, index_of(domain, value));
    last = std::max(last, index_of(domain, value));
  }
  if (first == last) {
    first = std::max<std::int64_t>(0, first - 1);
    last = std::min(count - 1, last + 1);
  }
  return first == last ? domain : part_of(domain, first, last);
}

bool has_order(const Domain& domain) {
  const auto* choices = std::get_if<Choices>(&domain);
  return std::holds_alternative<RealRange>(domain) || std::holds_alternative<IntRange>(domain) ||
         (choices != nullptr && choices->ordered());
}

Domain narrowed(const Parameter& parameter, const std::vector<Configuration>& bests) {
  std::vector<Value> values;
  for (const Configuration& best : bests) {
    if (const Value* value = best.find(parameter.name)) values.push_back(*value);
  }
  if (values.empty() || !has_order(parameter.domain)) return parameter.domain;
  const auto* range = std::get_if<RealRange>(&parameter.domain);
  if (range != nullptr && !range->step()) return narrowed_range(*range, values);
  return narrowed_steps(parameter.domain, values);
}

std::set<std::string> parents_in(const Space& space) {
  std::set<std::string> parents;
  for (const Parameter& parameter : space.parameters()) {
    for (const Condition& condition : parameter.when) parents.insert(condition.parent);
  }
  return parents;
}

Space with_pool(const Space& pool, const std::vector<Parameter>& parameters) {
  const Space box(parameters);
  const Passage inside(pool, box);
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (const Configuration& candidate : pool.candidates()) {
    if (!inside(candidate)) continue;
    std::vector<std::pair<std::string, Value>> row;
    for (const Parameter& parameter : parameters) {
      if (const Value* value = candidate.find(parameter.name)) row.emplace_back(parameter.name, *value);
    }
    rows.push_back(std::move(row));
  }
  return rows.empty() ? pool : Space::from_candidates(rows, {}, parameters);
}

bool has_feasible(const Space& space) {
  try {
    encode::check_satisfiable(space);
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Unsatisfiable) throw;
    return false;
  }
}

}  // namespace

Space best_box(const SamplerInput& input) {
  const Space& space = input.study.space;
  const std::vector<Configuration> bests = bests_of(input);
  if (bests.empty()) return space;
  const std::set<std::string> parents = parents_in(space);
  std::vector<Parameter> parameters = space.parameters();
  for (Parameter& parameter : parameters) {
    if (parents.contains(parameter.name)) continue;
    parameter.domain = narrowed(parameter, bests);
    // It is said of trials from before the parameter, which the box has nothing to do with.
    if (parameter.usual && !contains(parameter.domain, *parameter.usual)) parameter.usual.reset();
  }
  if (!space.candidates().empty()) return with_pool(space, parameters);
  std::vector<std::string> constraints;
  for (const Constraint& constraint : space.constraints()) constraints.push_back(constraint.text());
  Space box(std::move(parameters), constraints);
  return constraints.empty() || has_feasible(box) ? box : space;
}

}  // namespace hone::transfer
