// SPDX-License-Identifier: MIT
#include "hone/codec/import_rows.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_scanner.hpp"
#include "hone/codec/trial_export.hpp"
#include "hone/core/tags.hpp"

namespace hone::codec {
namespace {

[[noreturn]] void refuse_row(const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::InvalidFile, problem, remedy);
}

/// What a column of the table means.
struct ImportColumn {
  ColumnMeaning meaning;
  std::size_t index = 0;  ///< of the parameter or objective
};

using What = ColumnMeaning::Kind;

ImportColumn column_of(const std::string& name, const ColumnNames& names, const Study& study) {
  // Blanks around a name are looks, unless they belong to it.
  ColumnMeaning meaning = names.meaning(name);
  if (meaning.kind == What::Other) meaning = names.meaning(trim(name));
  ImportColumn column{meaning, 0};
  if (meaning.kind == What::Parameter) column.index = study.space.index_of(meaning.name).value();
  while (meaning.kind == What::Objective && study.objectives[column.index].name != meaning.name)
    ++column.index;
  return column;
}

bool has(const std::vector<ImportColumn>& columns, What kind, std::size_t index) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const ImportColumn& c) { return c.meaning.kind == kind && c.index == index; });
}

/// Two columns may be written differently and mean the same: loss and objective.loss.
void check_unique(const std::vector<ImportColumn>& columns, const CsvTable& table, const std::string& file) {
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ColumnMeaning meaning = columns[i].meaning;
    if (meaning.kind == What::Other) meaning.kind = What::Attribute;
    const auto [before, first] = seen.try_emplace(ColumnNames::full_name(meaning), i);
    if (first) continue;
    throw Error(
        ErrorCode::InvalidFile,
        text("the columns '", table.columns[before->second], "' and '", table.columns[i], "' mean the same"),
        "remove one, or rename it")
        .within(text(file, ":1"));
  }
}

}  // namespace

Value setting_in_cell(const std::string& cell, const Domain& domain) {
  if (is_text_cell(cell)) return value_from_cell(cell);
  const std::string_view trimmed = trim(cell);
  const Value word = cell;
  return trimmed != cell && contains(domain, word) ? word : value_from_cell(trimmed, domain);
}

namespace {

/// A parameter that always exists must have its column, and so must the objectives.
void check_row_columns(const std::vector<ImportColumn>& columns, const CsvTable& table,
                       const std::string& file, const Study& study) {
  if (const std::string separator = other_separator(table.columns); !separator.empty()) {
    throw Error(ErrorCode::InvalidFile, "the cells of the first row are separated by " + separator,
                "separate cells by commas, and write numbers with a decimal point")
        .within(text(file, ":1"));
  }
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    const Parameter& parameter = study.space.parameters()[i];
    const bool needed = parameter.when.empty() && !std::holds_alternative<Constant>(parameter.domain);
    if (needed && !has(columns, What::Parameter, i)) {
      const auto guess = closest_word(parameter.name, table.columns);
      throw Error(
          ErrorCode::InvalidFile,
          text("there is no column '", parameter.name, "'", guess ? text(" (is it '", *guess, "'?)") : ""),
          "every parameter needs a column of its name")
          .within(text(file, ":1"));
    }
  }
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    if (has(columns, What::Objective, i)) continue;
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

/// Also in Optuna's words: COMPLETE, FAIL, PRUNED.
std::optional<TrialState> state_named(std::string_view cell) {
  std::string word(cell);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return parse_trial_state(word == "fail" ? "failed" : word);
}

TrialState state_in_cell(const std::string& cell) {
  const auto state = state_named(cell);
  if (!state || !is_evidence(*state))
    refuse_row("'" + cell + "' is not a state in which a trial ends", "write complete or failed");
  return *state;
}

constexpr const char* kNoValue = "imported without a value";

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
    if (trial.error.empty()) trial.error = kNoValue;
  }
}

/// What a trial has whatever the study is. True when the cell gives its state.
bool read_of_trial(const std::string& name, const std::string& cell, const std::string& raw, Trial& trial) {
  if (name == "state") {
    trial.state = state_in_cell(cell);
    return true;
  }
  if (name == "number") trial.number = parse_integer(cell).value_or(trial.number);
  if (name == "error") trial.error = raw;
  if (name == "created") trial.created = time_in_cell(cell);
  if (name == "started") trial.started = time_in_cell(cell);
  if (name == "finished") trial.finished = time_in_cell(cell);
  if (name == "outside") trial.outside = cell;
  if (name == "notes") {
    for (const std::string& line : split(raw, '\n')) {
      if (!trim(line).empty()) trial.remarks.push_back({0, noted_words(line, {})});
    }
  }
  return false;  // attempt and version are of another study
}

