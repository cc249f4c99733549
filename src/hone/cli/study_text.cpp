// SPDX-License-Identifier: MIT
#include "hone/cli/study_text.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/codec/csv.hpp"
#include "hone/core/value_list.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::cli {
namespace {

std::string condition_text(const Condition& condition) {
  if (const OneOf* one = std::get_if<OneOf>(&condition.test)) {
    return condition.parent + (one->values.size() == 1 ? " = " : " in ") + value_list_text(one->values);
  }
  const Between& between = std::get<Between>(condition.test);
  if (std::isinf(between.high)) return text(condition.parent, " >= ", between.low);
  if (std::isinf(between.low)) return text(condition.parent, " <= ", between.high);
  return text(condition.parent, " from ", between.low, " to ", between.high);
}

}  // namespace

Counts count(std::span<const Trial> trials) {
  Counts counts;
  counts.total = static_cast<std::int64_t>(trials.size());
  for (const Trial& trial : trials) {
    switch (trial.state) {
      case TrialState::Waiting:
        ++counts.waiting;
        break;
      case TrialState::Running:
        ++counts.running;
        break;
      case TrialState::Complete:
        ++counts.complete;
        break;
      case TrialState::Failed:
        ++counts.failed;
        break;
      case TrialState::Pruned:
        ++counts.pruned;
        break;
      case TrialState::TimedOut:
        ++counts.timed_out;
        break;
      case TrialState::Infeasible:
        ++counts.infeasible;
        break;
      case TrialState::Deleted:
        ++counts.deleted;
        break;
    }
  }
  counts.total -= counts.deleted;
  return counts;
}

std::string counts_text(const Counts& counts) {
  std::vector<std::string> parts;
  const auto add = [&](std::int64_t number, const char* word) {
    if (number > 0) parts.push_back(text(number, " ", word));
  };
  add(counts.complete, "complete");
  add(counts.running, "running");
  add(counts.waiting, "waiting");
  add(counts.failed, "failed");
  add(counts.timed_out, "timed out");
  add(counts.pruned, "pruned");
  add(counts.infeasible, "infeasible");
  add(counts.deleted, "deleted");
  return join(parts, ", ");
}

bool is_endless(const Budget& budget) {
  return !budget.trials && !budget.time && !budget.cost && !budget.target && !budget.patience &&
         !budget.max_failures;
}

std::string budget_text(const Budget& budget) {
  std::vector<std::string> parts;
  if (is_endless(budget)) parts.push_back("none, so it runs until it is stopped");
  if (budget.trials) parts.push_back(counted(*budget.trials, "trial"));
  parts.push_back(text(budget.parallel, " at a time"));
  if (budget.time) parts.push_back("for " + duration_text(*budget.time));
  if (budget.cost) parts.push_back(text("at a cost of ", *budget.cost));
  if (budget.trial_timeout) parts.push_back(duration_text(*budget.trial_timeout) + " for each");
  if (budget.retries > 0) parts.push_back(text(budget.retries, budget.retries == 1 ? " retry" : " retries"));
  if (budget.target) parts.push_back(text("until ", *budget.target));
  if (budget.patience) parts.push_back(text("or ", *budget.patience, " without a better one"));
  if (budget.give_up_after == 0) parts.push_back("never given up");
  if (budget.max_failures) parts.push_back(text("at most ", *budget.max_failures, " failures"));
  return join(parts, ", ");
}

std::string objectives_text(const Study& study) {
  std::vector<std::string> parts;
  for (const Objective& objective : study.objectives)
    parts.push_back(to_text(objective.direction) + " " + objective.name +
                    (objective.worst ? " (worst " + short_number(*objective.worst) + ")" : ""));
  return join(parts, ", ");
}

std::string conditions_text(const Parameter& parameter) {
  std::vector<std::string> parts;
  for (const Condition& condition : parameter.when) parts.push_back(condition_text(condition));
  return join(parts, " and ");
}

Table space_table(const Space& space) {
  const auto some = [&](const auto& has) {
    return std::any_of(space.parameters().begin(), space.parameters().end(), has);
  };
  const bool units = some([](const Parameter& p) { return !p.unit.empty(); });
  const bool conditions = some([](const Parameter& p) { return !p.when.empty(); });
  const bool descriptions = some([](const Parameter& p) { return !p.description.empty(); });
  Table table;
  table.column("parameter");
  table.column("kind");
  table.column("values");
  if (units) table.column("unit");
  if (conditions) table.column("only when");
  if (descriptions) table.column("description");
  for (const Parameter& parameter : space.parameters()) {
    std::vector<std::string> row{parameter.name, kind_name(parameter.domain), domain_text(parameter.domain)};
    if (units) row.push_back(parameter.unit);
    if (conditions) row.push_back(conditions_text(parameter));
    if (descriptions) row.push_back(parameter.description);
    table.row(std::move(row));
  }
  return table;
}

std::string cardinality_text(const Space& space) {
  if (!space.candidates().empty())
    return counted(static_cast<std::int64_t>(space.candidates().size()), "candidate");
  const auto count = space.cardinality();
  if (!count) return "infinitely many configurations";
  return text(space.constraints().empty() ? "" : "at most ", *count,
              *count == 1 ? " configuration" : " configurations");
}

double duration_of(const Trial& trial, Timestamp now) {
  if (trial.started == 0) return -1.0;
  const Timestamp end = trial.finished != 0 ? trial.finished : now;
  return static_cast<double>(std::max<Timestamp>(0, end - trial.started)) / 1000.0;
}

std::string settings_text(const Configuration& configuration, const Style& style) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) width = std::max(width, plot::display_width(printable(configuration.name(i))));
  }
  std::string out;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (!configuration[i]) continue;
    out += "  " + style.cyan(plot::pad_right(printable(configuration.name(i)), width)) + "  " +
           printable(to_text(*configuration[i])) + "\n";
  }
  return out;
}

std::string settings_in_short(const Configuration& configuration) {
  std::string out;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (!configuration[i]) continue;
    const double* number = std::get_if<double>(&*configuration[i]);
    out += (out.empty() ? "" : " ") + configuration.name(i) + "=" +
           (number != nullptr ? short_number(*number, 4) : to_text(*configuration[i]));
  }
  return out;
}

std::string values_text(const Trial& trial, int digits) {
  std::vector<std::string> parts;
  for (const double value : trial.values) parts.push_back(short_number(value, digits));
  return join(parts, ", ");
}

Value read_value(const std::string& text, const Domain* domain) {
  return domain == nullptr ? codec::value_from_cell(text) : codec::value_from_cell(text, *domain);
}

std::pair<std::string, Value> read_assignment(const std::string& assignment, const Space& space) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError("'" + assignment + "' is not a setting", "write NAME=VALUE, such as C=10");
  }
  const std::string name = assignment.substr(0, equals);
  const auto index = space.index_of(name);
  return {name,
          read_value(assignment.substr(equals + 1), index ? &space.parameters()[*index].domain : nullptr)};
}

}  // namespace hone::cli
