// SPDX-License-Identifier: MIT
#include "hone/runner/driver.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/checked_outcome.hpp"
#include "hone/runner/heartbeat.hpp"

namespace hone::runner {

using storage::Lease;
using storage::Outcome;

namespace {

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

std::vector<storage::Correction> corrections_of(std::span<const std::int64_t> numbers,
                                                storage::Correction::Kind kind) {
  std::vector<storage::Correction> corrections;
  for (const std::int64_t number : numbers) corrections.push_back({.number = number, .kind = kind});
  return corrections;
}

}  // namespace

Driver::Driver(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
               storage::Worker worker, std::unique_ptr<Pruner> pruner)
    : storage_(storage),
      stored_(std::move(stored)),
      worker_(std::move(worker)),
      pruner_(std::move(pruner)),
      judge_(worker_.lease.value_or(kLease)),
      known_(stored_.study.objectives, stored_.space) {
  worker_.version = stored_.version;
  if (sampler) proposer_ = std::make_shared<Proposer>(std::move(sampler));
  if (proposer_ || storage_.proposes()) refresh();
}

// --- leases

Lease Driver::lease_of(std::int64_t number) {
  const std::lock_guard guard(mutex_);
  return lease_now(number);
}

Lease Driver::lease_now(std::int64_t number) {
  if (const auto held = held_->find(number)) return *held;
  const std::optional<Trial> trial = storage_.trial(id(), number);
  if (!trial) {
    throw Error(ErrorCode::NotFound, text("there is no trial ", number), "tell a number that ask gave");
  }
  if (is_finished(trial->state)) {
    throw Error(ErrorCode::LeaseLost,
                text("trial ", number, " has ended already (", to_text(trial->state), ")"),
                "tell each result once; `hone amend` corrects one");
  }
  if (trial->state == TrialState::Waiting) {
    throw Error(ErrorCode::InvalidArgument, text("trial ", number, " waits in the queue"),
                "ask for it first");
  }
  return storage_.open_lease(id(), number);  // handed out by an earlier process
}

// What is held for ever stays so.
std::vector<Lease> Driver::heartbeat(std::span<const Lease> leases) {
  std::vector<Lease> perishable;
  std::vector<Lease> others;
  for (const Lease& lease : leases) (held_->is_perishable(lease) ? perishable : others).push_back(lease);
  std::vector<Lease> lost = storage_.heartbeat(id(), perishable, worker_);
  if (!others.empty()) {
    const auto more = storage_.heartbeat(id(), others, {worker_.name, std::nullopt});
    lost.insert(lost.end(), more.begin(), more.end());
  }
  for (const Lease& lease : lost) held_->remove(lease);
  return lost;
}

std::vector<Lease> Driver::keep_alive() { return heartbeat(held_->perishable()); }

void Driver::heartbeat(std::int64_t number) {
  const Lease lease = lease_of(number);
  if (heartbeat(std::span(&lease, 1)).empty()) return;
  lease_of(number);  // says where it is now
  throw Error(ErrorCode::LeaseLost, text("trial ", number, " was given to another worker"),
              "drop it: its result would be refused");
}

std::vector<std::int64_t> Driver::reclaim(LostPolicy policy, int max_attempts) {
  const std::lock_guard guard(reclaiming_);
  judge_.begin(std::chrono::steady_clock::now(), storage::system_time());
  return storage_.reclaim(id(), policy, max_attempts, std::ref(judge_));
}

std::vector<storage::Holder> Driver::holders() {
  std::vector<storage::Holder> holders;
  const auto look = [&](const storage::Holder& holder) {
    holders.push_back(holder);
    return storage::Liveness::Alive;  // nobody is given up
  };
  storage_.reclaim(id(), LostPolicy::Requeue, 1, look);
  return holders;
}

bool Driver::undecided() const {
  const std::lock_guard guard(reclaiming_);
  return judge_.undecided();
}

// --- results

void Driver::tell(std::span<const Outcome> outcomes) {
  std::vector<Outcome> accepted;
  accepted.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) accepted.push_back(checked(outcome, study().objectives));
  const std::lock_guard guard(mutex_);
  tell_now(accepted);
}

void Driver::tell_now(std::span<const Outcome> outcomes) {
  storage_.finish(id(), outcomes);
  for (const Outcome& outcome : outcomes) held_->remove(outcome.lease);
  look_after_writing_now();
}

void Driver::look_after_writing_now() {
  if (!following_) return;
  try {
    refresh_now();
  } catch (const Error&) {
    // What was written is stored; what the store could not show us now comes with the next refresh.
  }
}

