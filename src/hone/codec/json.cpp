// SPDX-License-Identifier: MIT
#include "hone/codec/json.hpp"

#include <cmath>
#include <limits>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/space_schema.hpp"
#include "hone/codec/study_schema.hpp"

namespace hone::codec {
namespace {

// ---- Trees

Json json_of(const Node& node) {
  if (node.is_null()) return nullptr;
  if (const Value* value = node.scalar()) return to_json(*value);
  if (const Node::List* list = node.list()) {
    Json array = Json::array();
    for (const Node& item : *list) array.push_back(json_of(item));
    return array;
  }
  // Behind its back: the ordered map would compare each key with all before it, and ours hold none twice.
  Json object = Json::object();
  std::vector<std::pair<const std::string, Json>>& members = object.get_ref<Json::object_t&>();
  for (const Node::Member& member : *node.map())
    members.emplace_back(to_utf8(member.key), json_of(member.value));
  return object;
}

Value number_of(const Json& json) {
  if (json.is_number_float()) return json.get<double>();
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() <= kLargest;
  return fits ? Value(json.get<std::int64_t>()) : Value(json.get<double>());
}

Node node_of(const Json& json, const std::string& where, int depth = 0) {
  const int deepest = TreeLimits().depth;
  if (depth > deepest) {
    throw Error(ErrorCode::InvalidFile, text("lists and maps are nested deeper than ", deepest),
                "write it flatter")
        .within(where);
  }
  switch (json.type()) {
    case Json::value_t::boolean:
      return leaf(json.get<bool>());
    case Json::value_t::string:
      return leaf(json.get<std::string>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return leaf(number_of(json));
    case Json::value_t::array: {
      Node::List items;
      for (const Json& item : json) items.push_back(node_of(item, where, depth + 1));
      return {std::move(items)};
    }
    case Json::value_t::object: {
      Node node{Node::Map()};
      for (const auto& [key, value] : json.items()) put(node, key, node_of(value, where, depth + 1));
      return node;
    }
    default:
      return {};
  }
}

// ---- Parts of a trial

Json number_json(double number) {
  if (std::isfinite(number)) return number;
  return number_text(number);
}

Json time_json(Timestamp time) { return time == 0 ? Json(nullptr) : Json(iso_time(time)); }

Json text_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(to_utf8(text)); }

Json numbers_json(const std::vector<double>& numbers) {
  Json array = Json::array();
  for (const double number : numbers) array.push_back(number_json(number));
  return array;
}

Json values_json(const Trial& trial, const Study& study) {
  if (trial.values.empty()) return nullptr;
  if (study.objectives.size() == 1) return number_json(trial.values.front());
  return numbers_json(trial.values);
}

Json reports_json(const std::vector<Report>& reports) {
  Json array = Json::array();
  for (const Report& report : reports)
    array.push_back({{"step", report.step}, {"value", number_json(report.value)}});
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
  static const std::vector<std::string> known = {"complete", "failed", "pruned", "timed_out", "infeasible"};
  return *parse_trial_state(known[field->choice(known)]);
}

std::vector<double> read_numbers(const Field& field) {
  std::vector<double> numbers;
  for (const Field& item : field.items("a list of numbers")) numbers.push_back(item.number());
  return numbers;
}

std::vector<double> read_values(const Field& row, const Study& study, TrialState state) {
  const auto one = row.find("value");
  const auto several = row.find("values");
  if (one && several) row.refuse("there are value and values", "keep one of them");
  std::vector<double> values;
  if (one) values.push_back(one->number());
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

std::vector<Report> read_reports(const Field& field) {
  static const std::vector<std::string> known = {"step", "value"};
  std::vector<Report> reports;
  for (const Field& item : field.items("a list of reports")) {
    item.only(known);
    reports.push_back({item.at("step").integer(), item.at("value").number()});
  }
  return reports;
}

Attributes read_attributes(const Field& field) {
  Attributes attributes;
  for (const auto& [name, value] : field.members("a map of attributes")) {
    if (!value.node().is_null()) attributes[name] = value.value();
  }
  return attributes;
}

Note read_note(const Field& field) {
  if (field.node().list() != nullptr) return read_numbers(field);
  return as_note(field.value());
}

Notes read_notes(const Field& field) {
  Notes notes;
  for (const auto& [name, value] : field.members("a map of notes")) {
    if (!value.node().is_null()) notes[name] = read_note(value);
  }
  return notes;
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

Json parse_json(std::string_view text, const std::string& where) {
  constexpr TreeLimits kLimits = {.depth = 64, .nodes = std::numeric_limits<std::size_t>::max()};
  return json_of(read_json(checked_text(text, where), where, kLimits));
}

Node to_node(const Json& json, const std::string& where) { return node_of(json, where); }

Json to_json(const Node& node) { return json_of(node); }

Study study_from_json(const Json& json, const std::string& where) {
  return study_from(node_of(json, where), where);
}

Study study_from(const Node& tree, const std::string& where) {
  const Origin origin{.name = where, .folder = std::nullopt};
  return read_study(Field(tree, origin));
}

Json to_json(const Study& study) { return json_of(study_node(study)); }

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

Json to_json(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return number_json(*real);
  return to_utf8(std::get<std::string>(value));
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

const std::vector<std::string>& trial_fields() {
  static const std::vector<std::string> kFields = {"number",  "state",   "params",   "value",      "values",
                                                   "created", "started", "finished", "attributes", "notes",
                                                   "reports", "error",   "attempt",  "worker",     "remarks",
                                                   "version", "outside", "former",   "violations"};
  return kFields;
}

Configuration params_from_json(const Json& json, const Space& space, const std::string& where) {
  const Node tree = node_of(json, where);
  const Origin origin{.name = where, .folder = std::nullopt};
  return wish_from(Field(tree, origin), space);
}

Configuration wish_from(const Field& row, const Space& space) {
  const auto settings = read_row(row);
  return row.inside([&] { return space.admit_wish(settings); });
}

RowResult result_from_json(const Json& json, const Study& study, const std::string& where) {
  const Node tree = node_of(json, where);
  const Origin origin{.name = where, .folder = std::nullopt};
  return read_result(Field(tree, origin), study);
}

Trial trial_from_json(const Json& json, const Study& study, const std::string& where) {
  const Node tree = node_of(json, where);
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
  if (const auto f = row.find("attributes")) trial.attributes = read_attributes(*f);
  if (const auto f = row.find("notes")) trial.notes = read_notes(*f);
  if (const auto f = row.find("reports")) trial.reports = read_reports(*f);
  if (const auto f = row.find("error")) trial.error = f->text();
  if (const auto f = row.find("attempt")) trial.attempt = static_cast<int>(f->integer(1, 1000000));
  if (const auto f = row.find("worker")) trial.worker = f->text();
  if (const auto f = row.find("remarks")) trial.remarks = read_remarks(*f);
  // What the trial had beside the parameters of this space is worth keeping, but it is the user's remark
  // here.
  if (const auto f = row.find("former")) {
    for (const auto& [name, value] : read_attributes(*f))
      trial.attributes.try_emplace("former." + name, value);
  }
  return trial;
}

}  // namespace hone::codec
