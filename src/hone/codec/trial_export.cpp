// SPDX-License-Identifier: MIT
#include "hone/codec/trial_export.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"

namespace hone::codec {
namespace {

std::string time_cell(Timestamp time) { return time == 0 ? "" : iso_time(time); }

std::string cell_of(const Value& value) { return to_text(value); }
std::string cell_of(const Note& note) { return note_text(note); }

/// Attributes, or the notes of samplers: as many columns as any trial has names.
template <class Map>
struct NamedColumns {
  std::string prefix;
  Map Trial::*member;
  std::vector<std::string> names = {};

  /// Without those that a parameter of that name hides.
  void find_names(const std::vector<Trial>& trials, const Space& space) {
    std::set<std::string> found;
    for (const Trial& trial : trials) {
      for (const auto& [name, value] : trial.*member) {
        if (!space.index_of(prefix + name)) found.insert(name);
      }
    }
    names.assign(found.begin(), found.end());
  }
  void add_header(std::vector<std::string>& header) const {
    for (const std::string& name : names) header.push_back(prefix + name);
  }
  void add_cells(const Trial& trial, std::vector<std::string>& row) const {
    for (const std::string& name : names) {
      const auto found = (trial.*member).find(name);
      row.push_back(found == (trial.*member).end() ? "" : cell_of(found->second));
    }
  }
};

}  // namespace

std::string trials_csv(const Study& study, const std::vector<Trial>& trials) {
  NamedColumns<Notes> notes{"note.", &Trial::notes};
  NamedColumns<Attributes> attributes{"attr.", &Trial::attributes};
  notes.find_names(trials, study.space);
  attributes.find_names(trials, study.space);
  std::vector<std::string> header{"number", "state"};
  for (const Parameter& parameter : study.space.parameters()) header.push_back(parameter.name);
  for (const Objective& objective : study.objectives) {
    header.push_back(study.space.index_of(objective.name) ? "objective." + objective.name : objective.name);
  }
  header.insert(header.end(), {"created", "started", "finished", "attempt", "error"});
  notes.add_header(header);
  attributes.add_header(header);
  std::string out;
  append_csv(out, header);
  for (const Trial& trial : trials) {
    std::vector<std::string> row{std::to_string(trial.number), std::string(to_text(trial.state))};
    for (std::size_t i = 0; i < study.space.size(); ++i) {
      row.push_back(trial.configuration[i] ? to_text(*trial.configuration[i]) : "");
    }
    for (std::size_t i = 0; i < study.objectives.size(); ++i) {
      row.push_back(i < trial.values.size() ? number_text(trial.values[i]) : "");
    }
    row.insert(row.end(), {time_cell(trial.created), time_cell(trial.started), time_cell(trial.finished),
                           std::to_string(trial.attempt), trial.error});
    notes.add_cells(trial, row);
    attributes.add_cells(trial, row);
    append_csv(out, row);
  }
  return out;
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
