// SPDX-License-Identifier: MIT
#include "hone/codec/study_schema.hpp"

#include <charconv>
#include <limits>

#include "hone/base/regular_expression.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/cost_schema.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/codec/name_schema.hpp"
#include "hone/codec/objective_schema.hpp"
#include "hone/codec/plan_schema.hpp"
#include "hone/codec/prior_schema.hpp"
#include "hone/codec/removed_schema.hpp"
#include "hone/codec/source_schema.hpp"
#include "hone/codec/space_schema.hpp"
#include "hone/codec/study_advice.hpp"
#include "hone/core/wish.hpp"

namespace hone::codec {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

using Words = std::vector<std::string>;

// ---- Sampler and pruner

void flatten(const Field& field, const std::string& name, Options& options) {
  if (field.node().is_null()) field.refuse("the option is empty", "give it a value or remove it");
  if (field.node().map() == nullptr) {
    OptionValues& given = options[name] = field.values();
    given.is_list = field.node().list() != nullptr;
    return;
  }
  for (const auto& [key, value] : field.members("options")) flatten(value, name + "." + key, options);
}

Choice read_choice(const Field& field) {
  Choice choice;
  if (field.node().scalar() != nullptr) {
    choice.name = field.text();
  } else if (field.node().list() != nullptr) {
    field.refuse("this is a list, and a study has one method of a kind", "write one name");
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

/// Before the samplers are known: any name.
Node choice_shape() {
  Node choice =
      shape::with(shape::with({}, "type", leaf(std::string("object"))), "required", shape::texts({"name"}));
  return shape::either({shape::text(), std::move(choice)});
}

// ---- Seed

Node seed_shape() { return shape::either({shape::integer(0), shape::text_like("^[0-9]+$")}); }

std::uint64_t read_seed(const Field& field) {
  // Seeds above 2^63 are written as text, because JSON readers lose digits there.
  if (const Value* value = field.node().scalar();
      value != nullptr && std::holds_alternative<std::string>(*value)) {
    const std::string& digits = std::get<std::string>(*value);
    std::uint64_t seed = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (result.ec == std::errc() && result.ptr == digits.data() + digits.size()) return seed;
  }
  return static_cast<std::uint64_t>(field.integer(0, kLargest));
}

Node seed_node(std::uint64_t seed) {
  if (seed > static_cast<std::uint64_t>(kLargest)) return leaf(std::to_string(seed));
  return leaf(static_cast<std::int64_t>(seed));
}

// ---- Starting points

Configuration read_start(const Field& item, const Study& study, std::size_t position) {
  const auto row = read_row(item);
  const Space& space = study.space;
  if (!item.origin().trusted)
    return item.inside([&] { return admit_wish(space, row, mix_seed(study.seed, position)); });
  std::vector<std::optional<Value>> values(space.size());
  for (const auto& [name, value] : row) {
    const auto index = space.index_of(name);
    if (!index) item.refuse("there is no parameter " + in_quotes(name), "remove it");
    values[*index] = value;
  }
  return Configuration(space.names(), std::move(values));
}

std::vector<Configuration> read_starts(const Field& field, const Study& study) {
  std::vector<Configuration> starts;
  for (const Field& item : field.items("a list of starting points"))
    item.attempt([&] { starts.push_back(read_start(item, study, starts.size())); });
  return starts;
}

const Words& start_words() {
  static const Words words = {"default", "none"};
  return words;
}

Node start_shape() { return shape::words(start_words()); }

/// The top level.
struct StudyForm {
  Study study{.space = Space({{"x", Toggle{}}})};
  bool space_is_known = true;  ///< otherwise it could not be read, and what depends on it is passed over

  void declare(MapForm& map) {
    map.field("name", name_shape, "under which the store keeps the study; otherwise the file's name",
              [&](const Field& field) { study.name = read_name(field); });
    map.field("description", shape::text, "for people", [](const Field& field) { field.text(); });
    map.mention("objective", objective_shape, "what is wanted: a name and a direction");
    map.mention("objectives", objectives_shape, "several of them");
    declare_space(map);
    map.mention(
        "constraints_on", [] { return shape::list(shape::text_like("\\S")); },
        "limits on what trials report, such as memory_mb <= 500; a trial that breaks one is never the best");
    map.field("removed", removed_shape,
              "parameters that the space had before, and which old trials still count",
              [&](const Field& field) { study.removed = read_removed(field, study.space); });
    map.field("sampler", choice_shape, "how settings are proposed: a name, or a name with options",
              [&](const Field& field) { study.sampler = read_choice(field); });
    map.field("pruner", choice_shape, "which trials are stopped early: a name, or a name with options",
              [&](const Field& field) { study.pruner = read_choice(field); });
    map.field("seed", seed_shape, "same seed, same history, same proposals",
              [&](const Field& field) { study.seed = read_seed(field); });
    map.integer("horizon", study.horizon, 1, kLargest,
                "how many trials are planned; otherwise budget.trials");
    map.field("sources", sources_shape, "results of earlier studies, for samplers that learn from them",
              [&](const Field& field) { study.sources = read_sources(field, study.name); });
    map.word("prune_space", study.prune_space, {"none", "box"},
             "box: search only where the best trials of the sources lie");
    map.mention("priors", priors_shape, "where good values are thought to be, by parameter");
    map.field("start", start_shape,
              "default: the defaults of the parameters are tried first; none: they are not",
              [&](const Field& field) { study.start_default = field.choice(start_words()) == 0; });
    declare_cost(map, study);
    map.field(
        "enqueue", [] { return shape::list(shape::row()); },
        "starting points, tried first; what one leaves out is drawn",
        [&](const Field& field) {
          if (space_is_known) study.enqueue = read_starts(field, study);
        });
    declare_plan(map, study.plan, space_is_known ? &study.space : nullptr);
  }
};

/// Rules between fields.
Node study_rules() {
  Node::List rules;
  rules.push_back(shape::either({shape::with({}, "required", shape::texts({"parameters"})),
                                 shape::with({}, "required", shape::texts({"candidates"}))}));
  for (const Words& pair :
       {Words{"objective", "objectives"}, {"result", "regex"}, {"result", "json"}, {"regex", "json"}}) {
    rules.push_back(shape::with({}, "not", shape::with({}, "required", shape::texts(pair))));
  }
  return {std::move(rules)};
}

void check_groups(const Field& field, const Study& study) {
  const auto* regex = std::get_if<RegexResult>(&study.plan.result);
  if (regex == nullptr || study.objectives.size() < 2) return;
  const int groups = RegularExpression(regex->pattern).groups();
  if (groups >= static_cast<int>(study.objectives.size())) return;
  field.find("regex")
      .value_or(field.find("result").value_or(field))
      .refuse(text("the expression has ", groups, groups == 1 ? " group" : " groups", " for ",
                   study.objectives.size(), " objectives"),
              "give it one group in parentheses for each, in their order");
}

void check_study(const Field& field, const Study& study) {
  if (field.origin().trusted) return;
  field.attempt([&] { check_mode(field, study.plan, study.space); });
  field.attempt([&] { check_groups(field, study); });
  field.attempt([&] { check_cost(field, study); });
  const auto budget = field.find("budget");
  if (study.plan.budget.target && study.objectives.size() > 1) {
    budget->at("target").refuse("a target needs a single objective", "remove it, or keep one objective",
                                ErrorCode::InvalidOption);
  }
}

}  // namespace

Study read_study(const Field& field, const std::string& name, bool* space_is_known) {
  if (field.node().is_null()) field.refuse("there is no study here", "write at least `parameters:`");
  if (field.node().map() == nullptr) {
    field.refuse("a study is a map of fields, not " + describe(field.node()),
                 "begin with `name:` and `parameters:`");
  }
  check_names<StudyForm>(field, StudyAdvice(field.node()).all());
  StudyForm form;
  form.study.name = name;
  std::optional<Space> unconstrained;
  form.space_is_known = field.attempt([&] { form.study.space = read_space(field, unconstrained); });
  if (!form.space_is_known && unconstrained) {
    // A wrong constraint leaves the parameters known, and what names them can be checked.
    form.study.space = *unconstrained;
    form.space_is_known = true;
  }
  if (space_is_known != nullptr) *space_is_known = form.space_is_known;
  field.attempt([&] { form.study.objectives = read_objectives(field); });
  if (form.space_is_known)
    field.attempt(
        [&] { form.study.constraints_on = read_limits(field, form.study.objectives, form.study.space); });
  if (form.space_is_known) field.attempt([&] { form.study.priors = read_priors(field, form.study.space); });
  MapForm map(field);
  form.declare(map);
  field.attempt([&] { form.study.plan.result = read_result(field); });
  field.attempt([&] { check_study(field, form.study); });
  return std::move(form.study);
}

Node study_shape(Node sampler, Node pruner) {
  std::vector<shape::Member> members = declared_by<StudyForm>().members();
  for (shape::Member& member : members) {
    if (member.name != "sampler" && member.name != "pruner") continue;
    const std::string summary = to_text(*member.shape.find("description")->scalar());
    member.shape = shape::described(summary, std::move(member.name == "sampler" ? sampler : pruner));
  }
  return shape::with(shape::object(members), "allOf", study_rules());
}

Node study_node(const Study& study) {
  Node node;
  put(node, "name", leaf(study.name));
  write_objectives(node, study.objectives);
  write_space(node, study.space);
  if (!study.constraints_on.empty()) put(node, "constraints_on", limits_node(study.constraints_on));
  if (!study.removed.empty()) put(node, "removed", removed_node(study.removed));
  put(node, "sampler", choice_node(study.sampler));
  if (study.pruner) put(node, "pruner", choice_node(*study.pruner));
  put(node, "seed", seed_node(study.seed));
  if (study.horizon) put(node, "horizon", leaf(*study.horizon));
  if (!study.sources.empty()) put(node, "sources", sources_node(study.sources));
  if (study.prune_space == SpacePruning::Box) put(node, "prune_space", leaf(std::string("box")));
  if (!study.priors.empty()) put(node, "priors", priors_node(study.priors));
  if (!study.start_default) put(node, "start", leaf(std::string("none")));
  if (study.cost) put(node, "cost", leaf(*study.cost));
  if (const Node stop = stop_node(study.plan.stop); !stop.is_null()) put(node, "stop", stop);
  if (!study.enqueue.empty()) {
    Node::List points;
    for (const Configuration& point : study.enqueue) points.push_back(row_node(point));
    put(node, "enqueue", Node{std::move(points)});
  }
  write_plan(node, study.plan);
  return node;
}

}  // namespace hone::codec
