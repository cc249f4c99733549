// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/core/pruner.hpp"
#include "hone/core/study.hpp"

namespace hone::runner {

/// Throws Error(InvalidArgument) for a report with neither a value for each objective nor, where nothing
/// prunes, the first objective's alone.
void require_whole_reports(const Study& study, std::span<const Report> reports, bool prunes);

/// Whether a pruner would stop a trial for one of its new `reports`, which are among trial.reports already.
/// They are judged in the order of their steps, each with those up to it: it makes no difference whether they
/// came one by one or many at once, or which of them came first. Of a flood the last 64 are judged. `trials`
/// are those of the study.
bool should_prune(const Pruner& pruner, const Trial& trial, std::span<const Report> reports,
                  std::span<const Trial> trials, std::span<const Objective> objectives);

}  // namespace hone::runner
