// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/core/importance.hpp"

namespace hone::analysis {

/// Which parameters matter, from the complete trials of a study; trials that failed, were pruned, timed out
/// or are still running have no value and are left out. The same study, trials and options give the same
/// answer. Throws Error(InvalidArgument) for options out of their range and when the trials cannot tell (see
/// importance_data() and ped_anova()), Error(NotFound) for an objective that does not exist.
Importances measure_importance(const Study& study, std::span<const Trial> trials,
                               const ImportanceOptions& options);

}  // namespace hone::analysis