/// Counts a row's values of parameters that do not exist under the others.
void count_inactive(ImportedRows& rows, const Trial& trial, const std::vector<std::string>& names) {
  bool any = false;
  for (const std::string& name : names) {
    if (trial.configuration.find(name) != nullptr) continue;
    ++rows.inactive[name];
    any = true;
  }
  rows.with_inactive += any ? 1 : 0;
}

/// Of a trial that an export marks as outside: what it had of a parameter that is gone keeps it out here,
/// too, though what is left of it looks like a point of the space.
bool kept_out(const Study& study, const Attributes& former) {
  return std::any_of(former.begin(), former.end(), [&](const auto& one) {
    return !study.space.index_of(one.first) && !still_counts(study.removed, one.first, one.second);
  });
}

Trial read_row(const std::vector<std::string>& cells, const std::vector<ImportColumn>& columns,
               const Study& study, std::int64_t position) {
  Trial trial;
  trial.number = position;
  trial.state = TrialState::Complete;
  bool stated = false;
  std::vector<std::pair<std::string, Value>> settings;
  Attributes former;
  std::vector<std::string> values(study.objectives.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string cell(trim(cells[i]));
    const auto& [meaning, index] = columns[i];
    if (meaning.kind == What::Objective) values[index] = cell;
    if (cell.empty()) continue;
    switch (meaning.kind) {
      case What::Parameter:
        settings.emplace_back(meaning.name,
                              setting_in_cell(cells[i], study.space.parameters()[index].domain));
        break;
      case What::OfTrial:
        stated = read_of_trial(meaning.name, cell, cells[i], trial) || stated;
        break;
      case What::Attribute:
      case What::Other:
        trial.attributes[meaning.name] = value_from_cell(cells[i]);
        break;
      case What::Former:  // what the trial had beside the parameters of this space
        trial.attributes[ColumnNames::full_name(meaning).substr(6)] = value_from_cell(cells[i]);
        former[meaning.name] = value_from_cell(cells[i]);
        break;
      case What::Note:
        trial.notes[meaning.name] = note_from_cell(cell);
        break;
      case What::Objective:
        break;
    }
  }
  for (Remark& remark : trial.remarks) remark.time = trial.finished;
  try {
    trial.configuration = study.space.admit(settings);
    if (!kept_out(study, former)) trial.outside.clear();  // it fits this space, whatever it was in another
  } catch (const Error&) {
    if (trial.outside.empty()) throw;
  }
  settle_values(trial, values, stated);
  return trial;
}

/// The parameters that a row has a value of.
std::vector<std::string> settings_in(const std::vector<std::string>& cells,
                                     const std::vector<ImportColumn>& columns) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].meaning.kind == What::Parameter && !trim(cells[i]).empty())
      names.push_back(columns[i].meaning.name);
  }
  return names;
}

std::vector<std::string> settings_in(const Json& row) {
  std::vector<std::string> names;
  for (const auto& [name, value] : row.at("params").items()) names.push_back(name);
  return names;
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

void tell_inactive(ImportedRows& rows) {
  if (rows.with_inactive == 0) return;
  std::vector<std::string> names;
  for (const auto& [name, count] : rows.inactive)
    names.push_back(text("'", name, "' in ", counted(count, "row")));
  rows.remarks.push_back(
      text(counted(rows.with_inactive, "row"), rows.with_inactive == 1 ? " has" : " have",
           " values of parameters that do not exist under the other values, which were left out: ",
           join(names, ", ")));
}

void tell_left_out(ImportedRows& rows) {
  tell_inactive(rows);
  const auto without = std::count_if(rows.trials.begin(), rows.trials.end(),
                                     [](const Trial& trial) { return trial.error == kNoValue; });
  if (without > 0) {
    rows.remarks.push_back(text(counted(without, "row"), without == 1 ? " has" : " have",
                                " no finite value and ",
                                without == 1 ? "becomes a failed trial" : "become failed trials"));
  }
  std::int64_t open = 0;
  std::vector<std::string> states;
  for (const auto& [state, count] : rows.open) {
    open += count;
    states.push_back(text(count, " ", to_text(state)));
  }
  if (open > 0)
    rows.remarks.push_back(text(counted(open, "row"), " left out, of ", open == 1 ? "a trial" : "trials",
                                " without a result that counts (", join(states, ", "), ")"));
  if (rows.left_out == 0) return;
  rows.remarks.push_back(text(rows.left_out, rows.left_out == 1 ? " row is" : " rows are",
                              " marked as outside the space, and left out"));
}

/// The list of trials in a JSON text.
Json rows_in(std::string_view text_, const std::string& file) {
  Json json;
  try {
    json = Json::parse(text_);
  } catch (const Json::exception&) {
    parse_json(text_, file);  // says where
    throw Error(ErrorCode::InvalidFile, file + ": this is not JSON",
                "write what 'hone export --format json' writes");
  }
  if (json.is_array()) return json;
  if (json.is_object() && json.contains("trials") && json["trials"].is_array()) return json["trials"];
  refuse_row(file + ": there is no list of trials", "write [{\"params\": {...}, \"value\": 0.5}, ...]");
}

/// The state of a trial of an export that never ended, or was taken out: it brings nothing.
std::optional<TrialState> open_state(const Json& row) {
  if (!row.is_object() || !row.contains("state") || !row["state"].is_string()) return std::nullopt;
  const auto state = parse_trial_state(row["state"].get<std::string>());
  return state && !is_evidence(*state) ? state : std::nullopt;
}

/// An export says why a trial does not fit the space of its own study.
bool is_outside(const Json& row) {
  return row.is_object() && row.contains("outside") && row["outside"].is_string();
}

/// The values of parameters that the space once had, which trial_from_json() made attributes.
Attributes former_of(const Json& row, const Trial& trial) {
  Attributes former;
  if (!row.contains("former")) return former;
  for (const auto& [name, value] : row["former"].items())
    former[name] = trial.attributes.at("former." + name);
  return former;
}

}  // namespace

