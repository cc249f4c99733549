// SPDX-License-Identifier: MIT
// A tune with 4 trials at a time is killed with SIGKILL at random moments and resumed each time.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone {
namespace {

constexpr int kKills = HONE_E2E_KILLS;
constexpr std::int64_t kEndless = 1'000'000'000;

class KillFixture : public ::testing::Test {
 protected:
  // Every process of the test, whoever started it, carries the tag in its environment.
  pid_t start_tuner(std::int64_t trials, const std::string& generation) {
    const std::string tag = "HONE_E2E=" + tag_ + generation;
    std::vector<std::string> words = {
        HONE_E2E_TUNER, store_, dir_.file("work"), acks_, std::to_string(trials), HONE_E2E_TRIAL, runs_};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<char*> environment = {const_cast<char*>(tag.c_str()), nullptr};
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, HONE_E2E_TUNER, nullptr, nullptr, arguments.data(), environment.data()), 0);
    return pid;
  }

  static void kill_tuner(pid_t pid) {
    ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the tuner ended by itself with exit code " << WEXITSTATUS(status);
  }

  bool is_tagged(const std::filesystem::path& process, const std::string& tag) const {
    const std::string environment = test::read_file(process / "environ");
    const std::size_t found = environment.find("HONE_E2E=" + tag + '\0');
    return found != std::string::npos;
  }

  // Processes of a generation that still run.
  int survivors(const std::string& generation) const {
    int count = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
      const auto pid = parse_integer(entry.path().filename().string());
      if (pid && is_tagged(entry.path(), tag_ + generation) && test::is_alive(static_cast<pid_t>(*pid)))
        ++count;
    }
    return count;
  }

  void expect_no_orphans(const std::string& generation) const {
    EXPECT_TRUE(test::eventually([&] { return survivors(generation) == 0; }, 20.0))
        << survivors(generation) << " processes outlive their tuner";
  }

  void finish_study(std::int64_t more);
  void check_everything();
  std::vector<Trial> stored_trials() const {
    const auto store = storage::open_sqlite(store_);
    EXPECT_TRUE(store->check().problems.empty());
    return store->changes(store->find_study("kill").value(), 0).trials;
  }

  test::TempDir dir_;
  const std::string store_ = dir_.file("hone.db");
  const std::string acks_ = dir_.file("acks");
  const std::string runs_ = dir_.file("runs");
  const std::string tag_ = dir_.path() + "/";
  Rng rng_{20240607};
};

// What was left is done, and nothing but that.
void KillFixture::finish_study(std::int64_t more) {
  const auto trials = static_cast<std::int64_t>(stored_trials().size()) + more;
  const pid_t tuner = start_tuner(trials, "last");
  int status = 0;
  ::waitpid(tuner, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(stored_trials().size(), static_cast<std::size_t>(trials));
  expect_no_orphans("last");
}

void KillFixture::check_everything() {
  const std::vector<Trial> trials = stored_trials();
  std::set<std::pair<std::int64_t, int>> runs;
  std::istringstream run_lines(test::read_file(runs_));
  for (std::pair<std::int64_t, int> run; run_lines >> run.first >> run.second;) {
    EXPECT_TRUE(runs.insert(run).second)
        << "attempt " << run.second << " of trial " << run.first << " ran twice";
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Trial& trial = trials[i];
    EXPECT_EQ(trial.number, static_cast<std::int64_t>(i));
    EXPECT_EQ(trial.state, TrialState::Complete) << trial.number << ": " << trial.error;
    ASSERT_EQ(trial.values.size(), 1U);
    EXPECT_EQ(trial.values[0], trial.configuration.real("x"));
    EXPECT_EQ(trial.attributes.at("run"), Value(std::int64_t{trial.attempt}));
    EXPECT_TRUE(runs.contains({trial.number, trial.attempt})) << trial.number;
  }
  std::set<std::int64_t> acknowledged;
  std::istringstream ack_lines(test::read_file(acks_));
  std::int64_t number = 0;
  int attempt = 0;
  std::string value;
  while (ack_lines >> number >> attempt >> value) {
    EXPECT_TRUE(acknowledged.insert(number).second) << "trial " << number << " was acknowledged twice";
    ASSERT_LT(static_cast<std::size_t>(number), trials.size());
    const Trial& trial = trials[static_cast<std::size_t>(number)];
    EXPECT_EQ(trial.attempt, attempt);
    EXPECT_EQ(number_text(trial.values[0]), value);
  }
  RecordProperty("trials", static_cast<int>(trials.size()));
  RecordProperty("acknowledged", static_cast<int>(acknowledged.size()));
  RecordProperty("runs", static_cast<int>(runs.size()));
  std::printf("%zu trials, %zu acknowledged, %zu commands ran to their end\n", trials.size(),
              acknowledged.size(), runs.size());
}

// The same file makes a short program and a thorough one; ctest tells them apart by the name of their suite.
class HONE_E2E_SUITE : public KillFixture {};

TEST_F(HONE_E2E_SUITE, OneTunerLosesNothingAndLeavesNothing) {
  for (int i = 0; i < kKills; ++i) {
    const std::string generation = std::to_string(i);
    const pid_t tuner = start_tuner(kEndless, generation);
    ::usleep(static_cast<useconds_t>(rng_.below(180'000)));
    kill_tuner(tuner);
    if (i > 0) expect_no_orphans(std::to_string(i - 1));
    ASSERT_FALSE(HasFailure()) << "at kill " << i;
  }
  expect_no_orphans(std::to_string(kKills - 1));
  finish_study(8);
  check_everything();
}

TEST_F(HONE_E2E_SUITE, TwoTunersLoseNothingAndLeaveNothing) {
  std::array<pid_t, 2> tuners = {start_tuner(kEndless, "a"), start_tuner(kEndless, "b")};
  std::array<std::string, 2> generations = {"a", "b"};
  for (int i = 0; i < kKills; ++i) {
    ::usleep(static_cast<useconds_t>(rng_.below(180'000)));
    const std::size_t victim = rng_.below(2);
    const std::string killed = generations[victim];
    kill_tuner(tuners[victim]);
    generations[victim] = std::to_string(i);
    tuners[victim] = start_tuner(kEndless, generations[victim]);
    expect_no_orphans(killed);
    ASSERT_FALSE(HasFailure()) << "at kill " << i;
  }
  for (const pid_t tuner : tuners) kill_tuner(tuner);
  for (const std::string& generation : generations) expect_no_orphans(generation);
  finish_study(8);
  check_everything();
}

}  // namespace
}  // namespace hone
