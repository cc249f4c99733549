// SPDX-License-Identifier: MIT
#include "hone/runner/study_view.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/cancellation.hpp"

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

std::int64_t StudyView::size() const {
  const std::lock_guard guard(mutex_);
  return followed_.trials().size();
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

std::vector<Trial> StudyView::some(std::span<const std::int64_t> numbers) const {
  std::vector<Trial> trials;
  trials.reserve(numbers.size());
  const std::lock_guard guard(mutex_);
  for (const std::int64_t number : numbers)
    if (const Trial* trial = followed_.trials().find(number)) trials.push_back(*trial);
  return trials;
}

std::optional<StudyView::Changed> StudyView::changed_since(storage::Revision since) const {
  const std::lock_guard guard(mutex_);
  if (since > 0 && since < followed_.followed_since()) return std::nullopt;
  // What was told or claimed since it was last read has no revision yet, and comes with the next look.
  return Changed{followed_.trials().changed_since(since), followed_.revision()};
}

// Copied in portions, so that work on the study waits for one of them at most.
std::shared_ptr<const StudyView::Snapshot> StudyView::snapshot() const {
  constexpr std::size_t kPortion = 1000;
  const std::lock_guard copying(copying_);
  if (auto kept = copied_.lock(); kept && kept->revision == revision()) return kept;
  auto copy = std::make_shared<Snapshot>();
  copy->revision = revision();
  for (bool more = true; more;) {
    check_cancelled();
    const std::lock_guard guard(mutex_);
    const std::vector<Trial>& all = followed_.trials().all();
    const std::size_t begin = copy->trials.size();
    const std::size_t end = std::min(begin + kPortion, all.size());
    copy->trials.reserve(all.size());
    copy->trials.insert(copy->trials.end(), all.begin() + static_cast<std::ptrdiff_t>(begin),
                        all.begin() + static_cast<std::ptrdiff_t>(end));
    more = end < all.size();
  }
  copied_ = copy;
  return copy;
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
  if (gains_too_little()) return 0;
  const std::int64_t most =
      budget.trials && *budget.trials < kNoLimit - taken_out ? *budget.trials + taken_out : kNoLimit;
  return budget.cost ? std::min(most, limit_of_cost(*budget.cost)) : most;
}

bool StudyView::gains_too_little() const {
  const std::lock_guard guard(mutex_);
  return followed_.gains_too_little();
}

// What waits in the queue is started first, and is a part of what can be paid for.
std::int64_t StudyView::limit_of_cost(double cost) const {
  const std::lock_guard guard(mutex_);
  const KnownTrials& trials = followed_.trials();
  const auto affordable = trials.affordable(cost);
  if (!affordable) return kNoLimit;
  return *affordable == 0 ? 0 : trials.size() + std::max<std::int64_t>(*affordable - trials.waiting(), 0);
}

std::int64_t StudyView::limit_with_queue(const Budget& budget) const {
  const Standing now = standing();
  return now.waiting > 0 ? std::max(limit(budget), now.trials + deleted()) : limit(budget);
}

double StudyView::spent() const {
  const std::lock_guard guard(mutex_);
  return followed_.trials().spent();
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
