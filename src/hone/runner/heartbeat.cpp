// SPDX-License-Identifier: MIT
#include "hone/runner/heartbeat.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

constexpr double kBusyPause = 0.5;  // seconds before such a store is tried again
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
    refused_since_.reset();
    return after(now, interval);
  } catch (const Error& error) {
    if (may_pass(error.code())) {
      const Moment next = after_refusal(error.code(), now);
      if (next > now) return std::min(next, after(std::chrono::steady_clock::now(), interval));
    }
    fail(std::current_exception());
  } catch (...) {
    fail(std::current_exception());
  }
  return after(now, kForEver);
}

// When to try again; the present when it has been tried for too long.
Moment Heartbeat::after_refusal(ErrorCode code, Moment now) {
  if (!refused_since_) refused_since_ = now;
  const Moment present = std::chrono::steady_clock::now();
  const double limit = code == ErrorCode::StorageFull ? options_.full_limit : options_.busy_limit;
  if (seconds_between(*refused_since_, present) > limit) return now;
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
