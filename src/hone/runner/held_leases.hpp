// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hone/storage/storage.hpp"

namespace hone::runner {

/// The trials that a process has been given and not yet told, by number. Safe to use from several threads,
/// and never held while the store is waited for: a heartbeat has to know them at any time.
class HeldLeases {
 public:
  /// `forever`: held without a lease that could run out.
  void add(const storage::Lease& lease, bool forever) {
    const std::lock_guard guard(mutex_);
    held_[lease.number] = {lease, forever};
  }

  /// Only when it is still this one: the trial may have come back to us under a newer lease.
  void remove(const storage::Lease& lease) {
    const std::lock_guard guard(mutex_);
    const auto found = held_.find(lease.number);
    if (found != held_.end() && found->second.lease == lease) held_.erase(found);
  }

  std::optional<storage::Lease> find(std::int64_t number) const {
    const std::lock_guard guard(mutex_);
    const auto found = held_.find(number);
    if (found == held_.end()) return std::nullopt;
    return found->second.lease;
  }

  std::vector<std::int64_t> numbers() const {
    const std::lock_guard guard(mutex_);
    std::vector<std::int64_t> numbers;
    for (const auto& [number, held] : held_) numbers.push_back(number);
    return numbers;
  }

  bool empty() const {
    const std::lock_guard guard(mutex_);
    return held_.empty();
  }

  /// True when it is one of ours that runs out unless it is prolonged.
  bool is_perishable(const storage::Lease& lease) const {
    const std::lock_guard guard(mutex_);
    const auto found = held_.find(lease.number);
    return found != held_.end() && !found->second.forever;
  }

  /// All of those.
  std::vector<storage::Lease> perishable() const {
    const std::lock_guard guard(mutex_);
    std::vector<storage::Lease> leases;
    for (const auto& [number, held] : held_) {
      if (!held.forever) leases.push_back(held.lease);
    }
    return leases;
  }

 private:
  struct Held {
    storage::Lease lease;
    bool forever = false;
  };

  mutable std::mutex mutex_;
  std::unordered_map<std::int64_t, Held> held_;
};

}  // namespace hone::runner
