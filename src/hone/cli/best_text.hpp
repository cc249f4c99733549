// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/cli/context.hpp"
#include "hone/core/study.hpp"

// How the best trial of a study is told.
namespace hone::cli {

/// Of a study with one objective: the best trial with its settings, or why there is none.
void print_best(Context& context, const Study& study, std::span<const Trial> trials);

/// A line each for the trials outside the space and the infeasible ones, where there are any.
void print_outside(Context& context, const Study& study, std::span<const Trial> trials);

}  // namespace hone::cli
