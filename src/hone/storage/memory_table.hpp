// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/storage/definitions.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/storage.hpp"

namespace hone::storage {

/// One study in memory with its trials. Every change goes through here, so that the counts, the queue and the
/// order of changes always agree with the trials. Not for use by two threads at once.
class MemoryTable {
 public:
  Annotations annotations = {};               ///< what people wrote on it
  std::map<std::string, Enqueued> keys = {};  ///< what was enqueued under each

  MemoryTable(Study study, Timestamp created);

  const Study& study() const noexcept { return defined_.current().study; }
  const Definitions& definitions() const noexcept { return defined_; }
  const std::vector<StudyVersion>& versions() const noexcept { return versions_; }
  /// Makes this version the present one, a new one or one that is there. With another space all trials have
  /// changed, and those that wait and do not fit have ended.
  void redefine(const StudyVersion& version, Timestamp now);
  StudySummary summary(StudyId id) const;

  std::int64_t next_number() const noexcept { return progress_.trials; }
  /// As the present space has it. Throws NotFound.
  Trial trial(std::int64_t number) const;
  /// All, as a new version with this definition would have them.
  std::vector<Trial> trials_under(const Study& study) const;
  Holding holding(std::int64_t number) const;
  std::vector<Holding> running() const;
  /// The waiting trial of the smallest number. Those before it that do not fit the space are ended.
  std::optional<std::int64_t> first_waiting(Timestamp now);
  Changes changes(Revision since) const;

  /// Numbers the changes that follow: those of one call share a revision.
  void begin_change() { ++progress_.revision; }
  void append(Trial trial);
  /// Puts a waiting or new trial into a worker's hands, as the present space has it; raises its fence.
  Lease hand_over(std::int64_t number, const Worker& worker, Timestamp now);
  void prolong(std::int64_t number, std::optional<Timestamp> lease_until) {
    entry(number).lease_until = lease_until;
  }
  void report(std::int64_t number, const Report& report);
  /// Ends a trial. What another attempt than the outcome's left behind is dropped.
  void finish(const Outcome& outcome, Timestamp now);
  /// Fails a lost trial; a late result may still come.
  void give_up(std::int64_t number, const std::string& reason, Timestamp now);
  void requeue(std::int64_t number, const std::string& reason, Attempt attempt, Timestamp now);
  void correct(const Correction& correction, Timestamp now);

 private:
  static constexpr std::int64_t kNone = -1;

  /// A trial, in the space of its version, and its place in the list of trials from the longest unchanged to
  /// the last changed one.
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
  void settle_all(Timestamp now);
  void leave_out(std::int64_t number, const std::string& reason, Timestamp now);
  void offer(const Entry& entry);

  std::vector<StudyVersion> versions_;  // each as it was when it began
  Definitions defined_;
  Timestamp created_;
  Progress progress_;
  std::vector<Entry> entries_;
  std::set<std::int64_t> waiting_;
  std::set<std::int64_t> running_;
  std::int64_t newest_ = kNone;
};

}  // namespace hone::storage
