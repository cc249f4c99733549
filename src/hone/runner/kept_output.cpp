// SPDX-License-Identifier: MIT
#include "hone/runner/kept_output.hpp"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace hone::runner {

KeptOutput::~KeptOutput() {
  if (ring_ != nullptr) ::munmap(ring_, kKept);
}

void KeptOutput::take(const char* bytes, std::size_t size) noexcept {
  const std::size_t first = std::min(size, kKept - head_);
  write(bytes, first);
  head_ += first;
  if (first < size) keep_in_ring(bytes + first, size - first);
}

void KeptOutput::keep_in_ring(const char* bytes, std::size_t size) noexcept {
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

void KeptOutput::write(const char* bytes, std::size_t size) noexcept {
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

void KeptOutput::finish() noexcept {
  if (std::exchange(finished_, true)) return;
  if (later_ > 0 && ring_ != nullptr) write_ring();
}

void KeptOutput::write_ring() noexcept {
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