void Driver::cancel(std::int64_t number) {
  const std::lock_guard guard(mutex_);
  const Outcome outcome{.lease = lease_now(number), .state = TrialState::Failed, .error = "cancelled"};
  tell_now(std::span(&outcome, 1));
}

void Driver::requeue(const Lease& lease, const std::string& reason, storage::Attempt attempt) {
  const std::lock_guard guard(mutex_);
  requeue_now(lease, reason, attempt);
}

void Driver::requeue(std::int64_t number, const std::string& reason, storage::Attempt attempt) {
  const std::lock_guard guard(mutex_);
  requeue_now(lease_now(number), reason, attempt);
}

void Driver::requeue_now(const Lease& lease, const std::string& reason, storage::Attempt attempt) {
  storage_.requeue(id(), lease, reason, attempt);
  held_->remove(lease);
  look_after_writing_now();
}

std::int64_t Driver::enqueue(std::span<const Proposal> proposals) {
  const std::lock_guard guard(mutex_);
  return storage_.enqueue(id(), proposals).first;
}

// --- corrections

void Driver::correct(std::span<const storage::Correction> corrections) {
  const std::lock_guard guard(mutex_);
  correct_now(corrections);
}

void Driver::correct_now(std::span<const storage::Correction> corrections) {
  storage_.correct(id(), corrections);
  look_after_writing_now();
}

std::vector<std::int64_t> Driver::retry(std::span<const TrialState> states) {
  const std::lock_guard guard(mutex_);
  refresh_now();
  require_defined_now();
  std::vector<std::int64_t> numbers;
  for (const Trial& trial : known_.all()) {
    const bool meant = std::find(states.begin(), states.end(), trial.state) != states.end();
    if (meant && fits(trial)) numbers.push_back(trial.number);
  }
  correct_now(corrections_of(numbers, storage::Correction::Kind::Retry));
  return numbers;
}

void Driver::retry(std::span<const std::int64_t> numbers) {
  correct(corrections_of(numbers, storage::Correction::Kind::Retry));
}

void Driver::remove(std::span<const std::int64_t> numbers) {
  correct(corrections_of(numbers, storage::Correction::Kind::Delete));
}

void Driver::amend(std::int64_t number, std::vector<double> values) {
  const storage::Correction correction{
      .number = number, .kind = storage::Correction::Kind::Amend, .values = std::move(values)};
  correct(std::span(&correction, 1));
}

void Driver::note(std::int64_t number, std::string note, TagChanges tags) {
  const storage::Correction correction{.number = number,
                                       .kind = storage::Correction::Kind::Note,
                                       .note = std::move(note),
                                       .tags = std::move(tags)};
  correct(std::span(&correction, 1));
}

// --- reports

bool Driver::report(const Lease& lease, std::span<const Report> reports) {
  const std::lock_guard guard(mutex_);
  return report_now(lease, reports);
}

bool Driver::report(std::int64_t number, std::int64_t step, double value) {
  const std::lock_guard guard(mutex_);
  const Lease lease = lease_now(number);
  if (pruner_) refresh_now();
  const Report report{step, value};
  return report_now(lease, std::span(&report, 1));
}

bool Driver::report_now(const Lease& lease, std::span<const Report> reports) {
  if (pruner_) require_prunable(study());
  storage_.report(id(), lease, reports);
  if (!pruner_) return false;
  for (const Report& report : reports) known_.note_report(lease.number, report);
  if (lease.number >= known_.size()) refresh_now();  // another process has handed it out
  if (lease.number >= known_.size())
    return false;  // the study was redefined, and there is nothing to compare
  const Trial& trial = known_.all()[static_cast<std::size_t>(lease.number)];
  return pruner_->should_stop(trial, known_.all(), study().objectives.front());
}

void require_prunable(const Study& study) {
  if (study.objectives.size() == 1) return;
  throw Error(ErrorCode::InvalidOption, "pruning compares one objective, the study has several",
              "remove the pruner, or tune one objective");
}

// --- looking

void Driver::refresh() {
  const std::lock_guard guard(mutex_);
  refresh_now();
}

storage::Revision Driver::revision() const {
  const std::lock_guard guard(mutex_);
  return revision_;
}

