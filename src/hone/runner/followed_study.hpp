// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/gain_rule.hpp"
#include "hone/runner/known_trials.hpp"
#include "hone/runner/proposer.hpp"
#include "hone/runner/study_opening.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// A stored study as one process follows it: the trials as far as they were read, and what of them a sampler
/// has not been told. For one thread at a time; StudyView shares it.
class FollowedStudy {
 public:
  /// `for_sampler`: a sampler is to be told what ends. The storage must outlive this.
  FollowedStudy(storage::Storage& storage, StoredStudy stored, bool for_sampler)
      : storage_(storage),
        stored_(std::move(stored)),
        for_sampler_(for_sampler),
        known_(stored_.study.objectives, stored_.space, stored_.study.cost),
        gains_(stored_.study.plan.stop) {}

  // --- what never changes, so that any thread may read it

  storage::Storage& storage() const noexcept { return storage_; }
  const StoredStudy& stored() const noexcept { return stored_; }
  const Study& study() const noexcept { return stored_.study; }
  storage::StudyId id() const noexcept { return stored_.id; }

  // --- reading the store

  /// Takes in what this and other processes did since the last call. Throws StorageCorrupt when the store
  /// counts other trials than it shows.
  void refresh();
  /// The same after something was written, if the study was ever read. What the store cannot show now comes
  /// with the next refresh: the writing is done.
  void refresh_after_writing();
  /// Takes in a trial that the store has just given away.
  void take_in_claim(const Trial& trial);
  /// Takes in reports that were just stored.
  void take_in_reports(std::int64_t number, std::span<const Report> reports);

  const KnownTrials& trials() const noexcept { return known_; }
  /// The running trials whose worker's name passes.
  std::vector<Trial> running_of(const std::function<bool(const std::string& worker)>& whose) {
    return known_.running_of(whose);
  }
  /// True when the study should stop by what was expected of its last proposals (Plan::stop).
  bool gains_too_little() const { return gains_.met(); }
  /// The last change of the study that was taken in.
  storage::Revision revision() const noexcept { return revision_; }
  /// The first change that it knows when it came: what came before was read together.
  storage::Revision followed_since() const noexcept { return followed_since_; }
  /// Results that were seen, corrections included.
  std::int64_t ended() const noexcept { return ended_; }
  /// Throws StorageCorrupt unless something changed since. Who was refused because somebody else was faster
  /// sees what that one did; who sees nothing new would be refused for ever.
  void require_news_since(storage::Revision before) const;

  // --- its space

  /// True when somebody else has given the study another space since it was opened.
  bool redefined() const noexcept { return redefined_; }
  /// Throws Error(Conflict) then.
  void require_defined() const;
  /// A call of the store, which refuses who works by another space; that may have changed since we looked.
  template <class Call>
  auto in_our_space(const Call& call) {
    try {
      return call();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::Conflict) redefined_ = storage_.space_version(id()) != stored_.space;
      throw;
    }
  }

  // --- for a sampler

  /// What it takes to propose `count` trials from the next number on. It carries what the sampler is to
  /// learn, so it has to be answered.
  Question question(int count);
  /// When it is answered. Who forgets it costs a copy.
  void answered(const Question& question) { known_.give_back(question.running); }

  // --- listeners; they must not call back

  void on_finished(std::function<void(const Trial&)> listener) { finished_ = std::move(listener); }
  void on_corrected(std::function<void(const std::vector<Trial>&)> listener) {
    corrected_ = std::move(listener);
  }

 private:
  void require_counted(const storage::StoredCounts& counts) const;

  storage::Storage& storage_;
  const StoredStudy stored_;
  const bool for_sampler_;
  KnownTrials known_;
  GainRule gains_;
  storage::Revision revision_ = 0;
  storage::Revision followed_since_ = 0;
  bool read_ = false;  // known_ is kept up to date
  bool redefined_ = false;
  std::vector<Trial> untold_;  // have ended or were corrected, and the sampler does not know
  std::int64_t ended_ = 0;
  std::function<void(const Trial&)> finished_;
  std::function<void(const std::vector<Trial>&)> corrected_;
};

}  // namespace hone::runner
