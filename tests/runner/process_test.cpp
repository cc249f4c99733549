// SPDX-License-Identifier: MIT
#include "hone/runner/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include "hone/base/text.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

using test::eventually;
using test::is_alive;
using test::read_file;
using test::wait_for_pid;

class ProcessTest : public ::testing::Test {
 protected:
  Invocation shell(const std::string& script) const {
    return {.program = "/bin/sh",
            .arguments = {"sh", "-c", script},
            .environment = {"PATH=/usr/bin:/bin", "DIR=" + dir_.path()},
            .directory = dir_.path(),
            .output_file = dir_.file("stdout.txt"),
            .error_file = dir_.file("stderr.txt")};
  }

  static Exit wait_for(Process& process) {
    std::optional<Exit> exit;
    EXPECT_TRUE(eventually([&] { return (exit = process.poll()).has_value(); }));
    return exit.value_or(Exit{});
  }

  Exit run(const Invocation& invocation) {
    Process process(invocation);
    return wait_for(process);
  }

  std::string output() const { return read_file(dir_.file("stdout.txt")); }
  std::string errors() const { return read_file(dir_.file("stderr.txt")); }

  test::TempDir dir_;
};

TEST_F(ProcessTest, CapturesOutputAndErrorsAndTheExitCode) {
  const Exit exit = run(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(to_text(exit), "exit code 3");
  EXPECT_FALSE(exit.success());
  EXPECT_EQ(output(), "out\n");
  EXPECT_EQ(errors(), "err\n");
  EXPECT_TRUE(run(shell("true")).success());
}

TEST_F(ProcessTest, NamesTheSignalThatEndedIt) {
  EXPECT_EQ(to_text(run(shell("kill -SEGV $$"))), "killed by signal 11 (SIGSEGV)");
}

TEST_F(ProcessTest, PassesArgumentsAsTheyAre) {
  Invocation invocation = shell("");
  invocation.arguments = {"sh", "-c", "printf '%s|' \"$@\"", "x", "a b", "", "$(id)", "'\"", "*", "\xff\n"};
  EXPECT_TRUE(run(invocation).success());
  EXPECT_EQ(output(), "a b||$(id)|'\"|*|\xff\n|");
}

TEST_F(ProcessTest, RefusesAZeroByte) {
  Invocation invocation = shell("true");
  invocation.arguments.emplace_back("a\0b", 3);
  EXPECT_NE(test::message_of([&] { Process process(invocation); }).find("zero byte"), std::string::npos);
}

TEST_F(ProcessTest, GivesExactlyTheEnvironmentAskedForAndATag) {
  Invocation invocation = shell("");
  invocation.program = "/usr/bin/env";
  invocation.arguments = {"env"};
  invocation.environment = {"A=1", "B=x=y z"};
  EXPECT_TRUE(run(invocation).success());
  EXPECT_TRUE(output().starts_with("A=1\nB=x=y z\nHONE_TAG=")) << output();
  EXPECT_EQ(split(output(), '\n').size(), 4U) << output();
}

TEST_F(ProcessTest, RunsInItsFolderWithNothingToRead) {
  EXPECT_TRUE(run(shell("pwd -P; cat; readlink /proc/self/fd/0")).success());
  EXPECT_EQ(output(), std::filesystem::canonical(dir_.path()).string() + "\n/dev/null\n");
}

TEST_F(ProcessTest, SaysWhyAProgramCannotBeRun) {
  Invocation invocation = shell("");
  invocation.program = "./missing";
  Exit exit = run(invocation);
  EXPECT_EQ(exit.kind, Exit::Kind::NotStarted);
  EXPECT_NE(to_text(exit).find("cannot run './missing': No such file or directory"), std::string::npos);

  test::write_file(dir_.file("script"), "echo hello\n");
  invocation.program = "./script";
  EXPECT_NE(to_text(run(invocation)).find("make it executable"), std::string::npos);
  ::chmod(dir_.file("script").c_str(), 0755);
  EXPECT_NE(to_text(run(invocation)).find("#!/bin/sh"), std::string::npos);
  test::write_file(dir_.file("script"), "#!/no/such/interpreter\n");
  EXPECT_NE(to_text(run(invocation)).find("interpreter"), std::string::npos);
}

TEST_F(ProcessTest, SaysThatItsFolderIsMissing) {
  Invocation invocation = shell("true");
  invocation.directory = dir_.file("nowhere");
  EXPECT_NE(to_text(run(invocation)).find("nowhere': No such file or directory"), std::string::npos);
}

TEST_F(ProcessTest, InheritsNoDescriptors) {
  const int leak = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC on purpose
  ASSERT_GT(leak, 2);
  Process other(shell("sleep 100"));
  EXPECT_TRUE(run(shell("ls /proc/self/fd")).success());
  EXPECT_EQ(output(), "0\n1\n2\n3\n");  // 3 is the folder that ls reads
  ::close(leak);
}

TEST_F(ProcessTest, StartsWithDefaultSignals) {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto former = ::signal(SIGPIPE, SIG_IGN);
  // The last eight digits are the signals 1 to 32. Those from 32 on belong to the C library, which lets
  // nobody touch them.
  EXPECT_TRUE(run(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status | sed -E 's/\\t.{8}/ /; s/ [89a-f]/ 0/'"))
                  .success());
  ::signal(SIGPIPE, former);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(output(), "SigBlk: 00000000\nSigIgn: 00000000\n");
}

TEST_F(ProcessTest, LeadsAGroupOfItsOwnInASessionApart) {
  EXPECT_TRUE(
      run(shell(
              "read -r pid name state parent group session rest < /proc/$$/stat; echo $pid $group $session"))
          .success());
  std::istringstream in(output());
  pid_t pid = 0, group = 0, session = 0;
  in >> pid >> group >> session;
  EXPECT_EQ(pid, group);
  EXPECT_NE(session, ::getsid(0));
}

TEST_F(ProcessTest, TerminatesTheWholeTree) {
  Process process(shell("sleep 1000 & echo $! > child; wait"));
  const pid_t child = wait_for_pid(dir_.file("child"));
  process.terminate();
  EXPECT_EQ(to_text(wait_for(process)), "killed by signal 15 (SIGTERM)");
  EXPECT_FALSE(is_alive(child));
}

TEST_F(ProcessTest, GivesTimeToEndAfterSigterm) {
  Process process(
      shell("trap 'sleep 0.1; echo saved; exit 7' TERM; echo $$ > ready; while :; do sleep 0.01; done"));
  wait_for_pid(dir_.file("ready"));
  process.terminate();
  EXPECT_EQ(to_text(wait_for(process)), "exit code 7");
  EXPECT_EQ(output(), "saved\n");
}

TEST_F(ProcessTest, KillsWhatIgnoresSigterm) {
  Process process(shell("trap '' TERM; echo $$ > ready; while :; do sleep 0.01; done"));
  const pid_t command = wait_for_pid(dir_.file("ready"));
  process.terminate();
  ::usleep(50'000);
  EXPECT_FALSE(process.poll().has_value());
  process.kill();
  EXPECT_EQ(to_text(wait_for(process)), "killed by signal 9 (SIGKILL)");
  EXPECT_FALSE(is_alive(command));
}

TEST_F(ProcessTest, KillsDescendantsThatLeftTheGroup) {
  Process process(
      shell("setsid sh -c 'echo $$ > child; (setsid sh -c \"echo \\$\\$ > grandchild; sleep 1000\" &); sleep "
            "1000' & wait"));
  const pid_t child = wait_for_pid(dir_.file("child"));
  const pid_t grandchild = wait_for_pid(dir_.file("grandchild"));
  EXPECT_TRUE(is_alive(child));
  EXPECT_TRUE(is_alive(grandchild));
  process.kill();
  wait_for(process);
  EXPECT_FALSE(is_alive(child));
  EXPECT_FALSE(is_alive(grandchild));
}

TEST_F(ProcessTest, LeavesNothingBehindWhenTheCommandEnds) {
  const Exit exit = run(shell("setsid sleep 1000 & echo $! > child; exit 0"));
  EXPECT_TRUE(exit.success());
  EXPECT_FALSE(is_alive(wait_for_pid(dir_.file("child"))));
}

TEST_F(ProcessTest, EndsWithItsObject) {
  pid_t command = 0;
  {
    Process process(shell("trap '' TERM; echo $$ > ready; sleep 1000 & wait"));
    command = wait_for_pid(dir_.file("ready"));
    EXPECT_TRUE(is_alive(command));
  }
  EXPECT_FALSE(is_alive(command));
}

TEST_F(ProcessTest, DiesWithItsGuard) {
  Process process(shell("echo $PPID > guard; sleep 1000 & echo $! > child; wait"));
  const pid_t child = wait_for_pid(dir_.file("child"));
  ::kill(wait_for_pid(dir_.file("guard")), SIGKILL);
  EXPECT_EQ(wait_for(process).kind, Exit::Kind::Lost);
  EXPECT_TRUE(eventually([&] { return !is_alive(child); }));
}

// They left the process group of the command, which dies with its guard.
TEST_F(ProcessTest, LeavesNoDaemonBehindWhenItsGuardIsKilled) {
  Process process(
      shell("(setsid sh -c 'sleep 1000 & echo $! > inner; echo $$ > outer; wait' &); sleep 1000 & "
            "until [ -s outer ]; do sleep 0.01; done; echo $PPID > guard; wait"));
  const pid_t guard = wait_for_pid(dir_.file("guard"));
  const pid_t outer = wait_for_pid(dir_.file("outer"));
  const pid_t inner = wait_for_pid(dir_.file("inner"));
  ASSERT_TRUE(guard > 1 && outer > 1 && inner > 1);
  EXPECT_TRUE(is_alive(outer) && is_alive(inner));
  ::kill(guard, SIGKILL);
  EXPECT_EQ(wait_for(process).kind, Exit::Kind::Lost);
  EXPECT_TRUE(eventually([&] { return !is_alive(outer) && !is_alive(inner); }, 5.0));
  ::kill(outer, SIGKILL);  // should they live, they must not outlive the test
  ::kill(inner, SIGKILL);
}

// The tuner is killed the hard way, with two commands running, one of which has a daemon.
TEST_F(ProcessTest, DiesWithTheTuner) {
  const pid_t tuner = ::fork();
  if (tuner == 0) {
    Process first(shell("trap '' TERM HUP; setsid sleep 1000 & echo $! > child; echo $$ > first; wait"));
    Process second(shell("echo $$ > second; sleep 1000"));
    ::pause();
    ::_exit(0);
  }
  const pid_t first = wait_for_pid(dir_.file("first"));
  const pid_t second = wait_for_pid(dir_.file("second"));
  const pid_t child = wait_for_pid(dir_.file("child"));
  EXPECT_TRUE(is_alive(first) && is_alive(second) && is_alive(child));
  ::kill(tuner, SIGKILL);
  ::waitpid(tuner, nullptr, 0);
  EXPECT_TRUE(eventually([&] { return !is_alive(first) && !is_alive(second) && !is_alive(child); }, 2.0));
}

TEST_F(ProcessTest, WorksInATunerWithoutStandardStreams) {
  const pid_t tuner = ::fork();
  if (tuner == 0) {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    Process process(shell("echo out; echo err >&2; exit 5"));
    std::optional<Exit> exit;
    while (!(exit = process.poll())) ::usleep(1000);
    ::_exit(exit->number);
  }
  int status = 0;
  ::waitpid(tuner, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 5);
  EXPECT_EQ(output() + errors(), "out\nerr\n");
}

TEST_F(ProcessTest, ReturnsAllDescriptorsAndProcesses) {
  const auto count = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  const auto before = count();
  for (int i = 0; i < 20; ++i) run(shell("true"));
  EXPECT_EQ(count(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(ProcessTest, WakesAGuardThatItsCommandStopped) {
  EXPECT_EQ(to_text(run(shell("kill -STOP $PPID; echo out; exit 3"))), "exit code 3");
  EXPECT_EQ(output(), "out\n");
}

TEST_F(ProcessTest, GivesOrdersToAGuardThatWasStopped) {
  Process process(shell("kill -STOP $PPID; echo $$ > ready; sleep 1000"));
  wait_for_pid(dir_.file("ready"));
  process.terminate();
  EXPECT_EQ(to_text(wait_for(process)), "killed by signal 15 (SIGTERM)");
}

TEST_F(ProcessTest, EndsWhenADaemonOfTheCommandKeepsStoppingTheGuard) {
  Process process(
      shell("guard=$PPID; (setsid sh -c \"echo \\$\\$ > child; while :; do kill -STOP $guard; done\" &); "
            "while [ ! -s child ]; do sleep 0.01; done; exit 0"));
  const pid_t child = wait_for_pid(dir_.file("child"));
  wait_for(process);
  EXPECT_FALSE(is_alive(child));
}

TEST_F(ProcessTest, EndsACommandThatStopsItsGuardAgainAndAgain) {
  const std::string stopper = "trap '' TERM; echo $$ > ready; while :; do kill -STOP $PPID; done";
  Process process(shell("setsid sleep 1000 & echo $! > child; " + stopper));
  const pid_t command = wait_for_pid(dir_.file("ready"));
  const pid_t child = wait_for_pid(dir_.file("child"));
  process.kill();
  wait_for(process);
  EXPECT_FALSE(is_alive(command));
  EXPECT_FALSE(is_alive(child));
}

TEST_F(ProcessTest, IsNotHeldUpByAStoppedGuardWhenItGoes) {
  pid_t command = 0;
  const auto begun = std::chrono::steady_clock::now();
  {
    Process process(shell("echo $$ > ready; while :; do kill -STOP $PPID; done"));
    command = wait_for_pid(dir_.file("ready"));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(15));
  EXPECT_FALSE(is_alive(command));
}

// The SIGCONT that the tuner's death brings is gone when the next SIGSTOP comes before the guard had a turn,
// as happens on a busy machine.
TEST_F(ProcessTest, DiesWithTheTunerAlthoughItsGuardIsStopped) {
  const pid_t tuner = ::fork();
  if (tuner == 0) {
    const Process process(shell("echo $PPID > guard; echo $$ > command; sleep 1000"));
    while (true) ::pause();
  }
  const pid_t command = wait_for_pid(dir_.file("command"));
  const pid_t guard = wait_for_pid(dir_.file("guard"));
  std::atomic<bool> enough = false;
  std::thread stopper([&] {
    while (!enough) ::kill(guard, SIGSTOP);
  });
  ::kill(tuner, SIGKILL);
  ::waitpid(tuner, nullptr, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  enough = true;
  stopper.join();
  EXPECT_TRUE(eventually([&] { return !is_alive(command) && !is_alive(guard); }));
}

TEST_F(ProcessTest, KeepsTheBeginningAndTheEndOfMuchOutput) {
  EXPECT_TRUE(run(shell("echo first; head -c 60000000 /dev/zero; echo; echo 0.5")).success());
  const std::string kept = output();
  constexpr std::size_t kEachEnd = std::size_t{8} << 20;
  EXPECT_TRUE(kept.starts_with("first\n"));
  EXPECT_TRUE(kept.ends_with("\n0.5\n"));
  const std::string remark = "\n[hone left out " + std::to_string(6 + 60'000'000 + 5 - 2 * kEachEnd) +
                             " bytes of the output here]\n";
  EXPECT_EQ(kept.size(), 2 * kEachEnd + remark.size());
  EXPECT_EQ(kept.substr(kEachEnd, remark.size()), remark);
}

TEST_F(ProcessTest, DoesNotFollowALinkInPlaceOfItsFiles) {
  test::write_file(dir_.file("precious"), "kept");
  std::filesystem::create_symlink(dir_.file("precious"), dir_.file("stdout.txt"));
  EXPECT_TRUE(run(shell("echo out")).success());
  EXPECT_EQ(read_file(dir_.file("precious")), "kept");
  EXPECT_EQ(output(), "out\n");
  struct stat status {};
  ASSERT_EQ(::lstat(dir_.file("stdout.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

TEST_F(ProcessTest, SaysThatTheOutputCouldNotBeKept) {
  const pid_t tuner = ::fork();
  if (tuner == 0) {
    const rlimit small{.rlim_cur = 100'000, .rlim_max = 100'000};  // stands for a full disk
    ::setrlimit(RLIMIT_FSIZE, &small);
    ::signal(SIGXFSZ, SIG_IGN);
    Process process(shell("head -c 1000000 /dev/zero; exit 0"));
    std::optional<Exit> exit;
    while (!(exit = process.poll())) ::usleep(1000);
    ::_exit(exit->kind == Exit::Kind::NoOutput && !exit->success() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(tuner, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(ProcessTest, WorksWhereTheHostIgnoresItsChildren) {
  const auto former = ::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(to_text(run(shell("exit 4"))), "exit code 4");
  ::signal(SIGCHLD, former);
}

}  // namespace
}  // namespace hone::runner
