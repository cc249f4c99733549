// SPDX-License-Identifier: MIT
#include "hone/codec/trial_export.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/tags.hpp"

namespace hone::codec {
namespace {

using What = ColumnMeaning::Kind;

std::string time_cell(Timestamp time) { return time == 0 ? "" : iso_time(time); }

/// The value as `read` takes it back: a text that it would take for something else, or for nothing, is
/// marked.
template <class Read>
std::string faithful_cell(const Value& value, const Read& read) {
  const auto* word = std::get_if<std::string>(&value);
  std::string cell = to_text(value);
  if (word == nullptr || (!trim(cell).empty() && read(cell) == value)) return cell;
  return text_cell(*word);
}

std::string cell_of(const Value& value) {
  return faithful_cell(value, [](const std::string& cell) { return attribute_from_cell(cell); });
}
std::string cell_of(const Note& note) { return note_text(note); }

/// A column of the file: what it is called, and what it holds of each trial.
struct CsvColumn {
  std::string name;
  std::function<std::string(const Trial&)> cell;
};

class CsvColumns {
 public:
  explicit CsvColumns(const Study& study) : names_(csv_names(study)) {}

  void add(What kind, const std::string& name, std::function<std::string(const Trial&)> cell) {
    columns_.push_back({names_.name_of({kind, name}), std::move(cell)});
  }
  /// Attributes, or the notes of samplers: as many columns as any trial has names.
  template <class Map>
  void add_named(What kind, Map Trial::*member, const std::vector<Trial>& trials) {
    std::set<std::string> found;
    for (const Trial& trial : trials) {
      for (const auto& [name, value] : trial.*member) found.insert(name);
    }
    for (const std::string& name : found) {
      add(kind, name, [member, name](const Trial& trial) {
        const auto value = (trial.*member).find(name);
        return value == (trial.*member).end() ? std::string() : cell_of(value->second);
      });
    }
  }
  std::string text(const std::vector<Trial>& trials) const {
    std::string out;
    std::vector<std::string> row;
    for (const CsvColumn& column : columns_) row.push_back(column.name);
    append_csv(out, row);
    for (const Trial& trial : trials) {
      row.clear();
      for (const CsvColumn& column : columns_) row.push_back(column.cell(trial));
      append_csv(out, row);
    }
    return out;
  }

 private:
  ColumnNames names_;
  std::vector<CsvColumn> columns_;
};

/// What every trial has, whatever the study is.
void add_ends(CsvColumns& columns, const Study& study, const std::vector<Trial>& trials) {
  const auto some = [&](const auto& has) { return std::any_of(trials.begin(), trials.end(), has); };
  const auto time = [&](const char* name, Timestamp Trial::*member) {
    columns.add(What::OfTrial, name, [member](const Trial& trial) { return time_cell(trial.*member); });
  };
  time("created", &Trial::created);
  time("started", &Trial::started);
  time("finished", &Trial::finished);
  columns.add(What::OfTrial, "attempt", [](const Trial& trial) { return std::to_string(trial.attempt); });
  columns.add(What::OfTrial, "error", [](const Trial& trial) { return trial.error; });
  // Only a study whose definition changed has these, and only one that somebody wrote on has notes.
  if (some([](const Trial& trial) { return trial.version != 1 || !fits(trial); })) {
    columns.add(What::OfTrial, "version", [](const Trial& trial) { return std::to_string(trial.version); });
    columns.add(What::OfTrial, "outside", [](const Trial& trial) { return trial.outside; });
  }
  if (!study.constraints_on.empty()) {
    columns.add(What::OfTrial, "violates", [limits = study.constraints_on](const Trial& trial) {
      return violation_text(limits, trial);
    });
  }
  if (some([](const Trial& trial) { return !notes_among(trial.remarks).empty(); })) {
    columns.add(What::OfTrial, "notes",
                [](const Trial& trial) { return join(notes_among(trial.remarks), "\n"); });
  }
}

}  // namespace

ColumnNames csv_names(const Study& study) {
  std::vector<std::string> of_trials{"number",  "state", "created", "started", "finished",
                                     "attempt", "error", "version", "outside", "notes"};
  if (!study.constraints_on.empty()) of_trials.emplace_back("violates");
  return {study, std::move(of_trials)};
}

std::string trials_csv(const Study& study, const std::vector<Trial>& trials) {
  CsvColumns columns(study);
  columns.add(What::OfTrial, "number", [](const Trial& trial) { return std::to_string(trial.number); });
  columns.add(What::OfTrial, "state", [](const Trial& trial) { return std::string(to_text(trial.state)); });
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    const Parameter& parameter = study.space.parameters()[i];
    columns.add(What::Parameter, parameter.name, [i, domain = parameter.domain](const Trial& trial) {
      if (!trial.configuration[i]) return std::string();
      return faithful_cell(*trial.configuration[i],
                           [&](const std::string& cell) { return setting_in_cell(cell, domain); });
    });
  }
  for (std::size_t i = 0; i < study.objectives.size(); ++i) {
    columns.add(What::Objective, study.objectives[i].name, [i](const Trial& trial) {
      return i < trial.values.size() ? number_text(trial.values[i]) : std::string();
    });
  }
  add_ends(columns, study, trials);
  columns.add_named(What::Former, &Trial::former, trials);
  columns.add_named(What::Note, &Trial::notes, trials);
  columns.add_named(What::Attribute, &Trial::attributes, trials);
  return columns.text(trials);
}

std::string trials_json(const Study& study, const std::vector<Trial>& trials) {
  std::string out = "[";
  for (std::size_t i = 0; i < trials.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    out += printable_json(to_json(trials[i], study).dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return out + (trials.empty() ? "]\n" : "\n]\n");
}

}  // namespace hone::codec
