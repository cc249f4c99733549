// SPDX-License-Identifier: MIT
#include "hone/codec/space_json.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hone/codec/prior_schema.hpp"
#include "hone/codec/request.hpp"
#include "hone/codec/shape.hpp"
#include "hone/codec/study_schema.hpp"

namespace hone::codec {
namespace {

constexpr std::array<const char*, 5> kSpaceFields = {"parameters", "candidates", "constraints",
                                                     "constraints_on", "removed"};

const std::vector<std::string>& set_space_fields() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names(kSpaceFields.begin(), kSpaceFields.end());
    names.emplace_back("dry_run");
    return names;
  }();
  return kNames;
}

std::vector<Configuration> fitting_points(const Study& stored, const Study& given) {
  const SpaceFit fit(stored.space, given.space, given.removed);
  std::vector<Configuration> points;
  for (const Configuration& point : stored.enqueue) {
    Fitted fitted = fit(point);
    if (fitted.fits()) points.push_back(std::move(fitted.configuration));
  }
  return points;
}

/// Those that are given, and of the others those that the parameters can still have.
UserPriors fitting_priors(const Study& stored, const Study& given) {
  UserPriors priors = given.priors;
  for (const auto& [name, prior] : stored.priors) {
    const auto index = given.space.index_of(name);
    if (!index) continue;
    try {
      check_prior(given.space.parameters()[*index], prior);
      priors.emplace(name, prior);
    } catch (const Error&) {  // it is about values that are gone; the report lists the change
    }
  }
  return priors;
}

/// Null takes a member out.
Node patched(Node tree, const Node& patch) {
  auto& members = std::get<Node::Map>(tree.content);
  for (const Node::Member& change : *patch.map()) {
    const auto there = std::find_if(members.begin(), members.end(),
                                    [&](const Node::Member& one) { return one.key == change.key; });
    if (change.value.is_null()) {
      if (there != members.end()) members.erase(there);
    } else if (there == members.end()) {
      members.push_back(change);
    } else if (change.key == "budget" && there->value.map() != nullptr && change.value.map() != nullptr) {
      there->value = patched(std::move(there->value), change.value);
    } else {
      there->value = change.value;
    }
  }
  return tree;
}

}  // namespace

Json change_json(const std::string& field, const std::string& kind, const std::string& what) {
  return {{"field", field}, {"kind", kind}, {"what", what}};
}

Json to_json(const SpaceReport& report) {
  Json outside = Json::array();
  for (const Trial& trial : report.outside)
    outside.push_back({{"number", trial.number}, {"reason", trial.outside}});
  return {{"study", report.study},         {"version", report.version},  {"adopted", report.adopted},
          {"new_space", report.new_space}, {"changes", report.changes},  {"trials", report.trials},
          {"outside", std::move(outside)}, {"left_out", report.left_out}};
}

Node space_report_shape() {
  const Node change =
      shape::record({{"field", shape::text()}, {"kind", shape::text()}, {"what", shape::text()}});
  return shape::record(
      {{"study", shape::text()},
       {"version", shape::integer(1)},
       {"adopted", shape::flag()},
       {"new_space", shape::flag()},
       {"changes", shape::list(change)},
       {"trials", shape::integer(0)},
       {"outside", shape::list(shape::record({{"number", shape::integer(0)}, {"reason", shape::text()}}))},
       {"left_out", shape::integer(0)}});
}

SetSpaceRequest read_set_space(const Node& request, const Study& stored) {
  const Field fields(request, request_origin());
  fields.only(set_space_fields());
  SetSpaceRequest result{.study = stored};
  if (const auto dry_run = fields.find("dry_run")) result.dry_run = dry_run->flag();
  Node whole;
  put(whole, "name", leaf(stored.name));
  const Node before = study_node(stored);
  for (const char* field : {"objective", "objectives"})  // limits may be on them
    if (const Node* kept = before.find(field)) put(whole, field, *kept);
  for (const char* field : kSpaceFields) {
    const Node* given = request.find(field);
    const Node* kept = given != nullptr ? given : before.find(field);
    if (kept != nullptr) put(whole, field, *kept);
  }
  const Study given = study_from(whole, "request");
  result.study.space = given.space;
  result.study.removed = given.removed;
  result.study.constraints_on = given.constraints_on;
  result.study.priors = fitting_priors(stored, given);
  result.study.enqueue = fitting_points(stored, given);
  return result;
}

Node patched_study(const Study& stored, const Node& patch) {
  Node study = patched(study_node(stored), patch);
  if (patch.find("parameters") != nullptr && patch.find("priors") == nullptr)
    keep_priors(study, stored.priors);
  return study;
}

}  // namespace hone::codec
