// SPDX-License-Identifier: MIT
#include "hone/codec/objective_schema.hpp"

#include <algorithm>
#include <array>

#include "hone/base/text.hpp"
#include "hone/codec/name_schema.hpp"

namespace hone::codec {
namespace {

const std::vector<std::string>& direction_words() {
  static const std::vector<std::string> words = {"minimize", "maximize"};
  return words;
}

Node direction_shape() { return shape::words(direction_words()); }

/// A name without a direction, as other tools have it.
void refuse_bare_name(const Field& field) {
  const auto* name = std::get_if<std::string>(field.node().scalar());
  const auto& known = direction_words();
  if (name == nullptr || std::find(known.begin(), known.end(), *name) != known.end()) return;
  if (name->starts_with("min") || name->starts_with("max") || !did_you_mean(*name, known).empty()) return;
  field.refuse(in_quotes(*name) + " does not say whether less or more of it is better",
               "write {name: " + *name + ", direction: minimize} or direction: maximize");
}

Direction read_direction(const Field& field) {
  return static_cast<Direction>(field.choice(direction_words()));
}

struct LoneObjectiveForm {
  Objective objective = {};

  void declare(MapForm& map) {
    map.field("name", name_shape, "what the command reports it under",
              [&](const Field& field) { objective.name = read_name(field); });
    map.needed("direction", direction_shape, "whether less or more of it is better",
               [&](const Field& field) { objective.direction = read_direction(field); });
  }
};

struct ObjectiveForm : LoneObjectiveForm {
  void declare(MapForm& map) {
    LoneObjectiveForm::declare(map);
    map.number("worst", objective.worst,
               "of several objectives: a value beyond which this one is of no use; hypervolumes are measured "
               "up to it");
  }
};

/// A field that Form does not have may be ours in other words.
template <class Form>
Objective read_objective(const Field& field) {
  constexpr std::array<Advice, 3> kAdvice = {
      {{"goal", "write direction: minimize or direction: maximize"},
       {"metric", "write name"},
       {"worst", "it ends the volume that several objectives win: leave it out, or list a second one"}}};
  if (field.node().scalar() != nullptr) {
    refuse_bare_name(field);
    return {.direction = read_direction(field)};
  }
  // Other fields may be a direction in somebody else's words, for which there is advice.
  const Node::Map* map = field.node().map();
  if (map != nullptr && !field.find("direction") &&
      (map->empty() || (map->size() == 1 && field.find("name"))))
    field.refuse("the field 'direction' is missing", "write direction: minimize or direction: maximize");
  return read_map<Form>(field, kAdvice).objective;
}

Node objective_node(const Objective& objective) {
  Node node;
  put(node, "name", leaf(objective.name));
  put(node, "direction", leaf(to_text(objective.direction)));
  if (objective.worst) put(node, "worst", leaf(*objective.worst));
  return node;
}

}  // namespace

Node objective_shape() { return shape::either({shape_of<LoneObjectiveForm>(), direction_shape()}); }

Node objectives_shape() {
  return shape::list(shape::either({shape_of<ObjectiveForm>(), direction_shape()}), 1);
}

std::vector<Objective> read_objectives(const Field& study) {
  const auto one = study.find("objective");
  const auto several = study.find("objectives");
  if (one && several) several->refuse("there are objective and objectives", "keep one of them");
  if (one) return {read_objective<LoneObjectiveForm>(*one)};
  if (!several) return {Objective{}};
  std::vector<Objective> objectives;
  bool all = true;
  for (const Field& item : several->items("a list of objectives")) {
    all = item.attempt([&] { objectives.push_back(read_objective<ObjectiveForm>(item)); }) && all;
    if (!all) continue;
    const auto same = [&](const Objective& other) { return other.name == objectives.back().name; };
    if (std::any_of(objectives.begin(), objectives.end() - 1, same) && !item.origin().trusted) {
      item.refuse("the objective " + in_quotes(objectives.back().name) + " is there twice",
                  "give each a name of its own");
    }
  }
  if (!all) throw Collected();
  if (objectives.empty() && !several->origin().trusted)
    several->refuse("there are no objectives", "list at least one");
  if (objectives.size() == 1 && objectives[0].worst && !several->origin().trusted)
    several->refuse("there is one objective, and its 'worst' ends the volume that several win",
                    "leave it out, or list a second one");
  return objectives;
}

void write_objectives(Node& study, const std::vector<Objective>& objectives) {
  if (objectives.size() == 1)
    return put(study, "objective", objective_node({objectives[0].name, objectives[0].direction}));
  Node::List nodes;
  for (const Objective& objective : objectives) nodes.push_back(objective_node(objective));
  put(study, "objectives", Node{std::move(nodes)});
}

std::vector<OutcomeConstraint> read_limits(const Field& study, const std::vector<Objective>& objectives,
                                           const Space& space) {
  std::vector<OutcomeConstraint> limits;
  const auto field = study.find("constraints_on");
  if (!field) return limits;
  std::vector<std::string> names;
  for (const Objective& objective : objectives) names.push_back(objective.name);
  for (const Field& item : field->items("a list of expressions such as `memory_mb <= 500`")) {
    item.attempt([&] {
      limits.push_back(
          item.inside([&] { return OutcomeConstraint(item.text(), names, space.parameters()); }));
    });
  }
  return limits;
}

Node limits_node(const std::vector<OutcomeConstraint>& limits) {
  Node::List texts;
  for (const OutcomeConstraint& limit : limits) texts.push_back(leaf(limit.text()));
  return Node{std::move(texts)};
}

}  // namespace hone::codec
