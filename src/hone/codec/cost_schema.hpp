// SPDX-License-Identifier: MIT
#pragma once

#include "hone/codec/map_form.hpp"
#include "hone/core/study.hpp"

// What a trial costs, and when going on is not worth it: `cost: gpu_hours`, `budget: {cost: 3600}`,
// `stop: {gain: 0.01}`.
namespace hone::codec {

/// The members of a study.
void declare_cost(MapForm& study, Study& into);

/// Rules between them and the rest. For what people write.
void check_cost(const Field& field, const Study& study);

Node stop_node(const StopPlan& stop);

}  // namespace hone::codec
