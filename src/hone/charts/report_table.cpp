// SPDX-License-Identifier: MIT
#include "hone/charts/report_table.hpp"

#include <algorithm>

#include "hone/analysis/failure_groups.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/html.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/core/failure.hpp"

namespace hone::charts {
namespace {

// An error may quote pages of output.
constexpr std::size_t kLongestReason = 300;

std::string cut(std::string reason) {
  if (reason.size() > kLongestReason) reason = reason.substr(0, kLongestReason) + "...";
  return reason;
}

HtmlCell value_cell(const std::optional<Value>& value) {
  if (!value) return {};
  if (const double* number = std::get_if<double>(&*value)) return {short_number(*number), true};
  return {to_text(*value), std::holds_alternative<std::int64_t>(*value)};
}

HtmlCell seconds_cell(const Trial& trial) {
  if (trial.started == 0 || trial.finished < trial.started) return {};
  return {short_number(static_cast<double>(trial.finished - trial.started) / 1000.0, 4), true};
}

}  // namespace

std::string trials_table(const Study& study, const std::vector<const Trial*>& trials) {
  const std::vector<std::size_t> parameters = chosen_parameters(study.space, {});
  const bool failures =
      std::any_of(trials.begin(), trials.end(), [](const Trial* t) { return !t->error.empty(); });
  std::vector<std::string> headings = {"number", "state"};
  for (const Objective& objective : study.objectives) headings.push_back(objective.name);
  for (const std::size_t index : parameters) headings.push_back(study.space.parameters()[index].name);
  headings.push_back("seconds");
  const bool broken = std::any_of(trials.begin(), trials.end(), [](const Trial* t) { return !feasible(*t); });
  if (broken) headings.push_back("violates");
  if (failures) headings.push_back("error");
  HtmlTable table(headings);
  for (const Trial* trial : trials) {
    const std::string_view state = to_text(trial->state);
    std::vector<HtmlCell> row = {{std::to_string(trial->number), true},
                                 {std::string(state), false, state.data()}};
    for (std::size_t k = 0; k < study.objectives.size(); ++k)
      row.push_back(k < trial->values.size() ? HtmlCell{short_number(trial->values[k]), true} : HtmlCell{});
    for (const std::size_t index : parameters) row.push_back(value_cell(trial->configuration[index]));
    row.push_back(seconds_cell(*trial));
    if (broken) row.push_back({violation_text(study.constraints_on, *trial)});
    if (failures) row.push_back({cut(failure_in_short(trial->error))});
    table.row(row);
  }
  return table.finish();
}

std::string settings_table(const Configuration& configuration) {
  HtmlTable table({"parameter", "value"});
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) table.row({{configuration.name(i)}, {to_text(*configuration[i])}});
  }
  return table.finish();
}

std::string failures_table(std::span<const Trial> trials) {
  const auto groups = analysis::failure_groups(trials);
  if (groups.empty()) return "";
  HtmlTable table({"trials", "state", "reason", "last trial"});
  for (const analysis::FailureGroup& group : groups) {
    const std::string_view state = to_text(group.state);
    table.row({{std::to_string(group.count), true},
               {std::string(state), false, state.data()},
               {cut(group.reason)},
               {std::to_string(group.last), true}});
  }
  return table.finish();
}

}  // namespace hone::charts
