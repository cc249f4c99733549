// SPDX-License-Identifier: MIT
#include "hone/runner/source_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/trial_export.hpp"
#include "hone/runner/widen.hpp"

namespace hone::runner {
namespace {

/// One result before it is known in which space it lies.
struct LooseTrial {
  std::string where;  ///< for messages
  std::vector<std::pair<std::string, Value>> params;
  Trial trial;
};

/// Gathers the values of one parameter in all rows.
Parameter widened_parameter(const Parameter& parameter, const std::vector<LooseTrial>& rows) {
  Widening widening(parameter);
  for (const LooseTrial& row : rows) {
    for (const auto& [name, value] : row.params) {
      if (name != parameter.name || is_absence(parameter.domain, value)) continue;
      try {
        widening.add(value);
      } catch (const Error& error) {
        throw error.within(row.where);
      }
    }
  }
  return widening.result();
}

Space space_of_rows(const std::vector<LooseTrial>& rows, const std::vector<std::string>& columns,
                    const Study& target, const std::string& name) {
  const auto has = [&](const std::string& column) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
  };
  std::vector<Parameter> parameters;
  for (const Parameter& parameter : target.space.parameters()) {
    if (!has(parameter.name)) continue;
    Parameter kept = widened_parameter(parameter, rows);
    std::erase_if(kept.when, [&](const Condition& condition) { return !has(condition.parent); });
    parameters.push_back(std::move(kept));
  }
  if (parameters.empty()) {
    throw Error(ErrorCode::InvalidFile, "no column has the name of a parameter of this study",
                "name the columns like the parameters")
        .within(name);
  }
  return Space(std::move(parameters));
}

SourceStudy source_of(std::string name, std::vector<LooseTrial> rows, const std::vector<std::string>& columns,
                      const Study& target) {
  SourceStudy source{name, space_of_rows(rows, columns, target, name), target.objectives, {}};
  for (LooseTrial& row : rows) {
    std::vector<std::optional<Value>> values(source.space.size());
    for (auto& [column, value] : row.params) {
      const auto index = source.space.index_of(column);
      if (!index) continue;
      const Domain& domain = source.space.parameters()[*index].domain;
      if (!is_absence(domain, value)) values[*index] = admit(domain, value);
    }
    row.trial.configuration = source.space.configuration(std::move(values));
    row.trial.number = static_cast<std::int64_t>(source.trials.size());
    source.trials.push_back(std::move(row.trial));
  }
  return source;
}

// ---- CSV

struct TableColumns {
  std::vector<std::optional<std::size_t>> parameters;  ///< of the target: the column of each
  std::vector<std::size_t> objectives;
  std::optional<std::size_t> state;
};

/// By the names that `hone export` gives to columns, short or full.
TableColumns find_columns(const codec::CsvTable& table, const std::string& name, const Study& target) {
  using Shows = codec::ColumnMeaning::Kind;
  const codec::ColumnNames names = codec::csv_names(target);
  const auto column_of = [&](const codec::ColumnMeaning& wanted) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (names.meaning(table.columns[i]) == wanted) return i;
    }
    return std::nullopt;
  };
  TableColumns columns{.parameters = {}, .objectives = {}, .state = column_of({Shows::OfTrial, "state"})};
  for (const Parameter& parameter : target.space.parameters())
    columns.parameters.push_back(column_of({Shows::Parameter, parameter.name}));
  for (const Objective& objective : target.objectives) {
    const auto found = column_of({Shows::Objective, objective.name});
    if (!found) {
      throw Error(ErrorCode::InvalidFile, text("there is no column '", objective.name, "' with the results"),
                  "name the column like the objective")
          .within(text(name, ":1"));
    }
    columns.objectives.push_back(*found);
  }
  return columns;
}

