// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/asking.hpp"
#include "hone/runner/followed_study.hpp"

namespace hone::runner {

/// Where a study stands.
struct Standing {
  std::int64_t trials = 0;  ///< without deleted ones
  std::int64_t waiting = 0;
  std::int64_t running = 0;
  std::optional<Trial> best = {};  ///< of a single-objective study
};

/// When neither the queue nor the sampler has something to hand out.
Outlook outlook(const Standing& standing);

/// What a process knows of a study, for all its threads, and the one lock that those who work on it share.
class StudyView {
 public:
  /// As FollowedStudy.
  StudyView(storage::Storage& storage, StoredStudy stored, bool for_sampler)
      : followed_(storage, std::move(stored), for_sampler) {}

  storage::Storage& storage() const noexcept { return followed_.storage(); }
  const StoredStudy& stored() const noexcept { return followed_.stored(); }
  const Study& study() const noexcept { return followed_.study(); }
  storage::StudyId id() const noexcept { return followed_.id(); }

  /// The study for one thread: the others wait until this is gone. Never kept while a sampler thinks. Whoever
  /// needs the lock to be held takes a FollowedStudy&.
  class Locked {
   public:
    FollowedStudy* operator->() const noexcept { return &study_; }
    FollowedStudy& operator*() const noexcept { return study_; }

   private:
    friend class StudyView;
    Locked(std::mutex& mutex, FollowedStudy& study) : lock_(mutex), study_(study) {}

    std::unique_lock<std::mutex> lock_;
    FollowedStudy& study_;
  };
  Locked lock() { return Locked(mutex_, followed_); }

  /// Takes in what other processes did since the last call.
  void refresh();
  /// The last change of the study that was taken in.
  storage::Revision revision() const;
  Standing standing() const;
  /// How many trials are known, deleted ones too.
  std::int64_t size() const;
  /// The trial as known; nothing when it is not.
  std::optional<Trial> known(std::int64_t number) const;
  /// Calls look(trials) with all trials known at the last ask, tell or refresh, by number; the others wait.
  void inspect(const std::function<void(const std::vector<Trial>&)>& look) const;
  /// The trials of these numbers, as far as known.
  std::vector<Trial> some(std::span<const std::int64_t> numbers) const;
  /// What is known to have changed after a revision, perhaps with some that changed a little before it.
  struct Changed {
    std::vector<std::int64_t> numbers = {};
    storage::Revision revision = 0;  ///< up to which
  };
  /// Nothing when only the store can tell: it was changed before this process followed it.
  std::optional<Changed> changed_since(storage::Revision since) const;
  /// All trials known, which nobody changes any more. Those who ask at the same time share them.
  struct Snapshot {
    std::vector<Trial> trials = {};  ///< some may be newer than the revision
    storage::Revision revision = 0;
  };
  std::shared_ptr<const Snapshot> snapshot() const;
  /// The trials that a worker of this name was the last to be given, as far as known.
  std::vector<Trial> trials_of(const std::string& worker) const;
  /// The running trials whose worker's name passes, as far as known.
  std::vector<Trial> running_of(const std::function<bool(const std::string& worker)>& whose);
  /// The first number that a budget does not allow. Trials that were taken out keep their numbers, but do not
  /// count; what they cost was spent. What runs counts as what trials cost on the average. 0 when the study
  /// should stop by what was expected of its last proposals (Plan::stop).
  std::int64_t limit(const Budget& budget) const;
  /// The same, and at least above what waits in the queue: what somebody enqueued or has run again is run
  /// although the study has had the trials of its budget. Beyond that nothing but such trials is below it.
  std::int64_t limit_with_queue(const Budget& budget) const;
  /// What trials have cost so far; 0 for a study without costs.
  double spent() const;
  /// Trials that were taken out, as far as known.
  std::int64_t deleted() const;
  /// True when somebody else has given the study another space since it was opened. Results are still taken,
  /// but nothing is handed out (Conflict), and the trials are known as they were: open the study again.
  bool redefined() const;

  /// Calls `listener` with each trial, whoever ran it, when it is first seen finished; not with those that
  /// are known already. The listener must not call the driver.
  void on_finished(std::function<void(const Trial&)> listener);
  /// Calls `listener` with all trials when some that had ended are seen to have been corrected.
  void on_corrected(std::function<void(const std::vector<Trial>&)> listener);

  // --- for programs with one thread; valid until the next call

  const std::vector<Trial>& trials() const noexcept { return followed_.trials().all(); }
  /// The best complete trial of a single-objective study, nullptr when there is none.
  const Trial* best() const { return followed_.trials().best(); }
  /// Trials that wait in the queue, as far as known.
  std::int64_t waiting() const noexcept { return followed_.trials().waiting(); }

 private:
  bool gains_too_little() const;
  std::int64_t limit_of_cost(double cost) const;

  mutable std::mutex mutex_;    // guards what changes in followed_
  mutable std::mutex copying_;  // taken before mutex_; guards the next one
  mutable std::weak_ptr<const Snapshot> copied_;
  FollowedStudy followed_;
};

}  // namespace hone::runner
