// SPDX-License-Identifier: MIT
#include "hone/service/administration.hpp"

#include <utility>

#include "hone/runner/trial_files.hpp"

namespace hone::service {

void backup(Operations& operations, const std::string& file) { operations.store().backup(file); }

StoreState check_store(Operations& operations, bool repair) {
  storage::Storage& store = operations.store();
  StoreState state;
  if (repair) state.repaired = store.repair();
  state.report = store.check();
  if (!state.report.problems.empty()) return state;
  for (const storage::StudySummary& study : store.studies()) {
    if (study.running == 0) continue;
    UnheldTrials unheld{study.name, runner::orphaned_claims(store, study.id)};
    if (!unheld.claims.empty()) state.unheld.push_back(std::move(unheld));
  }
  return state;
}

std::string trial_folder_of(Operations& operations, const storage::StudySummary& study) {
  return runner::study_folder(operations.store(), study);
}

std::string trial_folder_of(Operations& operations, const std::string& study) {
  return runner::study_folder(operations.store(), operations.stored(study).id);
}

}  // namespace hone::service
