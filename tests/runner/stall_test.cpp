// SPDX-License-Identifier: MIT
// What a Loop still does while its thread is stuck: in a locked store, in an observer, in a flood of reports.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "hone/runner/loop.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using namespace std::chrono_literals;

class Blocker final : public LoopObserver {
 public:
  void finished(const Trial& trial) override {
    if (trial.number == 0) released.wait(false);
  }
  void tick(const LoopStatus& status) override {
    const std::int64_t ended = status.standing.trials - status.standing.waiting - status.running;
    if (ended > status.finished) ++miscounted;
  }
  std::atomic<bool> released = true;
  int miscounted = 0;  // ticks at which a trial was neither running nor stored
};

class StallTest : public ::testing::Test {
 protected:
  StallTest() {
    study_.plan.directory = dir_.path();
    study_.plan.budget.grace = 0.2;
    options_.workdir = dir_.file("work");
    options_.report_interval = 0.02;
    options_.heartbeat = 20;  // so that the loop is soon stuck in a store that is locked
  }

  void script(const std::string& text) { study_.plan.command = {"/bin/sh", "-c", text}; }
  Budget& budget() { return study_.plan.budget; }

  void start() {
    id_ = store_->create_study(study_);
    result_ = std::async(std::launch::async, [this] {
      Loop loop(*store_, id_, std::make_unique<test::TinySampler>(study_.space), nullptr, options_);
      return loop.run(&signal_, &observer_);
    });
  }

  void lock_store() {
    other_.emplace(dir_.file("hone.db"), storage::SqliteOptions{});
    lock_.emplace(*other_, storage::Access::Write);
    std::this_thread::sleep_for(100ms);  // several heartbeats: by now the loop waits for the store
  }
  void unlock_store() {
    lock_.reset();
    other_.reset();
  }

  pid_t pid_of(const std::string& name) { return test::wait_for_pid(dir_.file(name)); }
  Trial trial(std::int64_t number) { return store_->trial(id_, number).value(); }

  test::TempDir dir_;
  Study study_{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 3};
  std::unique_ptr<storage::Storage> store_ = storage::open_sqlite(dir_.file("hone.db"));
  storage::StudyId id_ = 0;
  LoopOptions options_;
  StopSignal signal_;
  Blocker observer_;
  std::optional<storage::SqliteDatabase> other_;
  std::optional<storage::Transaction> lock_;
  std::future<LoopResult> result_;
};

TEST_F(StallTest, ATimeOutDoesNotWaitForTheStore) {
  script("trap '' TERM; echo $$ > pid; while :; do sleep 0.01; done");
  budget().trials = 1;
  budget().trial_timeout = 1.0;
  start();
  const pid_t command = pid_of("pid");
  lock_store();
  EXPECT_TRUE(test::eventually([&] { return !test::is_alive(command); }, 5.0));
  unlock_store();
  EXPECT_EQ(result_.get().failed, 1);
  EXPECT_EQ(trial(0).state, TrialState::TimedOut);
}

TEST_F(StallTest, TwoInterruptsDoNotWaitForTheStore) {
  script("trap '' TERM; echo $$ > pid; while :; do sleep 0.01; done");
  budget().grace = 1000;
  start();
  const pid_t command = pid_of("pid");
  lock_store();
  signal_.interrupt();
  signal_.interrupt();
  EXPECT_TRUE(test::eventually([&] { return !test::is_alive(command); }, 5.0));
  unlock_store();
  EXPECT_EQ(result_.get().reason, StopReason::Interrupted);
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
}

TEST_F(StallTest, ATerminationDoesNotWaitForTheStore) {
  script("trap 'echo 1 > asked; exit' TERM; echo $$ > pid; while :; do sleep 0.01; done");
  budget().grace = 1000;
  start();
  const pid_t command = pid_of("pid");
  lock_store();
  signal_.terminate();
  EXPECT_TRUE(test::eventually([&] { return !test::is_alive(command); }, 5.0));
  EXPECT_EQ(test::read_file(dir_.file("asked")), "1\n") << "politely";
  unlock_store();
  EXPECT_EQ(result_.get().reason, StopReason::Terminated);
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
}

