// SPDX-License-Identifier: MIT
#include "hone/codec/space_schema.hpp"

#include <algorithm>

#include "hone/base/text.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/name_schema.hpp"
#include "hone/codec/parameter_fields.hpp"
#include "hone/codec/parameter_schema.hpp"

namespace hone::codec {
namespace {

using Row = std::vector<std::pair<std::string, Value>>;

constexpr std::size_t kMostConstraints = 10'000;
// Characters of all constraints, times parameters: each name in them is looked for among those.
constexpr std::size_t kMostLookedFor = 500'000'000;

// ---- A space refuses what is wrong as a whole. To say on which line the culprit stands, smaller and smaller
// parts
// ---- of it are tried, so that the rules stay in one place.

const Parameter* find_parameter(const std::vector<Parameter>& parameters, const std::string& name) {
  const auto found =
      std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

Parameter unconditional(Parameter parameter) {
  parameter.when.clear();
  return parameter;
}

/// A parameter and those that its conditions name, these without conditions of their own; all others too when
/// one of them does not exist, so that the message can name the nearest.
std::vector<Parameter> with_parents(const Parameter& parameter, const std::vector<Parameter>& all) {
  std::vector<Parameter> family = {parameter};
  std::vector<Condition> conditions = parameter.when;
  for (const Condition& condition : parameter.when) {
    if (find_parameter(all, condition.parent) != nullptr) continue;
    for (const Parameter& other : all) conditions.push_back({other.name, Between{}});
  }
  for (const Condition& condition : conditions) {
    const Parameter* parent = find_parameter(all, condition.parent);
    if (parent != nullptr && find_parameter(family, parent->name) == nullptr)
      family.push_back(unconditional(*parent));
  }
  return family;
}

/// A parameter and all above it.
std::vector<Parameter> with_ancestors(const Parameter& parameter, const std::vector<Parameter>& all) {
  std::vector<Parameter> family = {parameter};
  for (std::size_t i = 0; i < family.size(); ++i) {
    const std::vector<Condition> conditions = family[i].when;
    for (const Condition& condition : conditions) {
      const Parameter* parent = find_parameter(all, condition.parent);
      if (parent != nullptr && find_parameter(family, parent->name) == nullptr) family.push_back(*parent);
    }
  }
  return family;
}

void check_parameters(const std::vector<Parameter>& parameters, const Field& fields) {
  const auto try_each = [&](const auto& part_of, const char* below) {
    bool fine = true;
    for (const Parameter& parameter : parameters) {
      const Field spec = fields.at(parameter.name);
      const Field place = spec.find(below).value_or(spec);
      fine = place.attempt([&] { place.inside([&] { return Space(part_of(parameter)); }); }) && fine;
    }
    if (!fine) throw Collected{};  // the next look would find the same again
  };
  try_each([](const Parameter& p) { return std::vector<Parameter>{unconditional(p)}; }, "");
  try_each([&](const Parameter& p) { return with_parents(p, parameters); }, "when");
  try_each([&](const Parameter& p) { return with_ancestors(p, parameters); }, "when");
}

void check_constraints(const std::vector<std::string>& constraints, const std::vector<Parameter>& parameters,
                       const Field& study) {
  if (constraints.empty()) return;
  const std::vector<Field> fields = study.at("constraints").items("a list of expressions");
  bool fine = true;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const Field& place = fields[i];
    fine =
        place.attempt([&] { place.inside([&] { return Constraint(constraints[i], parameters); }); }) && fine;
  }
  if (!fine) throw Collected{};
}

// ---- Parts of the study

std::vector<std::string> read_constraints(const Field& study) {
  std::vector<std::string> constraints;
  const auto field = study.find("constraints");
  if (!field) return constraints;
  if (field->node().list() != nullptr && field->node().list()->size() > kMostConstraints)
    field->refuse(text("there are more than ", kMostConstraints, " constraints"), "leave some out");
  for (const Field& item : field->items("a list of expressions such as `x + y <= 10`"))
    constraints.push_back(item.text());
  return constraints;
}

/// Whoever sends a definition must not keep us busy for long.
void require_moderate(const Field& study, const std::vector<std::string>& constraints,
                      std::size_t parameters) {
  std::size_t characters = 0;
  for (const std::string& constraint : constraints) characters += constraint.size();
  if (parameters == 0 || characters <= kMostLookedFor / parameters) return;
  study.at("constraints")
      .refuse(text("the constraints have ", characters, " characters, which is too much for ", parameters,
                   " parameters"),
              "shorten them");
}

std::vector<Parameter> read_parameters(const Field& fields) {
  std::vector<Parameter> parameters;
  bool fine = true;
  for (const auto& [name, spec] : fields.members("a map from names to parameters")) {
    fine = spec.attempt([&, &key = name, &field = spec] {
      require_one_direction(field, key);
      parameters.push_back(read_parameter(key, field));
    }) && fine;
  }
  if (!fine) throw Collected{};
  return parameters;
}

Space space_of_parameters(const Field& study, const Field& fields, std::optional<Space>& unconstrained) {
  const std::vector<Parameter> parameters = read_parameters(fields);
  const std::vector<std::string> constraints = read_constraints(study);
  require_moderate(study, constraints, parameters.size());
  try {
    return Space(parameters, constraints);
  } catch (const Error& error) {
    check_parameters(parameters, fields);
    try {
      unconstrained.emplace(parameters);
    } catch (const Error&) {  // then it is not the constraints, and is told below
    }
    check_constraints(constraints, parameters, study);
    throw error.within(fields.where());
  }
}

std::vector<Row> rows_of_list(const Field& list) {
  std::vector<Row> rows;
  for (const Field& item : list.items("a list of rows, or the path of a csv or json file"))
    rows.push_back(read_row(item));
  return rows;
}

// Names become environment variables, table columns and command line arguments.
Node parameters_shape() {
  return shape::with(shape::map(parameter_shape(), "^[^\\s{}=,;'\"`]{1,200}$"), "minProperties",
                     leaf(std::int64_t{1}));
}

Node candidates_shape() {
  const Node file = shape::text_like("\\.([cC][sS][vV]|[jJ][sS][oO][nN])$");
  return shape::either({file, shape::list(shape::row(), 1)});
}

/// With parameters, the rows are checked against them; otherwise the rows' columns become parameters.
Space space_of_candidates(const Field& study, const Field& candidates) {
  const std::vector<Row> rows =
      candidates.node().list() != nullptr ? rows_of_list(candidates) : read_candidate_file(candidates);
  std::vector<Parameter> parameters;
  if (const auto fields = study.find("parameters")) {
    std::optional<Space> ignored;
    space_of_parameters(study, *fields, ignored);  // their own mistakes first
    parameters = read_parameters(*fields);
  }
  const std::vector<std::string> constraints = read_constraints(study);
  require_moderate(study, constraints, parameters.size());
  try {
    return Space::from_candidates(rows, constraints, parameters);
  } catch (const Error& error) {
    const Space plain = candidates.inside([&] { return Space::from_candidates(rows, {}, parameters); });
    check_constraints(constraints, plain.parameters(), study);
    throw error.within(candidates.where());
  }
}

}  // namespace

Row read_row(const Field& row) {
  const Node::Map* map = row.node().map();
  if (map == nullptr) row.members("a map from parameters to values");
  Row result;
  result.reserve(map->size());
  for (const Node::Member& member : *map) {
    // A field of its own costs time in a pool of many rows, so one is made only where it may complain.
    const Value* value = member.value.scalar();
    const auto* word = value != nullptr ? std::get_if<std::string>(value) : nullptr;
    const bool fine = value != nullptr && (word == nullptr || word->find('\0') == std::string::npos);
    if (fine) {
      result.emplace_back(member.key, *value);
    } else if (member.value.is_null()) {
      result.emplace_back(member.key, Compound());
    } else {
      result.emplace_back(member.key, row.at(member.key).any_value());
    }
  }
  return result;
}

Space read_space(const Field& study, std::optional<Space>& unconstrained) {
  const auto parameters = study.find("parameters");
  const auto candidates = study.find("candidates");
  if (candidates) return space_of_candidates(study, *candidates);
  if (!parameters) {
    study.refuse("there are no parameters", "add `parameters:` with at least one, or `candidates:`",
                 ErrorCode::InvalidSpace);
  }
  return space_of_parameters(study, *parameters, unconstrained);
}

void declare_space(MapForm& study) {
  study.mention("parameters", parameters_shape, "what may change, by name");
  study.mention(
      "constraints", [] { return shape::list(shape::text_like("\\S")); },
      "expressions that every proposal satisfies, such as x + y <= 10");
  study.mention("candidates", candidates_shape,
                "a pool of rows to choose from: a csv or json file, or a list of rows");
}

Node row_node(const Configuration& configuration) {
  Node node;
  node.content = Node::Map();
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) put(node, configuration.name(i), leaf(*configuration[i]));
  }
  return node;
}

void write_space(Node& study, const Space& space) {
  Node parameters;
  for (const Parameter& parameter : space.parameters())
    put(parameters, parameter.name, parameter_node(parameter));
  put(study, "parameters", std::move(parameters));
  if (!space.candidates().empty()) {
    Node::List rows;
    for (const Configuration& candidate : space.candidates()) rows.push_back(row_node(candidate));
    put(study, "candidates", Node{std::move(rows)});
  }
  if (space.constraints().empty()) return;
  Node::List constraints;
  for (const Constraint& constraint : space.constraints()) constraints.push_back(leaf(constraint.text()));
  put(study, "constraints", Node{std::move(constraints)});
}

}  // namespace hone::codec
