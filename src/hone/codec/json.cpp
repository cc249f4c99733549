// SPDX-License-Identifier: MIT
#include "hone/codec/json.hpp"

#include <cmath>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/notes_field.hpp"
#include "hone/codec/report_json.hpp"
#include "hone/codec/space_schema.hpp"
#include "hone/codec/study_schema.hpp"
#include "hone/codec/told_result.hpp"
#include "hone/core/trial_words.hpp"
#include "hone/core/wish.hpp"

namespace hone::codec {
namespace {

// ---- Parts of a trial

Json time_json(Timestamp time) { return time == 0 ? Json(nullptr) : Json(iso_time(time)); }

Json text_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(to_utf8(text)); }

Json numbers_json(const std::vector<double>& numbers) {
  Json array = Json::array();
  for (const double number : numbers) array.push_back(to_json(Value(number)));
  return array;
}

Json values_json(const Trial& trial, const Study& study) {
  if (trial.values.empty()) return nullptr;
  if (study.objectives.size() == 1) return to_json(Value(trial.values.front()));
  return numbers_json(trial.values);
}

Json reports_json(const std::vector<Report>& reports) {
  Json array = Json::array();
  for (const Report& report : reports) array.push_back(to_json(report));
  return array;
}

Json remarks_json(const std::vector<Remark>& remarks) {
  Json array = Json::array();
  for (const Remark& remark : remarks)
    array.push_back({{"time", time_json(remark.time)}, {"text", text_json(remark.text)}});
  return array;
}

TrialState read_state(const Field& row) {
  const auto field = row.find("state");
  if (!field) return TrialState::Complete;
  return *parse_trial_state(ended_state_words()[field->choice(ended_state_words())]);
}

std::vector<double> read_numbers(const Field& field) {
  std::vector<double> numbers;
  for (const Field& item : field.items("a list of numbers")) numbers.push_back(told_number(item));
  return numbers;
}

std::vector<double> read_values(const Field& row, const Study& study, TrialState state) {
  auto one = row.find("value");
  const auto several = row.find("values");
  if (one && several) row.refuse("there are value and values", "keep one of them");
  // null is a number that JSON lacks where there has to be one, and otherwise none.
  if (!one && !several && state == TrialState::Complete) one = row.given("value");
  std::vector<double> values;
  if (one) values.push_back(told_number(*one));
  if (several) values = read_numbers(*several);
  if (state != TrialState::Complete) return {};
  if (values.size() != study.objectives.size()) {
    row.refuse(
        text("a complete trial has ", counted(study.objectives.size(), "value"), ", not ", values.size()),
        study.objectives.size() == 1 ? "give `value`, or a `state` such as failed"
                                     : "give `values`, one for each objective");
  }
  for (const double value : values) {
    if (!std::isfinite(value))
      row.refuse(text("the value is ", value), "give a finite number, or `state`: failed");
  }
  return values;
}

RowResult read_result(const Field& row, const Study& study) {
  row.only(trial_fields());
  const TrialState state = read_state(row);
  return {read_row(row.at("params")), state, read_values(row, study, state)};
}

Timestamp read_time(const Field& field) {
  const auto time = parse_iso_time(field.text());
  if (!time)
    field.refuse("this is not a time: " + in_quotes(field.text()), "write it like 2026-01-31T08:15:00Z");
  return *time;
}

std::vector<Remark> read_remarks(const Field& field) {
  static const std::vector<std::string> known = {"time", "text"};
  std::vector<Remark> remarks;
  for (const Field& item : field.items("a list of remarks")) {
    item.only(known);
    remarks.push_back({read_time(item.at("time")), item.at("text").text()});
  }
  return remarks;
}

/// Which limits a complete trial breaks, and by how much: null where that is not known.
Json violations_json(const Trial& trial, const Study& study) {
  Json list = Json::array();
  for (std::size_t i = 0; i < trial.excess.size(); ++i) {
    const double excess = trial.excess[i];
    if (!(excess > 0.0)) continue;
    list.push_back({{"constraint", to_utf8(study.constraints_on[i].text())},
                    {"by", std::isfinite(excess) ? Json(excess) : Json(nullptr)}});
  }
  return list;
}

}  // namespace

Study study_from(const Node& tree, const std::string& where) {
  const Origin origin{.name = where, .folder = std::nullopt};
  return read_study(Field(tree, origin));
}

Json to_json(const Study& study) { return to_json(study_node(study)); }

