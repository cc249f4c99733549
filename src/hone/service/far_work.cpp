// SPDX-License-Identifier: MIT
#include "hone/service/far_work.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/trial_token.hpp"
#include "hone/service/client.hpp"

namespace hone::service {

std::optional<storage::Lease> lease_in(const codec::TokenKey& key, storage::StudyId study,
                                       const codec::HeldTrial& held) {
  const auto fence = key.fence_in(study, held.number, held.token);
  return fence ? std::optional(storage::Lease{held.number, *fence}) : std::nullopt;
}

std::optional<std::string> other_holder(storage::TrialStore& store, runner::Driver& driver,
                                        const storage::Lease& lease, const std::string& client) {
  const auto is_his = [&](const std::optional<Trial>& trial) {
    return trial && client_of(trial->worker).name == client;
  };
  if (is_his(driver.view().known(lease.number))) return std::nullopt;
  const std::optional<Trial> trial = store.trial(driver.id(), lease.number);
  if (!trial || trial->state != TrialState::Running || is_his(trial)) return std::nullopt;
  const std::vector<storage::Holder> holders = driver.leases().holders();
  const auto found = std::find_if(holders.begin(), holders.end(),
                                  [&](const storage::Holder& one) { return one.lease == lease; });
  if (found == holders.end() || client_of(found->worker).name == client) return std::nullopt;
  return client_of(found->worker).name;
}

storage::Lease lease_for(Operations& operations, runner::Driver& driver, const codec::HeldTrial& held,
                         const std::string& client) {
  if (held.token == 0) return driver.leases().of(held.number);
  const auto lease = lease_in(operations.trial_key(), driver.id(), held);
  if (!lease)
    throw Error(
        ErrorCode::LeaseLost,
        text("the token ", held.token, " is not one of trial ", held.number, " of this study '",
             driver.study().name, "'"),
        "the study was deleted and another of its name made since, or the token was made up: drop the "
        "trial and ask for another");
  if (const auto other = other_holder(operations.store(), driver, *lease, client))
    throw Error(ErrorCode::LeaseLost,
                text("trial ", held.number, " is held by the client '", *other, "', not by '", client, "'"),
                "send the name under which it was asked for");
  return *lease;
}

std::optional<std::int64_t> lease_time(double seconds) {
  return seconds > 0.0 ? std::optional(static_cast<std::int64_t>(seconds * 1000.0)) : std::nullopt;
}

bool report_far(Operations& operations, const std::string& study, const codec::WorkReport& report) {
  const auto driver = operations.driver(study);
  return driver->recorder().report(lease_for(operations, *driver, report.trial, report.client),
                                   report.reports);
}

std::vector<std::int64_t> heartbeat_far(Operations& operations, const std::string& study,
                                        const codec::WorkLeases& beat) {
  const auto driver = operations.driver(study);
  std::vector<storage::Lease> leases;
  std::vector<std::int64_t> lost;
  for (const codec::HeldTrial& held : beat.leases) {
    const auto lease = lease_in(operations.trial_key(), driver->id(), held);
    if (!lease || other_holder(operations.store(), *driver, *lease, beat.client)) {
      lost.push_back(held.number);
    } else {
      leases.push_back(*lease);
    }
  }
  for (const storage::Lease& lease :
       operations.store().heartbeat(driver->id(), leases, {beat.client, lease_time(beat.lease)}))
    lost.push_back(lease.number);
  return lost;
}

void requeue_far(Operations& operations, const std::string& study, const codec::WorkLeases& back) {
  const auto driver = operations.driver(study);
  const std::string reason = back.reason.empty() ? text("given back by ", back.client) : back.reason;
  for (const codec::HeldTrial& held : back.leases) {
    driver->recorder().requeue(lease_for(operations, *driver, held, back.client), reason,
                               back.spent ? storage::Attempt::Spent : storage::Attempt::Kept);
  }
}

}  // namespace hone::service
