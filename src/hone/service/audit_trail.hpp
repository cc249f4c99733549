// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/runner/moment.hpp"
#include "hone/storage/access_store.hpp"

namespace hone::service {

using storage::AuditEntry;

/// Who did what to a store, as the store keeps it. Safe to call from several threads.
class AuditTrail {
 public:
  using OpenStore = std::function<storage::AccessStore&()>;
  using Watch = std::function<runner::Moment()>;

  explicit AuditTrail(OpenStore store, Watch watch = std::chrono::steady_clock::now)
      : store_(std::move(store)), watch_(std::move(watch)) {}

  /// Adds an entry, its texts made printable and short. What was refused is only kept 60 times a minute, so
  /// that nobody fills the store by asking for what he may not do. Returns what went wrong; empty: nothing.
  std::string note(AuditEntry entry) noexcept;
  /// As storage::AccessStore::audit() has it.
  std::vector<AuditEntry> entries(std::int64_t after, std::int64_t most) {
    return store_().audit(after, most);
  }

 private:
  bool has_room();

  OpenStore store_;
  Watch watch_;
  std::mutex mutex_;
  runner::Moment minute_ = {};  // when the present one began
  int refusals_ = 0;            // in it
};

codec::Json audit_json(const AuditEntry& entry);

}  // namespace hone::service