Json to_json(const Trial& trial, const Study& study) {
  Json json = {{"number", trial.number},
               {"state", std::string(to_text(trial.state))},
               {"params", to_json(trial.configuration)},
               {study.objectives.size() == 1 ? "value" : "values", values_json(trial, study)},
               {"created", time_json(trial.created)},
               {"started", time_json(trial.started)},
               {"finished", time_json(trial.finished)},
               {"attributes", to_json(trial.attributes)},
               {"notes", to_json(trial.notes)},
               {"reports", reports_json(trial.reports)},
               {"error", text_json(trial.error)},
               {"attempt", trial.attempt},
               {"worker", text_json(trial.worker)},
               {"version", trial.version},
               {"outside", text_json(trial.outside)},
               {"former", to_json(trial.former)}};
  if (!trial.remarks.empty()) json["remarks"] = remarks_json(trial.remarks);
  if (!study.constraints_on.empty()) json["violations"] = violations_json(trial, study);
  return json;
}

Json to_json(const Configuration& configuration) {
  Json object = Json::object();
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) object[to_utf8(configuration.name(i))] = to_json(*configuration[i]);
  }
  return object;
}

Json to_json(const Attributes& attributes) {
  Json object = Json::object();
  for (const auto& [name, value] : attributes) object[to_utf8(name)] = to_json(value);
  return object;
}

Json to_json(const Notes& notes) {
  Json object = Json::object();
  for (const auto& [name, note] : notes) {
    const auto* numbers = std::get_if<std::vector<double>>(&note);
    object[to_utf8(name)] = numbers != nullptr ? numbers_json(*numbers) : to_json(as_value(note));
  }
  return object;
}

Attributes attributes_from(const Field& field) {
  Attributes attributes;
  for (const auto& [name, value] : field.members("a map of attributes")) attributes[name] = value.any_value();
  return attributes;
}

const std::vector<std::string>& trial_fields() {
  static const std::vector<std::string> kFields = {"number",  "state",   "params",   "value",      "values",
                                                   "created", "started", "finished", "attributes", "notes",
                                                   "reports", "error",   "attempt",  "worker",     "remarks",
                                                   "version", "outside", "former",   "violations"};
  return kFields;
}

// They were written in the order of the space: the next one, or one not far behind it, is nearly always
// right.
Configuration params_from(const Field& field, const Space& space) {
  const std::vector<std::string>& names = *space.names();
  std::vector<std::optional<Value>> values(names.size());
  std::size_t next = 0;
  for (const auto& [name, value] : read_row(field)) {
    while (next < names.size() && names[next] != name) ++next;
    if (next == names.size()) {
      const auto index = space.index_of(name);
      if (!index)
        field.refuse("the study has no parameter " + in_quotes(name), "read the study's definition again");
      next = *index;
    }
    values[next++] = value;
  }
  return {space.names(), std::move(values)};
}

Configuration wish_from(const Field& row, const Study& study, std::size_t position) {
  const auto settings = read_row(row);
  return row.inside([&] { return admit_wish(study.space, settings, mix_seed(study.seed, position)); });
}

RowResult result_from_json(const Json& json, const Study& study, const std::string& where) {
  const Node tree = to_node(json, where);
  const Origin origin{.name = where, .folder = std::nullopt};
  return read_result(Field(tree, origin), study);
}

Trial trial_from_json(const Json& json, const Study& study, const std::string& where) {
  const Node tree = to_node(json, where);
  const Origin origin{.name = where, .folder = std::nullopt};
  return trial_from(Field(tree, origin), study);
}

Trial trial_from(const Field& row, const Study& study) {
  RowResult result = read_result(row, study);
  Trial trial;
  trial.state = result.state;
  trial.configuration = row.at("params").inside([&] { return study.space.admit(result.params); });
  trial.values = std::move(result.values);
  if (const auto f = row.find("created")) trial.created = read_time(*f);
  if (const auto f = row.find("started")) trial.started = read_time(*f);
  if (const auto f = row.find("finished")) trial.finished = read_time(*f);
  if (const auto f = row.find("attributes")) trial.attributes = attributes_from(*f);
  if (const auto f = row.find("notes")) trial.notes = notes_in(*f);
  if (const auto f = row.find("reports")) trial.reports = read_reports(*f);
  if (const auto f = row.find("error")) trial.error = f->text();
  if (const auto f = row.find("attempt")) trial.attempt = static_cast<int>(f->integer(1, 1000000));
  if (const auto f = row.find("worker")) trial.worker = f->text();
  if (const auto f = row.find("remarks")) trial.remarks = read_remarks(*f);
  // What the trial had beside the parameters of this space is worth keeping, but it is the user's remark
  // here.
  if (const auto f = row.find("former")) {
    for (const auto& [name, value] : attributes_from(*f))
      trial.attributes.try_emplace("former." + name, value);
  }
  return trial;
}

}  // namespace hone::codec