/// Nothing for a trial that has not ended.
std::optional<TrialState> state_of(const std::vector<std::string>& cells, const TableColumns& columns) {
  const std::string_view word = columns.state ? trim(cells[*columns.state]) : "";
  if (word.empty()) return TrialState::Complete;
  const auto state = parse_trial_state(word);
  if (!state)
    throw Error(ErrorCode::InvalidFile, text("'", word, "' is not a state"), "write complete or failed");
  return is_evidence(*state) ? state : std::nullopt;
}

std::vector<double> values_of(const std::vector<std::string>& cells, const TableColumns& columns) {
  std::vector<double> values;
  for (const std::size_t column : columns.objectives) {
    const std::string_view cell = trim(cells[column]);
    const auto value = parse_number(cell);
    if (!value && !cell.empty())
      throw Error(ErrorCode::InvalidFile, text("the value '", cell, "' is not a number"),
                  "write one, or leave it empty for a failure");
    if (!value || !std::isfinite(*value)) return {};
    values.push_back(*value);
  }
  return values;
}

std::optional<LooseTrial> read_source_line(const codec::CsvTable& table, std::size_t line,
                                           const TableColumns& columns, const Study& target) {
  const std::vector<std::string>& cells = table.rows[line];
  const auto state = state_of(cells, columns);
  if (!state) return std::nullopt;
  LooseTrial row;
  row.trial.state = *state;
  if (row.trial.state == TrialState::Complete) row.trial.values = values_of(cells, columns);
  if (row.trial.state == TrialState::Complete && row.trial.values.empty())
    row.trial.state = TrialState::Failed;
  for (std::size_t i = 0; i < columns.parameters.size(); ++i) {
    const Parameter& parameter = target.space.parameters()[i];
    const std::string_view cell = columns.parameters[i] ? trim(cells[*columns.parameters[i]]) : "";
    if (!cell.empty())
      row.params.emplace_back(parameter.name, codec::value_from_cell(cell, parameter.domain));
  }
  return row;
}

}  // namespace

SourceStudy read_source_table(std::string_view text_, const std::string& name, const Study& target) {
  const codec::CsvTable table = codec::read_csv(text_, name);
  const TableColumns columns = find_columns(table, name, target);
  std::vector<LooseTrial> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::string where = text(name, ":", table.lines[i]);
    try {
      auto row = read_source_line(table, i, columns, target);
      if (!row) continue;
      row->where = where;
      rows.push_back(*std::move(row));
    } catch (const Error& error) {
      throw error.within(where);
    }
  }
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < columns.parameters.size(); ++i) {
    if (columns.parameters[i]) parameters.push_back(target.space.parameters()[i].name);
  }
  return source_of(name, std::move(rows), parameters, target);
}

SourceStudy read_source_json(std::string_view text_, const std::string& name, const Study& target) {
  std::vector<LooseTrial> rows;
  std::vector<std::string> columns;
  for (codec::ListedResult& listed : codec::read_json_results(text_, name, target)) {
    for (const auto& [parameter, value] : listed.params) columns.push_back(parameter);
    LooseTrial row{std::move(listed.where), std::move(listed.params), {}};
    row.trial.state = listed.state;
    row.trial.values = std::move(listed.values);
    rows.push_back(std::move(row));
  }
  return source_of(name, std::move(rows), columns, target);
}

SourceStudy read_source_rows(const RowsSource& source, const Study& target) {
  std::vector<LooseTrial> rows;
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < source.rows.size(); ++i) {
    LooseTrial row{text(source.name, ": trials #", i + 1), source.rows[i].params, {}};
    row.trial.state = TrialState::Complete;
    row.trial.values = {source.rows[i].value};
    for (const auto& [name, value] : row.params) columns.push_back(name);
    rows.push_back(std::move(row));
  }
  if (target.objectives.size() > 1) {
    throw Error(ErrorCode::InvalidFile, "rows with one value each do not fit a study of several objectives",
                "name a study, or a file of its export")
        .within(source.name);
  }
  return source_of(source.name, std::move(rows), columns, target);
}

}  // namespace hone::runner
