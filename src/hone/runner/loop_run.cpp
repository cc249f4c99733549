// SPDX-License-Identifier: MIT
#include "hone/runner/loop_run.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/runner/trial_files.hpp"

namespace hone::runner {
namespace {

constexpr double kTick = 0.2;  // seconds between ticks when nothing happens

Moment clock() { return std::chrono::steady_clock::now(); }

}  // namespace

LoopRun::LoopRun(LoopParts& parts, StopSignal* signal, LoopObserver& observer)
    : parts_(parts),
      signal_(signal),
      observer_(observer),
      patience_(parts.options.busy_limit, parts.options.full_limit, observer),
      places_(parts.budget.parallel, parts.options.full_limit, observer),
      ask_(parts.driver.asker()),
      ends_(parts, observer),
      reports_(parts, observer),
      now_(clock()),
      begun_(now_),
      next_housekeeping_(now_) {}

LoopResult LoopRun::go() {
  make_study_folder(parts_.options.workdir, parts_.folder);  // what is wrong with it is no trial's failure
  try {
    supervise();
    parts_.executor->dismiss([this] { return haste(); });
  } catch (const Error& error) {
    abandon();
    throw parts_.outbox.explained(error);
  } catch (...) {
    abandon();
    throw;
  }
  const Outbox& outbox = parts_.outbox;
  return {*stop_, outbox.finished(), outbox.failed(), outbox.requeued(), ends_.last_failure()};
}

// Works with the other threads around. They end before it returns or throws.
void LoopRun::supervise() {
  threads_.emplace(parts_.running, parts_.driver.leases(),
                   LoopThreads::Options{.signal = signal_,
                                        .finish_running = parts_.options.finish_running,
                                        .grace = parts_.budget.grace,
                                        .heartbeat = {.interval = parts_.options.heartbeat,
                                                      .busy_limit = parts_.options.busy_limit,
                                                      .full_limit = parts_.options.full_limit}});
  try {
    work();
  } catch (...) {
    for (const auto& run : parts_.running.all()) run->kill(TrialRun::Stop::Cancelled);
    threads_.reset();
    throw;
  }
  threads_.reset();
}

void LoopRun::work() {
  observer_.tick(status());  // where the study stands, before anything is told of it
  while (true) {
    now_ = clock();
    threads_->check();
    places_.check();  // not where a call of the store is tried
    housekeeping();
    obey_signal();
    judge();
    start_trials();
    if (done()) return;
    wait();
    now_ = clock();
    collect();
    read_reports();
    flush();
    observer_.tick(status());
  }
}

// --- when to stop

// The commands have got their signals already. Which of them came does not depend on when we look: who was
// told to end has ended for that reason, and so has who was cut off while the last trials ran.
void LoopRun::obey_signal() {
  if (!told(StopSignal::Level::Finish)) return;
  const StopReason reason = signal_->terminated() ? StopReason::Terminated : StopReason::Interrupted;
  if (stop_ && told(StopSignal::Level::Cancel)) stop_ = reason;
  stop_starting(reason);
}

void LoopRun::judge() {
  if (stop_) return;
  if (const auto reason = parts_.rules.verdict(seconds_between(begun_, now_))) stop_starting(*reason);
}

void LoopRun::stop_starting(StopReason reason) {
  if (stop_) return;
  stop_ = reason;
  ask_.give_up();
  observer_.stopping(reason);
  if (parts_.options.finish_running) return;
  for (const auto& run : parts_.running.all())
    run->stop(TrialRun::Stop::Cancelled, parts_.budget.grace, now_);
  threads_->wake();
}

bool LoopRun::done() {
  if (!parts_.running.empty() || !parts_.outbox.empty() || ask_.under_way()) return false;
  if (stop_) return true;
  if (!ask_.nothing_left()) return false;
  // A trial whose worker died meanwhile is ours to run.
  if (!patiently([&] { reclaim(); }) || !ask_.nothing_left()) return false;
  if (parts_.driver.leases().undecided()) return false;
  const auto& budget = parts_.budget.trials;
  const StudyView& view = parts_.driver.view();
  const bool full = budget && view.standing().trials >= *budget;
  const bool spent = parts_.budget.cost && view.spent() >= *parts_.budget.cost;
  stop_starting(full ? StopReason::Trials : spent ? StopReason::Cost : StopReason::Exhausted);
  return true;
}

// --- starting trials

// A result that is not stored yet keeps its place, so that a store that cannot keep up is not outrun.
int LoopRun::free_slots() const {
  return places_.count(now_) - static_cast<int>(parts_.running.size() + parts_.outbox.size());
}

std::int64_t LoopRun::limit() const {
  const StudyView& view = parts_.driver.view();
  return parts_.options.queue_beyond_budget ? view.limit_with_queue(parts_.budget)
                                            : view.limit(parts_.budget);
}

void LoopRun::start_trials() {
  if (ask_.unheard()) {
    if (!paused()) think();
  } else if (ask_.under_way()) {
    if (ask_.answered()) patiently([&] { start(ask_.proceed()); });
  } else if (!stop_ && !ask_.nothing_left() && !paused() && free_slots() > 0) {
    patiently([&] { start(ask_.begin(free_slots(), limit())); });
    if (ask_.stopped() && !parts_.options.outlasts_stop) stop_starting(StopReason::Stopped);
  }
}

// What the ask has given so far; the sampler thinks about the rest. When the machine refuses one, the others
// go back without a try.
void LoopRun::start(std::vector<storage::Claim> claims) {
  bool refused = false;
  for (storage::Claim& claim : claims) {
    if (refused) {
      give_back(std::move(claim), "the machine could not start as many");
    } else {
      refused = !start_trial(std::move(claim));
    }
  }
  think();
}

void LoopRun::think() {
  try {
    ask_.think();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::System) throw;
    refused(error);
  }
}

