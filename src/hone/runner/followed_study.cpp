// SPDX-License-Identifier: MIT
#include "hone/runner/followed_study.hpp"

#include <iterator>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

constexpr const char* kRepair =
    "look for damage with `hone db check`, and mend counts and indices with `hone db check --repair`";

/// What a new state of a trial means to those who learn from it.
enum class News {
  None,
  Ended,      ///< it had not ended before
  Corrected,  ///< it had, and is not what it was: another result, or withdrawn
};

News news_of(const Trial* before, const Trial& now) {
  const bool was = before != nullptr && is_evidence(before->state);
  const bool is = is_evidence(now.state);
  if (!was) return is ? News::Ended : News::None;
  return is && before->state == now.state && before->values == now.values ? News::None : News::Corrected;
}

}  // namespace

void FollowedStudy::refresh() {
  read_ = true;
  storage::Changes changes = storage_.changes(id(), revision_);
  // Their configurations are over a space that neither we nor the sampler know.
  if (changes.space != stored_.space) redefined_ = true;
  if (redefined_) return;
  std::vector<Trial> news;  // for the sampler
  bool corrected = false;
  for (Trial& trial : changes.trials) {
    const News kind = news_of(known_.find(trial.number), trial);
    if (kind == News::Ended && finished_) finished_(trial);
    if (kind == News::Ended && trial.version >= stored_.space) gains_.note(trial);
    corrected = corrected || kind == News::Corrected;
    if (kind != News::None) {
      ++ended_;
      news.push_back(trial);
    }
    known_.take_in(std::move(trial), changes.revision);
  }
  if (revision_ == 0) followed_since_ = changes.revision;
  revision_ = changes.revision;
  if (changes.counts) require_counted(*changes.counts);
  if (corrected && corrected_) corrected_(known_.all());
  if (!for_sampler_) return;
  std::erase_if(news, [](const Trial& trial) { return !fits(trial); });
  for (Trial& trial : news) forget_old_notes(trial, stored_.space);
  untold_.insert(untold_.end(), std::make_move_iterator(news.begin()), std::make_move_iterator(news.end()));
}

void FollowedStudy::refresh_after_writing() {
  if (!read_) return;
  try {
    refresh();
  } catch (const Error&) {
    return;
  }
}

// Trials that others have started since we looked may stand between those we know and this one.
void FollowedStudy::take_in_claim(const Trial& trial) {
  if (trial.number > known_.size()) return refresh();
  known_.take_in(trial);
}

void FollowedStudy::take_in_reports(std::int64_t number, std::span<const Report> reports) {
  for (const Report& report : reports) known_.note_report(number, report);
}

// A damaged store may hide trials from a look at what changed. Who did not notice would propose for a number
// that is taken, again and again, and call best what is not.
void FollowedStudy::require_counted(const storage::StoredCounts& counts) const {
  const storage::StoredCounts known{.trials = known_.size(),
                                    .waiting = known_.waiting(),
                                    .running = known_.running(),
                                    .deleted = known_.deleted()};
  if (known == counts) return;
  const auto words = [](const storage::StoredCounts& these) {
    return text(these.trials, " trials, ", these.waiting, " waiting, ", these.running, " running, ",
                these.deleted, " deleted");
  };
  throw Error(ErrorCode::StorageCorrupt,
              text("the store counts ", words(counts), " in the study '", study().name, "', but shows ",
                   words(known)),
              kRepair);
}

void FollowedStudy::require_news_since(storage::Revision before) const {
  if (redefined_ || revision_ > before) return;
  throw Error(ErrorCode::StorageCorrupt,
              text("the store refuses trial ", known_.size(), " of the study '", study().name,
                   "' as taken, but shows no trial that took it"),
              kRepair);
}

void FollowedStudy::require_defined() const {
  if (!redefined_) return;
  throw Error(ErrorCode::Conflict,
              text("the search space of the study '", study().name, "' was changed by somebody else"),
              "start again with the present definition; `hone space` shows it");
}

Question FollowedStudy::question(int count) {
  const std::int64_t next = known_.size();
  return {.next = next,
          .count = count,
          .seed = mix_seed(study().seed, static_cast<std::uint64_t>(next)),
          .ended = std::exchange(untold_, {}),
          .running = known_.lend_open()};
}

}  // namespace hone::runner
