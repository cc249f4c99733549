// SPDX-License-Identifier: MIT
#include "hone/runner/outbox.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

// As the driver knows it; when the store could be written but not read since, as we know it.
Trial stored_trial(const Letter& letter, const Driver& driver) {
  if (auto known = driver.view().known(letter.trial.number); known && is_finished(known->state))
    return *known;
  Trial trial = letter.trial;
  trial.state = letter.outcome->state;
  trial.values = letter.outcome->values;
  trial.error = letter.outcome->error;
  return trial;
}

bool is_unready(const Letter& letter) { return !letter.reports.empty() || !letter.artefacts.names.empty(); }

}  // namespace

void Outbox::flush() {
  for (Letter& letter : letters_) {
    send_reports(letter);
    send_artefact(letter);
  }
  // Those of which all the rest is stored go to the end, and from there out.
  const auto first = std::stable_partition(letters_.begin(), letters_.end(), is_unready);
  const auto unready = first - letters_.begin();
  if (send_outcomes({first, letters_.end()})) {
    const auto told =
        std::stable_partition(first, letters_.end(), [](const Letter& letter) { return !letter.outcome; });
    std::vector<Letter> sent(std::make_move_iterator(told), std::make_move_iterator(letters_.end()));
    letters_.erase(told, letters_.end());
    for (const Letter& letter : sent) announce(letter);
  }
  while (std::ssize(letters_) > unready) {
    const auto next = letters_.begin() + unready;
    const bool ours = send(*next);
    const Letter letter = std::move(*next);
    letters_.erase(next);
    if (ours) {
      announce(letter);
    } else {
      observer_->lost(letter.trial);
    }
  }
}

bool Outbox::has_more() const { return std::any_of(letters_.begin(), letters_.end(), is_unready); }

void Outbox::send_reports(Letter& letter) {
  const std::size_t count = std::min(letter.reports.size(), kReportsAtOnce);
  if (count == 0) return;
  const auto end = letter.reports.begin() + static_cast<std::ptrdiff_t>(count);
  const std::vector<Report> reports(letter.reports.begin(), end);
  try {
    driver_.recorder().report(letter.lease, reports);
    letter.reports.erase(letter.reports.begin(), end);
    for (const Report& report : reports) observer_->reported(letter.trial, report);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    letter.reports.clear();  // the store decides what becomes of the outcome
  }
}

// When the last has gone, the trial is told what was left out.
void Outbox::send_artefact(Letter& letter) {
  LeftArtefacts& left = letter.artefacts;
  if (!left.names.empty()) {
    try {
      send_first(left, driver_.view().storage(), driver_.id(), letter.lease);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::LeaseLost) throw;
      left.names.clear();  // the store decides what becomes of the outcome
    }
  }
  const std::string remark = left.names.empty() ? left.remark() : "";
  if (remark.empty()) return;
  observer_->warning(text("trial ", letter.trial.number, ": ", remark));
  if (letter.outcome) add_remark(letter.outcome->attributes, remark);
  left.left_out.clear();
}

// False when one of them is not ours any more, so that each has to be tried by itself.
bool Outbox::send_outcomes(std::span<const Letter> letters) {
  std::vector<storage::Outcome> outcomes;
  for (const Letter& letter : letters) {
    if (letter.outcome) outcomes.push_back(*letter.outcome);
  }
  if (outcomes.empty()) return false;
  try {
    driver_.recorder().tell(outcomes);
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    return false;
  }
}

bool Outbox::send(const Letter& letter) {
  try {
    if (letter.outcome) {
      driver_.recorder().tell({&*letter.outcome, 1});
    } else {
      driver_.recorder().requeue(letter.lease, letter.reason, letter.attempt);
    }
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    return false;
  }
}

void Outbox::give_back_others(const std::string& reason) noexcept {
  try {
    for (const storage::Lease& lease : driver_.leases().perishable()) {
      const bool has_result = std::any_of(letters_.begin(), letters_.end(), [&](const Letter& letter) {
        return letter.outcome && letter.lease == lease;
      });
      if (!has_result) driver_.recorder().requeue(lease, reason, storage::Attempt::Kept);
    }
  } catch (...) {
    return;
  }
}

Error Outbox::explained(const Error& error) const {
  std::vector<std::string> folders;
  for (const Letter& letter : letters_) {
    if (letter.outcome && !letter.files.folder.empty()) folders.push_back(letter.files.folder);
  }
  if (folders.empty()) return error;
  return Error(error.code(), error.what(),
               text("results that could not be stored are left in ", join(folders, ", "),
                    "; these trials are run again when the study is resumed"));
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
  drop_checkpoints(letter);
  observer_->finished(stored_trial(letter, driver_));
}

// After the result is stored: until then the trial may have to be run again.
void Outbox::drop_checkpoints(const Letter& letter) {
  if (letter.files.checkpoints.empty()) return;
  try {
    runner::drop_checkpoints(letter.files, letter.outcome->state);
  } catch (const Error& error) {
    observer_->warning(text("trial ", letter.trial.number, ": ", error.what()));
  }
}

}  // namespace hone::runner
