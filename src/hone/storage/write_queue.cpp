// SPDX-License-Identifier: MIT
#include "hone/storage/write_queue.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

namespace hone::storage {
namespace {

/// Byte of the log from which places are counted.
constexpr std::int64_t kNoPlace = std::int64_t{1} << 40;
constexpr std::int64_t kLastPossible = std::numeric_limits<std::int64_t>::max() - kNoPlace;
/// Somebody may take the place that we saw free. Who loses that race so often meets something else.
constexpr int kMostRaces = 1000;

// Of the open file, not of the process: two connections of a process stand in line like any other two.
int lock_places(int file, int command, struct flock& lock, std::int64_t first, std::int64_t last) {
  lock.l_whence = SEEK_SET;
  lock.l_start = kNoPlace + first;
  lock.l_len = last == kLastPossible ? 0 : last - first + 1;
  return ::fcntl(file, command, &lock);
}

std::optional<std::int64_t> holder_between(int file, std::int64_t first, std::int64_t last) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  if (file < 0 || first > last || lock_places(file, F_OFD_GETLK, lock, first, last) != 0) return std::nullopt;
  if (lock.l_type == F_UNLCK) return std::nullopt;
  return std::max<std::int64_t>(lock.l_start - kNoPlace, first);
}

}  // namespace

WriteQueue::WriteQueue(const std::string& log) : log_(::open(log.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)) {}

WriteQueue::~WriteQueue() {
  if (log_ >= 0) ::close(log_);
}

WriteQueue::WriteQueue(WriteQueue&& other) noexcept
    : log_(std::exchange(other.log_, -1)), place_(std::exchange(other.place_, 0)) {}

WriteQueue& WriteQueue::operator=(WriteQueue&& other) noexcept {
  std::swap(log_, other.log_);
  std::swap(place_, other.place_);
  return *this;
}

std::int64_t WriteQueue::last_place() const noexcept {
  std::int64_t last = 0;
  while (const auto found = holder_between(log_, last + 1, kLastPossible)) last = *found;
  return last;
}

// Nobody who looks after we have our place takes one before it. Those who looked earlier are a few.
void WriteQueue::enter() noexcept {
  if (log_ < 0 || place_ != 0) return;
  for (int race = 0; race < kMostRaces; ++race) {
    const std::int64_t wanted = last_place() + 1;
    struct flock lock {};
    lock.l_type = F_WRLCK;
    if (lock_places(log_, F_OFD_SETLK, lock, wanted, wanted) == 0) {
      place_ = wanted;
      return;
    }
    if (errno != EAGAIN && errno != EACCES) return;
  }
}

// The kernel names the oldest of several locks.
std::optional<std::int64_t> WriteQueue::ahead() const noexcept { return holder_between(log_, 1, place_ - 1); }

void WriteQueue::leave() noexcept {
  if (place_ == 0) return;
  struct flock lock {};
  lock.l_type = F_UNLCK;
  lock_places(log_, F_OFD_SETLK, lock, place_, place_);
  place_ = 0;
}

}  // namespace hone::storage
