// SPDX-License-Identifier: MIT
#include <functional>
#include <ostream>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/cli/json_text.hpp"
#include "hone/cli/output_file.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

struct ExportOptions : StudyOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;
};

std::string time_cell(Timestamp time) { return time == 0 ? "" : codec::iso_time(time); }

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

std::string csv_of(const Study& study, const std::vector<Trial>& trials) {
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
  codec::append_csv(out, header);
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
    codec::append_csv(out, row);
  }
  return out;
}

/// An array with one trial on each line: readable, and small next to indented JSON.
std::string export_json(const Study& study, const std::vector<Trial>& trials) {
  std::string out = "[";
  for (std::size_t i = 0; i < trials.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    out += printable_json(
        codec::to_json(trials[i], study).dump(-1, ' ', false, codec::Json::error_handler_t::replace));
  }
  return out + (trials.empty() ? "]\n" : "\n]\n");
}

std::string export_format(const ExportOptions& options) {
  if (options.format) return *options.format;
  if (options.json) return "json";
  const bool named_json = options.output && options.output->ends_with(".json");
  return named_json ? "json" : "csv";
}

int run_export(const ExportOptions& options, Context& context) {
  const OpenStudy open = open_study(context, options);
  std::vector<Trial> trials = open.storage->changes(open.id, 0).trials;
  std::erase_if(trials, [](const Trial& trial) { return trial.state == TrialState::Deleted; });
  const std::string content =
      export_format(options) == "json" ? export_json(open.study, trials) : csv_of(open.study, trials);
  if (!options.output || *options.output == "-") {
    context.out << content;
    return kOk;
  }
  write_file(*options.output, content);
  context.err << "wrote " << counted(static_cast<std::int64_t>(trials.size()), "trial") << " to "
              << printable(*options.output) << "\n";
  return kOk;
}

}  // namespace

void add_export(Command root) {
  auto options = std::make_shared<ExportOptions>();
  Command command = root.subcommand("export", "Write all trials as CSV or JSON");
  command.group("Keep").detail(
      "JSON: an array of trials with number, state, params, value or values, times, attributes and what the "
      "sampler noted, such as the stage. CSV: the same in columns, attr.NAME and note.NAME. 'hone import' "
      "reads both.");
  add_study(command, *options);
  command
      .choice("--format,-f", options->format, {"csv", "json"},
              "the format (default: by the file's name, otherwise csv)")
      .option("--output,-o", options->output, "FILE", "where to write it (default: standard output)")
      .example("hone export study.yaml --format csv > trials.csv", "")
      .example("hone export study.yaml -o trials.json", "")
      .action([options](Context& context) { return run_export(*options, context); });
}

}  // namespace hone::cli
