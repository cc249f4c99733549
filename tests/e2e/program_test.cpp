// SPDX-License-Identifier: MIT
// The program itself under what people and shells do to it: a pipe that nobody reads, nohup, SIGTERM while
// the store is locked.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;

class ProgramTest : public ::testing::Test {
 protected:
  ProgramTest() { EXPECT_EQ(::pipe2(errors_.data(), O_CLOEXEC), 0); }
  ~ProgramTest() override {
    for (const int fd : errors_) ::close(fd);
  }

  void write_study(const std::string& budget, const std::string& script) {
    test::write_file(dir_.file("study.yaml"),
                     "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n"
                     "budget: {" +
                         budget + "}\ncommand: [\"sh\", \"-c\", '" + script + "']\n");
  }

  /// Runs a command line in the folder, with HONE as the program; standard error goes to a pipe.
  pid_t start(const std::string& line) {
    std::vector<std::string> words = {"sh", "-c",        "cd \"$1\" && HONE=\"$2\" && " + line,
                                      "sh", dir_.path(), HONE_E2E_HONE};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, errors_[1], 2);
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, "/bin/sh", &actions, nullptr, arguments.data(), environ), 0);
    ::posix_spawn_file_actions_destroy(&actions);
    return pid;
  }

  /// The exit code; -1 when it is not over after so many seconds, and is killed then.
  static int exit_code(pid_t pid, double seconds) {
    int status = 0;
    if (!test::eventually([&] { return ::waitpid(pid, &status, WNOHANG) == pid; }, seconds)) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string read_errors() {
    ::fcntl(errors_[0], F_SETFL, O_NONBLOCK);
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(errors_[0], buffer.data(), buffer.size())) > 0;)
      text.append(buffer.data(), static_cast<std::size_t>(size));
    return text;
  }

  Trial trial(std::int64_t number) {
    const auto store = storage::open_sqlite(dir_.file("hone.db"));
    return store->trial(store->find_study("s").value(), number).value();
  }

  test::TempDir dir_;
  std::array<int, 2> errors_{-1, -1};
};

TEST_F(ProgramTest, EndsAlthoughNobodyReadsItsErrors) {
  write_study("trials: 1200, parallel: 8", "echo {x}");
  EXPECT_EQ(exit_code(start("exec \"$HONE\" tune study.yaml > out"), 250.0), 0);
  EXPECT_EQ(trial(1199).state, TrialState::Complete);
  EXPECT_NE(test::read_file(dir_.file("out")).find("all 1200 trials are done"), std::string::npos);
}

TEST_F(ProgramTest, BecomesTheProgramBesideItThatACommandNames) {
  const std::string call = "PATH=/usr/bin:/bin && exec ./hone bench list --all > out";
  EXPECT_EQ(exit_code(start("cp \"$HONE\" hone && " + call), 30.0), 4);
  EXPECT_NE(read_errors().find("hone-bench, and there is none beside hone nor on the PATH"),
            std::string::npos);
  test::write_file(dir_.file("hone-bench"), "#!/bin/sh\necho \"$#: $*\"\nexit 7\n");
  EXPECT_EQ(exit_code(start("chmod +x hone-bench && " + call), 30.0), 7);
  EXPECT_EQ(test::read_file(dir_.file("out")), "2: list --all\n");
}

TEST_F(ProgramTest, SurvivesAHangUpUnderNohup) {
  write_study("trials: 1", "echo $$ > pid; while [ ! -e go ]; do sleep 0.02; done; echo 1");
  const pid_t tuner = start("exec nohup \"$HONE\" tune study.yaml > out");
  test::wait_for_pid(dir_.file("pid"));
  ::kill(tuner, SIGHUP);
  std::this_thread::sleep_for(300ms);
  test::write_file(dir_.file("go"), "");
  EXPECT_EQ(exit_code(tuner, 30.0), 0);
  EXPECT_EQ(trial(0).state, TrialState::Complete);
}

TEST_F(ProgramTest, SaysByItsExitCodeWhatEndedIt) {
  write_study("trials: 1, grace: 5s", "echo $$ > pid; exec sleep 1000");
  for (const auto& [signal, code] : {std::pair{SIGTERM, 143}, {SIGHUP, 143}}) {
    ::unlink(dir_.file("pid").c_str());
    const pid_t tuner = start("exec \"$HONE\" tune study.yaml > out");
    test::wait_for_pid(dir_.file("pid"));
    ::kill(tuner, signal);
    EXPECT_EQ(exit_code(tuner, 30.0), code);
    EXPECT_EQ(trial(0).state, TrialState::Waiting);
  }
}

