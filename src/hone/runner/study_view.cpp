// SPDX-License-Identifier: MIT
#include "hone/runner/study_view.hpp"

#include <algorithm>
#include <utility>

#include "hone/runner/asking.hpp"

namespace hone::runner {

Outlook outlook(const Standing& standing) {
  return {.done = standing.running == 0 && standing.waiting == 0, .running = standing.running};
}

void StudyView::refresh() { lock()->refresh(); }

storage::Revision StudyView::revision() const {
  const std::lock_guard guard(mutex_);
  return followed_.revision();
}

Standing StudyView::standing() const {
  const std::lock_guard guard(mutex_);
  const KnownTrials& trials = followed_.trials();
  Standing standing{.trials = trials.size() - trials.deleted(),
                    .waiting = trials.waiting(),
                    .running = trials.running(),
                    .best = {}};
  if (const Trial* trial = trials.best()) standing.best = *trial;
  return standing;
}

std::optional<Trial> StudyView::known(std::int64_t number) const {
  const std::lock_guard guard(mutex_);
  const Trial* trial = followed_.trials().find(number);
  return trial != nullptr ? std::optional(*trial) : std::nullopt;
}

void StudyView::inspect(const std::function<void(const std::vector<Trial>&)>& look) const {
  const std::lock_guard guard(mutex_);
  look(followed_.trials().all());
}

std::vector<Trial> StudyView::trials_of(const std::string& worker) const {
  const std::lock_guard guard(mutex_);
  return followed_.trials().of_worker(worker);
}

std::vector<Trial> StudyView::running_of(const std::function<bool(const std::string&)>& whose) {
  return lock()->running_of(whose);
}

std::int64_t StudyView::limit(const Budget& budget) const {
  const std::int64_t taken_out = deleted();
  return budget.trials && *budget.trials < kNoLimit - taken_out ? *budget.trials + taken_out : kNoLimit;
}

std::int64_t StudyView::limit_with_queue(const Budget& budget) const {
  const Standing now = standing();
  return now.waiting > 0 ? std::max(limit(budget), now.trials + deleted()) : limit(budget);
}

std::int64_t StudyView::deleted() const {
  const std::lock_guard guard(mutex_);
  return followed_.trials().deleted();
}

bool StudyView::redefined() const {
  const std::lock_guard guard(mutex_);
  return followed_.redefined();
}

void StudyView::on_finished(std::function<void(const Trial&)> listener) {
  lock()->on_finished(std::move(listener));
}

void StudyView::on_corrected(std::function<void(const std::vector<Trial>&)> listener) {
  lock()->on_corrected(std::move(listener));
}

}  // namespace hone::runner
