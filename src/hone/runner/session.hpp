// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Ask and tell against a stored study: the one place where a trial gets its number and its seed.
/// Several sessions, in any number of processes, may work on one study. Not for use by two threads at once.
class Session {
 public:
  /// `worker` names this session in the trials it starts. The storage must outlive the session.
  Session(storage::Storage& storage, storage::StudyId id, std::unique_ptr<Sampler> sampler,
          storage::Worker worker);

  const Study& study() const noexcept { return study_; }
  storage::StudyId id() const noexcept { return id_; }
  const storage::Worker& worker() const noexcept { return worker_; }

  /// Hands out up to `count` trials: first those that wait in the queue, then new proposals. Fewer when the
  /// sampler has nothing left. The proposals are a function of the space, the trials so far and the study's
  /// seed: trial n is proposed with the seed mix_seed(study seed, n). No trial of a number at or above
  /// `limit` is handed out, however many sessions ask at once. When the store fails after some trials were
  /// handed out, those are returned; the next call meets the failure.
  std::vector<storage::Claim> ask(int count, std::int64_t limit = std::numeric_limits<std::int64_t>::max());

  /// Ends trials; durable when it returns. A value that is not finite makes a complete trial a failed one,
  /// with the reason in its error text. Values of trials that are not complete are dropped. Throws
  /// Error(InvalidArgument) when a complete trial has not one value for each objective, LeaseLost when a
  /// trial is not ours any more; then none has ended.
  void tell(std::span<const storage::Outcome> outcomes);

  /// Takes in what other processes did since the last call.
  void refresh();

  /// All trials known at the last ask, tell or refresh, by number.
  const std::vector<Trial>& trials() const noexcept { return trials_; }
  /// The best complete trial of a single-objective study, nullptr when there is none. Kept up to date, not
  /// searched.
  const Trial* best() const;
  /// Trials that wait in the queue, as far as known.
  std::int64_t waiting() const noexcept { return waiting_; }

  /// Calls `listener` with each trial, whoever ran it, when this session first sees it finished; not with
  /// those that are known already.
  void on_finished(std::function<void(const Trial&)> listener) { listener_ = std::move(listener); }

 private:
  void claim_waiting(std::vector<storage::Claim>& claims, std::size_t count, std::int64_t limit);
  bool start_new(std::vector<storage::Claim>& claims, std::size_t count, std::int64_t limit);
  void hand_out(std::vector<storage::Claim>& claims, std::size_t count, std::int64_t limit);
  bool waits_below(std::int64_t limit) const;
  void take_in(Trial trial);
  void note_open(const Trial& trial);
  void note_best(const Trial& trial);
  std::span<const Trial> open_trials();

  storage::Storage& storage_;
  storage::StudyId id_;
  Study study_;
  std::unique_ptr<Sampler> sampler_;
  storage::Worker worker_;
  storage::Revision revision_ = 0;
  std::vector<Trial> trials_;
  std::function<void(const Trial&)> listener_;
  std::optional<std::size_t> best_;
  std::int64_t waiting_ = 0;
  // Copies of the waiting and running trials, by number, as samplers want them in a row. Those that have
  // ended are swept out before the next ask only, so that a thousand tells in a row do not move the rest a
  // thousand times.
  std::vector<Trial> open_;
  bool open_has_ended_ = false;
};

/// What a store accepts: a Complete outcome with a value that is not finite becomes a Failed one that says
/// so.
storage::Outcome checked(storage::Outcome outcome, std::span<const Objective> objectives);

}  // namespace hone::runner
