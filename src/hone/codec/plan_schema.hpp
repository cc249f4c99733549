// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/map_form.hpp"
#include "hone/core/plan.hpp"
#include "hone/core/space.hpp"

namespace hone::codec {

/// The fields at the top level of a study that say how a trial is run. All but the rule of the result are
/// read. Without a space, when that could not be read, the names in the command are not looked at.
void declare_plan(MapForm& study, Plan& plan, const Space* space);

/// From `result`, `regex` or `json`, of which there may be one.
ResultRule read_result(const Field& study);

/// Refuses what does not go together with the mode: fields of the other one, a worker's command that only one
/// trial could fill, a result that is searched for in the output of a worker.
void check_mode(const Field& study, const Plan& plan, const Space& space);

/// Writes what is read; what is at its default is left out.
void write_plan(Node& study, const Plan& plan);

}  // namespace hone::codec
