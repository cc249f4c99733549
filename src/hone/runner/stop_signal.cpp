// SPDX-License-Identifier: MIT
#include "hone/runner/stop_signal.hpp"

#include <errno.h>
#include <sys/eventfd.h>

#include <cstdint>

#include "hone/base/error.hpp"

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

StopSignal::StopSignal() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (event_.get() < 0) {
    throw Error(ErrorCode::System, "cannot make an event descriptor",
                "close some files or raise the limit (ulimit -n)");
  }
}

void StopSignal::raise_to(int level) noexcept {
  int now = level_.load();
  while (now < level && !level_.compare_exchange_weak(now, level)) {
  }
  const std::uint64_t one = 1;
  const ssize_t ignored = ::write(event_.get(), &one, sizeof one);
  (void)ignored;
}

void StopSignal::interrupt() noexcept {
  raise_to(static_cast<int>(level() == Level::Run ? Level::Finish : Level::Kill));
}

void StopSignal::terminate() noexcept { raise_to(static_cast<int>(Level::Cancel)); }

void StopSignal::clear() const noexcept {
  std::uint64_t count = 0;
  const ssize_t ignored = ::read(event_.get(), &count, sizeof count);
  (void)ignored;
}

ScopedSignals::ScopedSignals(StopSignal& target) {
  signal_target = &target;
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &action, &former_[i]);
}

ScopedSignals::~ScopedSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &former_[i], nullptr);
  signal_target = nullptr;
}

}  // namespace hone::runner
