// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/core/pruner.hpp"
#include "hone/core/study.hpp"

namespace hone::runner {

/// Throws Error(InvalidOption) when a pruner would have several objectives to compare.
void require_prunable(const Study& study);

/// Whether a pruner would stop a trial for one of its new `reports`, which are among trial.reports already.
/// They are judged in the order of their steps, each with those up to it: it makes no difference whether they
/// came one by one or many at once, or which of them came first. Of a flood the last 64 are judged. `trials`
/// are those of the study.
bool should_prune(const Pruner& pruner, const Trial& trial, std::span<const Report> reports,
                  std::span<const Trial> trials, const Objective& objective);

}  // namespace hone::runner
