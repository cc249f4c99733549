// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hone/core/study.hpp"

namespace hone::runner {

/// Drops what a sampler noted in an earlier space than that which began with version `space`: stages and
/// hyper-parameters there are about another cube, and about trials that may not be told any more.
void forget_old_notes(Trial& trial, std::int64_t space);

/// The trials of a study as far as a process has seen them, with what is asked of them all the time kept up
/// to date instead of searched for. For one thread at a time.
class KnownTrials {
 public:
  /// `space`: the version of the study's definition in which its space began.
  /// `cost`: what trials cost, as Study::cost.
  explicit KnownTrials(std::vector<Objective> objectives, std::int64_t space = 1,
                       std::optional<std::string> cost = {})
      : objectives_(std::move(objectives)), space_(space), cost_(std::move(cost)) {}

  /// A new trial, which must have the next number, or the new state of a known one, as it was when the
  /// study's changes were counted up to `revision`. Throws Error(StorageCorrupt) when a number is left out.
  void take_in(Trial trial, std::int64_t revision = 0);
  /// A report of a running trial, before the store is read again.
  void note_report(std::int64_t number, const Report& report);

  /// All, by number.
  const std::vector<Trial>& all() const noexcept { return trials_; }
  std::int64_t size() const noexcept { return static_cast<std::int64_t>(trials_.size()); }
  std::int64_t waiting() const noexcept { return waiting_; }
  std::int64_t running() const noexcept { return running_; }
  std::int64_t deleted() const noexcept { return deleted_; }
  /// What trials have cost that ended, deleted ones too; 0 when the study has no costs.
  double spent() const noexcept { return spent_; }
  /// The same, and the mean of it for each trial that is running.
  double committed() const noexcept;
  /// How many more trials may begin until so much is committed, each at the mean cost of those before:
  /// at least one below it, none from there on; nothing while no trial's cost is known.
  std::optional<std::int64_t> affordable(double cost) const noexcept;
  /// The trial as known; nullptr when it is not.
  const Trial* find(std::int64_t number) const;
  /// The numbers of those that were taken in at a later revision.
  std::vector<std::int64_t> changed_since(std::int64_t revision) const;
  /// True when a trial of a number below `limit` waits in the queue.
  bool waits_below(std::int64_t limit) const;
  /// The best complete trial of a single-objective study that fits its space and is feasible; nullptr when
  /// there is none. Ties go to the earlier trial, as in best_trial().
  const Trial* best() const;

  /// The trials that a worker of this name was the last to be given.
  std::vector<Trial> of_worker(const std::string& worker) const;
  /// The running trials that fit the space and whose worker's name passes.
  std::vector<Trial> running_of(const std::function<bool(const std::string& worker)>& whose);

  /// Lends the waiting and running trials that fit the space, by number and without notes from another space,
  /// as samplers want them in a row. They stay as they are:
  /// what changes before they are given back happens to a copy.
  std::shared_ptr<const std::vector<Trial>> lend_open();
  /// When nobody reads them any more. Who forgets it costs a copy.
  void give_back(const std::shared_ptr<const std::vector<Trial>>& lent);

 private:
  void count(TrialState state, int difference);
  void count_cost(const Trial& trial, int difference);
  void note_worker(const Trial& trial);
  void note_open(const Trial& trial);
  void note_best(const Trial& trial);
  void find_best();
  std::vector<Trial>& own_open();

  std::vector<Objective> objectives_;
  std::int64_t space_;
  std::vector<Trial> trials_;
  std::vector<std::int64_t> revisions_;  // at which each was last taken in
  // By the hash of the worker's name, as most names of a service have one trial each; a trial that changes
  // hands is listed under each of them.
  std::unordered_multimap<std::size_t, std::int64_t> by_worker_;
  std::optional<std::size_t> best_;
  std::int64_t waiting_ = 0;
  std::int64_t running_ = 0;
  std::int64_t deleted_ = 0;
  std::optional<std::string> cost_;
  double spent_ = 0.0;
  std::int64_t paid_ = 0;  // trials of a known cost
  // Shared with the samplers that it is lent to. Those that have ended are swept out before the next ask
  // only, so that a thousand tells in a row do not move the rest a thousand times.
  std::shared_ptr<std::vector<Trial>> open_ = std::make_shared<std::vector<Trial>>();
  int lent_ = 0;
  bool open_has_ended_ = false;
};

}  // namespace hone::runner
