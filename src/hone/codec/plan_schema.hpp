// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/field.hpp"
#include "hone/core/plan.hpp"
#include "hone/core/space.hpp"

namespace hone::codec {

/// Reads command, environment, directory, result and budget from the top level of a study.
Plan read_plan(const Field& study, const Space& space);

/// Writes what read_plan() reads; what is at its default is left out.
void write_plan(Node& study, const Plan& plan);

}  // namespace hone::codec
