// SPDX-License-Identifier: MIT
#include "hone/storage/shared_database.hpp"

namespace hone::storage {

// The first to come writes for all who wait. The others sleep until it is done, and the first of those who
// came meanwhile goes on.
void SharedDatabase::write(Access access, const std::function<bool(Database&)>& work) {
  Job job{access, work};
  std::unique_lock lock(queue_mutex_);
  queue_.push_back(&job);
  turn_.wait(lock, [&] { return job.done || !writing_; });
  if (!job.done) {
    writing_ = true;
    const std::vector<Job*> jobs = std::exchange(queue_, {});
    lock.unlock();
    run_together(jobs);
    lock.lock();
    writing_ = false;
    for (Job* each : jobs) each->done = true;
    turn_.notify_all();
  }
  if (job.failure) std::rethrow_exception(job.failure);
}

void SharedDatabase::run_together(const std::vector<Job*>& jobs) {
  const std::lock_guard guard(connection_);
  Access access = Access::Write;
  for (const Job* job : jobs) {
    if (job->access == Access::DurableWrite) access = Access::DurableWrite;
  }
  try {
    Transaction transaction(*database_, access);
    bool changed = false;
    if (jobs.size() == 1) {
      changed = jobs[0]->work(*database_);
    } else {
      for (Job* job : jobs) changed = run_one(*job) || changed;
    }
    if (changed) transaction.commit();
  } catch (...) {
    // The transaction as a whole failed: nothing of it happened, whatever each of them had come to.
    for (Job* job : jobs) {
      if (!job->failure) job->failure = std::current_exception();
    }
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
