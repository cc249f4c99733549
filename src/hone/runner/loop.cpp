// SPDX-License-Identifier: MIT
#include "hone/runner/loop.hpp"

#include <poll.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::runner {
namespace {

constexpr double kTick = 0.2;        // seconds between ticks when nothing happens
constexpr double kPause = 0.5;       // seconds before a busy store is tried again
constexpr double kStartPause = 0.5;  // seconds before a process is tried to be started again
constexpr int kFailedStarts = 3;     // in a row, after which the machine is taken to be broken

Moment clock() { return std::chrono::steady_clock::now(); }

Budget budget_of(const LoopOptions& options, const Study& study) {
  return options.budget.value_or(study.plan.budget);
}

void require_runnable(const Study& study, const Budget& budget, bool prunes) {
  check_runnable(study);
  if (budget.parallel < 1) {
    throw Error(ErrorCode::InvalidOption, text("parallel is ", budget.parallel),
                "run at least one trial at a time");
  }
  if (prunes) require_prunable(study);
}

}  // namespace

Loop::Loop(storage::Storage& storage, StoredStudy stored, std::unique_ptr<Sampler> sampler,
           std::unique_ptr<Pruner> pruner, LoopOptions options)
    : options_(std::move(options)),
      prunes_(pruner != nullptr),
      driver_(storage, std::move(stored), std::move(sampler), {.name = worker_id(), .lease = options_.lease},
              std::move(pruner)),
      budget_(budget_of(options_, driver_.study())),
      reader_(driver_.study().plan.result, driver_.study().objectives),
      folder_(study_folder(storage, driver_.id())),
      executor_(make_executor(driver_.study(), budget_.grace)),
      rules_(budget_, driver_.study().objectives),
      outbox_(driver_) {
  require_runnable(driver_.study(), budget_, prunes_);
  rules_.begin(driver_.trials(), driver_.space_version());
  driver_.on_finished([this](const Trial& trial) { rules_.finished(trial); });
  driver_.on_corrected(
      [this](const std::vector<Trial>& trials) { rules_.begin(trials, driver_.space_version()); });
}

Loop::Loop(storage::Storage& storage, storage::StudyId id, std::unique_ptr<Sampler> sampler,
           std::unique_ptr<Pruner> pruner, LoopOptions options)
    : Loop(storage, stored_study(storage, id), std::move(sampler), std::move(pruner), std::move(options)) {}

LoopResult Loop::run(StopSignal* signal, LoopObserver* observer) {
  signal_ = signal;
  observer_ = observer != nullptr ? observer : &silent_;
  outbox_.set_observer(observer_);
  stop_.reset();
  last_failure_.reset();
  nothing_left_ = false;
  failed_starts_ = failed_outputs_ = 0;
  now_ = begun_ = next_housekeeping_ = next_reports_ = not_before_ = clock();
  make_study_folder(options_.workdir, folder_);  // what is wrong with it is no trial's failure
  try {
    supervise();
    executor_->dismiss([this] { return haste(); });
  } catch (const Error& error) {
    abandon();
    throw explained(error);
  } catch (...) {
    abandon();
    throw;
  }
  return {*stop_, outbox_.finished(), outbox_.failed(), outbox_.requeued(), last_failure_};
}

// Works with the other threads around. They end before it returns or throws.
void Loop::supervise() {
  struct Threads {
    Loop& loop;
    ~Threads() {
      loop.heartbeat_.reset();  // it may have to wait for the store, and time-outs hold until then
      loop.watch_.reset();
    }
  } const threads{*this};
  watch_.emplace([this](Moment now) { return oversee(now); }, signal_ != nullptr ? signal_->fd() : -1);
  heartbeat_.emplace([this] { keep_alive(); }, [this] { bell_.ring(); },
                     HeartbeatOptions{.interval = options_.heartbeat, .busy_limit = options_.busy_limit});
  try {
    work();
  } catch (...) {
    for (const auto& run : running_.all()) run->kill(Stop::Cancelled);
    throw;
  }
}

void Loop::work() {
  while (true) {
    now_ = clock();
    heartbeat_->check();
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
    observer_->tick(status());
  }
}

// --- in other threads
// -----------------------------------------------------------------------------------------

// Touches the commands and nothing else: whatever it waited for, they would wait for.
Moment Loop::oversee(Moment now) {
  StopSignal::Level level = StopSignal::Level::Run;
  if (signal_ != nullptr) {
    signal_->clear();  // before the level is read, so that a change after that wakes us again
    level = signal_->level();
  }
  if (level != StopSignal::Level::Run) bell_.ring();
  if (level == StopSignal::Level::Finish && !options_.finish_running) level = StopSignal::Level::Cancel;
  constexpr double kLongest = 3600.0;
  return running_.oversee(level, budget_.grace, now, after(now, kLongest));
}

