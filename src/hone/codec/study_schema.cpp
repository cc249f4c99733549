// SPDX-License-Identifier: MIT
#include "hone/codec/study_schema.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/plan_schema.hpp"
#include "hone/codec/space_schema.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();

using Words = std::vector<std::string>;

void check_study_fields(const Field& study) {
  static const Words known = {"name",        "description", "objective", "objectives", "parameters",
                              "constraints", "candidates",  "sampler",   "pruner",     "seed",
                              "horizon",     "sources",     "enqueue",   "command",    "environment",
                              "directory",   "result",      "regex",     "json",       "budget"};
  constexpr std::array<Advice, 8> kAdvice = {
      {{"trials", "write it inside budget: {trials: 100}"},
       {"parallel", "write it inside budget: {parallel: 2}"},
       {"timeout", "write it inside budget: {trial_timeout: 10m}"},
       {"direction", "write objective: {direction: minimize}"},
       {"space", "write parameters"},
       {"metric", "write objective: {name: loss, direction: minimize}"},
       {"env", "write environment"},
       {"<<", "write the values out; merge keys are not understood"}}};
  study.only(known, kAdvice);
}

std::string read_name(const Field& field) {
  std::string name = field.text();
  if (field.origin().trusted) return name;
  const bool odd =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (trim(name).empty()) field.refuse("the name is empty", "write one");
  if (name.size() > 200 || odd) {
    field.refuse("the name has more than 200 characters or holds a line end", "shorten it to one line");
  }
  return name;
}

// ---- Objectives

Direction read_direction(const Field& field) {
  static const Words words = {"minimize", "maximize"};
  return static_cast<Direction>(field.choice(words));
}

Objective read_objective(const Field& field) {
  static const Words known = {"name", "direction"};
  constexpr std::array<Advice, 2> kAdvice = {
      {{"goal", "write direction: minimize or direction: maximize"}, {"metric", "write name"}}};
  if (field.node().scalar() != nullptr) return {.direction = read_direction(field)};
  field.only(known, kAdvice);
  Objective objective;
  if (const auto name = field.find("name")) objective.name = read_name(*name);
  objective.direction = read_direction(field.at("direction"));
  return objective;
}

std::vector<Objective> read_objectives(const Field& study) {
  const auto one = study.find("objective");
  const auto several = study.find("objectives");
  if (one && several) several->refuse("there are objective and objectives", "keep one of them");
  if (one) return {read_objective(*one)};
  if (!several) return {Objective{}};
  std::vector<Objective> objectives;
  for (const Field& item : several->items("a list of objectives")) {
    objectives.push_back(read_objective(item));
    const auto same = [&](const Objective& other) { return other.name == objectives.back().name; };
    if (std::any_of(objectives.begin(), objectives.end() - 1, same) && !item.origin().trusted) {
      item.refuse("the objective " + in_quotes(objectives.back().name) + " is there twice",
                  "give each a name of its own");
    }
  }
  if (objectives.empty() && !several->origin().trusted)
    several->refuse("there are no objectives", "list at least one");
  return objectives;
}

Node objective_node(const Objective& objective) {
  Node node;
  put(node, "name", leaf(objective.name));
  put(node, "direction", leaf(to_text(objective.direction)));
  return node;
}

// ---- Sampler and pruner

void flatten(const Field& field, const std::string& name, Options& options) {
  if (field.node().is_null()) field.refuse("the option is empty", "give it a value or remove it");
  if (field.node().map() == nullptr) {
    options[name] = field.values();
    return;
  }
  for (const auto& [key, value] : field.members("options")) flatten(value, name + "." + key, options);
}

Choice read_choice(const Field& field) {
  Choice choice;
  if (field.node().scalar() != nullptr) {
    choice.name = field.text();
  } else {
    choice.name = field.at("name").text();
    for (const auto& [key, value] : field.members("a name, or a map with a name and options")) {
      if (key != "name") flatten(value, key, choice.options);
    }
  }
  if (choice.name.empty() && !field.origin().trusted) field.refuse("the name is empty", "write one");
  return choice;
}

Node choice_node(const Choice& choice) {
  if (choice.options.empty()) return leaf(choice.name);
  Node node;
  put(node, "name", leaf(choice.name));
  for (const auto& [name, values] : choice.options) {
    if (values.size() == 1) {
      put(node, name, leaf(values.front()));
      continue;
    }
    Node::List list;
    for (const Value& value : values) list.push_back(leaf(value));
    put(node, name, Node{std::move(list)});
  }
  return node;
}

// ---- Seed

std::uint64_t read_seed(const Field& field) {
  // Seeds above 2^63 are written as text, because JSON readers lose digits there.
  if (const Value* value = field.node().scalar();
      value != nullptr && std::holds_alternative<std::string>(*value)) {
    const std::string& digits = std::get<std::string>(*value);
    std::uint64_t seed = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (result.ec == std::errc() && result.ptr == digits.data() + digits.size()) return seed;
  }
  return static_cast<std::uint64_t>(field.integer(0, kMostSeed));
}

Node seed_node(std::uint64_t seed) {
  if (seed > static_cast<std::uint64_t>(kMostSeed)) return leaf(std::to_string(seed));
  return leaf(static_cast<std::int64_t>(seed));
}

// ---- Sources

/// True for the trials of an export that bring nothing: they failed or never ended.
bool is_unfinished(const Field& row) {
  const auto state = row.find("state");
  return state && to_text(state->value()) != "complete";
}

