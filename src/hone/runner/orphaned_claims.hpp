// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hone/storage/trial_store.hpp"

namespace hone::runner {

/// A running trial whose worker has ended, so that nobody is known to be at work on it.
struct OrphanedClaim {
  std::int64_t number = 0;
  std::string worker;
  /// Without a lease that runs out: nobody takes it up by himself. That is as it should be when a person
  /// asked for it, works on it by hand and will tell its result; otherwise the trial is lost.
  bool forever = false;
};

/// Those of one study, by number. Of workers on other machines, and of names that are not worker_id()'s,
/// nothing is known, so their trials are not among them. Changes nothing.
std::vector<OrphanedClaim> orphaned_claims(storage::TrialStore& storage, storage::StudyId id);

}  // namespace hone::runner
