// SPDX-License-Identifier: MIT
#include "hone/runner/outbox.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"

namespace hone::runner {
namespace {

// As the driver knows it; when the store could be written but not read since, as we know it.
Trial stored_trial(const Letter& letter, const Driver& driver) {
  if (auto known = driver.known(letter.trial.number); known && is_finished(known->state)) return *known;
  Trial trial = letter.trial;
  trial.state = letter.outcome->state;
  trial.values = letter.outcome->values;
  trial.error = letter.outcome->error;
  return trial;
}

}  // namespace

void Outbox::flush() {
  for (Letter& letter : letters_) send_reports(letter);
  if (send_outcomes()) {
    const auto first = std::stable_partition(letters_.begin(), letters_.end(),
                                             [](const Letter& letter) { return !letter.outcome; });
    std::vector<Letter> sent(std::make_move_iterator(first), std::make_move_iterator(letters_.end()));
    letters_.erase(first, letters_.end());
    for (const Letter& letter : sent) announce(letter);
  }
  while (!letters_.empty()) {
    const bool ours = send(letters_.front());
    const Letter letter = std::move(letters_.front());
    letters_.erase(letters_.begin());
    if (ours) {
      announce(letter);
    } else {
      observer_->lost(letter.trial);
    }
  }
}

void Outbox::send_reports(Letter& letter) {
  while (!letter.reports.empty()) {
    try {
      driver_.report(letter.lease, letter.reports.front());
      observer_->reported(letter.trial, letter.reports.front());
      letter.reports.pop_front();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::LeaseLost) throw;
      letter.reports.clear();  // the outcome will be refused as well, and counted there
    }
  }
}

// False when one of them is not ours any more, so that each has to be tried by itself.
bool Outbox::send_outcomes() {
  std::vector<storage::Outcome> outcomes;
  for (const Letter& letter : letters_) {
    if (letter.outcome) outcomes.push_back(*letter.outcome);
  }
  if (outcomes.empty()) return false;
  try {
    driver_.tell(outcomes);
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    return false;
  }
}

bool Outbox::send(const Letter& letter) {
  try {
    if (letter.outcome) {
      driver_.tell({&*letter.outcome, 1});
    } else {
      driver_.requeue(letter.lease, letter.reason);
    }
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    return false;
  }
}

void Outbox::announce(const Letter& letter) {
  if (!letter.outcome) {
    ++requeued_;
    observer_->requeued(letter.trial, letter.reason);
    return;
  }
  ++finished_;
  const TrialState state = letter.outcome->state;
  if (state == TrialState::Failed || state == TrialState::TimedOut) ++failed_;
  observer_->finished(stored_trial(letter, driver_));
}

}  // namespace hone::runner
