// SPDX-License-Identifier: MIT
#include "hone/runner/patience.hpp"

#include "hone/base/text.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

constexpr double kPause = 0.5;       // seconds before a busy store is tried again
constexpr double kFullPause = 10.0;  // seconds without a refusal, after which a disk has had room meanwhile

}  // namespace

bool FullDisk::refused(const Error& error) {
  const Moment now = std::chrono::steady_clock::now();
  if (!since_) {
    since_ = now;
    observer_.warning(
        text(error.what(), "; it is tried again for up to ", limit_, " seconds, and what runs goes on"));
  }
  return seconds_between(*since_, now) >= limit_;
}

bool Patience::call(const std::function<void()>& action) {
  try {
    action();
    busy_since_.reset();
    return true;
  } catch (const Error& error) {
    if (!may_pass(error.code())) throw;
    refused(error);
    return false;
  }
}

void Patience::refused(const Error& error) {
  const Moment now = std::chrono::steady_clock::now();
  not_before_ = after(now, kPause);
  if (error.code() == ErrorCode::StorageFull) {
    if (full_last_ && seconds_between(*full_last_, now) > kFullPause) disk_.took();
    full_last_ = now;
    if (disk_.refused(error)) throw error;
    return;
  }
  if (!busy_since_) busy_since_ = now;
  if (seconds_between(*busy_since_, now) > busy_limit_) throw error;
}

}  // namespace hone::runner
