// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "hone/storage/storage.hpp"

namespace hone::service {

struct BackupPlan {
  std::string folder = {};    ///< empty: no backups
  double every = 6 * 3600.0;  ///< seconds
  int keep = 7;               ///< files; older ones are deleted
};

/// Copies a store into a folder again and again, in a thread and over a connection of its own, and keeps the
/// last few copies. A file has its name (hone-20261119T040000Z.db) when it is whole. Several servers of one
/// store may share a folder: the next copy is due when the newest one there is old enough.
class BackupSchedule {
 public:
  using Open = std::function<std::unique_ptr<storage::Storage>()>;
  /// Is told of each copy: its file, or what went wrong. In the schedule's thread.
  using Told = std::function<void(const std::string& file, const std::string& error)>;

  /// Makes the folder when there is none. Throws Error(System) when it cannot be written.
  BackupSchedule(BackupPlan plan, Open open, Told told);
  /// Waits for a copy that is being written.
  ~BackupSchedule();
  BackupSchedule(const BackupSchedule&) = delete;
  BackupSchedule& operator=(const BackupSchedule&) = delete;

  bool busy() const noexcept { return busy_.load(); }
  std::int64_t made() const noexcept { return made_.load(); }
  std::int64_t failed() const noexcept { return failed_.load(); }
  /// When the newest copy was made, in seconds since 1970; 0 when there is none.
  std::int64_t newest() const noexcept { return newest_.load(); }

 private:
  void run();
  double seconds_to_next() const;
  void make_one();
  void clear_away() const;

  BackupPlan plan_;
  Open open_;
  Told told_;
  std::atomic<bool> busy_{false};
  std::atomic<std::int64_t> made_{0};
  std::atomic<std::int64_t> failed_{0};
  std::atomic<std::int64_t> newest_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool over_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace hone::service
