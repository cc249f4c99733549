// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hone/codec/work_request.hpp"
#include "hone/runner/driver.hpp"
#include "hone/storage/trial_store.hpp"

// Whose trial it is that a worker far away speaks of. Its token names the study and the lease
// (codec/trial_token.hpp), its name must be that of the holder.
namespace hone::service {

/// The lease of a token; nothing when it is one of another study.
std::optional<storage::Lease> lease_in(storage::StudyId study, const codec::HeldTrial& held);

/// The client who holds this lease when it is another than this one. Who speaks late, after the trial was
/// given to somebody else, is left to the store, which knows what is still of use.
std::optional<std::string> other_holder(storage::TrialStore& store, runner::Driver& driver,
                                        const storage::Lease& lease, const std::string& client);

/// The lease that a client names. Without a token it can only be one that is held until it is told, which
/// anybody may tell. Throws LeaseLost.
storage::Lease lease_for(storage::TrialStore& store, runner::Driver& driver, const codec::HeldTrial& held,
                         const std::string& client);

}  // namespace hone::service
