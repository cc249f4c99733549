// SPDX-License-Identifier: MIT
#include "hone/runner/holder_judge.hpp"

#include <algorithm>
#include <utility>

namespace hone::runner {

using storage::Holder;
using storage::Liveness;

namespace {

std::int64_t milliseconds_between(Moment from, Moment to) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(to - from).count();
}

}  // namespace

HolderJudge::HolderJudge(std::int64_t lease, Look look) : lease_(lease), look_(std::move(look)) {}

void HolderJudge::begin(Moment now, Timestamp wall_clock) {
  std::erase_if(sights_, [&](const auto& entry) { return entry.second.round != round_; });
  if (stalled(now, wall_clock)) {
    sights_.clear();
    judges_from_ = now + std::chrono::milliseconds(lease_);
  }
  now_ = now;
  wall_clock_ = wall_clock;
  workers_.clear();
  undecided_ = false;
  ++round_;
}

bool HolderJudge::stalled(Moment now, Timestamp wall_clock) const {
  if (!now_) return false;
  const std::int64_t passed = milliseconds_between(*now_, now);
  const std::int64_t set = wall_clock - wall_clock_ - passed;  // also by the time that the machine slept
  return passed > lease_ || set > lease_ / 2;
}

Liveness HolderJudge::operator()(const Holder& holder) {
  const Sight& sight = see(holder);
  const Liveness known = look_at(holder.worker);
  if (known == Liveness::Dead) return known;
  const std::int64_t silence = milliseconds_between(sight.since, *now_);
  const bool may_judge = *now_ >= judges_from_;
  if (known == Liveness::Alive) {
    return may_judge && silence >= kLongSilence * lease_ ? Liveness::Unknown : Liveness::Alive;
  }
  if (may_judge && silence >= std::max(lease_, sight.left)) return Liveness::Dead;
  if (may_judge && (silence >= lease_ || holder.overdue >= kLongAgo * lease_)) return Liveness::Unknown;
  undecided_ = undecided_ || (holder.overdue >= 0 && !sight.renewed);
  return Liveness::Alive;
}

const HolderJudge::Sight& HolderJudge::see(const Holder& holder) {
  const auto [entry, is_new] = sights_.try_emplace(holder.lease.number);
  Sight& sight = entry->second;
  if (is_new || sight.lease != holder.lease || sight.until != holder.lease_until) {
    const bool renewed = !is_new && sight.lease == holder.lease;
    sight = {.lease = holder.lease,
             .until = holder.lease_until,
             .since = *now_,
             .left = -holder.overdue,
             .renewed = renewed};
  }
  sight.round = round_;
  return sight;
}

Liveness HolderJudge::look_at(const std::string& worker) {
  const auto [entry, is_new] = workers_.try_emplace(worker, Liveness::Unknown);
  if (is_new) entry->second = look_(worker);
  return entry->second;
}

}  // namespace hone::runner
