// SPDX-License-Identifier: MIT
#include "hone/runner/output_pump.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

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
  take(buffer_.data(), static_cast<std::size_t>(size));
  if (problem_ != 0) close_reader();  // the command then notices, as it would with a full disk of its own
  return true;
}

void OutputPump::take(const char* bytes, std::size_t size) noexcept {
  const std::size_t first = std::min(size, kKept - head_);
  write(bytes, first);
  head_ += first;
  if (first < size) keep_in_ring(bytes + first, size - first);
}

void OutputPump::keep_in_ring(const char* bytes, std::size_t size) noexcept {
  if (ring_ == nullptr) {
    void* const memory = ::mmap(nullptr, kKept, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      problem_ = errno;
      return;
    }
    ring_ = static_cast<char*>(memory);
  }
  while (size > 0) {
    const std::size_t at = later_ % kKept;
    const std::size_t piece = std::min(size, kKept - at);
    ::memcpy(ring_ + at, bytes, piece);
    bytes += piece;
    size -= piece;
    later_ += piece;
  }
}

void OutputPump::write(const char* bytes, std::size_t size) noexcept {
  while (size > 0 && problem_ == 0) {
    const ssize_t written = ::write(file_, bytes, size);
    if (written < 0) {
      if (errno != EINTR) problem_ = errno;
      continue;
    }
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

void OutputPump::finish() noexcept {
  const std::uint64_t before = head_ + later_;
  while (move() && head_ + later_ - before < kMostLeft) {
  }
  if (later_ > 0 && ring_ != nullptr) write_ring();
}

void OutputPump::write_ring() noexcept {
  if (later_ <= kKept) return write(ring_, static_cast<std::size_t>(later_));
  constexpr std::string_view kBefore = "\n[hone left out ";
  constexpr std::string_view kAfter = " bytes of the output here]\n";
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), later_ - kKept);
  write(kBefore.data(), kBefore.size());
  write(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
  write(kAfter.data(), kAfter.size());
  const std::size_t oldest = later_ % kKept;
  write(ring_ + oldest, kKept - oldest);
  write(ring_, oldest);
}

}  // namespace hone::runner
