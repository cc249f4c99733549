// SPDX-License-Identifier: MIT
#include "hone/runner/trial_tag.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hone/base/text.hpp"
#include "hone/runner/process.hpp"
#include "hone/runner/worker_id.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

using test::eventually;
using test::is_alive;
using test::wait_for_pid;

/// A process that sleeps, with one variable in its environment.
class Sleeper {
 public:
  explicit Sleeper(const std::string& variable) {
    std::string entry = variable;
    std::string program = "sleep";
    std::string time = "1000";
    char* const arguments[] = {program.data(), time.data(), nullptr};
    char* const environment[] = {entry.data(), nullptr};
    pid_ = ::fork();
    if (pid_ == 0) {
      ::execve("/bin/sleep", arguments, environment);
      ::_exit(127);
    }
    EXPECT_TRUE(eventually(
        [&] { return test::read_file(text("/proc/", pid_, "/cmdline")).starts_with(program + '\0'); }));
  }
  ~Sleeper() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  bool lives() const { return is_alive(pid_); }

 private:
  pid_t pid_ = 0;
};

std::string variable(const std::string& tags) { return text(kTagVariable, '=', tags); }

// A process of this machine that is over: its name tells of nobody else, as the start time is part of it.
std::string dead_tuner() {
  const auto fields = split(worker_id(), ':');
  return text(fields[0], ":", ::getpid(), ":1:", fields[3]);
}

TEST(TrialTag, IsNeverGivenTwice) {
  const std::string first = new_tag();
  EXPECT_NE(first, new_tag());
  EXPECT_TRUE(first.starts_with(worker_id() + ":"));
}

TEST(TrialTag, IsAddedToThoseOfATunerAbove) {
  using Variables = std::vector<std::string>;
  EXPECT_EQ(tagged({"A=1"}, "x"), (Variables{"A=1", variable("x")}));
  EXPECT_EQ(tagged({variable("x"), "A=1"}, "y"), (Variables{variable("x,y"), "A=1"}));
  EXPECT_EQ(tagged({variable("")}, "y"), (Variables{variable("y")}));
}

TEST(TrialTag, TellsWhomToKill) {
  const std::string tag = new_tag();
  const Sleeper carrier(variable(tag));
  const Sleeper nested(variable(tag + "," + new_tag()));
  const Sleeper longer(variable(tag + "0"));
  const Sleeper other("OTHER=" + tag);
  EXPECT_EQ(kill_tagged(tag), 2);
  EXPECT_TRUE(eventually([&] { return !carrier.lives() && !nested.lives(); }));
  EXPECT_TRUE(longer.lives());
  EXPECT_TRUE(other.lives());
  EXPECT_EQ(kill_tagged(tag), 0);
}

TEST(TrialTag, OfADeadTunerIsKilledAndNoOther) {
  const Sleeper left(variable(dead_tuner() + ":7"));
  const Sleeper living(variable(new_tag()));
  const Sleeper elsewhere(variable("elsewhere:1:1:00000000:7"));
  const Sleeper strange(variable("7"));
  kill_left_behind();
  EXPECT_TRUE(eventually([&] { return !left.lives(); }));
  EXPECT_TRUE(living.lives());
  EXPECT_TRUE(elsewhere.lives());
  EXPECT_TRUE(strange.lives());
}

TEST(TrialTag, OfADeadTunerIsSparedByWhoCarriesItToo) {
  const std::string tag = dead_tuner() + ":7";
  EXPECT_TRUE(is_left_behind(tag, ""));
  EXPECT_TRUE(is_left_behind(tag, new_tag()));
  EXPECT_FALSE(is_left_behind(tag, new_tag() + "," + dead_tuner() + ":3"));
  EXPECT_FALSE(is_left_behind(new_tag(), ""));
}

// The tuner and the guard of its command are killed together; the daemon is nobody's descendant then.
TEST(TrialTag, FindsWhatATunerLeftThatDiedWithItsGuards) {
  const test::TempDir dir;
  const pid_t tuner = ::fork();
  if (tuner == 0) {
    const Process process(
        {.program = "/bin/sh",
         .arguments = {"sh", "-c", "setsid sleep 1000 & echo $! > daemon; echo $PPID > guard; wait"},
         .environment = {"PATH=/usr/bin:/bin"},
         .directory = dir.path(),
         .output_file = dir.file("stdout.txt"),
         .error_file = dir.file("stderr.txt")});
    ::pause();
    ::_exit(0);
  }
  const pid_t guard = wait_for_pid(dir.file("guard"));
  const pid_t daemon = wait_for_pid(dir.file("daemon"));
  ASSERT_GT(guard, 1);
  ASSERT_GT(daemon, 1);
  ::kill(guard, SIGSTOP);  // it would do its work before its turn to die comes
  ::kill(tuner, SIGKILL);
  ::kill(guard, SIGKILL);
  ::waitpid(tuner, nullptr, 0);
  ASSERT_TRUE(eventually([&] { return !is_alive(guard); }));
  kill_left_behind();  // so does any other test that starts a loop meanwhile
  EXPECT_TRUE(eventually([&] { return !is_alive(daemon); }));
}

}  // namespace
}  // namespace hone::runner
