// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"

namespace hone::test {

/// Stands between SQLite and the disk: makes chosen calls fail, counts those that wait for the disk, and
/// remembers what a power cut would leave. Connections opened while it exists go through it, and must be
/// closed before it.
class FaultVfs {
 public:
  enum class Call { Write, Sync };

  FaultVfs();
  ~FaultVfs();
  FaultVfs(const FaultVfs&) = delete;
  FaultVfs& operator=(const FaultVfs&) = delete;

  /// Lets `after` calls of the kind pass; `times` that follow fail with SQLite's `result`, or all until
  /// heal().
  void fail(Call call, int after, int result, int times = std::numeric_limits<int>::max());
  /// Ends the failures; true when one was met.
  bool heal();

  /// How often the disk was waited for.
  int syncs() const { return syncs_; }

  /// Writes to `target` what the disk would hold of the file `source` and its log after a power cut now: all
  /// that was synced, and any of the later writes, as chosen by rng.
  void cut_power(const std::string& source, const std::string& target, Rng& rng) const;

  // Called by SQLite through the functions in the source file.
  int check(Call call);
  void opened(const std::string& file);
  void written(const std::string& file, const void* data, int size, std::int64_t offset);
  void truncated(const std::string& file, std::int64_t size);
  void synced(const std::string& file);
  void deleted(const std::string& file) { disks_.erase(file); }
  sqlite3_vfs* real() const { return real_; }

 private:
  /// Something written and not yet synced; without data: the file was cut at the offset.
  struct Pending {
    std::int64_t offset;
    std::string data;
    bool truncates;
  };
  struct Disk {
    std::string content;
    std::vector<Pending> pending;
  };
  static void apply(std::string& content, const Pending& pending);

  sqlite3_vfs vfs_;
  sqlite3_vfs* real_;
  std::map<std::string, Disk> disks_;
  Call failing_ = Call::Write;
  int passing_ = -1;  ///< calls until the failures begin; negative: none are to come
  int times_ = 0;
  int result_ = SQLITE_OK;
  bool met_ = false;
  int syncs_ = 0;
};

}  // namespace hone::test
