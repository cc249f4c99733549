// SPDX-License-Identifier: MIT
#include "hone/runner/loop_observer.hpp"

namespace hone::runner {

// Nobody has to listen to everything.
void LoopObserver::started(const Trial& /*trial*/) {}
void LoopObserver::reported(const Trial& /*trial*/, const Report& /*report*/) {}
void LoopObserver::finished(const Trial& /*trial*/) {}
void LoopObserver::requeued(const Trial& /*trial*/, const std::string& /*reason*/) {}
void LoopObserver::lost(const Trial& /*trial*/) {}
void LoopObserver::reclaimed(std::span<const std::int64_t> /*numbers*/) {}
void LoopObserver::stopping(StopReason /*reason*/) {}
void LoopObserver::warning(const std::string& /*message*/) {}
void LoopObserver::tick(const LoopStatus& /*status*/) {}

}  // namespace hone::runner