// False when the machine refuses.
bool LoopRun::start_trial(storage::Claim claim) {
  RunningTrials& running = parts_.running;
  const TrialFiles files = trial_files(parts_.options.workdir, parts_.folder, claim.lease);
  try {
    running.add(std::make_unique<TrialRun>(*parts_.executor, ReportSpec::of(parts_.driver.study()), claim,
                                           files, prepare(files, claim.trial), running.first_free_slot(),
                                           parts_.budget, clock()));
  } catch (const Error& error) {
    could_not_start(std::move(claim), error);
    return !is_machines(error);
  }
  const TrialRun& run = *running.all().back();
  if (run.next_deadline() || told(StopSignal::Level::Finish)) threads_->wake();
  observer_.started(run.trial());
  return true;
}

// No such program, or a value that cannot be an argument: the trial's failure. No process or disk space left:
// the machine's, so the trial goes back and we wait until it may have recovered.
void LoopRun::could_not_start(storage::Claim claim, const Error& error) {
  ask_.look_again();  // it may have to be handed out again
  if (!is_machines(error)) return ends_.fail(std::move(claim), error);
  give_back(std::move(claim), error.what());
  refused(error);
}

void LoopRun::give_back(storage::Claim claim, const std::string& reason) {
  ask_.look_again();
  parts_.outbox.add({.trial = std::move(claim.trial),
                     .lease = claim.lease,
                     .reason = reason,
                     .attempt = storage::Attempt::Kept});
}

void LoopRun::refused(const Error& error) {
  places_.refused(error, static_cast<int>(parts_.running.size()), now_);
}

// --- what has happened

