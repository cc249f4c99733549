// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hone::storage {

/// What a check of the store found; no problems: it is sound.
struct CheckReport {
  std::vector<std::string> problems;
  int schema_version = 0;
};

/// What whoever looks after a store does with it as a whole.
class StoreAdmin {
 public:
  virtual ~StoreAdmin() = default;

  /// Throws StorageGone when the store's file, or the log beside it, was deleted or replaced since it was
  /// opened: what is written then is seen by nobody. Calls whose effect is
  /// on disk when they return look before they begin and before they return, so no result is acknowledged
  /// into a file that is gone; the others leave it to the heartbeat. Waits for nobody, so that it may be
  /// called while another thread is stuck in a write. Stores without a file are always there.
  virtual void require_there() = 0;
  /// Throws what a write would be refused with now, StorageFull say. Writes something that changes nothing.
  virtual void require_room() { require_there(); }
  /// Where the store is kept, spelled the same for every way to one file; empty when it is in memory.
  virtual std::string location() const = 0;

  /// Writes a consistent copy to a new file while others go on. Throws InvalidArgument for stores without a
  /// file.
  virtual void backup(const std::string& path) = 0;
  virtual CheckReport check() = 0;
  /// Makes good what can be derived from the rest: counts of trials, the next numbers, missing indices.
  /// Damaged trials and studies stay as they are. Returns what was done, in words.
  virtual std::vector<std::string> repair() = 0;
};

}  // namespace hone::storage
