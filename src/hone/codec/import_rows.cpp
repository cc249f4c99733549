// SPDX-License-Identifier: MIT
#include "hone/codec/import_rows.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"

namespace hone::codec {
namespace {

[[noreturn]] void refuse_row(const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidFile, problem, remedy);
}

/// What a column of the table means.
struct Column {
  enum class Kind {
    Parameter,
    Objective,
    Number,
    State,
    Error,
    Created,
    Started,
    Finished,
    Skip,
    Outside,
    Attribute,
    Note
  };
  Kind kind = Kind::Attribute;
  std::size_t index = 0;  ///< of the parameter or objective
  std::string name;
};

Column meaning_of(const std::string& name, const Study& study) {
  using Kind = Column::Kind;
  if (const auto index = study.space.index_of(name)) return {Kind::Parameter, *index, name};
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    const std::string& objective = study.objectives[i].name;
    if (name == objective || name == "objective." + objective) return {Kind::Objective, i, name};
  }
  if (name == "value" && study.objectives.size() == 1) return {Kind::Objective, 0, name};
  if (name == "state") return {Kind::State, 0, name};
  if (name == "error") return {Kind::Error, 0, name};
  if (name == "created") return {Kind::Created, 0, name};
  if (name == "started") return {Kind::Started, 0, name};
  if (name == "finished") return {Kind::Finished, 0, name};
  if (name == "number") return {Kind::Number, 0, name};
  if (name == "attempt" || name == "version") return {Kind::Skip, 0, name};
  // Follows from the attributes and the limits of this study.
  if (name == "violates" && !study.constraints_on.empty()) return {Kind::Skip, 0, name};
  if (name == "outside") return {Kind::Outside, 0, name};
  if (name.starts_with("note.")) return {Kind::Note, 0, name.substr(5)};
  return {Kind::Attribute, 0, name.starts_with("attr.") ? name.substr(5) : name};
}

bool has(const std::vector<Column>& columns, Column::Kind kind, std::size_t index) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const Column& c) { return c.kind == kind && c.index == index; });
}

/// A parameter that always exists must have its column, and so must the objectives.
void check_row_columns(const std::vector<Column>& columns, const Table& table, const std::string& file,
                       const Study& study) {
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    const Parameter& parameter = study.space.parameters()[i];
    const bool needed = parameter.when.empty() && !std::holds_alternative<Constant>(parameter.domain);
    if (needed && !has(columns, Column::Kind::Parameter, i)) {
      const auto guess = closest_word(parameter.name, table.columns);
      throw Error(
          ErrorCode::InvalidFile,
          text("there is no column '", parameter.name, "'", guess ? text(" (is it '", *guess, "'?)") : ""),
          "every parameter needs a column of its name")
          .within(text(file, ":1"));
    }
  }
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    if (has(columns, Column::Kind::Objective, i)) continue;
    throw Error(ErrorCode::InvalidFile,
                text("there is no column '", study.objectives[i].name, "' with the results"),
                study.objectives.size() == 1 ? "name the column like the objective, or 'value'"
                                             : "every objective needs one")
        .within(text(file, ":1"));
  }
}

Timestamp time_in_cell(const std::string& cell) {
  const auto time = parse_iso_time(cell);
  if (!time) refuse_row("'" + cell + "' is not a time", "write 2026-01-31T08:15:00Z, or leave it empty");
  return *time;
}

TrialState state_in_cell(const std::string& cell) {
  const auto state = parse_trial_state(cell);
  if (!state || !is_evidence(*state))
    refuse_row("'" + cell + "' is not a state in which a trial ends", "write complete or failed");
  return *state;
}

/// Without a state, a number means complete and an empty or not finite cell failed.
void settle_values(Trial& trial, const std::vector<std::string>& cells, bool stated) {
  bool finite = true;
  for (const std::string& cell : cells) {
    const auto value = parse_number(cell);
    if (!value && !cell.empty())
      refuse_row("the value '" + cell + "' is not a number", "write one, or leave it empty for a failure");
    finite = finite && value && std::isfinite(*value);
    trial.values.push_back(value.value_or(0.0));
  }
  if (stated && trial.state != TrialState::Complete) {
    trial.values.clear();
  } else if (!finite) {
    if (stated) refuse_row("a complete trial has no finite value", "give one, or the state 'failed'");
    trial.state = TrialState::Failed;
    trial.values.clear();
    if (trial.error.empty()) trial.error = "imported without a value";
  }
}