void Driver::refresh_now() {
  following_ = true;
  storage::Changes changes = storage_.changes(id(), revision_);
  // Their configurations are over a space that neither this driver nor its sampler knows.
  if (changes.space != stored_.space) redefined_ = true;
  if (redefined_) return;
  std::vector<Trial> news;  // for the sampler
  bool corrected = false;
  for (Trial& trial : changes.trials) {
    const News kind = news_of(known_.find(trial.number), trial);
    if (kind == News::Ended && listener_) listener_(trial);
    corrected = corrected || kind == News::Corrected;
    if (kind != News::None) {
      ++ended_;
      news.push_back(trial);
    }
    note_worker_now(trial);
    known_.take_in(std::move(trial));
  }
  revision_ = changes.revision;
  if (changes.counts) require_counted_now(*changes.counts);
  if (corrected && correction_listener_) correction_listener_(known_.all());
  if (!proposer_) return;
  std::erase_if(news, [](const Trial& trial) { return !fits(trial); });
  for (Trial& trial : news) forget_old_notes(trial, stored_.space);
  untold_.insert(untold_.end(), std::make_move_iterator(news.begin()), std::make_move_iterator(news.end()));
}

// A damaged store may hide trials from a look at what changed. Who did not notice would propose for a number
// that is taken, again and again, and call best what is not.
void Driver::require_counted_now(const storage::StoredCounts& counts) const {
  const storage::StoredCounts known{.trials = known_.size(),
                                    .waiting = known_.waiting(),
                                    .running = known_.running(),
                                    .deleted = known_.deleted()};
  if (known == counts) return;
  const auto words = [](const storage::StoredCounts& these) {
    return text(these.trials, " trials, ", these.waiting, " waiting, ", these.running, " running, ",
                these.deleted, " deleted");
  };
  throw Error(
      ErrorCode::StorageCorrupt,
      text("the store counts ", words(counts), " in the study '", study().name, "', but shows ",
           words(known)),
      "look for damage with `hone db check`, and mend counts and indices with `hone db check --repair`");
}

// A trial that changes hands is listed under each of them; who looks compares the name.
void Driver::note_worker_now(const Trial& trial) {
  if (trial.worker.empty()) return;
  const Trial* before = known_.find(trial.number);
  if (before == nullptr || before->worker != trial.worker) by_worker_[trial.worker].push_back(trial.number);
}

std::vector<Trial> Driver::trials_of(const std::string& worker) const {
  const std::lock_guard guard(mutex_);
  return trials_of_now(worker);
}

std::vector<Trial> Driver::trials_of_now(const std::string& worker) const {
  std::vector<Trial> trials;
  const auto found = by_worker_.find(worker);
  if (found == by_worker_.end()) return trials;
  for (const std::int64_t number : found->second) {
    const Trial* trial = known_.find(number);
    const bool again = !trials.empty() && trials.back().number == number;
    if (trial != nullptr && trial->worker == worker && !again) trials.push_back(*trial);
  }
  return trials;
}

std::vector<Trial> Driver::running_of(const std::function<bool(const std::string& worker)>& whose) {
  const std::lock_guard guard(mutex_);
  const auto open = known_.lend_open();
  std::vector<Trial> trials;
  for (const Trial& trial : *open)
    if (trial.state == TrialState::Running && whose(trial.worker)) trials.push_back(trial);
  known_.give_back(open);
  return trials;
}

bool Driver::redefined() const {
  const std::lock_guard guard(mutex_);
  return redefined_;
}

void Driver::require_defined_now() const {
  if (!redefined_) return;
  throw Error(ErrorCode::Conflict,
              text("the search space of the study '", study().name, "' was changed by somebody else"),
              "start again with the present definition; `hone space` shows it");
}

Standing Driver::standing() const {
  const std::lock_guard guard(mutex_);
  Standing standing{.trials = known_.size() - known_.deleted(),
                    .waiting = known_.waiting(),
                    .running = known_.running(),
                    .best = {}};
  if (const Trial* trial = known_.best()) standing.best = *trial;
  return standing;
}

std::optional<Trial> Driver::known(std::int64_t number) const {
  const std::lock_guard guard(mutex_);
  if (number < 0 || number >= known_.size()) return std::nullopt;
  return known_.all()[static_cast<std::size_t>(number)];
}

void Driver::inspect(const std::function<void(const std::vector<Trial>&)>& look) const {
  const std::lock_guard guard(mutex_);
  look(known_.all());
}

std::int64_t Driver::deleted() const {
  const std::lock_guard guard(mutex_);
  return known_.deleted();
}

void Driver::on_corrected(std::function<void(const std::vector<Trial>&)> listener) {
  const std::lock_guard guard(mutex_);
  correction_listener_ = std::move(listener);
}

void Driver::on_finished(std::function<void(const Trial&)> listener) {
  const std::lock_guard guard(mutex_);
  listener_ = std::move(listener);
}

}  // namespace hone::runner
