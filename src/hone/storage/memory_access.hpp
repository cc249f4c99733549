// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hone/storage/access_store.hpp"

namespace hone::storage {

/// The audit trail and the counters of usage in memory. Not for use by two threads at once.
class MemoryAccess {
 public:
  void record(AuditEntry entry, Timestamp now) {
    entry.number = next_++;
    entry.time = now;
    entries_.push_back(std::move(entry));
    if (std::ssize(entries_) > kMostAuditEntries) entries_.pop_front();
  }
  std::vector<AuditEntry> audit(std::int64_t after, std::int64_t most) const {
    const auto begin = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const AuditEntry& entry) { return entry.number > after; });
    const auto count = std::min<std::int64_t>(most, entries_.end() - begin);
    const auto first = after < 0 ? entries_.end() - count : begin;
    return {first, first + count};
  }
  std::int64_t add_usage(const std::string& counter, std::int64_t more) { return usage_[counter] += more; }

 private:
  std::deque<AuditEntry> entries_;
  std::int64_t next_ = 1;
  std::map<std::string, std::int64_t> usage_;
};

}  // namespace hone::storage
