// SPDX-License-Identifier: MIT
#include "hone/runner/known_trials.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/cost.hpp"

namespace hone::runner {
namespace {

std::vector<Trial>::iterator place_of(std::vector<Trial>& trials, std::int64_t number) {
  return std::lower_bound(trials.begin(), trials.end(), number,
                          [](const Trial& a, std::int64_t wanted) { return a.number < wanted; });
}

}  // namespace

void forget_old_notes(Trial& trial, std::int64_t space) {
  if (trial.version < space) trial.notes.clear();
}

void KnownTrials::take_in(Trial trial, std::int64_t revision) {
  const auto index = static_cast<std::size_t>(trial.number);
  if (index > trials_.size()) {
    throw Error(ErrorCode::StorageCorrupt,
                text("trial ", trial.number, " came before trial ", trials_.size()),
                "check the store with `hone db check`");
  }
  note_worker(trial);
  if (index < trials_.size()) {
    count(trials_[index].state, -1);
    count_cost(trials_[index], -1);
  }
  count(trial.state, 1);
  count_cost(trial, 1);
  if (is_finished(trial.state)) {
    open_has_ended_ = true;
    note_best(trial);
  } else {
    note_open(trial);
  }
  if (index == trials_.size()) {
    trials_.push_back(std::move(trial));
    revisions_.push_back(revision);
    return;
  }
  revisions_[index] = std::max(revisions_[index], revision);
  const bool corrected = is_evidence(trials_[index].state);
  trials_[index] = std::move(trial);
  if (corrected && best_ == index) find_best();
}

std::vector<std::int64_t> KnownTrials::changed_since(std::int64_t revision) const {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < revisions_.size(); ++i)
    if (revisions_[i] > revision) numbers.push_back(static_cast<std::int64_t>(i));
  return numbers;
}

void KnownTrials::count(TrialState state, int difference) {
  if (state == TrialState::Waiting) waiting_ += difference;
  if (state == TrialState::Running) running_ += difference;
  if (state == TrialState::Deleted) deleted_ += difference;
}

void KnownTrials::count_cost(const Trial& trial, int difference) {
  const auto cost = cost_ ? cost_of(*cost_, trial) : std::nullopt;
  if (!cost) return;
  spent_ += difference * *cost;
  paid_ += difference;
}

double KnownTrials::committed() const noexcept {
  if (paid_ == 0) return spent_;
  // In this order: what trials cost alike is added up without a rounding that would start one too many.
  return spent_ + static_cast<double>(running_) * (spent_ / static_cast<double>(paid_));
}

std::optional<std::int64_t> KnownTrials::affordable(double cost) const noexcept {
  if (committed() >= cost) return 0;
  const double mean = paid_ == 0 ? 0.0 : spent_ / static_cast<double>(paid_);
  if (mean <= 0.0) return std::nullopt;
  constexpr double kRounding = 1e-9;  // of sums of tenths and the like
  const double trials = std::ceil((cost - committed()) / mean - kRounding);
  return static_cast<std::int64_t>(std::clamp(trials, 1.0, 1e15));
}

void KnownTrials::note_worker(const Trial& trial) {
  if (trial.worker.empty()) return;
  const Trial* before = find(trial.number);
  if (before == nullptr || before->worker != trial.worker)
    by_worker_.emplace(std::hash<std::string>()(trial.worker), trial.number);
}

void KnownTrials::note_report(std::int64_t number, const Report& report) {
  if (number >= size()) return;  // it comes with all of its reports when the store is read
  add_report(trials_[static_cast<std::size_t>(number)].reports, report);
  std::vector<Trial>& open = own_open();
  const auto place = place_of(open, number);
  if (place != open.end() && place->number == number) add_report(place->reports, report);
}

const Trial* KnownTrials::find(std::int64_t number) const {
  return number >= 0 && number < size() ? &trials_[static_cast<std::size_t>(number)] : nullptr;
}

bool KnownTrials::waits_below(std::int64_t limit) const {
  if (waiting_ == 0) return false;
  if (limit >= size()) return true;
  return std::any_of(open_->begin(), open_->end(), [&](const Trial& trial) {
    return trial.number < limit &&
           trials_[static_cast<std::size_t>(trial.number)].state == TrialState::Waiting;
  });
}

std::vector<Trial> KnownTrials::of_worker(const std::string& worker) const {
  const auto [begin, end] = by_worker_.equal_range(std::hash<std::string>()(worker));
  std::vector<std::int64_t> numbers;
  for (auto at = begin; at != end; ++at) numbers.push_back(at->second);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());  // given twice to the same one
  std::vector<Trial> trials;
  for (const std::int64_t number : numbers) {
    const Trial& trial = trials_[static_cast<std::size_t>(number)];
    if (trial.worker == worker) trials.push_back(trial);
  }
  return trials;
}

std::vector<Trial> KnownTrials::running_of(const std::function<bool(const std::string& worker)>& whose) {
  const auto open = lend_open();
  std::vector<Trial> trials;
  for (const Trial& trial : *open)
    if (trial.state == TrialState::Running && whose(trial.worker)) trials.push_back(trial);
  give_back(open);
  return trials;
}

const Trial* KnownTrials::best() const { return best_ ? &trials_[*best_] : nullptr; }

std::shared_ptr<const std::vector<Trial>> KnownTrials::lend_open() {
  if (std::exchange(open_has_ended_, false)) {
    std::erase_if(own_open(), [&](const Trial& trial) {
      return is_finished(trials_[static_cast<std::size_t>(trial.number)].state);
    });
  }
  const auto old = [&](const Trial& trial) { return trial.version < space_; };
  if (std::any_of(open_->begin(), open_->end(), old)) {  // rare: they run or wait since before a change
    auto told = std::make_shared<std::vector<Trial>>(*open_);
    std::erase_if(*told, [](const Trial& trial) { return !fits(trial); });
    for (Trial& trial : *told) forget_old_notes(trial, space_);
    return told;
  }
  ++lent_;
  return open_;
}

void KnownTrials::give_back(const std::shared_ptr<const std::vector<Trial>>& lent) {
  if (lent == open_) --lent_;
}

// What a sampler is looking at is left to it.
std::vector<Trial>& KnownTrials::own_open() {
  if (std::exchange(lent_, 0) > 0) open_ = std::make_shared<std::vector<Trial>>(*open_);
  return *open_;
}

void KnownTrials::note_open(const Trial& trial) {
  std::vector<Trial>& open = own_open();
  const auto place = place_of(open, trial.number);
  if (place != open.end() && place->number == trial.number) {
    *place = trial;
  } else {
    open.insert(place, trial);  // new trials have the largest number, so this is the end
  }
}

void KnownTrials::note_best(const Trial& trial) {
  if (objectives_.size() != 1 || !may_be_best(trial)) return;
  const auto index = static_cast<std::size_t>(trial.number);
  if (!best_) {
    best_ = index;
    return;
  }
  const double old = trials_[*best_].values[0];
  const double value = trial.values[0];
  if (better(objectives_[0], value, old) || (value == old && index < *best_)) best_ = index;
}

void KnownTrials::find_best() {
  best_.reset();
  for (const Trial& trial : trials_) note_best(trial);
}

}  // namespace hone::runner
