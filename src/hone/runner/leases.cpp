// SPDX-License-Identifier: MIT
#include "hone/runner/leases.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/heartbeat.hpp"

namespace hone::runner {

using storage::Lease;

Leases::Leases(StudyView& view, storage::Worker worker)
    : view_(view), worker_(std::move(worker)), judge_(worker_.lease.value_or(kLease)) {
  worker_.version = view_.stored().version;
}

Lease Leases::of(const FollowedStudy& study, std::int64_t number) const {
  if (const auto held = held_->find(number)) return *held;
  const std::optional<Trial> trial = study.storage().trial(study.id(), number);
  if (!trial) {
    throw Error(ErrorCode::NotFound, text("there is no trial ", number), "tell a number that ask gave");
  }
  if (is_finished(trial->state)) {
    throw Error(ErrorCode::LeaseLost,
                text("trial ", number, " has ended already (", to_text(trial->state), ")"),
                "a trial ends once; `hone amend` corrects its value");
  }
  if (trial->state == TrialState::Waiting) {
    throw Error(ErrorCode::InvalidArgument, text("trial ", number, " waits in the queue"),
                "ask for it first");
  }
  return study.storage().open_lease(study.id(), number);  // handed out by an earlier process
}

// What is held for ever stays so.
std::vector<Lease> Leases::heartbeat(std::span<const Lease> leases) {
  std::vector<Lease> perishable;
  std::vector<Lease> others;
  for (const Lease& lease : leases) (held_->is_perishable(lease) ? perishable : others).push_back(lease);
  std::vector<Lease> lost = view_.storage().heartbeat(view_.id(), perishable, worker_);
  if (!others.empty()) {
    const auto more = view_.storage().heartbeat(view_.id(), others, {worker_.name, std::nullopt});
    lost.insert(lost.end(), more.begin(), more.end());
  }
  for (const Lease& lease : lost) held_->remove(lease);
  return lost;
}

void Leases::heartbeat(std::int64_t number) {
  const Lease lease = of(number);
  if (heartbeat(std::span(&lease, 1)).empty()) return;
  of(number);  // says where it is now
  throw Error(ErrorCode::LeaseLost, text("trial ", number, " was given to another worker"),
              "drop it: its result would be refused");
}

std::vector<storage::Holder> Leases::holders() const {
  std::vector<storage::Holder> holders;
  const auto look = [&](const storage::Holder& holder) {
    holders.push_back(holder);
    return storage::Liveness::Alive;  // nobody is given up
  };
  view_.storage().reclaim(view_.id(), LostPolicy::Requeue, 1, look);
  return holders;
}

std::vector<std::int64_t> Leases::reclaim(LostPolicy policy, int max_attempts) {
  const std::lock_guard guard(reclaiming_);
  judge_.begin(std::chrono::steady_clock::now(), storage::system_time());
  return view_.storage().reclaim(view_.id(), policy, max_attempts, std::ref(judge_));
}

bool Leases::undecided() const {
  const std::lock_guard guard(reclaiming_);
  return judge_.undecided();
}

}  // namespace hone::runner
