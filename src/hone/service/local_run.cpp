// SPDX-License-Identifier: MIT
#include "hone/service/local_run.hpp"

#include <utility>

namespace hone::service {

catalog::StudyParts make_parts(Operations& operations, const Study& study, const LearningProgress& progress,
                               catalog::Checked checked) {
  return catalog::make_parts(operations.store(), study, progress, checked);
}

runner::Knowledge gather_knowledge(Operations& operations, const Study& study) {
  return runner::gather_knowledge(operations.store(), study, catalog::source_access());
}

void require_sources(Operations& operations, const Study& study) {
  if (!operations.store().proposes()) gather_knowledge(operations, study);
}

std::unique_ptr<runner::Loop> make_loop(Operations& operations, runner::StoredStudy stored,
                                        catalog::StudyParts parts, const runner::LoopOptions& options) {
  return std::make_unique<runner::Loop>(operations.store(), std::move(stored), std::move(parts.sampler),
                                        std::move(parts.pruner), options);
}

}  // namespace hone::service
