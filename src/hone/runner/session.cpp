// SPDX-License-Identifier: MIT
#include "hone/runner/session.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"

namespace hone::runner {

using storage::Claim;
using storage::Outcome;

namespace {

// Without the store's times: for the case that the store cannot be read right after it was written.
Trial started_trial(const Proposal& proposal, const storage::Lease& lease, const storage::Worker& worker) {
  Trial trial;
  trial.number = lease.number;
  trial.state = TrialState::Running;
  trial.configuration = proposal.configuration;
  trial.notes = proposal.notes;
  trial.worker = worker.name;
  return trial;
}

}  // namespace

storage::Outcome checked(Outcome outcome, std::span<const Objective> objectives) {
  if (outcome.state != TrialState::Complete) {
    outcome.values.clear();
    return outcome;
  }
  if (outcome.values.size() != objectives.size()) {
    throw Error(ErrorCode::InvalidArgument,
                text("trial ", outcome.lease.number, " is told ", outcome.values.size(),
                     " value(s), the study has ", objectives.size(), " objective(s)"),
                "give one value for each objective, in their order");
  }
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (std::isfinite(outcome.values[i])) continue;
    outcome.error = text("the value of '", objectives[i].name, "' is ", outcome.values[i],
                         ", which is not a finite number");
    outcome.state = TrialState::Failed;
  }
  if (outcome.state == TrialState::Failed) outcome.values.clear();
  return outcome;
}

Session::Session(storage::Storage& storage, storage::StudyId id, std::unique_ptr<Sampler> sampler,
                 storage::Worker worker)
    : storage_(storage),
      id_(id),
      study_(storage.study(id)),
      sampler_(std::move(sampler)),
      worker_(std::move(worker)) {
  refresh();
}

std::vector<Claim> Session::ask(int count, std::int64_t limit) {
  std::vector<Claim> claims;
  if (count <= 0) return claims;
  try {
    refresh();
    hand_out(claims, static_cast<std::size_t>(count), limit);
  } catch (const Error&) {
    if (claims.empty()) throw;  // otherwise those handed out would be held by nobody
  }
  return claims;
}

void Session::hand_out(std::vector<Claim>& claims, std::size_t count, std::int64_t limit) {
  do {
    claim_waiting(claims, count, limit);
  } while (claims.size() < count && start_new(claims, count, limit));
}

void Session::claim_waiting(std::vector<Claim>& claims, std::size_t count, std::int64_t limit) {
  while (claims.size() < count && waits_below(limit)) {
    auto claim = storage_.claim_waiting(id_, worker_);
    if (!claim) {
      refresh();  // somebody else took what we had seen waiting
      return;
    }
    if (claim->trial.number >= limit) {  // somebody else took the one we had seen
      storage_.requeue(id_, claim->lease, "beyond the number of trials of the study");
      return;
    }
    take_in(claim->trial);
    claims.push_back(std::move(*claim));
  }
}

bool Session::waits_below(std::int64_t limit) const {
  if (waiting_ == 0) return false;
  if (limit >= static_cast<std::int64_t>(trials_.size())) return true;
  return std::any_of(open_.begin(), open_.end(), [&](const Trial& trial) {
    return trial.number < limit &&
           trials_[static_cast<std::size_t>(trial.number)].state == TrialState::Waiting;
  });
}

// One attempt at starting new trials. True when somebody else was faster, so that it is worth another one.
bool Session::start_new(std::vector<Claim>& claims, std::size_t count, std::int64_t limit) {
  const auto next = static_cast<std::int64_t>(trials_.size());
  if (next >= limit) return false;
  const auto wanted = std::min(static_cast<std::int64_t>(count - claims.size()), limit - next);
  const auto proposals = sampler_->ask({.count = static_cast<int>(wanted),
                                        .running = open_trials(),
                                        .seed = mix_seed(study_.seed, static_cast<std::uint64_t>(next))});
  if (proposals.empty()) return false;
  const auto leases = storage_.start(id_, next, proposals, worker_);
  const std::size_t handed_out = claims.size();
  if (leases) {
    for (std::size_t i = 0; i < leases->size(); ++i) {
      claims.push_back({.trial = started_trial(proposals[i], (*leases)[i], worker_), .lease = (*leases)[i]});
    }
  }
  refresh();
  for (std::size_t i = handed_out; i < claims.size(); ++i) {
    claims[i].trial = trials_.at(static_cast<std::size_t>(claims[i].lease.number));
  }
  return !leases;
}

void Session::tell(std::span<const Outcome> outcomes) {
  std::vector<Outcome> accepted;
  accepted.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) accepted.push_back(checked(outcome, study_.objectives));
  storage_.finish(id_, accepted);
  try {
    refresh();
  } catch (const Error&) {
    // The results are stored; what the store could not show us now comes with the next refresh.
  }
}

void Session::refresh() {
  storage::Changes changes = storage_.changes(id_, revision_);
  const auto known_as_ended = [&](const Trial& trial) {
    const auto index = static_cast<std::size_t>(trial.number);
    return index < trials_.size() && is_finished(trials_[index].state);
  };
  std::vector<Trial> ended;
  for (Trial& trial : changes.trials) {
    if (is_finished(trial.state) && !known_as_ended(trial)) ended.push_back(trial);
    take_in(std::move(trial));
  }
  revision_ = changes.revision;
  if (!ended.empty()) sampler_->tell(ended);
  if (!listener_) return;
  for (const Trial& trial : ended) listener_(trial);
}

void Session::take_in(Trial trial) {
  const auto index = static_cast<std::size_t>(trial.number);
  if (index > trials_.size()) {
    throw Error(ErrorCode::StorageCorrupt,
                text("trial ", trial.number, " came before trial ", trials_.size()),
                "check the store with `hone db check`");
  }
  const bool was_waiting = index < trials_.size() && trials_[index].state == TrialState::Waiting;
  waiting_ += (trial.state == TrialState::Waiting ? 1 : 0) - (was_waiting ? 1 : 0);
  if (is_finished(trial.state)) {
    open_has_ended_ = true;
    note_best(trial);
  } else {
    note_open(trial);
  }
  if (index == trials_.size()) {
    trials_.push_back(std::move(trial));
  } else {
    trials_[index] = std::move(trial);
  }
}

void Session::note_open(const Trial& trial) {
  const auto place = std::lower_bound(open_.begin(), open_.end(), trial.number,
                                      [](const Trial& a, std::int64_t number) { return a.number < number; });
  if (place != open_.end() && place->number == trial.number) {
    *place = trial;
  } else {
    open_.insert(place, trial);  // new trials have the largest number, so this is the end
  }
}

// Ties go to the earlier trial, as in best_trial().
void Session::note_best(const Trial& trial) {
  if (trial.state != TrialState::Complete || study_.objectives.size() != 1) return;
  const auto index = static_cast<std::size_t>(trial.number);
  if (!best_) {
    best_ = index;
    return;
  }
  const double old = trials_[*best_].values[0];
  const double value = trial.values[0];
  if (better(study_.objectives[0], value, old) || (value == old && index < *best_)) best_ = index;
}

const Trial* Session::best() const { return best_ ? &trials_[*best_] : nullptr; }

std::span<const Trial> Session::open_trials() {
  if (std::exchange(open_has_ended_, false)) {
    std::erase_if(open_, [&](const Trial& trial) {
      return is_finished(trials_[static_cast<std::size_t>(trial.number)].state);
    });
  }
  return open_;
}

}  // namespace hone::runner
