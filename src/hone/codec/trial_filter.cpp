// SPDX-License-Identifier: MIT
#include "hone/codec/trial_filter.hpp"

#include <algorithm>
#include <set>

#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/trial_words.hpp"

namespace hone::codec {
namespace {

using FilterValue = std::optional<Value>;

/// Lists and maps as their texts, which an expression can name: layers == '[64,64]'.
Value in_expression(const Value& value) {
  const bool compound = std::holds_alternative<Compound>(value) && !is_null(value);
  return compound ? Value(to_text(value)) : value;
}

Domain in_expression(const Domain& domain) {
  if (const auto* constant = std::get_if<Constant>(&domain)) return Constant{in_expression(constant->value)};
  const auto* choices = std::get_if<Choices>(&domain);
  if (choices == nullptr) return domain;
  std::vector<Value> values;
  for (const Value& choice : choices->values()) {
    const Value value = in_expression(choice);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return Choices(std::move(values));
}

/// What a column may hold, as expressions want to know: numbers or words.
Domain domain_of(const TrialColumn& column, const std::vector<Trial>& trials) {
  if (column.kind == TrialColumn::Kind::Flag) return Toggle{};
  std::set<std::string> words;
  bool null = false;
  for (const Trial& trial : trials) {
    const FilterValue value = column.value(trial);
    if (!value) continue;
    if (is_null(*value)) {
      null = true;
      continue;
    }
    if (as_number(*value)) return RealRange(-1e300, 1e300);
    if (std::holds_alternative<bool>(*value)) return Toggle{};
    if (words.size() < 1000) words.insert(to_text(*value));
  }
  std::vector<Value> values(words.begin(), words.end());
  if (null) values.emplace_back(Compound());
  if (values.empty()) return RealRange(-1e300, 1e300);
  return Choices(std::move(values));
}

/// Any state may be asked for, whether a trial has it or not.
Domain state_domain() { return Choices({trial_state_words().begin(), trial_state_words().end()}); }

void reword(std::string& message, std::string_view from, std::string_view to) {
  const std::size_t place = message.find(from);
  if (place != std::string::npos) message.replace(place, from.size(), to);
}

/// A filter is no constraint to who wrote it, and has columns, not only parameters.
Error in_words_of_filters(const Error& error) {
  std::string message = error.what();
  reword(message, "in the constraint '", "in '");
  reword(message, "there is no parameter '", "there is no column '");
  reword(message, "name one of the space, or quote it if it is a string", "put it in quotes if it is a word");
  reword(message, "write a parameter's name,", "write a column's name,");
  const std::size_t end = message.rfind("; ");
  if (end == std::string::npos) return error;
  return {ErrorCode::InvalidArgument, message.substr(0, end), message.substr(end + 2)};
}

/// Whether an expression may mean that name; in back-quotes a back-quote is doubled.
bool is_written_in(const std::string& expression, const std::string& name) {
  std::string quoted;
  for (const char c : name) quoted += c == '`' ? std::string("``") : std::string(1, c);
  return expression.find(quoted) != std::string::npos;
}

}  // namespace

TrialFilter::TrialFilter(const std::string& expression, const Study& study, const TrialColumns& columns,
                         const std::vector<Trial>& trials, const std::string& came_by) {
  std::vector<Parameter> all;
  std::vector<Parameter> used;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name, const TrialColumn& column) {
    // A study may have thousands of columns and a hundred thousand trials: only those that the text can mean
    // are looked at.
    if (!is_written_in(expression, name)) {
      all.push_back({.name = name, .domain = RealRange(-1e300, 1e300)});
      return;
    }
    const bool parameter = column.meaning.kind == ColumnMeaning::Kind::Parameter;
    Domain domain =
        parameter ? in_expression(
                        study.space.parameters()[study.space.index_of(column.meaning.name).value()].domain)
        : column.kind == TrialColumn::Kind::State ? state_domain()
                                                  : domain_of(column, trials);
    all.push_back({.name = name, .domain = std::move(domain)});
    used.push_back(all.back());
    names.push_back(name);
    used_.push_back(column);
  };
  for (const TrialColumn& column : columns.all()) add(column.name, column);
  const auto known = [&](const std::string& name) {
    return std::any_of(all.begin(), all.end(), [&](const Parameter& p) { return p.name == name; });
  };
  for (const TrialColumn& column : columns.all()) {
    const std::string full = ColumnNames::full_name(column.meaning);
    if (is_written_in(expression, full) && !known(full)) add(full, column);
  }
  if (!known("value")) add("value", columns.find("value"));
  names_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  try {
    Constraint(expression, all);  // for its message, which points into the text as it was typed
    // A constraint lets pass what is not definitely false; a filter keeps what is definitely true.
    negated_.emplace("not (" + expression + ")", used);
  } catch (const Error& error) {
    throw in_words_of_filters(error).within(came_by);
  }
}

bool TrialFilter::keeps(const Trial& trial) const {
  check_cancelled();
  std::vector<std::optional<Value>> values;
  for (const TrialColumn& column : used_) {
    FilterValue value = column.value(trial);
    values.push_back(value ? FilterValue(in_expression(*value)) : std::nullopt);
  }
  return !negated_->holds(Configuration(names_, std::move(values)));
}

std::vector<Trial> trials_where(const std::string& expression, const Study& study,
                                const std::vector<Trial>& trials, const std::string& came_by) {
  const TrialFilter filter(expression, study, TrialColumns(study, trials), trials, came_by);
  std::vector<Trial> kept;
  for (const Trial& trial : trials)
    if (filter.keeps(trial)) kept.push_back(trial);
  return kept;
}

}  // namespace hone::codec
