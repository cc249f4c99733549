// SPDX-License-Identifier: MIT
// Runs on a machine that has no process, thread or room left to give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "hone/runner/loop.hpp"
#include "support/hooked_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class WarningKeeper final : public LoopObserver {
 public:
  void started(const Trial& trial) override {
    if (on_start) on_start(trial);
  }
  void requeued(const Trial&, const std::string& reason) override { reasons.push_back(reason); }
  void warning(const std::string& message) override { warnings.push_back(message); }

  std::vector<std::string> warnings;
  std::vector<std::string> reasons;
  std::function<void(const Trial&)> on_start;
};

class Pressure : public ::testing::Test {
 protected:
  Pressure() {
    study_.plan.directory = dir_.path();
    options_.workdir = dir_.file("work");
    budget().give_up_after = 0;
  }

  void script(const std::string& text) { study_.plan.command = {"/bin/sh", "-c", text}; }
  Budget& budget() { return study_.plan.budget; }

  LoopResult run() {
    if (!id_) id_ = store_->create_study(study_);
    Loop loop(hooked_, *id_, std::make_unique<test::TinySampler>(study_.space), nullptr, options_);
    return loop.run(nullptr, &observer_);
  }
  std::string problem() {
    return test::message_of([&] { run(); });
  }

  std::int64_t count(TrialState state) {
    const std::vector<Trial> all = store_->changes(*id_, 0).trials;
    return std::count_if(all.begin(), all.end(), [&](const Trial& trial) { return trial.state == state; });
  }

  /// Runs work as a user who may have so many processes and threads, of which the first is the work's own,
  /// and expects that none of its expectations fails.
  void with_processes(rlim_t limit, const std::function<void()>& work) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become a user who has no other processes";
    std::filesystem::permissions(dir_.path(), std::filesystem::perms::all);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto nobody_else = static_cast<uid_t>(1'000'000 + ::getpid());
      const rlimit processes{.rlim_cur = limit, .rlim_max = limit};
      const bool bound = ::setgid(nobody_else) == 0 && ::setuid(nobody_else) == 0 &&
                         ::setrlimit(RLIMIT_NPROC, &processes) == 0;
      if (bound) work();
      std::fflush(nullptr);
      ::_exit(bound && !HasFailure() ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }

  test::TempDir dir_;
  Study study_{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 3};
  std::unique_ptr<storage::Storage> store_ = storage::open_memory();
  test::HookedStorage hooked_{*store_};
  std::optional<storage::StudyId> id_;
  LoopOptions options_;
  WarningKeeper observer_;
};

// --- processes and threads

TEST_F(Pressure, GoesOnWithAsManyTrialsAsTheMachineBears) {
  script("echo 1; exec sleep 0.2");
  budget().trials = 9;
  budget().parallel = 9;
  with_processes(12, [&] {
    const LoopResult result = run();
    EXPECT_EQ(result.finished, 9);
    EXPECT_EQ(result.failed, 0) << store_->trial(*id_, 0)->error;
    EXPECT_EQ(count(TrialState::Complete), 9);
    ASSERT_FALSE(observer_.warnings.empty());
    EXPECT_THAT(observer_.warnings.front(),
                AllOf(HasSubstr("can be started"),
                      HasSubstr("the limit of this user is 12 processes and threads (ulimit -u)"),
                      HasSubstr("at a time instead of 9")));
    EXPECT_LT(observer_.warnings.size(), 8U) << "one for each other number of trials, not one for each try";
  });
}

// 3: the loop and its two threads; 4: one that thinks, or watches over a command, and none for the command.
TEST_F(Pressure, SaysThatNothingCanRunAndGivesTheTrialsBack) {
  script("echo 1");
  budget().trials = 24;
  budget().parallel = 24;
  for (const rlim_t limit : {3, 4}) {
    options_.workdir = dir_.file("work" + std::to_string(limit));  // each has a user of its own
    with_processes(limit, [&] {
      EXPECT_THAT(problem(), AllOf(HasSubstr("no more "), HasSubstr("can be started"), HasSubstr("ulimit -u"),
                                   HasSubstr("--parallel")));
      EXPECT_EQ(count(TrialState::Running), 0);
      EXPECT_EQ(count(TrialState::Failed), 0);
    });
  }
}

