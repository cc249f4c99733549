// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hone/core/importance.hpp"

namespace hone::analysis {

/// Which parameters matter, from the complete trials of a study; trials that failed, were pruned, timed out
/// or are still running have no value and are left out; so are trials outside the space. Forest and bootstrap
/// are drawn by the study's seed: the same study, trials and options give the same answer to everybody.
/// Throws Error(InvalidArgument) for options out of their range and when the trials cannot tell (see
/// importance_data() and ped_anova()), Error(NotFound) for an objective that does not exist.
Importances measure_importance(const Study& study, std::span<const Trial> trials,
                               const ImportanceOptions& options);

/// The same by the default method, or nothing when the trials cannot tell: for those who show it beside
/// other things.
std::optional<Importances> importance_if_known(const Study& study, std::span<const Trial> trials,
                                               const std::optional<std::string>& objective = {});

}  // namespace hone::analysis
