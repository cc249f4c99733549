// SPDX-License-Identifier: MIT
// Earlier results from a table.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/row_tally.hpp"
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
    const bool needed =
        parameter.when.empty() && !parameter.optional && !std::holds_alternative<Constant>(parameter.domain);
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
        trial.attributes[meaning.name] = attribute_from_cell(cells[i]);
        break;
      case What::Former:  // what the trial had beside the parameters of this space
        trial.attributes[ColumnNames::full_name(meaning).substr(6)] = attribute_from_cell(cells[i]);
        former[meaning.name] = attribute_from_cell(cells[i]);
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

/// A trial that an export marks as outside of its study's space, and that is outside of this one, too, is not
/// a mistake in the file.
void keep(ImportedRows& rows, Trial trial) {
  if (!fits(trial)) {
    ++rows.left_out;
  } else {
    rows.trials.push_back(std::move(trial));
  }
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

}  // namespace hone::codec
