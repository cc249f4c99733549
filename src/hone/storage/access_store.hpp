// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::storage {

/// What somebody did to a store, or was not allowed to do.
struct AuditEntry {
  std::int64_t number = 0;  ///< counts up; the store gives it
  Timestamp time = 0;       ///< the store gives it
  std::string who = {};     ///< a token by its id, or whom an identity provider named
  std::string origin = {};  ///< the address from which it was asked for
  std::string what = {};    ///< "deleteStudy"
  std::string target = {};  ///< what it was done to: "study svm"
  int status = 0;           ///< how it was answered, as HTTP has it
  std::string detail = {};  ///< why it was refused
  friend bool operator==(const AuditEntry&, const AuditEntry&) = default;
};

/// Of the audit trail a store keeps so many entries, the newest.
inline constexpr std::int64_t kMostAuditEntries = 100'000;

/// Who did what to a store, and how much they sent to it. Transactions, threads and errors are as Storage has
/// them. A copy of a store (storage/store_copy.hpp) does not take it along.
class AccessStore {
 public:
  virtual ~AccessStore() = default;

  /// Adds an entry to the audit trail; on disk when this returns. Number and time are the store's.
  virtual void record(const AuditEntry& entry) = 0;
  /// The first `most` entries whose number is larger than `after`; with an `after` below zero the newest. In
  /// the order of their numbers.
  virtual std::vector<AuditEntry> audit(std::int64_t after, std::int64_t most) = 0;

  /// Adds to a counter, which begins at 0, and returns what it has come to.
  virtual std::int64_t add_usage(const std::string& counter, std::int64_t more) = 0;
};

}  // namespace hone::storage
