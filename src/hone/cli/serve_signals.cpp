// SPDX-License-Identifier: MIT
#include "hone/cli/serve_signals.hpp"

#include <atomic>
#include <cerrno>

namespace hone::cli {
namespace {

constexpr std::array<int, 3> kServeSignals = {SIGUSR1, SIGUSR2, SIGHUP};

// A handler gets no argument of ours.
std::atomic<const runner::Bell*> serve_bell{nullptr};
std::array<std::atomic<bool>, 3> serve_came{};

}  // namespace

void ServeSignals::handle(int signal) {
  const int saved = errno;
  for (std::size_t i = 0; i < kServeSignals.size(); ++i)
    if (kServeSignals[i] == signal) serve_came[i] = true;
  if (const runner::Bell* bell = serve_bell.load()) bell->ring();
  errno = saved;
}

ServeSignals::ServeSignals(bool renews) {
  serve_bell = &bell_;
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kServeSignals.size(); ++i) {
    ::sigaction(kServeSignals[i], nullptr, &former_[i]);
    if (kServeSignals[i] == SIGHUP && !renews) continue;
    if (former_[i].sa_handler != SIG_IGN) ::sigaction(kServeSignals[i], &action, nullptr);
  }
}

ServeSignals::~ServeSignals() {
  for (std::size_t i = 0; i < kServeSignals.size(); ++i) ::sigaction(kServeSignals[i], &former_[i], nullptr);
  serve_bell = nullptr;
}

ServeSignals::Wishes ServeSignals::take() {
  bell_.silence();
  return {.drain = serve_came[0].exchange(false),
          .undrain = serve_came[1].exchange(false),
          .renew = serve_came[2].exchange(false)};
}

}  // namespace hone::cli
