// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/codec/work_request.hpp"
#include "hone/service/operations.hpp"

// What workers far away say of their trials, and whose trial it is that one speaks of. Its token names the
// study and the lease, and proves that they were given (codec/trial_token.hpp), its name must be that of the
// holder.
namespace hone::service {

/// The lease of a token; nothing when it is not one of this trial.
std::optional<storage::Lease> lease_in(const codec::TokenKey& key, storage::StudyId study,
                                       const codec::HeldTrial& held);

/// The client who holds this lease when it is another than this one. Who speaks late, after the trial was
/// given to somebody else, is left to the store, which knows what is still of use.
std::optional<std::string> other_holder(storage::TrialStore& store, runner::Driver& driver,
                                        const storage::Lease& lease, const std::string& client);

/// The lease that a client names. Without a token it can only be one that is held until it is told, which
/// anybody may tell. Throws LeaseLost.
storage::Lease lease_for(Operations& operations, runner::Driver& driver, const codec::HeldTrial& held,
                         const std::string& client);

/// Milliseconds of a lease in seconds; 0 is for ever.
std::optional<std::int64_t> lease_time(double seconds);

/// Stores intermediate values; true when the pruner would stop the trial.
bool report_far(Operations& operations, const std::string& study, const codec::WorkReport& report);
/// Prolongs leases; returns the trials that are not this client's any more.
std::vector<std::int64_t> heartbeat_far(Operations& operations, const std::string& study,
                                        const codec::WorkLeases& beat);
/// Gives trials back to the queue.
void requeue_far(Operations& operations, const std::string& study, const codec::WorkLeases& back);

}  // namespace hone::service
