// SPDX-License-Identifier: MIT
#include "hone/runner/bell.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

#include "hone/base/error.hpp"

namespace hone::runner {

Bell::Bell() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (event_.get() < 0) {
    throw Error(ErrorCode::System, "the machine has no file descriptor left",
                "close some files or raise the limit (`ulimit -n`)");
  }
}

// It can fail only when it has been rung 2^64 - 2 times, and then it rings already.
void Bell::ring() const noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event_.get(), &one, sizeof one);
}

void Bell::silence() const noexcept {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t read = ::read(event_.get(), &count, sizeof count);
}

}  // namespace hone::runner
