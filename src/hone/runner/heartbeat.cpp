// SPDX-License-Identifier: MIT
#include "hone/runner/heartbeat.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"

namespace hone::runner {
namespace {

constexpr double kBusyPause = 0.5;  // seconds before a busy store is tried again
constexpr double kForEver = 1e12;

}  // namespace

Heartbeat::Heartbeat(std::function<void()> beat, std::function<void()> failed, HeartbeatOptions options)
    : beat_(std::move(beat)),
      failed_(std::move(failed)),
      options_(options),
      watch_([this](Moment now) { return beat_at(now); }) {}

void Heartbeat::check() const {
  const std::lock_guard guard(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

Moment Heartbeat::beat_at(Moment now) {
  const double interval = static_cast<double>(options_.interval) / 1000.0;
  try {
    beat_();
    busy_since_.reset();
    return after(now, interval);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::StorageBusy) {
      const Moment next = after_busy(now);
      if (next > now) return std::min(next, after(std::chrono::steady_clock::now(), interval));
    }
    fail(std::current_exception());
  } catch (...) {
    fail(std::current_exception());
  }
  return after(now, kForEver);
}

// When to try again; the present when it has been tried for too long.
Moment Heartbeat::after_busy(Moment now) {
  if (!busy_since_) busy_since_ = now;
  const Moment present = std::chrono::steady_clock::now();
  if (seconds_between(*busy_since_, present) > options_.busy_limit) return now;
  return after(present, kBusyPause);
}

void Heartbeat::fail(std::exception_ptr failure) {
  {
    const std::lock_guard guard(mutex_);
    failure_ = std::move(failure);
  }
  failed_();
}

}  // namespace hone::runner
