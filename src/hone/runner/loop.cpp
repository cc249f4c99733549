// SPDX-License-Identifier: MIT
#include "hone/runner/loop.hpp"

#include <poll.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/command.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/refusal.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::runner {
namespace {

constexpr double kTick = 0.2;          // seconds between ticks when nothing happens
constexpr double kPause = 0.5;         // seconds before a busy store is tried again
constexpr double kStartPause = 0.5;    // seconds before a process is tried to be started again
constexpr int kFailedStarts = 3;       // in a row, after which the machine is taken to be broken
constexpr double kPlacesPause = 60.0;  // seconds before more trials are tried than the machine could bear
constexpr double kFullPause = 10.0;    // seconds without a refusal, after which a disk has had room meanwhile

Moment clock() { return std::chrono::steady_clock::now(); }

Budget budget_of(const LoopOptions& options, const Study& study) {
  return options.budget.value_or(study.plan.budget);
}

/// The machine's failure, not the trial's.
bool is_machines(const Error& error) {
  return error.code() == ErrorCode::System || error.code() == ErrorCode::StorageFull;
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
  rules_.begin(driver_.view().trials(), driver_.space_version());
  driver_.view().on_finished([this](const Trial& trial) { rules_.finished(trial); });
  driver_.view().on_corrected(
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
  broken_.reset();
  nothing_left_ = false;
  failed_starts_ = failed_outputs_ = 0;
  places_ = told_places_ = budget_.parallel;
  store_full_.reset();
  files_full_.reset();
  now_ = begun_ = next_housekeeping_ = next_reports_ = not_before_ = try_all_places_ = clock();
  store_full_last_ = now_;
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
                     HeartbeatOptions{.interval = options_.heartbeat,
                                      .busy_limit = options_.busy_limit,
                                      .full_limit = options_.full_limit});
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
    if (broken_) throw Error(*broken_);
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

void Loop::keep_alive() { running_.drop(driver_.leases().keep_alive()); }

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
  if (driver_.leases().undecided()) return false;
  const bool full = budget_.trials && driver_.view().standing().trials >= *budget_.trials;
  stop_starting(full ? StopReason::Trials : StopReason::Exhausted);
  return true;
}

// --- starting trials
// ------------------------------------------------------------------------------------------

// Trials that were taken out keep their numbers but do not count.
std::int64_t Loop::limit() const {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  const std::int64_t deleted = driver_.view().deleted();
  return budget_.trials && *budget_.trials < kNone - deleted ? *budget_.trials + deleted : kNone;
}

// A result that is not stored yet keeps its place, so that a store that cannot keep up is not outrun.
int Loop::free_slots() const {
  const int places = now_ < try_all_places_ ? places_ : budget_.parallel;
  return places - static_cast<int>(running_.size()) - static_cast<int>(outbox_.size());
}

void Loop::start_trials() {
  if (asking_ && !answer_.expected()) {
    if (now_ >= not_before_) begin_answer();
  } else if (asking_) {
    if (answer_.ready()) continue_ask();
  } else if (!stop_ && !nothing_left_ && now_ >= not_before_ && free_slots() > 0) {
    begin_ask();
  }
}

void Loop::begin_ask() {
  news_ = false;
  patiently([&] {
    asking_ = driver_.asker().begin(free_slots(), limit());
    take_steps();
  });
}

void Loop::continue_ask() {
  Asking asking = *std::exchange(asking_, std::nullopt);
  patiently([&] {
    driver_.asker().proceed(asking, answer_.take());
    asking_ = std::move(asking);
    take_steps();
  });
}

// Starts what the ask has given so far, and lets the sampler think about the rest. When the machine refuses
// one, the others go back without a try.
void Loop::take_steps() {
  bool refused = false;
  for (storage::Claim& claim : std::exchange(asking_->claims, {})) {
    if (refused) {
      give_back(std::move(claim), "the machine could not start as many");
    } else {
      refused = !start_trial(std::move(claim));
    }
  }
  if (asking_->question) {
    begin_answer();
  } else {
    nothing_left_ = asking_->wanted > 0 && !news_ && !asking_->failed;
    asking_.reset();
  }
}

// A question that finds no thread stays, with all that the sampler is to be told.
void Loop::begin_answer() {
  try {
    answer_.begin(driver_.asker().proposer(), *asking_->question);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::System) throw;
    machine_refused(error);
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

// False when the machine refuses.
bool Loop::start_trial(storage::Claim claim) {
  const TrialFiles files = trial_files(options_.workdir, folder_, claim.lease);
  try {
    running_.add(std::make_unique<TrialRun>(*executor_, driver_.study().objectives.front(), claim, files,
                                            prepare(files, claim.trial), running_.first_free_slot(), budget_,
                                            clock()));
  } catch (const Error& error) {
    could_not_start(std::move(claim), error);
    return !is_machines(error);
  }
  const TrialRun& run = *running_.all().back();
  const bool told_to_stop = signal_ != nullptr && signal_->level() != StopSignal::Level::Run;
  if (run.next_deadline() || told_to_stop) watch_->wake();
  observer_->started(run.trial());
  return true;
}

// No such program, or a value that cannot be an argument: the trial's failure. No process or disk space left:
// the machine's, so the trial goes back and we wait until it may have recovered.
void Loop::could_not_start(storage::Claim claim, const Error& error) {
  look_again();  // it may have to be handed out again
  if (is_machines(error)) {
    give_back(std::move(claim), error.what());
    return machine_refused(error);
  }
  Letter letter{.trial = std::move(claim.trial), .lease = claim.lease};
  const storage::Outcome outcome{.lease = letter.lease, .state = TrialState::Failed, .error = error.what()};
  const Trial trial = letter.trial;
  end_trial(trial, std::move(letter), outcome);
}

void Loop::give_back(storage::Claim claim, const std::string& reason) {
  look_again();
  outbox_.add({.trial = std::move(claim.trial),
               .lease = claim.lease,
               .reason = reason,
               .attempt = storage::Attempt::Kept});
}

void Loop::machine_refused(const Error& error) {
  not_before_ = after(now_, kStartPause);
  if (error.code() == ErrorCode::StorageFull && may_pass(error.code())) {
    wait_for_room(error, files_full_);
    if (running_.empty() && seconds_between(*files_full_, clock()) >= options_.full_limit) broken_ = error;
    return;
  }
  if (running_.empty()) {
    observer_->warning(error.what());
    if (++failed_starts_ >= kFailedStarts) broken_ = error;
    return;
  }
  places_ = static_cast<int>(running_.size());
  try_all_places_ = after(now_, kPlacesPause);
  if (std::exchange(told_places_, places_) == places_) return;
  observer_->warning(text(error.what(), "; until then ", places_, places_ == 1 ? " trial is" : " trials are",
                          " run at a time instead of ", budget_.parallel));
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
    driver_.view().refresh();  // what others found may be the target, and what they enqueued may be for us
    if (driver_.view().waiting() > 0) look_again();
  });
  if (driver_.view().redefined()) stop_starting(StopReason::Redefined);
}

