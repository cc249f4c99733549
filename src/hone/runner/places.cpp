// SPDX-License-Identifier: MIT
#include "hone/runner/places.hpp"

#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::runner {
namespace {

constexpr double kStartPause = 0.5;    // seconds before a process is tried to be started again
constexpr int kFailedStarts = 3;       // in a row, after which the machine is taken to be broken
constexpr double kPlacesPause = 60.0;  // seconds before more trials are tried than the machine could bear
constexpr int kUnwritableOutputs = 3;  // in a row, after which no file is taken to have room

}  // namespace

bool is_machines(const Error& error) {
  return error.code() == ErrorCode::System || error.code() == ErrorCode::StorageFull;
}

void Places::check() const {
  if (broken_) throw Error(*broken_);
}

void Places::refused(const Error& error, int running, Moment now) {
  not_before_ = after(now, kStartPause);
  if (error.code() == ErrorCode::StorageFull && may_pass(error.code())) {
    if (files_.refused(error) && running == 0) broken_ = error;
    return;
  }
  if (running == 0) {
    observer_.warning(error.what());
    if (++failed_starts_ >= kFailedStarts) broken_ = error;
    return;
  }
  most_ = running;
  try_all_ = after(now, kPlacesPause);
  if (std::exchange(told_, most_) == most_) return;
  observer_.warning(text(error.what(), "; until then ", most_, most_ == 1 ? " trial is" : " trials are",
                         " run at a time instead of ", wanted_));
}

void Places::output_refused(const Error& error) {
  if (++failed_outputs_ >= kUnwritableOutputs) broken_ = error;
}

void Places::proved() noexcept {
  failed_starts_ = failed_outputs_ = 0;
  files_.took();
}

}  // namespace hone::runner
