// SPDX-License-Identifier: MIT
#include "hone/codec/parameter_schema.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/parameter_fields.hpp"

namespace hone::codec {
namespace {

using Words = std::vector<std::string>;

// Words from other tools and languages, which are too far from ours for did-you-mean.
constexpr std::array<Advice, 12> kTypeAdvice = {{{"real", "write float"},
                                                 {"double", "write float"},
                                                 {"number", "write float or int"},
                                                 {"continuous", "write float"},
                                                 {"uniform", "write float"},
                                                 {"loguniform", "write float, and scale: log"},
                                                 {"integer", "write int"},
                                                 {"choice", "write categorical"},
                                                 {"category", "write categorical"},
                                                 {"enum", "write categorical"},
                                                 {"boolean", "write bool"},
                                                 {"fixed", "write constant"}}};

constexpr std::array<Advice, 12> kFieldAdvice = {
    {{"log", "write scale: log"},
     {"logit", "write scale: logit"},
     {"min", "write low"},
     {"max", "write high"},
     {"lower", "write low"},
     {"upper", "write high"},
     {"values", "write choices"},
     {"options", "write choices"},
     {"init", "write default, which is tried first, or list starting points under enqueue"},
     {"q", "write step"},
     {"if", "write when"},
     {"condition", "write when"}}};

void check_parameter_fields(const Field& spec, const std::string& type) {
  spec.only(all_parameter_fields(), kFieldAdvice);
  const Words& own = own_parameter_fields(type);
  const auto holds = [](const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const auto& [key, field] : spec.members("a map")) {
    if (holds(common_parameter_fields(), key) || holds(own, key)) continue;
    if (!holds(all_parameter_fields(), key)) continue;  // told above
    field.refuse(text("a parameter of type ", type, " has no '", key, "'"),
                 own.empty() ? "remove it" : "remove it (this type has " + join(own, ", ") + ")");
  }
}

bool lacks_own_field(const Field& spec, const std::string& type) {
  const auto lacks = [&](const char* name) { return !spec.find(name); };
  if (type == "float" || type == "int") return lacks("low") || lacks("high");
  if (type == "categorical" || type == "ordinal") return lacks("choices");
  return type == "constant" && lacks("value");
}

std::string read_type(const Field& spec) {
  const auto field = spec.find("type");
  if (!field) {
    const bool listed = spec.find("choices").has_value();
    // As W&B sweeps and others have it.
    if (spec.find("values"))
      spec.refuse("the field 'type' is missing", "write type: categorical and choices instead of values");
    if (spec.find("min") || spec.find("max")) {
      const auto shape = spec.find("distribution");
      const Value* word = shape ? shape->node().scalar() : nullptr;
      const bool log = word != nullptr && to_text(*word).find("log") != std::string::npos;
      spec.refuse("the field 'type' is missing",
                  text("write type: float or type: int, and low and high instead of min and max",
                       log ? ", and scale: log instead of the distribution" : ""));
    }
    spec.refuse("the field 'type' is missing", listed               ? "add type: categorical (or ordinal)"
                                               : spec.find("value") ? "add type: constant"
                                               : spec.find("low")
                                                   ? "add type: float or type: int"
                                                   : "add one of " + join(parameter_types(), ", "));
  }
  const Value* value = field->node().scalar();
  const std::string given = value != nullptr ? to_text(*value) : "";
  for (const Advice& advice : kTypeAdvice) {
    if (advice.wrong == given)
      field->refuse("there is no type " + in_quotes(given), std::string(advice.remedy));
  }
  return parameter_types()[field->choice(parameter_types())];
}

Scale read_scale(const Field& spec) {
  const auto field = spec.find("scale");
  return field ? static_cast<Scale>(field->choice(scale_words())) : Scale::Linear;
}

/// Both are looked at, so that two mistakes are told at once.
template <class Number, class Read>
std::pair<Number, Number> read_bounds(const Field& spec, const Read& read) {
  std::pair<Number, Number> bounds;
  const bool low = spec.attempt([&] { bounds.first = read(spec.at("low")); });
  const bool high = spec.attempt([&] { bounds.second = read(spec.at("high")); });
  if (!low || !high) throw Collected();
  return bounds;
}

Domain read_real(const Field& spec) {
  const auto bounds = read_bounds<double>(spec, [](const Field& field) { return field.number(); });
  const auto step = spec.find("step");
  const auto step_size = step ? std::optional(step->number()) : std::nullopt;
  const Scale scale = read_scale(spec);
  return spec.inside([&] { return RealRange(bounds.first, bounds.second, scale, step_size); });
}

/// More digits than an integer holds; those that it holds and that are too large, IntRange refuses.
std::int64_t read_bound(const Field& field) {
  const Value* value = field.node().scalar();
  const auto* real = value != nullptr ? std::get_if<double>(value) : nullptr;
  constexpr double kMost = 9007199254740992.0;  // 2^53
  if (real != nullptr && std::isfinite(*real) && std::abs(*real) > kMost) {
    field.refuse("this is " + describe(field.node()) + ", and integer parameters end at +-2^49",
                 "narrow it, or make it a parameter of type float");
  }
  return field.integer();
}

Domain read_integer(const Field& spec) {
  const auto bounds = read_bounds<std::int64_t>(spec, read_bound);
  const auto step = spec.find("step");
  const std::int64_t step_size = step ? step->integer() : 1;
  const Scale scale = read_scale(spec);
  return spec.inside([&] { return IntRange(bounds.first, bounds.second, scale, step_size); });
}

Choices read_choices(const Field& choices, bool ordered) {
  std::vector<Value> values;
  for (const Field& item : choices.items("a list of choices")) {
    values.push_back(item.any_value());
  }
  return choices.inside([&] { return Choices(std::move(values), ordered); });
}

Domain constant_from(const Field& field) {
  Value value = field.any_value();
  if (!is_finite(value) && !field.origin().trusted) {
    const bool plain = as_number(value).has_value();
    field.refuse(
        plain ? text("the constant is ", to_text(value)) : "the constant holds a number that is not finite",
        "give a finite number", ErrorCode::InvalidSpace);
  }
  return Constant{std::move(value)};
}

Domain read_domain(const Field& spec, const std::string& type) {
  if (type == "float") return read_real(spec);
  if (type == "int") return read_integer(spec);
  if (type == "categorical" || type == "ordinal") return read_choices(spec.at("choices"), type == "ordinal");
  if (type == "bool") return Toggle{};
  const auto value = spec.given("value");
  return constant_from(value ? *value : spec.at("value"));
}

Between read_between(const Field& field) {
  constexpr std::array<Advice, 2> kAdvice = {{{"low", "write min"}, {"high", "write max"}}};
  return read_map<BetweenForm>(field, kAdvice).between;
}

Condition read_condition(const std::string& parent, const Field& field) {
  if (field.node().is_null())
    field.refuse("the condition is empty",
                 "write the value or the values it holds for; for null write [null]");
  if (field.node().map() != nullptr) return {parent, read_between(field)};
  std::vector<Value> values = field.any_values();
  if (values.empty())
    field.refuse("the condition lists no values", "list those it holds for", ErrorCode::InvalidSpace);
  return {parent, OneOf{std::move(values)}};
}

void read_conditions(const Field& when, std::vector<Condition>& conditions) {
  if (when.node().scalar() != nullptr) {
    when.refuse("a condition is not " + describe(when.node()),
                "write {parent: value}, {parent: [value, value]} or {parent: {min: 1, max: 5}}");
  }
  for (const auto& [parent, field] : when.members("a map from a parameter to its values")) {
    conditions.push_back(read_condition(parent, field));
  }
}

Node condition_node(const Condition& condition) {
  Node test;
  if (const auto* one_of = std::get_if<OneOf>(&condition.test)) {
    Node::List values;
    for (const Value& value : one_of->values) values.push_back(leaf(value));
    test.content = std::move(values);
  } else {
    const auto& between = std::get<Between>(condition.test);
    test.content = Node::Map();
    if (between.low != Between().low) put(test, "min", leaf(between.low));
    if (between.high != Between().high) put(test, "max", leaf(between.high));
  }
  Node node;
  put(node, condition.parent, std::move(test));
  return node;
}

struct WriteDomain {
  Node& node;