Source::Row read_source_row(const Field& row) {
  static const Words known = {"params",     "value", "number",  "state", "created", "started", "finished",
                              "attributes", "notes", "reports", "error", "attempt", "worker"};
  row.only(known);
  Source::Row result;
  result.params = read_row(row.at("params"));
  const Field value = row.at("value");
  result.value = value.number();
  if (!std::isfinite(result.value) && !row.origin().trusted) {
    value.refuse(text("the value is ", result.value), "leave out trials without a finite result");
  }
  return result;
}

std::vector<Source::Row> read_source_rows(const Field& trials) {
  std::vector<Source::Row> rows;
  for (const Field& row : trials.items("a list of trials, or the path of a json file")) {
    if (!is_unfinished(row)) rows.push_back(read_source_row(row));
  }
  return rows;
}

Source read_source(const Field& field) {
  static const Words known = {"name", "trials"};
  field.only(known);
  Source source;
  source.name = read_name(field.at("name"));
  const Field trials = field.at("trials");
  if (trials.node().scalar() == nullptr) {
    source.rows = read_source_rows(trials);
  } else {
    Origin origin;
    const Node tree = read_json_file(trials, origin);
    source.rows = trials.inside([&] { return read_source_rows(Field(tree, origin)); });
  }
  return source;
}

std::vector<Source> read_sources(const Field& field) {
  if (field.node().scalar() != nullptr) {
    Origin origin;
    const Node tree = read_json_file(field, origin);
    return field.inside([&] { return read_sources(Field(tree, origin)); });
  }
  std::vector<Source> sources;
  for (const Field& item : field.items("a list of sources, or the path of a json file"))
    sources.push_back(read_source(item));
  return sources;
}

Node source_node(const Source& source) {
  Node::List rows;
  for (const Source::Row& row : source.rows) {
    Node params;
    params.content = Node::Map();
    for (const auto& [name, value] : row.params) put(params, name, leaf(value));
    Node node;
    put(node, "params", std::move(params));
    put(node, "value", leaf(row.value));
    rows.push_back(std::move(node));
  }
  Node node;
  put(node, "name", leaf(source.name));
  put(node, "trials", Node{std::move(rows)});
  return node;
}

// ---- Starting points

Configuration read_start(const Field& item, const Space& space) {
  const auto row = read_row(item);
  if (!item.origin().trusted) return item.inside([&] { return space.admit(row); });
  std::vector<std::optional<Value>> values(space.size());
  for (const auto& [name, value] : row) {
    const auto index = space.index_of(name);
    if (!index) item.refuse("there is no parameter " + in_quotes(name), "remove it");
    values[*index] = value;
  }
  return Configuration(space.names(), std::move(values));
}

void check_study(const Field& field, const Study& study) {
  if (field.origin().trusted) return;
  const auto budget = field.find("budget");
  if (study.plan.budget.target && study.objectives.size() > 1) {
    budget->at("target").refuse("a target needs a single objective", "remove it, or keep one objective",
                                ErrorCode::InvalidOption);
  }
}

}  // namespace

Study read_study(const Field& field, const std::string& name) {
  if (field.node().is_null()) field.refuse("there is no study here", "write at least `parameters:`");
  if (field.node().map() == nullptr) {
    field.refuse("a study is a map of fields, not " + describe(field.node()),
                 "begin with `name:` and `parameters:`");
  }
  check_study_fields(field);
  Study study{.name = name, .space = read_space(field)};
  if (const auto f = field.find("name")) study.name = read_name(*f);
  if (const auto f = field.find("description")) f->text();
  study.objectives = read_objectives(field);
  if (const auto f = field.find("sampler")) study.sampler = read_choice(*f);
  if (const auto f = field.find("pruner")) study.pruner = read_choice(*f);
  if (const auto f = field.find("seed")) study.seed = read_seed(*f);
  if (const auto f = field.find("horizon")) study.horizon = f->integer(1, kMostSeed);
  if (const auto f = field.find("sources")) study.sources = read_sources(*f);
  if (const auto f = field.find("enqueue")) {
    for (const Field& item : f->items("a list of starting points"))
      study.enqueue.push_back(read_start(item, study.space));
  }
  study.plan = read_plan(field, study.space);
  check_study(field, study);
  return study;
}

Node study_node(const Study& study) {
  Node node;
  put(node, "name", leaf(study.name));
  if (study.objectives.size() == 1) {
    put(node, "objective", objective_node(study.objectives.front()));
  } else {
    Node::List objectives;
    for (const Objective& objective : study.objectives) objectives.push_back(objective_node(objective));
    put(node, "objectives", Node{std::move(objectives)});
  }
  write_space(node, study.space);
  put(node, "sampler", choice_node(study.sampler));
  if (study.pruner) put(node, "pruner", choice_node(*study.pruner));
  put(node, "seed", seed_node(study.seed));
  if (study.horizon) put(node, "horizon", leaf(*study.horizon));
  if (!study.sources.empty()) {
    Node::List sources;
    for (const Source& source : study.sources) sources.push_back(source_node(source));
    put(node, "sources", Node{std::move(sources)});
  }
  if (!study.enqueue.empty()) {
    Node::List points;
    for (const Configuration& point : study.enqueue) points.push_back(row_node(point));
    put(node, "enqueue", Node{std::move(points)});
  }
  write_plan(node, study.plan);
  return node;
}

}  // namespace hone::codec
