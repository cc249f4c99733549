// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/runner/orphaned_claims.hpp"
#include "hone/service/operations.hpp"

// What whoever looks after a store does with it as a whole.
namespace hone::service {

/// Writes a consistent copy to a new file while others go on.
void backup(Operations& operations, const std::string& file);

/// Trials of a study that run in nobody's hands: the store is sound, and yet they would stay as they are.
struct UnheldTrials {
  std::string study;
  std::vector<runner::OrphanedClaim> claims;
};

struct StoreState {
  std::vector<std::string> repaired = {};  ///< what was made good before, in words
  storage::CheckReport report = {};
  std::vector<UnheldTrials> unheld = {};  ///< looked for in a sound store only
};

/// Reads all of it; with `repair`, first makes good what can be derived from the rest.
StoreState check_store(Operations& operations, bool repair);

/// The folder in a working folder that the trials of a study have theirs in (runner::study_folder).
std::string trial_folder_of(Operations& operations, const storage::StudySummary& study);
std::string trial_folder_of(Operations& operations, const std::string& study);

}  // namespace hone::service
