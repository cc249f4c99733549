// SPDX-License-Identifier: MIT
#include "hone/codec/trial_export.hpp"

#include <algorithm>
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
  NamedColumns<Attributes> former{"former.", &Trial::former};
  former.find_names(trials, study.space);
  const bool grown = std::any_of(trials.begin(), trials.end(),
                                 [](const Trial& trial) { return trial.version != 1 || !fits(trial); });
  notes.find_names(trials, study.space);
  attributes.find_names(trials, study.space);
  std::vector<std::string> header{"number", "state"};
  for (const Parameter& parameter : study.space.parameters()) header.push_back(parameter.name);
  for (const Objective& objective : study.objectives) {
    header.push_back(study.space.index_of(objective.name) ? "objective." + objective.name : objective.name);
  }
  header.insert(header.end(), {"created", "started", "finished", "attempt", "error"});
  // Only a study whose definition changed has these.
  if (grown && !study.space.index_of("version")) header.push_back("version");
  if (grown && !study.space.index_of("outside")) header.push_back("outside");
  const bool limited = !study.constraints_on.empty() && !study.space.index_of("violates");
  if (limited) header.push_back("violates");
  former.add_header(header);
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
    if (grown && !study.space.index_of("version")) row.push_back(std::to_string(trial.version));
    if (grown && !study.space.index_of("outside")) row.push_back(trial.outside);
    if (limited) row.push_back(violation_text(study.constraints_on, trial));
    former.add_cells(trial, row);
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