  void operator()(const RealRange& range) const {
    put(node, "low", leaf(range.low()));
    put(node, "high", leaf(range.high()));
    if (range.scale() != Scale::Linear) put(node, "scale", leaf(to_text(range.scale())));
    if (range.step()) put(node, "step", leaf(*range.step()));
  }
  void operator()(const IntRange& range) const {
    put(node, "low", leaf(range.low()));
    put(node, "high", leaf(range.high()));
    if (range.scale() != Scale::Linear) put(node, "scale", leaf(to_text(range.scale())));
    if (range.step() != 1) put(node, "step", leaf(range.step()));
  }
  void operator()(const Choices& choices) const {
    Node::List values;
    for (const Value& value : choices.values()) values.push_back(leaf(value));
    put(node, "choices", Node{std::move(values)});
  }
  void operator()(const Toggle&) const {}
  void operator()(const Constant& constant) const { put(node, "value", leaf(constant.value)); }
};

}  // namespace

Parameter read_parameter(const std::string& name, const Field& spec) {
  if (spec.node().is_null()) {
    spec.refuse("the parameter is empty", "write for example {type: float, low: 0, high: 1}");
  }
  if (spec.node().list() != nullptr) return {name, read_choices(spec, false)};
  if (spec.node().scalar() != nullptr) return {name, constant_from(spec)};
  const std::string type = read_type(spec);
  const std::size_t before = spec.origin().problems != nullptr ? spec.origin().problems->size() : 0;
  check_parameter_fields(spec, type);
  // A field that is lacking is probably there under the name that was refused.
  if (spec.origin().problems != nullptr && spec.origin().problems->size() > before &&
      lacks_own_field(spec, type))
    throw Collected{};
  Parameter parameter{name, read_domain(spec, type)};
  if (const auto when = spec.find("when")) {
    if (when->node().list() != nullptr) {
      for (const Field& item : when->items("a list of conditions")) read_conditions(item, parameter.when);
    } else {
      read_conditions(*when, parameter.when);
    }
  }
  const auto usual = spec.given("default");
  // An empty field is none, but where null is a choice.
  if (usual && (!usual->node().is_null() || contains(parameter.domain, Compound()))) {
    parameter.usual = usual->any_value();
    // Here, where the field's line is known; Space checks it for everybody else.
    if (!usual->origin().trusted)
      parameter.usual = usual->inside([&] { return admit(parameter.domain, *parameter.usual); });
  }
  if (const auto optional = spec.find("optional")) parameter.optional = optional->flag();
  if (const auto unit = spec.find("unit")) parameter.unit = unit->text();
  if (const auto description = spec.find("description")) parameter.description = description->text();
  return parameter;
}

Node parameter_node(const Parameter& parameter) {
  Node node;
  put(node, "type", leaf(kind_name(parameter.domain)));
  std::visit(WriteDomain{node}, parameter.domain);
  if (!parameter.when.empty()) {
    Node::List conditions;
    for (const Condition& condition : parameter.when) conditions.push_back(condition_node(condition));
    // One condition, the usual case, reads better without the list.
    Node when = conditions.size() == 1 ? std::move(conditions.front()) : Node{std::move(conditions)};
    put(node, "when", std::move(when));
  }
  if (parameter.usual) put(node, "default", leaf(*parameter.usual));
  if (parameter.optional) put(node, "optional", leaf(true));
  if (!parameter.unit.empty()) put(node, "unit", leaf(parameter.unit));
  if (!parameter.description.empty()) put(node, "description", leaf(parameter.description));
  return node;
}

}  // namespace hone::codec
