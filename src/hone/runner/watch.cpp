// SPDX-License-Identifier: MIT
#include "hone/runner/watch.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <system_error>
#include <utility>

#include "hone/runner/refusal.hpp"

namespace hone::runner {

Watch::Watch(Look look, int fd) : look_(std::move(look)), fd_(fd) {
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& error) {
    throw no_more("threads", error.code().value());
  }
}

Watch::~Watch() {
  over_ = true;
  bell_.ring();
  thread_.join();
}

void Watch::run() {
  while (!over_) {
    // Silenced before the look, so that what happens during the look is looked at again.
    bell_.silence();
    sleep_until(look_(std::chrono::steady_clock::now()));
  }
}

void Watch::sleep_until(Moment moment) const {
  constexpr std::int64_t kHour = 3'600'000;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - std::chrono::steady_clock::now());
  std::array<pollfd, 2> fds = {{{bell_.fd(), POLLIN, 0}, {fd_, POLLIN, 0}}};
  ::poll(fds.data(), fds.size(), static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kHour)));
}

}  // namespace hone::runner