TEST_F(ProgramTest, ATerminationCountsWhateverCameBefore) {
  write_study("trials: 1, grace: 5s", "echo $$ > pid; exec sleep 1000");
  for (const int first : {SIGINT, SIGTERM}) {
    ::unlink(dir_.file("pid").c_str());
    const pid_t tuner = start("exec \"$HONE\" tune study.yaml > out");
    test::wait_for_pid(dir_.file("pid"));
    ::kill(tuner, first);
    ::kill(tuner, first == SIGINT ? SIGTERM : SIGINT);
    EXPECT_EQ(exit_code(tuner, 30.0), 143) << first;
    EXPECT_EQ(trial(0).state, TrialState::Waiting);
    EXPECT_EQ(trial(0).attempt, 1);
    EXPECT_NE(test::read_file(dir_.file("out")).find("1 waiting"), std::string::npos)
        << test::read_file(dir_.file("out"));
  }
}

// As `ulimit -f` sets it: an error that says so, not a death without a word.
TEST_F(ProgramTest, ALimitOnFileSizesIsLikeAFullDisk) {
  write_study("trials: 500, parallel: 4", "echo {x}");
  EXPECT_EQ(exit_code(start("ulimit -f 100 && exec \"$HONE\" tune study.yaml -q > out"), 120.0), 5);
  EXPECT_NE(read_errors().find("there is a limit on file sizes"), std::string::npos);
}

// Ten seconds and the grace are what it takes at most.
TEST_F(ProgramTest, EndsInTimeAlthoughTheStoreIsLocked) {
  write_study("trials: 1, grace: 1s", "trap \"\" TERM; echo $$ > pid; while :; do sleep 0.05; done");
  const pid_t tuner = start("exec \"$HONE\" tune study.yaml > out");
  const pid_t command = test::wait_for_pid(dir_.file("pid"));
  storage::SqliteDatabase other(dir_.file("hone.db"), {});
  const storage::Transaction lock(other, storage::Access::Write);
  const auto begun = std::chrono::steady_clock::now();
  ::kill(tuner, SIGTERM);
  EXPECT_TRUE(test::eventually([&] { return !test::is_alive(command); }, 8.0)) << "the command goes first";
  EXPECT_EQ(exit_code(tuner, 30.0), 143);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 16s);
  EXPECT_NE(read_errors().find("told to end, but the store or the output does not answer"),
            std::string::npos);
}

// Of the three shells those that are there: the script of each asks the program.
class ShellCompletion : public ProgramTest {
 protected:
  /// What a line of the shell prints, where `hone` is the program; its script is in the file c.
  std::string shell_prints(const std::string& shell, const std::string& line) {
    const std::string set_up =
        "PATH=\"$(dirname \"$HONE\"):$PATH\" && export PATH && hone completion " + shell;
    const pid_t pid = start(set_up + " > c && " + shell + " " + line + " > out.txt 2>&1");
    EXPECT_EQ(exit_code(pid, 20.0), 0);
    return test::read_file(dir_.file("out.txt"));
  }
  static bool has(const std::string& shell) {
    return std::system(("command -v " + shell + " > /dev/null").c_str()) == 0;
  }
};

TEST_F(ShellCompletion, OfBash) {
  EXPECT_EQ(shell_prints("bash",
                         "-c '. ./c; COMP_WORDS=(hone db m) COMP_CWORD=2; _hone; echo \"${COMPREPLY[*]}\"'"),
            "migrate\n");
}

TEST_F(ShellCompletion, OfZsh) {
  if (!has("zsh")) GTEST_SKIP() << "zsh is not installed";
  const std::string stand_ins =
      "compdef() { :; }; compset() { :; }; _files() { print files }; _describe() { print -rl -- \"${(@P)2}\" "
      "}; ";
  EXPECT_EQ(shell_prints("zsh", "-f -c '" + stand_ins + ". ./c; words=(hone db m) CURRENT=3; _hone; :'"),
            "migrate:Bring a store of an older hone to the present schema\n");
  EXPECT_EQ(
      shell_prints("zsh", "-f -c '" + stand_ins + ". ./c; words=(hone check \"\") CURRENT=3; _hone; :'"),
      "files\n");
}

TEST_F(ShellCompletion, OfFish) {
  if (!has("fish")) GTEST_SKIP() << "fish is not installed";
  EXPECT_EQ(shell_prints("fish", "--no-config -c 'source c; complete -C \"hone db m\"'"),
            "migrate\tBring a store of an older hone to the present schema\n");
}

}  // namespace
}  // namespace hone
