// SPDX-License-Identifier: MIT
// Earlier results from a JSON list of trials.
#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_scanner.hpp"
#include "hone/codec/row_tally.hpp"
#include "hone/codec/trial_export.hpp"

namespace hone::codec {
namespace {

std::vector<std::string> settings_in(const Json& row) {
  std::vector<std::string> names;
  for (const auto& [name, value] : row.at("params").items()) names.push_back(name);
  return names;
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
  throw Error(ErrorCode::InvalidFile, file + ": there is no list of trials",
              "write [{\"params\": {...}, \"value\": 0.5}, ...]");
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
