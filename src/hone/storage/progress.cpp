// SPDX-License-Identifier: MIT
#include "hone/storage/progress.hpp"

#include "hone/storage/database.hpp"

namespace hone::storage {

void Progress::add(TrialState state) {
  ++trials;
  count(state, 1);
}

void Progress::move(TrialState from, TrialState to) {
  count(from, -1);
  count(to, 1);
}

void Progress::offer(std::span<const double> values, std::span<const Objective> objectives) {
  if (objectives.size() != 1 || values.empty()) return;
  if (!best || better(objectives[0], values[0], *best)) best = values[0];
}

void Progress::count(TrialState state, std::int64_t by) {
  switch (state) {
    case TrialState::Waiting:
      waiting += by;
      return;
    case TrialState::Running:
      running += by;
      return;
    case TrialState::Complete:
      complete += by;
      return;
    case TrialState::Pruned:
      return;  // what is left of the trials
    case TrialState::Failed:
    case TrialState::TimedOut:
    case TrialState::Infeasible:
      failed += by;
      return;
    case TrialState::Deleted:
      deleted += by;
      return;
  }
}

Progress counts_in(Query& row, int first) {
  Progress progress;
  progress.trials = row.integer(first);
  progress.waiting = row.integer(first + 1);
  progress.running = row.integer(first + 2);
  progress.complete = row.integer(first + 3);
  progress.failed = row.integer(first + 4);
  progress.best = row.optional_real(first + 5);
  progress.revision = row.integer(first + 6);
  progress.deleted = row.integer(first + 7);
  return progress;
}

StoredCounts counts_of(const Progress& progress) {
  return {.trials = progress.trials,
          .waiting = progress.waiting,
          .running = progress.running,
          .deleted = progress.deleted};
}

void fill(StudySummary& summary, const Progress& progress) {
  summary.trials = progress.trials - progress.deleted;
  summary.deleted = progress.deleted;
  summary.complete = progress.complete;
  summary.failed = progress.failed;
  summary.running = progress.running;
  summary.waiting = progress.waiting;
  summary.best = progress.best;
}

}  // namespace hone::storage
