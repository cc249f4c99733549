// SPDX-License-Identifier: MIT
#include "hone/cli/exit_limit.hpp"

#include <utility>

#include "hone/cli/exit_code.hpp"

namespace hone::cli {

namespace {

// The signal's descriptor is read by whoever obeys it, so this one looks by itself now and then.
constexpr double kLookAgain = 0.1;

}  // namespace

ExitLimit::ExitLimit(const runner::StopSignal& signal, double grace, Leave leave, double margin)
    : signal_(signal),
      grace_(grace),
      margin_(margin),
      leave_(std::move(leave)),
      watch_([this](runner::Moment now) { return look(now); }) {}

runner::Moment ExitLimit::look(runner::Moment now) {
  const runner::StopSignal::Level level = signal_.level();
  if (level == runner::StopSignal::Level::Cancel && !cancelled_) cancelled_ = now;
  if (level == runner::StopSignal::Level::Kill && !killed_) killed_ = now;
  const bool late = (cancelled_ && now >= runner::after(*cancelled_, grace_ + margin_)) ||
                    (killed_ && now >= runner::after(*killed_, margin_));
  if (late && !std::exchange(left_, true)) leave_(signal_.terminated() ? kTerminated : kInterrupted);
  return runner::after(now, kLookAgain);
}

}  // namespace hone::cli
