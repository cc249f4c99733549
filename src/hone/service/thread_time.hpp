// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

namespace hone::service {

/// Processor time of the calling thread, in seconds.
inline double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace hone::service
