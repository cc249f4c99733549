// SPDX-License-Identifier: MIT
#include "hone/storage/server_clock.hpp"

#include <ctime>

namespace hone::storage {

std::int64_t ServerClock::since_boot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace hone::storage
