// SPDX-License-Identifier: MIT
#include "hone/core/outcome_gap.hpp"

#include <cmath>

#include "hone/base/text.hpp"
#include "hone/core/expression.hpp"

namespace hone {
namespace {

std::optional<Value> reported_value(const Trial& trial, const std::string& name) {
  const auto found = trial.attributes.find(name);
  return found == trial.attributes.end() ? std::nullopt : std::optional<Value>(found->second);
}

/// Of what the expression names, the attributes that are not numbers.
void collect_texts(const ExpressionNode& node, const Trial& trial, std::vector<OutcomeGap>& gaps) {
  if (node.op == Op::Name) {
    const auto value = reported_value(trial, node.name);
    const bool seen = !gaps.empty() && gaps.back().name == node.name;
    if (value && !as_number(*value) && !seen) gaps.push_back({node.name, value});
  }
  for (const auto& child : node.children) collect_texts(*child, trial, gaps);
}

}  // namespace

std::vector<OutcomeGap> outcome_gaps(const OutcomeConstraint& limit, const Trial& trial) {
  std::vector<OutcomeGap> gaps;
  if (std::isfinite(limit.excess(trial))) return gaps;
  for (const std::string& name : limit.missing(trial)) gaps.push_back({name, reported_value(trial, name)});
  // A text may be as it should, in mode == 'fast' and size < 3, as long as something else explains it.
  if (gaps.empty()) collect_texts(*parse_expression(limit.text()), trial, gaps);
  return gaps;
}

std::string gap_text(const OutcomeGap& gap) {
  if (!gap.reported) return gap.name + " was not reported";
  return text(gap.name, " was reported as '", to_text(*gap.reported), "', which is not a number");
}

}  // namespace hone