int LoopRun::wait_milliseconds() const {
  if (!paused() && (reports_.left() || parts_.outbox.has_more())) return 0;
  const Moment until = std::min(after(now_, kTick), next_housekeeping_);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void LoopRun::wait() {
  std::vector<pollfd> fds = {{threads_->bell().fd(), POLLIN, 0}};
  if (ask_.fd() >= 0) fds.push_back({ask_.fd(), POLLIN, 0});
  for (const auto& run : parts_.running.all()) run->watch(fds);
  ::poll(fds.data(), fds.size(), wait_milliseconds());  // whatever woke us, everything is looked at
  threads_->bell().silence();
}

void LoopRun::collect() {
  for (const auto& run : parts_.running.all()) {
    run->advance(now_);
    ends_.pass_on_warnings(*run);
  }
  for (const RunningTrials::Ended& ended : parts_.running.take_ended()) {
    ask_.look_again();  // its end may have opened a way, and at least freed a place
    const auto refusal = ends_.conclude(*ended.run, ended.exit, told(StopSignal::Level::Cancel));
    if (!refusal) {
      places_.proved();
      continue;
    }
    could_not_start({ended.run->trial(), ended.run->lease()}, *refusal);
    if (ended.exit.kind == Exit::Kind::NoOutput && refusal->code() == ErrorCode::System)
      places_.output_refused(*refusal);
  }
}

void LoopRun::read_reports() {
  if (reports_.read(now_)) patiently([&] { reports_.store(now_, *threads_); });
}

void LoopRun::flush() {
  Outbox& outbox = parts_.outbox;
  const std::size_t letters = outbox.size();
  if (letters == 0) return;
  patiently([&] { outbox.flush(); });
  // What went back to the queue is there now. As long as only reports were sent there is nothing new to ask
  // for.
  if (outbox.size() < letters) {
    ask_.look_again();
    patience_.stored();
  }
}

// At the rhythm of the heartbeats, which another thread sends.
void LoopRun::housekeeping() {
  if (now_ < next_housekeeping_) return;
  next_housekeeping_ = after(now_, static_cast<double>(parts_.options.heartbeat) / 1000.0);
  StudyView& view = parts_.driver.view();
  patiently([&] {
    reclaim();
    view.refresh();  // what others found may be the target, and what they enqueued may be for us
    if (view.waiting() > 0) ask_.look_again();
    // A store that proposes by itself looks by itself.
    storage::Storage& storage = view.storage();
    if (!storage.proposes() && storage.annotations(view.id()).stopped) stop_starting(StopReason::Stopped);
  });
  if (view.redefined()) stop_starting(StopReason::Redefined);
}

void LoopRun::reclaim() {
  const Budget& budget = parts_.budget;
  const auto numbers =
      parts_.driver.leases().reclaim(budget.lost, parts_.options.max_attempts + budget.retries);
  if (numbers.empty()) return;
  ask_.look_again();
  observer_.reclaimed(numbers);
}

// --- trouble

// Runs an action on the store. False when it should be tried again later, or never: in another space what
// runs may end, and its results are stored.
bool LoopRun::patiently(const std::function<void()>& action) {
  try {
    return patience_.call(action);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Conflict || !parts_.driver.view().redefined()) throw;
    stop_starting(StopReason::Redefined);
    return false;
  }
}

// Ends all commands. What had ended is stored, and all other trials go back to the queue, if the store can
// still be written; if not, resuming finds that their worker is dead.
void LoopRun::abandon() noexcept {
  ask_.give_up();
  std::vector<RunningTrials::Run> runs = parts_.running.take_all();
  for (const auto& run : runs) run->kill(TrialRun::Stop::Cancelled);
  runs.clear();  // waits until they are gone
  parts_.executor->dismiss([] { return Executor::Haste::Great; });
  try {
    while (!parts_.outbox.empty()) parts_.outbox.flush();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::StorageBusy) return;  // it was waited for long enough
  } catch (...) {  // the observer's; what it was to be told of is stored
  }
  parts_.outbox.give_back_others("cancelled, as its tuner failed");
}

Executor::Haste LoopRun::haste() const {
  if (!told(StopSignal::Level::Cancel)) return Executor::Haste::None;
  return told(StopSignal::Level::Kill) ? Executor::Haste::Great : Executor::Haste::Some;
}

LoopStatus LoopRun::status() const {
  const Outbox& outbox = parts_.outbox;
  const StudyView& view = parts_.driver.view();
  const Budget counted{.trials = parts_.budget.trials};
  const std::int64_t trials =
      parts_.options.queue_beyond_budget ? view.limit_with_queue(counted) : view.limit(counted);
  return {.standing = view.standing(),
          .total = parts_.budget.trials ? std::optional(trials - view.deleted()) : std::nullopt,
          .seconds = seconds_between(begun_, now_),
          .running = static_cast<int>(parts_.running.size() + outbox.size()),
          .finished = outbox.finished(),
          .failed = outbox.failed()};
}

}  // namespace hone::runner
