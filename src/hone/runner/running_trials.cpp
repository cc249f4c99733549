// SPDX-License-Identifier: MIT
#include "hone/runner/running_trials.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hone::runner {

namespace {

constexpr double kObeyed = 0.2;  // seconds between looks at commands that were told to end

}  // namespace

void RunningTrials::add(Run run) {
  const std::lock_guard guard(mutex_);
  runs_.push_back(std::move(run));
}

std::vector<RunningTrials::Ended> RunningTrials::take_ended() {
  std::vector<Ended> ended;
  const std::lock_guard guard(mutex_);
  std::erase_if(runs_, [&](Run& run) {
    auto exit = run->poll();
    if (exit) ended.push_back({std::move(run), std::move(*exit)});
    return exit.has_value();
  });
  return ended;
}

std::vector<RunningTrials::Run> RunningTrials::take_all() {
  const std::lock_guard guard(mutex_);
  return std::exchange(runs_, {});
}

int RunningTrials::first_free_slot() const {
  const auto taken = [&](int slot) {
    return std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) { return run->slot() == slot; });
  };
  int slot = 0;
  while (taken(slot)) ++slot;
  return slot;
}

// Until a command that was told to end is gone, one looks again and again whether it obeys.
Moment RunningTrials::oversee(StopSignal::Level level, double grace, Moment now, Moment latest) {
  Moment next = latest;
  const std::lock_guard guard(mutex_);
  for (const Run& run : runs_) {
    if (level == StopSignal::Level::Cancel) run->stop(TrialRun::Stop::Cancelled, grace, now);
    if (level == StopSignal::Level::Kill) run->kill(TrialRun::Stop::Cancelled);
    run->check_time(now);
    if (const auto deadline = run->next_deadline()) next = std::min(next, *deadline);
    if (run->why_stopped()) next = std::min(next, after(now, kObeyed));
  }
  return next;
}

void RunningTrials::drop(std::span<const storage::Lease> lost) {
  const std::lock_guard guard(mutex_);
  for (const Run& run : runs_) {
    if (std::find(lost.begin(), lost.end(), run->lease()) != lost.end()) run->kill(TrialRun::Stop::Lost);
  }
}

}  // namespace hone::runner
