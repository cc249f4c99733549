// SPDX-License-Identifier: MIT
#include "hone/runner/report_intake.hpp"

#include <algorithm>
#include <deque>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/runner/loop_run.hpp"

namespace hone::runner {

bool ReportIntake::left() const {
  const auto all = parts_.running.all();
  return std::any_of(all.begin(), all.end(),
                     [](const auto& run) { return !run->unstored_reports().empty(); });
}

bool ReportIntake::read(Moment now) {
  if (now < next_ && !left()) return false;
  next_ = after(now, parts_.options.report_interval);
  for (const auto& run : parts_.running.all()) {
    if (run->unstored_reports().empty()) run->read_reports();
  }
  return left();
}

void ReportIntake::store(Moment now, const LoopThreads& threads) {
  if (parts_.prunes) parts_.driver.view().refresh();
  for (const auto& run : parts_.running.all()) store(*run, now, threads);
}

// Those of one trial in one transaction, and not too many of them, so that all trials get their turn.
void ReportIntake::store(TrialRun& run, Moment now, const LoopThreads& threads) {
  const std::deque<Report>& waiting = run.unstored_reports();
  const std::size_t count = std::min(waiting.size(), kReportsAtOnce);
  if (count == 0) return;
  const std::vector<Report> reports(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
  try {
    const bool looks_bad = parts_.driver.recorder().report(run.lease(), reports);
    run.reports_stored(count, looks_bad);
    for (const Report& report : reports) observer_.reported(run.trial(), report);
    if (!looks_bad) return;
    run.stop(TrialRun::Stop::Pruned, parts_.budget.grace, now);
    threads.wake();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::LeaseLost) throw;
    run.drop_reports();
    run.kill(TrialRun::Stop::Lost);
  }
}

}  // namespace hone::runner