void Loop::keep_alive() { running_.drop(driver_.keep_alive()); }

// --- when to stop
// ---------------------------------------------------------------------------------------------

// The commands have got their signals already. Which of them came does not depend on when we look: who was
// told to end has ended for that reason, and so has who was cut off while the last trials ran.
void Loop::obey_signal() {
  if (signal_ == nullptr) return;
  const StopSignal::Level level = signal_->level();
  if (level == StopSignal::Level::Run) return;
  const StopReason reason = signal_->terminated() ? StopReason::Terminated : StopReason::Interrupted;
  if (stop_ && level >= StopSignal::Level::Cancel) stop_ = reason;
  stop_starting(reason);
}

void Loop::judge() {
  if (stop_) return;
  if (const auto reason = rules_.verdict(seconds_between(begun_, now_))) stop_starting(*reason);
}

void Loop::stop_starting(StopReason reason) {
  if (stop_) return;
  stop_ = reason;
  give_up_asking();
  observer_->stopping(reason);
  if (!options_.finish_running) cancel_running();
}

void Loop::cancel_running() {
  for (const auto& run : running_.all()) run->stop(Stop::Cancelled, budget_.grace, now_);
  watch_->wake();
}

bool Loop::done() {
  if (!running_.empty() || !outbox_.empty() || asking_) return false;
  if (stop_) return true;
  if (!nothing_left_) return false;
  // A trial whose worker died meanwhile is ours to run.
  if (!patiently([&] { reclaim(); }) || !nothing_left_) return false;
  if (driver_.undecided()) return false;
  const bool full = budget_.trials && driver_.standing().trials >= *budget_.trials;
  stop_starting(full ? StopReason::Trials : StopReason::Exhausted);
  return true;
}

// --- starting trials
// ------------------------------------------------------------------------------------------

// Trials that were taken out keep their numbers but do not count.
std::int64_t Loop::limit() const {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  const std::int64_t deleted = driver_.deleted();
  return budget_.trials && *budget_.trials < kNone - deleted ? *budget_.trials + deleted : kNone;
}

// A result that is not stored yet keeps its place, so that a store that cannot keep up is not outrun.
int Loop::free_slots() const {
  return budget_.parallel - static_cast<int>(running_.size()) - static_cast<int>(outbox_.size());
}

void Loop::start_trials() {
  if (asking_) {
    if (answer_.ready()) continue_ask();
  } else if (!stop_ && !nothing_left_ && now_ >= not_before_ && free_slots() > 0) {
    begin_ask();
  }
}

void Loop::begin_ask() {
  news_ = false;
  patiently([&] {
    asking_ = driver_.begin_ask(free_slots(), limit());
    take_steps();
  });
}

void Loop::continue_ask() {
  Asking asking = *std::exchange(asking_, std::nullopt);
  patiently([&] {
    driver_.continue_ask(asking, answer_.take());
    asking_ = std::move(asking);
    take_steps();
  });
}

// Starts what the ask has given so far, and lets the sampler think about the rest.
void Loop::take_steps() {
  for (storage::Claim& claim : std::exchange(asking_->claims, {})) start_trial(std::move(claim));
  if (asking_->question) {
    answer_.begin(driver_.proposer(), *asking_->question);
  } else {
    nothing_left_ = asking_->wanted > 0 && !news_ && !asking_->failed;
    asking_.reset();
  }
}

// After anything that may have opened a way, or put a trial into the queue.
void Loop::look_again() {
  nothing_left_ = false;
  news_ = true;
}

void Loop::give_up_asking() noexcept {
  answer_.give_up();
  asking_.reset();
}

void Loop::start_trial(storage::Claim claim) {
  const TrialFiles files = trial_files(options_.workdir, folder_, claim.lease);
  try {
    running_.add(std::make_unique<TrialRun>(*executor_, driver_.study().objectives.front(), claim, files,
                                            prepare(files, claim.trial), running_.first_free_slot(), budget_,
                                            clock()));
  } catch (const Error& error) {
    could_not_start(std::move(claim), error);
    return;
  }
  failed_starts_ = 0;
  const TrialRun& run = *running_.all().back();
  const bool told_to_stop = signal_ != nullptr && signal_->level() != StopSignal::Level::Run;
  if (run.next_deadline() || told_to_stop) watch_->wake();
  observer_->started(run.trial());
}

