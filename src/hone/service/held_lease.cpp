// SPDX-License-Identifier: MIT
#include "hone/service/held_lease.hpp"

#include <algorithm>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/trial_token.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::service {

std::optional<storage::Lease> lease_in(storage::StudyId study, const codec::HeldTrial& held) {
  const auto fence = codec::fence_in(study, held.token);
  return fence ? std::optional(storage::Lease{held.number, *fence}) : std::nullopt;
}

std::optional<std::string> other_holder(storage::TrialStore& store, runner::Driver& driver,
                                        const storage::Lease& lease, const std::string& client) {
  const auto is_his = [&](const std::optional<Trial>& trial) {
    return trial && AskDesk::client_of(trial->worker) == client;
  };
  if (is_his(driver.known(lease.number))) return std::nullopt;
  const std::optional<Trial> trial = store.trial(driver.id(), lease.number);
  if (!trial || trial->state != TrialState::Running || is_his(trial)) return std::nullopt;
  const std::vector<storage::Holder> holders = driver.holders();
  const auto found = std::find_if(holders.begin(), holders.end(),
                                  [&](const storage::Holder& one) { return one.lease == lease; });
  if (found == holders.end() || AskDesk::client_of(found->worker) == client) return std::nullopt;
  return AskDesk::client_of(found->worker);
}

storage::Lease lease_for(storage::TrialStore& store, runner::Driver& driver, const codec::HeldTrial& held,
                         const std::string& client) {
  if (held.token == 0) return driver.lease_of(held.number);
  const auto lease = lease_in(driver.id(), held);
  if (!lease)
    throw Error(
        ErrorCode::LeaseLost,
        text("the token ", held.token, " of trial ", held.number, " is not of this study '",
             driver.study().name, "'"),
        "the study was deleted and another of its name made since, or the token was made up: drop the "
        "trial and ask for another");
  if (const auto other = other_holder(store, driver, *lease, client))
    throw Error(ErrorCode::LeaseLost,
                text("trial ", held.number, " is held by the client '", *other, "', not by '", client, "'"),
                "send the name under which it was asked for");
  return *lease;
}

}  // namespace hone::service
