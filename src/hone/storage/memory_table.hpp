// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// One study in memory with its trials. Every change goes through here, so that the counts, the queue and the
/// order of changes always agree with the trials. Not for use by two threads at once.
class MemoryTable {
 public:
  MemoryTable(Study study, Timestamp created) : study_(std::move(study)), created_(created) {}

  const Study& study() const noexcept { return study_; }
  void redefine(const Study& study) { study_ = study; }
  StudySummary summary(StudyId id) const;

  std::int64_t next_number() const noexcept { return progress_.trials; }
  /// Throws NotFound.
  const Trial& trial(std::int64_t number) const { return entry(number).trial; }
  Holding holding(std::int64_t number) const;
  std::vector<Holding> running() const;
  std::optional<std::int64_t> first_waiting() const;
  Changes changes(Revision since) const;

  /// Numbers the changes that follow: those of one call share a revision.
  void begin_change() { ++progress_.revision; }
  void append(Trial trial);
  /// Puts a waiting or new trial into a worker's hands; raises its fence.
  Lease hand_over(std::int64_t number, const Worker& worker, Timestamp now);
  void prolong(std::int64_t number, std::optional<Timestamp> lease_until) {
    entry(number).lease_until = lease_until;
  }
  void report(std::int64_t number, const Report& report);
  /// Ends a trial. What another attempt than the outcome's left behind is dropped.
  void finish(const Outcome& outcome, Timestamp now);
  /// Fails a lost trial; a late result may still come.
  void give_up(std::int64_t number, const std::string& reason, Timestamp now);
  void requeue(std::int64_t number, const std::string& reason, Attempt attempt);
  void correct(const Correction& correction, Timestamp now);

 private:
  static constexpr std::int64_t kNone = -1;

  /// A trial, and its place in the list of trials from the longest unchanged to the last changed one.
  struct Entry {
    Trial trial;
    std::int64_t fence = 0;
    std::optional<Timestamp> lease_until = {};
    Revision revision = 0;
    std::int64_t older = kNone;
    std::int64_t newer = kNone;
  };

  const Entry& entry(std::int64_t number) const;
  Entry& entry(std::int64_t number);
  void set_state(Entry& entry, TrialState state);
  void touch(Entry& entry);
  void find_best();
  static void drop_attempt(Entry& entry);

  Study study_;
  Timestamp created_;
  Progress progress_;
  std::vector<Entry> entries_;
  std::set<std::int64_t> waiting_;
  std::set<std::int64_t> running_;
  std::int64_t newest_ = kNone;
};

}  // namespace hone::storage
