// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/codec/map_form.hpp"
#include "hone/core/study.hpp"

namespace hone::codec {

/// What `objective` may be: a direction, or a map with a name and one.
Node objective_shape();
/// A list of those, each of which may say where it ends to be of use.
Node objectives_shape();

/// From `objective` or `objectives`, of which there may be one. Without either, the objective is `value`,
/// which is minimized.
std::vector<Objective> read_objectives(const Field& study);
void write_objectives(Node& study, const std::vector<Objective>& objectives);

/// Limits on what trials report, from `constraints_on`: a list of expressions.
std::vector<OutcomeConstraint> read_limits(const Field& study, const std::vector<Objective>& objectives,
                                           const Space& space);
Node limits_node(const std::vector<OutcomeConstraint>& limits);

}  // namespace hone::codec