void Loop::reclaim() {
  const auto numbers = driver_.leases().reclaim(budget_.lost, options_.max_attempts + budget_.retries);
  if (numbers.empty()) return;
  look_again();
  observer_->reclaimed(numbers);
}

// --- trouble
// --------------------------------------------------------------------------------------------------

// Runs an action on the store. False when the store is busy or its disk full, so that it should be tried
// again later.
bool Loop::patiently(const std::function<void()>& action) {
  try {
    action();
    busy_since_.reset();
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Conflict && driver_.view().redefined()) {
      stop_starting(StopReason::Redefined);  // what runs may end, and its results are stored
      return false;
    }
    if (!may_pass(error.code())) throw;
    wait_for_store(error);
    return false;
  }
}

// That something can be read or a little be written says nothing about room for more; a while without a
// refusal does.
void Loop::wait_for_store(const Error& error) {
  const Moment present = clock();
  not_before_ = after(present, kPause);
  if (error.code() == ErrorCode::StorageFull) {
    if (seconds_between(store_full_last_, present) > kFullPause) store_full_.reset();
    store_full_last_ = present;
    wait_for_room(error, store_full_);
    if (seconds_between(*store_full_, present) >= options_.full_limit) throw error;
    return;
  }
  if (!busy_since_) busy_since_ = now_;
  if (seconds_between(*busy_since_, present) > options_.busy_limit) throw error;
}

void Loop::wait_for_room(const Error& error, std::optional<Moment>& since) {
  if (since) return;
  since = clock();
  observer_->warning(text(error.what(), "; it is tried again for up to ", options_.full_limit,
                          " seconds, and what runs goes on"));
}

// Ends all commands. What had ended is stored, and all other trials go back to the queue, if the store can
// still be written; if not, resuming finds that their worker is dead.
void Loop::abandon() noexcept {
  give_up_asking();
  std::vector<RunningTrials::Run> runs = running_.take_all();
  for (const auto& run : runs) run->kill(Stop::Cancelled);
  runs.clear();  // waits until they are gone
  executor_->dismiss([] { return Executor::Haste::Great; });
  try {
    while (!outbox_.empty()) outbox_.flush();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::StorageBusy) return;  // it was waited for long enough
  } catch (...) {  // the observer's; what it was to be told of is stored
  }
  give_back_all();
}

void Loop::give_back_all() noexcept {
  try {
    for (const storage::Lease& lease : driver_.leases().perishable()) {
      const auto letters = outbox_.letters();
      const bool has_result = std::any_of(letters.begin(), letters.end(), [&](const Letter& letter) {
        return letter.outcome && letter.lease == lease;
      });
      if (!has_result)
        driver_.recorder().requeue(lease, "cancelled, as its tuner failed", storage::Attempt::Kept);
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
  return {.standing = driver_.view().standing(),
          .seconds = seconds_between(begun_, now_),
          .running = static_cast<int>(running_.size() + outbox_.size()),
          .finished = outbox_.finished(),
          .failed = outbox_.failed()};
}

}  // namespace hone::runner
