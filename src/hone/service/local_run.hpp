// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hone/catalog/study_parts.hpp"
#include "hone/runner/loop.hpp"
#include "hone/service/operations.hpp"

// Running the trials of a study on this machine, as `hone tune` and `hone worker` do.
namespace hone::service {

/// Sampler and pruner of a study in this store, or of one that will be (catalog::make_parts).
catalog::StudyParts make_parts(Operations& operations, const Study& study,
                               const LearningProgress& progress = {},
                               catalog::Checked checked = catalog::Checked::No);

/// Everything that the study may learn from (runner::gather_knowledge). Throws what is not there.
runner::Knowledge gather_knowledge(Operations& operations, const Study& study);
/// Throws the same, but leaves it to a service to look for itself.
void require_sources(Operations& operations, const Study& study);

/// Runs its trials until the budget is spent. The operations must outlive it.
std::unique_ptr<runner::Loop> make_loop(Operations& operations, runner::StoredStudy stored,
                                        catalog::StudyParts parts, const runner::LoopOptions& options);

}  // namespace hone::service