// Nobody could write a heartbeat, but the process lives, and so do the others'.
TEST_F(StallTest, AResultSurvivesALockThatOutlastsTheLease) {
  script("echo $$ > pid$HONE_TRIAL_NUMBER; while [ ! -e go ]; do sleep 0.01; done; echo 1");
  budget().trials = 2;
  budget().parallel = 2;
  options_.lease = 200;
  start();
  pid_of("pid0");
  pid_of("pid1");
  lock_store();
  test::write_file(dir_.file("go"), "");
  std::this_thread::sleep_for(600ms);
  const auto other = std::async(std::launch::async, [this] {  // whose first act is to look for the dead
    Study study = study_;
    const auto store = storage::open_sqlite(dir_.file("hone.db"));
    LoopOptions options = options_;
    options.workdir = dir_.file("other");
    Loop loop(*store, id_, std::make_unique<test::TinySampler>(study.space), nullptr, options);
    return loop.run();
  });
  unlock_store();
  EXPECT_EQ(result_.get().finished, 2);
  EXPECT_EQ(trial(0).attempt, 1);
  EXPECT_EQ(trial(1).attempt, 1);
}

// Nobody had collected the result yet when the signal came.
TEST_F(StallTest, ATerminationKeepsWhatHadEndedWhileTheStoreWasLocked) {
  script("echo $PPID > guard; echo $$ > pid; while [ ! -e go ]; do sleep 0.01; done; echo 1");
  budget().trials = 1;
  start();
  const pid_t command = pid_of("pid");
  const pid_t guard = pid_of("guard");
  lock_store();
  test::write_file(dir_.file("go"), "");
  ASSERT_TRUE(test::eventually([&] { return ::kill(command, 0) != 0; }));
  // It goes after its command, and while it is there a termination ends it as that of a trial that still
  // runs.
  ASSERT_TRUE(test::eventually([&] { return !test::is_alive(guard); }));
  signal_.terminate();
  std::this_thread::sleep_for(100ms);
  unlock_store();
  EXPECT_EQ(result_.get().finished, 1);
  EXPECT_EQ(trial(0).state, TrialState::Complete);
  EXPECT_EQ(trial(0).attempt, 1);
}

TEST_F(StallTest, AnObserverThatBlocksStopsNeitherHeartbeatsNorTimeOuts) {
  script("[ $HONE_TRIAL_NUMBER = 0 ] && echo 1 && exit; echo $$ > pid; exec sleep 1000");
  budget().trials = 2;
  budget().parallel = 2;
  budget().trial_timeout = 2.0;
  options_.lease = 500;
  observer_.released = false;
  start();
  const pid_t command = pid_of("pid");
  EXPECT_TRUE(test::eventually([&] { return trial(0).state == TrialState::Complete; }));
  std::this_thread::sleep_for(800ms);
  EXPECT_TRUE(store_->reclaim(id_, LostPolicy::Requeue, 10, nullptr).empty()) << "the lease ran out";
  EXPECT_TRUE(test::eventually([&] { return !test::is_alive(command); }, 5.0));
  observer_.released = true;
  observer_.released.notify_all();
  EXPECT_EQ(result_.get().finished, 2);
  EXPECT_EQ(trial(1).state, TrialState::TimedOut);
}

// One trial floods the store while another ends: the latter need not wait for the former.
TEST_F(StallTest, AFloodOfReportsStopsNobody) {
  constexpr int kLines = 50'000;
  script("if [ $HONE_TRIAL_NUMBER = 0 ]; then seq 0 " + std::to_string(kLines - 1) +
         " | sed 's/$/ 0.5/' > $HONE_TRIAL_DIR/all; cat $HONE_TRIAL_DIR/all > $HONE_REPORT_FILE; "
         "echo $$ > pid; sleep 0.3; else while [ ! -s pid ]; do sleep 0.01; done; fi; echo 1");
  budget().trials = 2;
  budget().parallel = 2;
  options_.lease = 400;
  start();
  int rounds = 0;
  while (result_.wait_for(20ms) != std::future_status::ready) {
    ++rounds;
    EXPECT_TRUE(store_->reclaim(id_, LostPolicy::Requeue, 10, nullptr).empty()) << "in round " << rounds;
    if (HasFailure()) break;
  }
  EXPECT_EQ(result_.get().finished, 2);
  EXPECT_EQ(trial(0).reports.size(), std::size_t{kLines});
  EXPECT_EQ(trial(0).reports.back(), (Report{kLines - 1, 0.5}));
  EXPECT_LE(trial(1).finished, trial(0).finished);
  EXPECT_EQ(observer_.miscounted, 0);
}

TEST_F(StallTest, AStoreThatIsGoneEndsTheRun) {
  script("echo $$ > pid; exec sleep 1000");
  start();
  const pid_t command = pid_of("pid");
  store_->delete_study(id_);
  EXPECT_NE(test::message_of([&] { result_.get(); }).find("there is no study"), std::string::npos);
  EXPECT_FALSE(test::is_alive(command));
}

}  // namespace
}  // namespace hone::runner
