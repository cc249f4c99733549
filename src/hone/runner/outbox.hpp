// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/left_artefacts.hpp"
#include "hone/runner/loop_observer.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Reports of a trial that are stored in one transaction: a flood from one trial keeps nobody else waiting.
constexpr std::size_t kReportsAtOnce = 2000;

/// What is to be stored about a trial whose command has ended.
struct Letter {
  Trial trial;
  storage::Lease lease;
  std::deque<Report> reports = {};                     ///< that are not stored yet
  LeftArtefacts artefacts = {};                        ///< likewise
  std::optional<storage::Outcome> outcome = {};        ///< nothing: back to the queue
  std::string reason = {};                             ///< why it goes back
  storage::Attempt attempt = storage::Attempt::Spent;  ///< what that costs it
  TrialFiles files = {};                               ///< of the command
};

/// Keeps the ends of trials until the store has accepted them, and announces them then and not before.
class Outbox {
 public:
  /// The driver must outlive the outbox, and so must observers.
  explicit Outbox(Driver& driver) : driver_(driver) {}

  void set_observer(LoopObserver* observer) noexcept { observer_ = observer; }

  void add(Letter letter) { letters_.push_back(std::move(letter)); }
  bool empty() const noexcept { return letters_.empty(); }
  std::size_t size() const noexcept { return letters_.size(); }

  /// Stores a part of what there is: at most kReportsAtOnce reports and one artefact of each trial, and in
  /// one transaction the outcomes of those of which all these are stored. Letters about trials that are not
  /// ours any more are dropped. Throws when the store fails or is busy; what it has not accepted stays for
  /// the next time.
  void flush();
  /// True when flush() has to be called again although the store took everything.
  bool has_more() const;

  /// Gives the trials that the driver holds back to the queue, except those with a result here; as far as the
  /// store can be written.
  void give_back_others(const std::string& reason) noexcept;
  /// An error that ends a run, with the folders of results that could not be stored.
  Error explained(const Error& error) const;

  std::int64_t finished() const noexcept { return finished_; }
  std::int64_t failed() const noexcept { return failed_; }
  std::int64_t requeued() const noexcept { return requeued_; }

 private:
  void send_reports(Letter& letter);
  void send_artefact(Letter& letter);
  bool send_outcomes(std::span<const Letter> letters);
  bool send(const Letter& letter);
  void announce(const Letter& letter);
  void drop_checkpoints(const Letter& letter);

  Driver& driver_;
  LoopObserver* observer_ = nullptr;
  std::vector<Letter> letters_;
  std::int64_t finished_ = 0;
  std::int64_t failed_ = 0;
  std::int64_t requeued_ = 0;
};

}  // namespace hone::runner
