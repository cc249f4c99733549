// SPDX-License-Identifier: MIT
#include "hone/codec/prior_schema.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/map_form.hpp"
#include "hone/core/value_list.hpp"

namespace hone::codec {
namespace {

constexpr const char* kRemedy =
    "write {normal: [mean, deviation]}, {near: value} or {choice: {value: weight}}";

Node normal_shape() {
  return shape::with(shape::list(shape::number(), 2), "maxItems", leaf(std::int64_t{2}));
}

Node weights_shape() {
  return shape::either({shape::list(shape::number(0.0), 1), shape::map(shape::number(0.0))});
}

NormalPrior read_normal(const Field& field) {
  const std::vector<Field> items = field.items("a list of two numbers, the mean and the deviation");
  if (items.size() != 2)
    field.refuse(text("this is a list of ", items.size()), "write [mean, deviation], such as [0.01, 0.5]");
  return {items[0].number(), items[1].number()};
}

ChoicePrior read_listed(const Field& field, const Parameter& parameter) {
  const std::vector<Field> items = field.items("a list of weights");
  const auto count = value_count(parameter.domain);
  if (!count || *count != std::ssize(items))
    field.refuse(text("there are ", items.size(), " weights for ", domain_text(parameter.domain)),
                 "give one for each choice, or write {value: weight}");
  ChoicePrior prior;
  for (std::size_t i = 0; i < items.size(); ++i)
    prior.weights[to_text(value_at(parameter.domain, static_cast<std::int64_t>(i)))] = items[i].number();
  return prior;
}

ChoicePrior read_weights(const Field& field, const Parameter& parameter) {
  if (field.node().list() != nullptr) return read_listed(field, parameter);
  ChoicePrior prior;
  for (const auto& [name, weight] :
       field.members("a map from choices to their weights, or a list of weights"))
    prior.weights[name] = weight.number();
  return prior;
}

struct PriorForm {
  const Parameter* parameter = nullptr;
  std::optional<UserPrior> prior = {};

  void declare(MapForm& map) {
    map.field(
        "normal", normal_shape,
        "of a number: the most likely value and a deviation, in its units, in decades for scale: log, in "
        "log odds for scale: logit",
        [&](const Field& field) { prior = read_normal(field); });
    map.field("near", shape::anything, "the value that good ones are near",
              [&](const Field& field) { prior = NearPrior{field.any_value()}; });
    map.field("choice", weights_shape, "of choices: how likely each is, in proportion to the others",
              [&](const Field& field) { prior = read_weights(field, *parameter); });
  }
};

UserPrior read_prior(const Field& field, const Parameter& parameter) {
  constexpr std::array<Advice, 7> kAdvice = {{{"mean", "write {normal: [mean, deviation]}"},
                                              {"mu", "write {normal: [mean, deviation]}"},
                                              {"gaussian", "write normal"},
                                              {"weights", "write choice"},
                                              {"choices", "write choice"},
                                              {"value", "write near"},
                                              {"around", "write near"}}};
  if (field.node().map() == nullptr) field.refuse("a prior is not " + describe(field.node()), kRemedy);
  if (field.node().map()->size() != 1)
    field.refuse(text("a prior has one member, and this has ", field.node().map()->size()), kRemedy);
  const PriorForm form = read_map<PriorForm>(field, kAdvice, {.parameter = &parameter});
  if (!form.prior) throw Collected{};
  if (!field.origin().trusted) field.inside([&] { check_prior(parameter, *form.prior); });
  if (const auto* near = std::get_if<NearPrior>(&*form.prior)) {
    if (contains(parameter.domain, near->value)) return NearPrior{admit(parameter.domain, near->value)};
  }
  return *form.prior;
}

struct WritePrior {
  Node& node;

  void operator()(const NormalPrior& normal) const {
    put(node, "normal", Node{Node::List{leaf(normal.mean), leaf(normal.deviation)}});
  }
  void operator()(const NearPrior& near) const { put(node, "near", leaf(near.value)); }
  void operator()(const ChoicePrior& choice) const {
    Node weights{Node::Map()};
    for (const auto& [name, weight] : choice.weights) put(weights, name, leaf(weight));
    put(node, "choice", std::move(weights));
  }
};

void add_prior(UserPriors& priors, const std::string& name, const Field& field, const Space& space) {
  const auto index = space.index_of(name);
  if (!index) {
    field.refuse("there is no parameter " + in_quotes(name) + did_you_mean(name, *space.names()),
                 "name one of the study's parameters");
  }
  if (priors.contains(name))
    field.refuse("the parameter " + in_quotes(name) + " has a prior already", "keep one of the two");
  priors[name] = read_prior(field, space.parameters()[*index]);
}

const Node* prior_in(const Node& study, const std::string& name) {
  const Node* parameters = study.find("parameters");
  const Node* spec = parameters != nullptr ? parameters->find(name) : nullptr;
  return spec != nullptr ? spec->find("prior") : nullptr;
}

}  // namespace

Node prior_shape() {
  Node shape = shape::with(shape_of<PriorForm>(), "minProperties", leaf(std::int64_t{1}));
  return shape::with(std::move(shape), "maxProperties", leaf(std::int64_t{1}));
}

Node priors_shape() { return shape::map(prior_shape()); }

UserPriors read_priors(const Field& study, const Space& space) {
  UserPriors priors;
  const auto parameters = study.find("parameters");
  if (parameters && parameters->node().map() != nullptr) {
    for (const auto& [name, spec] : parameters->members("")) {
      const auto prior = spec.node().map() != nullptr ? spec.find("prior") : std::nullopt;
      if (prior) prior->attempt([&, &key = name] { add_prior(priors, key, *prior, space); });
    }
  }
  if (const auto all = study.find("priors")) {
    for (const auto& [name, prior] : all->members("a map from parameters to their priors"))
      prior.attempt([&, &key = name, &field = prior] { add_prior(priors, key, field, space); });
  }
  return priors;
}

Node priors_node(const UserPriors& priors) {
  Node node;
  for (const auto& [name, prior] : priors) {
    Node one;
    std::visit(WritePrior{one}, prior);
    put(node, name, std::move(one));
  }
  return node;
}

void keep_priors(Node& study, const UserPriors& before) {
  const Node* parameters = study.find("parameters");
  UserPriors kept;
  for (const auto& [name, prior] : before) {
    const bool there = parameters == nullptr || parameters->find(name) != nullptr;
    if (there && prior_in(study, name) == nullptr) kept.emplace(name, prior);
  }
  auto& members = std::get<Node::Map>(study.content);
  std::erase_if(members, [](const Node::Member& member) { return member.key == "priors"; });
  if (!kept.empty()) put(study, "priors", priors_node(kept));
}

}  // namespace hone::codec