ImportedRows read_csv_rows(std::string_view text_, const std::string& file, const Study& study) {
  const CsvTable table = read_csv(text_, file);
  const ColumnNames names = csv_names(study);
  std::vector<ImportColumn> columns;
  ImportedRows result;
  for (const std::string& name : table.columns) {
    columns.push_back(column_of(name, names, study));
    if (columns.back().meaning.kind == What::Other)
      result.remarks.push_back("column '" + name + "' becomes an attribute");
  }
  check_unique(columns, table, file);
  check_row_columns(columns, table, file, study);
  const auto state = std::find_if(columns.begin(), columns.end(), [](const ImportColumn& c) {
    return c.meaning == ColumnMeaning{What::OfTrial, "state"};
  });
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (state != columns.end()) {
      const auto word = state_named(trim(table.rows[i][static_cast<std::size_t>(state - columns.begin())]));
      if (word && !is_evidence(*word)) {
        ++result.open[*word];
        continue;
      }
    }
    try {
      Trial trial = read_row(table.rows[i], columns, study, static_cast<std::int64_t>(i));
      if (fits(trial)) count_inactive(result, trial, settings_in(table.rows[i], columns));
      keep(result, std::move(trial));
    } catch (const Error& error) {
      result.problems.push_back(text(file, ":", table.lines[i], ": ", error.what()));
    }
  }
  tell_left_out(result);
  return result;
}

ImportedRows read_json_rows(std::string_view text_, const std::string& file, const Study& study) {
  ImportedRows result;
  const Json rows = rows_in(text_, file);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const auto state = open_state(rows[i])) {
      ++result.open[*state];
      continue;
    }
    const bool outside = is_outside(rows[i]);
    try {
      Trial trial = trial_from_json(rows[i], study, text(file, ": trials[", i, "]"));
      if (outside && kept_out(study, former_of(rows[i], trial))) {
        ++result.left_out;
        continue;
      }
      const bool numbered = rows[i].contains("number") && rows[i]["number"].is_number_integer();
      trial.number = numbered ? rows[i]["number"].get<std::int64_t>() : static_cast<std::int64_t>(i);
      count_inactive(result, trial, settings_in(rows[i]));
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

std::vector<ListedResult> read_json_results(std::string_view text_, const std::string& file,
                                            const Study& study) {
  const Json rows = rows_in(text_, file);
  std::vector<ListedResult> results;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (open_state(rows[i]) || is_outside(rows[i])) continue;
    std::string where = text(file, ": trials[", i, "]");
    results.push_back({result_from_json(rows[i], study, where), where});
  }
  return results;
}

bool begins_with_trial(std::string_view json) {
  try {
    JsonScanner scanner(json);
    std::string key;
    if (!scanner.accept('[') || !scanner.accept('{') || scanner.peek() != '"') return false;
    scanner.string(key);
    return std::find(trial_fields().begin(), trial_fields().end(), key) != trial_fields().end();
  } catch (const JsonProblem&) {
    return false;
  }
}

}  // namespace hone::codec
