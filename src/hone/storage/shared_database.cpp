// SPDX-License-Identifier: MIT
#include "hone/storage/shared_database.hpp"

#include <algorithm>

namespace hone::storage {
namespace {

Access stricter(Access a, Access b) {
  if (a == Access::DurableWrite || b == Access::DurableWrite) return Access::DurableWrite;
  return a == Access::Write || b == Access::Write ? Access::Write : Access::LooseWrite;
}

}  // namespace

// The first to come writes for all who wait. The others sleep until it is done, and the first of those who
// came meanwhile goes on.
void SharedDatabase::write(Access access, std::int64_t study, const std::function<bool(Database&)>& work) {
  Job job{access, work, study};
  std::unique_lock lock(queue_mutex_);
  queue_.push_back(&job);
  turn_.wait(lock, [&] { return job.done || !writing_; });
  if (!job.done) {
    writing_ = true;
    const std::vector<Job*> jobs = std::exchange(queue_, {});
    lock.unlock();
    run_all(jobs);
    lock.lock();
    writing_ = false;
    for (Job* each : jobs) each->done = true;
    turn_.notify_all();
  }
  if (job.failure) std::rethrow_exception(job.failure);
}

// When their transaction is lost, nothing of it happened: then each has one of its own, and its own outcome.
void SharedDatabase::run_all(std::vector<Job*> jobs) {
  const std::lock_guard guard(connection_);
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job* a, const Job* b) { return a->study < b->study; });
  if (jobs.size() > 1 && run_together(jobs)) return;
  for (Job* job : jobs) run_alone(*job);
}

/// False when the transaction as a whole failed.
bool SharedDatabase::run_together(const std::vector<Job*>& jobs) {
  Access access = Access::LooseWrite;
  for (const Job* job : jobs) access = stricter(access, job->access);
  try {
    Transaction transaction(*database_, access);
    bool changed = false;
    for (Job* job : jobs) changed = run_one(*job) || changed;
    if (changed) transaction.commit();
    return true;
  } catch (...) {
    for (Job* job : jobs) job->failure = nullptr;
    return false;
  }
}

void SharedDatabase::run_alone(Job& job) {
  try {
    run_again([&] {
      Transaction transaction(*database_, job.access);
      const bool changed = job.work(*database_);
      if (changed) transaction.commit();
      return changed;
    });
  } catch (...) {
    job.failure = std::current_exception();
  }
}

/// Runs one of several jobs; true when it changed something. Throws when the transaction is lost.
bool SharedDatabase::run_one(Job& job) {
  Query(*database_, "SAVEPOINT one_write").run();
  bool keep = false;
  try {
    keep = job.work(*database_);
  } catch (...) {
    if (!database_->in_transaction()) throw;
    job.failure = std::current_exception();
  }
  if (!keep) Query(*database_, "ROLLBACK TO SAVEPOINT one_write").run();
  Query(*database_, "RELEASE SAVEPOINT one_write").run();
  return keep;
}

}  // namespace hone::storage