// No such program, or a value that cannot be an argument: the trial's failure. No process or disk space left:
// the machine's, so the trial goes back and we wait until it may have recovered.
void Loop::could_not_start(storage::Claim claim, const Error& error) {
  look_again();  // it may have to be handed out again
  Letter letter{.trial = std::move(claim.trial), .lease = claim.lease};
  if (error.code() != ErrorCode::System) {
    const storage::Outcome outcome{.lease = letter.lease, .state = TrialState::Failed, .error = error.what()};
    const Trial trial = letter.trial;
    end_trial(trial, std::move(letter), outcome);
    return;
  }
  letter.reason = error.what();
  letter.attempt = storage::Attempt::Kept;
  outbox_.add(std::move(letter));
  not_before_ = after(now_, kStartPause);
  observer_->warning(error.what());
  if (running_.empty() && ++failed_starts_ >= kFailedStarts) throw error;
}

// --- waiting
// --------------------------------------------------------------------------------------------------

int Loop::wait_milliseconds() const {
  if (not_before_ <= now_ && (reports_left() || outbox_.has_more())) return 0;
  const Moment until = std::min(after(now_, kTick), next_housekeeping_);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void Loop::wait() {
  std::vector<pollfd> fds = {{bell_.fd(), POLLIN, 0}};
  if (answer_.expected()) fds.push_back({answer_.fd(), POLLIN, 0});
  for (const auto& run : running_.all()) run->watch(fds);
  ::poll(fds.data(), fds.size(), wait_milliseconds());  // whatever woke us, everything is looked at
  bell_.silence();
}

// --- the others
// -----------------------------------------------------------------------------------------------

// At the rhythm of the heartbeats, which another thread sends.
void Loop::housekeeping() {
  if (now_ < next_housekeeping_) return;
  next_housekeeping_ = after(now_, static_cast<double>(options_.heartbeat) / 1000.0);
  patiently([&] {
    reclaim();
    driver_.refresh();  // what others found may be the target, and what they enqueued may be for us
    if (driver_.waiting() > 0) look_again();
  });
  if (driver_.redefined()) stop_starting(StopReason::Redefined);
}

void Loop::reclaim() {
  const auto numbers = driver_.reclaim(budget_.lost, options_.max_attempts + budget_.retries);
  if (numbers.empty()) return;
  look_again();
  observer_->reclaimed(numbers);
}

// --- trouble
// --------------------------------------------------------------------------------------------------

// Runs an action on the store. False when the store is busy, so that it should be tried again later.
bool Loop::patiently(const std::function<void()>& action) {
  try {
    action();
    busy_since_.reset();
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Conflict && driver_.redefined()) {
      stop_starting(StopReason::Redefined);  // what runs may end, and its results are stored
      return false;
    }
    if (error.code() != ErrorCode::StorageBusy) throw;
    if (!busy_since_) busy_since_ = now_;
    if (seconds_between(*busy_since_, clock()) > options_.busy_limit) throw;
    not_before_ = after(clock(), kPause);
    return false;
  }
}

// Ends all commands. Their trials go back to the queue if the store can still be written; if not, resuming
// finds that their worker is dead.
void Loop::abandon() noexcept {
  give_up_asking();
  std::vector<RunningTrials::Run> runs = running_.take_all();
  std::vector<storage::Lease> leases;
  for (const auto& run : runs) {
    run->kill(Stop::Cancelled);
    leases.push_back(run->lease());
  }
  runs.clear();  // waits until they are gone
  executor_->dismiss([] { return Executor::Haste::Great; });
  for (const Letter& letter : outbox_.letters()) {
    if (!letter.outcome) leases.push_back(letter.lease);
  }
  try {
    for (const storage::Lease& lease : leases) {
      driver_.requeue(lease, "cancelled, as its tuner failed", storage::Attempt::Kept);
    }
  } catch (...) {
    return;
  }
}

Executor::Haste Loop::haste() const {
  if (signal_ == nullptr || signal_->level() < StopSignal::Level::Cancel) return Executor::Haste::None;
  return signal_->level() == StopSignal::Level::Kill ? Executor::Haste::Great : Executor::Haste::Some;
}

Error Loop::explained(const Error& error) const {
  std::vector<std::string> folders;
  for (const Letter& letter : outbox_.letters()) {
    if (letter.outcome && !letter.folder.empty()) folders.push_back(letter.folder);
  }
  if (folders.empty()) return error;
  return Error(error.code(), error.what(),
               text("results that could not be stored are left in ", join(folders, ", "),
                    "; these trials are run again when the study is resumed"));
}

LoopStatus Loop::status() const {
  return {.standing = driver_.standing(),
          .seconds = seconds_between(begun_, now_),
          .running = static_cast<int>(running_.size() + outbox_.size()),
          .finished = outbox_.finished(),
          .failed = outbox_.failed()};
}

}  // namespace hone::runner
