// SPDX-License-Identifier: MIT
#include "hone/runner/orphaned_claims.hpp"

#include <set>

#include "hone/runner/worker_id.hpp"

namespace hone::runner {

std::vector<OrphanedClaim> orphaned_claims(storage::TrialStore& storage, storage::StudyId id) {
  std::set<std::int64_t> leased;
  // Whoever holds a trial for ever is not shown to the judge of leases; everybody else is, and stays.
  storage.reclaim(id, LostPolicy::Requeue, 1, [&](const storage::Holder& holder) {
    leased.insert(holder.lease.number);
    return storage::Liveness::Alive;
  });
  std::vector<OrphanedClaim> orphans;
  for (const Trial& trial : storage.changes(id, 0).trials) {
    if (trial.state != TrialState::Running || liveness(trial.worker) != storage::Liveness::Dead) continue;
    orphans.push_back({trial.number, trial.worker, !leased.contains(trial.number)});
  }
  return orphans;
}

}  // namespace hone::runner
