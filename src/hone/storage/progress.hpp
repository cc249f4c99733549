// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hone/core/study.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

class Query;

/// What a store keeps up to date beside the trials, so that listing studies and numbering trials cost the
/// same for ten trials and for a hundred thousand.
struct Progress {
  std::int64_t trials = 0;  ///< also the next free number, so deleted ones too
  std::int64_t waiting = 0;
  std::int64_t running = 0;
  std::int64_t complete = 0;
  std::int64_t failed = 0;  ///< failed, timed out and infeasible
  std::int64_t deleted = 0;
  std::optional<double> best = {};  ///< of a single-objective study
  Revision revision = 0;
  std::int64_t version = 1;  ///< of the definition, the present one

  /// Counts a trial that came to be in this state.
  void add(TrialState state);
  /// Counts a trial that went from one state to another.
  void move(TrialState from, TrialState to);
  /// Keeps the value of a complete trial if it is the best so far.
  void offer(std::span<const double> values, std::span<const Objective> objectives);

  friend bool operator==(const Progress&, const Progress&) = default;

 private:
  void count(TrialState state, std::int64_t by);
};

/// From the columns trials, waiting, running, complete, failed, best, revision, deleted of the table
/// `progress`, which begin at `first`.
Progress counts_in(Query& row, int first);

/// The counts as readers of changes get them.
StoredCounts counts_of(const Progress& progress);

/// Copies the counts into a summary.
void fill(StudySummary& summary, const Progress& progress);

}  // namespace hone::storage