Trial read_row(const std::vector<std::string>& cells, const std::vector<Column>& columns, const Study& study,
               std::int64_t position) {
  using Kind = Column::Kind;
  Trial trial;
  trial.number = position;
  trial.state = TrialState::Complete;
  bool stated = false;
  std::vector<std::pair<std::string, Value>> settings;
  std::vector<std::string> values(study.objectives.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string cell(trim(cells[i]));
    const Column& column = columns[i];
    if (column.kind == Kind::Objective) values[column.index] = cell;
    if (cell.empty()) continue;
    switch (column.kind) {
      case Kind::Parameter:
        settings.emplace_back(column.name,
                              value_from_cell(cell, study.space.parameters()[column.index].domain));
        break;
      case Kind::Number:
        if (const auto number = parse_integer(cell)) trial.number = *number;
        break;
      case Kind::State:
        trial.state = state_in_cell(cell);
        stated = true;
        break;
      case Kind::Error:
        trial.error = cells[i];
        break;
      case Kind::Created:
        trial.created = time_in_cell(cell);
        break;
      case Kind::Started:
        trial.started = time_in_cell(cell);
        break;
      case Kind::Finished:
        trial.finished = time_in_cell(cell);
        break;
      case Kind::Attribute:
        trial.attributes[column.name] = value_from_cell(cell);
        break;
      case Kind::Note:
        trial.notes[column.name] = note_from_cell(cell);
        break;
      case Kind::Outside:
        trial.outside = cell;
        break;
      case Kind::Objective:
      case Kind::Skip:
        break;
    }
  }
  try {
    trial.configuration = study.space.admit(settings);
    trial.outside.clear();  // it fits this space, whatever it was in another
  } catch (const Error&) {
    if (trial.outside.empty()) throw;
  }
  settle_values(trial, values, stated);
  return trial;
}

/// A trial that an export marks as outside of its study's space, and that is outside of this one, too, is not
/// a mistake in the file.
void keep(ImportedRows& rows, Trial trial) {
  if (!fits(trial)) {
    ++rows.left_out;
  } else {
    rows.trials.push_back(std::move(trial));
  }
}

void tell_left_out(ImportedRows& rows) {
  if (rows.left_out == 0) return;
  rows.remarks.push_back(text(rows.left_out, rows.left_out == 1 ? " row is" : " rows are",
                              " marked as outside the space, and left out"));
}

const Json& rows_in(const Json& json) {
  if (json.is_array()) return json;
  if (json.is_object() && json.contains("trials") && json["trials"].is_array()) return json["trials"];
  refuse_row("there is no list of trials", "write [{\"params\": {...}, \"value\": 0.5}, ...]");
}

/// Trials of an export that never ended bring nothing.
bool is_open(const Json& row) {
  if (!row.is_object() || !row.contains("state") || !row["state"].is_string()) return false;
  const auto state = parse_trial_state(row["state"].get<std::string>());
  return state && !is_evidence(*state);
}

}  // namespace

ImportedRows read_csv_rows(std::string_view text_, const std::string& file, const Study& study) {
  const Table table = read_csv(text_, file);
  std::vector<Column> columns;
  ImportedRows result;
  for (const std::string& name : table.columns) {
    columns.push_back(meaning_of(std::string(trim(name)), study));
    if (columns.back().kind == Column::Kind::Attribute && !name.starts_with("attr.") &&
        !name.starts_with("former.")) {
      result.remarks.push_back("column '" + name + "' becomes an attribute");
    }
  }
  check_row_columns(columns, table, file, study);
  const auto state = std::find_if(columns.begin(), columns.end(),
                                  [](const Column& c) { return c.kind == Column::Kind::State; });
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (state != columns.end()) {
      const auto word =
          parse_trial_state(trim(table.rows[i][static_cast<std::size_t>(state - columns.begin())]));
      if (word && !is_evidence(*word)) continue;
    }
    try {
      keep(result, read_row(table.rows[i], columns, study, static_cast<std::int64_t>(i)));
    } catch (const Error& error) {
      result.problems.push_back(text(file, ":", table.lines[i], ": ", error.what()));
    }
  }
  tell_left_out(result);
  return result;
}

ImportedRows read_json_rows(std::string_view text_, const std::string& file, const Study& study) {
  ImportedRows result;
  Json json;
  try {
    json = Json::parse(text_);
  } catch (const Json::exception&) {
    throw Error(ErrorCode::InvalidFile, file + ": this is not JSON",
                "write what 'hone export --format json' writes");
  }
  const Json& rows = rows_in(json);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_open(rows[i])) continue;
    const bool outside = rows[i].contains("outside") && rows[i]["outside"].is_string();
    try {
      Trial trial = trial_from_json(rows[i], study, text(file, ": trials[", i, "]"));
      const bool numbered = rows[i].contains("number") && rows[i]["number"].is_number_integer();
      trial.number = numbered ? rows[i]["number"].get<std::int64_t>() : static_cast<std::int64_t>(i);
      result.trials.push_back(std::move(trial));
    } catch (const Error& error) {
      if (outside) {
        ++result.left_out;
      } else {
        result.problems.emplace_back(error.what());
      }
    }
  }
  tell_left_out(result);
  return result;
}

}  // namespace hone::codec
