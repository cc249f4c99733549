// SPDX-License-Identifier: MIT
#include "hone/codec/cost_schema.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "hone/base/text.hpp"
#include "hone/codec/name_schema.hpp"
#include "hone/core/cost.hpp"

namespace hone::codec {
namespace {

struct StopForm {
  StopPlan stop = {};

  void declare(MapForm& map) {
    map.field(
        "gain", shape::above_zero,
        "the least expected gain that is worth a trial, in units of the objective; with cost: for a unit "
        "of cost",
        [&](const Field& field) { stop.gain = field.number(); });
    map.integer("patience", stop.patience, 1, std::numeric_limits<std::int64_t>::max(),
                "so many proposals in a row must expect less");
  }
};

StopPlan read_stop(const Field& field) {
  constexpr std::array<Advice, 4> kAdvice = {{{"expected_gain", "write gain"},
                                              {"regret", "write gain"},
                                              {"target", "write budget: {target: ...}"},
                                              {"trials", "write budget: {trials: ...}"}}};
  const StopPlan stop = read_map<StopForm>(field, kAdvice).stop;
  if (field.origin().trusted) return stop;
  if (!stop.gain) field.refuse("it does not say what gain is worth a trial", "write gain: 0.01");
  if (!(*stop.gain > 0.0)) field.at("gain").refuse("it is not above 0", "write a number above 0");
  return stop;
}

}  // namespace

void declare_cost(MapForm& study, Study& into) {
  study.field("cost", name_shape, "what a trial costs: run_time, or the name of an attribute that it reports",
              [&](const Field& field) { into.cost = read_name(field); });
  study.field("stop", shape_of<StopForm>, "when going on is not worth it any more",
              [&](const Field& field) { into.plan.stop = read_stop(field); });
}

void check_cost(const Field& field, const Study& study) {
  if (study.cost) {
    const auto same = [&](const auto& one) { return one.name == *study.cost; };
    const auto& parameters = study.space.parameters();
    if (std::any_of(parameters.begin(), parameters.end(), same))
      field.at("cost").refuse("the parameter " + in_quotes(*study.cost) + " is chosen, not measured",
                              "name an attribute that trials report, or write run_time");
    if (std::any_of(study.objectives.begin(), study.objectives.end(), same))
      field.at("cost").refuse("the objective " + in_quotes(*study.cost) + " is no attribute",
                              "report it as an attribute too, under another name");
  }
  if (study.plan.budget.cost && !study.cost)
    field.at("budget").at("cost").refuse(
        "nothing says what a trial costs",
        "write cost: run_time, or cost: and an attribute that trials report");
}

Node stop_node(const StopPlan& stop) {
  Node node;
  if (stop.gain) put(node, "gain", leaf(*stop.gain));
  if (stop.patience != StopPlan().patience) put(node, "patience", leaf(stop.patience));
  return node;
}

}  // namespace hone::codec
