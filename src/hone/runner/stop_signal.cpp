// SPDX-License-Identifier: MIT
#include "hone/runner/stop_signal.hpp"

#include <errno.h>

namespace hone::runner {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

// A signal handler gets no argument of ours, so this one thing has to be found by its address.
std::atomic<StopSignal*> signal_target{nullptr};

void handle(int signal) {
  const int saved = errno;
  StopSignal* target = signal_target.load();
  if (target != nullptr && signal == SIGINT) target->interrupt();
  if (target != nullptr && signal != SIGINT) target->terminate();
  errno = saved;
}

}  // namespace

void StopSignal::raise_to(int level) noexcept {
  int now = level_.load();
  while (now < level && !level_.compare_exchange_weak(now, level)) {
  }
  bell_.ring();
}

void StopSignal::interrupt() noexcept {
  raise_to(static_cast<int>(level() == Level::Run ? Level::Finish : Level::Kill));
}

void StopSignal::terminate() noexcept {
  terminated_ = true;  // before the level, so that who sees the level knows why
  const bool gently = first_ == OnTerminate::Finish && level() == Level::Run;
  raise_to(static_cast<int>(gently ? Level::Finish : Level::Cancel));
}

ScopedSignals::ScopedSignals(StopSignal& target) {
  signal_target = &target;
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &former_[i]);
    if (former_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

ScopedSignals::~ScopedSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &former_[i], nullptr);
  signal_target = nullptr;
}

}  // namespace hone::runner
