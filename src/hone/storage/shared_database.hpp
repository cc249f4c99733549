// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/try_again.hpp"

namespace hone::storage {

/// One connection for many threads. Writes that arrive while another is on its way to the disk go together in
/// the next transaction, so that they share its fsync; each still happens wholly or not at all, on its own.
class SharedDatabase {
 public:
  explicit SharedDatabase(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  /// Runs work(database) in a transaction that sees one state, and returns what it returns.
  template <class Work>
  auto read(const Work& work) {
    const std::lock_guard guard(connection_);
    return run_again([&] {
      Transaction transaction(*database_, Access::Read);
      auto result = work(*database_);
      transaction.commit();
      return result;
    });
  }

  /// What a write changes that is not a study.
  static constexpr std::int64_t kWholeStore = std::numeric_limits<std::int64_t>::max();

  /// Runs work(database) in a write transaction; it is undone when work throws or returns false. Work may
  /// find that it shares the transaction with others before it, and may be run again after a run of which
  /// nothing was kept. Writes that meet go by the study that they lock, so that two processes do not wait for
  /// each other.
  void write(Access access, std::int64_t study, const std::function<bool(Database&)>& work);
  void write(Access access, const std::function<bool(Database&)>& work) { write(access, kWholeStore, work); }

  /// Runs work(database) without a transaction: for a single question, or for work that makes its own.
  template <class Work>
  auto use(const Work& work) {
    const std::lock_guard guard(connection_);
    return run_again([&] { return work(*database_); });
  }

  /// For what needs no turn: a backup, the name.
  Database& outside() { return *database_; }
  const Database& outside() const { return *database_; }

 private:
  /// A write that waits, on the stack of its thread.
  struct Job {
    Access access;
    const std::function<bool(Database&)>& work;
    std::int64_t study;
    std::exception_ptr failure = nullptr;
    bool done = false;
  };

  void run_all(std::vector<Job*> jobs);
  bool run_together(const std::vector<Job*>& jobs);
  bool run_one(Job& job);
  void run_alone(Job& job);

  std::unique_ptr<Database> database_;
  std::mutex connection_;
  std::mutex queue_mutex_;
  std::condition_variable turn_;
  std::vector<Job*> queue_;
  bool writing_ = false;
};

}  // namespace hone::storage