TEST_F(Pressure, AFailureGivesBackTrialsThatWereNotStartedYet) {
  script("sleep 1000");
  budget().trials = 24;
  budget().parallel = 24;
  observer_.on_start = [](const Trial&) { throw std::runtime_error("an observer that fails"); };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(count(TrialState::Running), 0);
  EXPECT_EQ(count(TrialState::Waiting), 24);
}

// The first result is refused once, as the store is busy, and then something else fails.
TEST_F(Pressure, AFailureStoresWhatHasEnded) {
  script("echo 1");
  budget().trials = 2;
  bool refused = false;
  bool failed = false;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "finish" && !std::exchange(refused, true))
      throw Error(ErrorCode::StorageBusy, "locked", "wait");
    if (refused && !failed && call == "reclaim") {
      failed = true;
      throw std::runtime_error("another failure");
    }
  });
  options_.heartbeat = 1;
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(store_->trial(*id_, 0)->state, TrialState::Complete);
}

// --- a full disk

TEST_F(Pressure, WaitsForRoomInTheStoreWhileTrialsGoOn) {
  script("echo 1");
  budget().trials = 6;
  budget().parallel = 3;
  options_.heartbeat = 20;
  std::atomic<int> refusals = 0;  // also those of the heartbeat's thread
  hooked_.set_hook([&](std::string_view call) {
    if ((call == "finish" || call == "heartbeat") && ++refusals < 12)
      throw Error(ErrorCode::StorageFull, "the disk is full", "free some space");
  });
  EXPECT_EQ(run().finished, 6);
  EXPECT_EQ(count(TrialState::Complete), 6);
  EXPECT_THAT(observer_.reasons, IsEmpty()) << "no trial was given back";
  EXPECT_THAT(observer_.warnings,
              ElementsAre(AllOf(HasSubstr("the disk is full"), HasSubstr("tried again"))));
}

TEST_F(Pressure, DoesNotWaitForALimitOnFileSizes) {
  script("echo 1");
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit sizes{.rlim_cur = 1'000'000, .rlim_max = 1'000'000};
    ::setrlimit(RLIMIT_FSIZE, &sizes);
    hooked_.set_hook([&](std::string_view call) {
      if (call == "finish") throw Error(ErrorCode::StorageFull, "no file may grow", "raise the limit");
    });
    EXPECT_THAT(problem(), HasSubstr("no file may grow"));
    EXPECT_THAT(observer_.warnings, IsEmpty());
    std::fflush(nullptr);
    ::_exit(HasFailure() ? 1 : 0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

/// A disk that is full until room() is called.
class FullDisk {
 public:
  explicit FullDisk(std::string path) : path_(std::move(path)) {
    std::filesystem::create_directory(path_);
    mounted_ = ::mount("tmpfs", path_.c_str(), "tmpfs", 0, "size=1m") == 0;
  }
  ~FullDisk() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

  bool mounted() const { return mounted_; }
  void fill() const { std::ofstream(path_ + "/filler") << std::string(2'000'000, 'x'); }
  void room() const { std::filesystem::remove(path_ + "/filler"); }

 private:
  std::string path_;
  bool mounted_ = false;
};

TEST_F(Pressure, WaitsForRoomForTheFilesOfTrials) {
  const FullDisk disk(options_.workdir);
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a small disk";
  script("echo 1");
  budget().trials = 3;
  int attempts = 0;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "start" && attempts == 0) disk.fill();
    if (call == "claim_waiting" && ++attempts == 5) disk.room();
  });
  EXPECT_EQ(run().finished, 3);
  EXPECT_EQ(count(TrialState::Complete), 3);
  EXPECT_THAT(observer_.warnings, SizeIs(1));
}

TEST_F(Pressure, GivesUpOnADiskThatStaysFullAndFailsNoTrial) {
  const FullDisk disk(options_.workdir);
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a small disk";
  script("echo 1");
  budget().trials = 3;
  options_.full_limit = 1.0;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "start") disk.fill();
  });
  EXPECT_THAT(problem(), AllOf(HasSubstr("the disk is full"), HasSubstr("--workdir")));
  EXPECT_EQ(count(TrialState::Running), 0);
  EXPECT_EQ(count(TrialState::Failed), 0);
}

}  // namespace
}  // namespace hone::runner
