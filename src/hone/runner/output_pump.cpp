// SPDX-License-Identifier: MIT
#include "hone/runner/output_pump.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

namespace hone::runner {
namespace {

// What a pipe can hold when everybody has gone; if somebody outside still writes, it is not waited for.
constexpr std::size_t kMostLeft = std::size_t{2} << 20;

}  // namespace

bool OutputPump::open() noexcept {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  reader_ = ends[0];
  writer_ = ends[1];
  return ::fcntl(reader_, F_SETFL, O_NONBLOCK) == 0;  // the command's end waits, as programs expect
}

void OutputPump::close_writer() noexcept {
  ::close(writer_);
  writer_ = -1;
}

void OutputPump::close_reader() noexcept {
  ::close(reader_);
  reader_ = -1;
}

bool OutputPump::move() noexcept {
  if (reader_ < 0) return false;
  const ssize_t size = ::read(reader_, buffer_.data(), buffer_.size());
  if (size < 0) return errno == EINTR;
  if (size == 0) {
    close_reader();
    return false;
  }
  kept_.take(buffer_.data(), static_cast<std::size_t>(size));
  if (problem() != 0) close_reader();  // the command then notices, as it would with a full disk of its own
  return true;
}

void OutputPump::finish() noexcept {
  const std::uint64_t before = kept_.taken();
  while (move() && kept_.taken() - before < kMostLeft) {
  }
  kept_.finish();
}

}  // namespace hone::runner
