// SPDX-License-Identifier: MIT
// A service and its workers as processes: killed, restarted, told to end.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "hone/storage/sqlite_storage.hpp"
#include "losing_door.hpp"
#include "support/certificates.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone {
namespace {

class ServiceProcesses : public ::testing::Test {
 protected:
  ~ServiceProcesses() override {
    for (const pid_t pid : alive_) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }

  pid_t start(const std::string& line) {
    std::vector<std::string> words = {"sh", "-c",        "cd \"$1\" && HONE=\"$2\" && exec " + line,
                                      "sh", dir_.path(), HONE_E2E_HONE};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, "/bin/sh", nullptr, nullptr, arguments.data(), environ), 0);
    alive_.insert(pid);
    return pid;
  }

  /// The exit code; -1 when it does not end in time.
  int wait(pid_t pid, double seconds) {
    int status = 0;
    if (!test::eventually([&] { return ::waitpid(pid, &status, WNOHANG) == pid; }, seconds)) return -1;
    alive_.erase(pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  int run(const std::string& line) { return wait(start(line), 120.0); }

  std::string content(const std::string& name) {
    std::ifstream file(dir_.file(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  /// Starts a server and returns once it has said where it listens.
  pid_t serve(const std::string& port, const std::string& more = "--store hone.db") {
    std::remove(dir_.file("out").c_str());
    const pid_t pid = start("\"$HONE\" serve " + more + " --port " + port + " > out 2>> log");
    EXPECT_TRUE(test::eventually([&] { return content("out").find("://") != std::string::npos; }, 60.0));
    std::smatch match;
    const std::string said = content("out");
    if (std::regex_search(said, match, std::regex(":([0-9]+)\\s"))) port_ = match[1];
    return pid;
  }

  std::string url() const { return "http://127.0.0.1:" + port_; }

  std::vector<Trial> trials(const std::string& file = "hone.db") {
    const auto store = storage::open_sqlite(dir_.file(file));
    return store->changes(store->find_study("s").value(), 0).trials;
  }
  std::int64_t count(TrialState state, const std::string& file = "hone.db") {
    std::int64_t found = 0;
    for (const Trial& trial : trials(file)) found += trial.state == state ? 1 : 0;
    return found;
  }
  /// The exit code of a probe.
  int probe(const std::string& url) { return run("\"$HONE\" serve --probe " + url + " > probed 2>&1"); }

  void make_study(const std::string& script, int trials) {
    test::write_file(
        dir_.file("study.yaml"),
        "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\nbudget: {trials: " +
            std::to_string(trials) + "}\ncommand: [\"sh\", \"-c\", '" + script + "']\n");
    EXPECT_EQ(run("\"$HONE\" enqueue study.yaml x=0.5 --store " + url() + " > /dev/null"), 0);
  }

  test::TempDir dir_;
  std::string port_;
  std::set<pid_t> alive_;
};

TEST_F(ServiceProcesses, TwoWorkersOutliveTheirServer) {
  pid_t server = serve("0");
  make_study("sleep 0.1; echo $HONE_TRIAL >> runs; echo {x}", 40);
  const pid_t one = start("\"$HONE\" worker " + url() + " --study s -j 2 --name one -q");
  const pid_t two = start("\"$HONE\" worker " + url() + " --study s -j 2 --name two --workdir other -q");
  ASSERT_TRUE(test::eventually([&] { return count(TrialState::Complete) >= 8; }, 120.0));
  ::kill(server, SIGKILL);
  EXPECT_EQ(wait(server, 20.0), 128 + SIGKILL);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  server = serve(port_);
  EXPECT_EQ(wait(one, 200.0), 0);
  EXPECT_EQ(wait(two, 200.0), 0);
  EXPECT_EQ(count(TrialState::Complete), 40);
  EXPECT_EQ(count(TrialState::Running), 0);
  ::kill(server, SIGTERM);
  EXPECT_EQ(wait(server, 30.0), 0);
}

TEST_F(ServiceProcesses, AWorkerGetsThereWhicheverOfItsFirstRequestsIsLost) {
  const pid_t server = serve("0");
  for (int before = 1; before < 4; ++before) {
    make_study("echo {x}", 3 * before);
    const e2e::LosingDoor door(static_cast<std::uint16_t>(std::stoi(port_)), before);
    const pid_t worker =
        start("\"$HONE\" worker http://127.0.0.1:" + std::to_string(door.port()) + " --study s -q 2>> log");
    EXPECT_EQ(wait(worker, 60.0), 0) << "after " << before << " requests";
    EXPECT_GE(door.lost(), 1);
    EXPECT_EQ(count(TrialState::Complete), 3 * before);
  }
  ::kill(server, SIGTERM);
  EXPECT_EQ(wait(server, 30.0), 0);
}

TEST_F(ServiceProcesses, AWorkerThatIsToldToEndLetsItsTrialEnd) {
  const pid_t server = serve("0");
  make_study("sleep 2; echo {x}", 10);
  const pid_t worker = start("\"$HONE\" worker " + url() + " --study s -q");
  ASSERT_TRUE(test::eventually([&] { return count(TrialState::Running) == 1; }, 60.0));
  ::kill(worker, SIGTERM);
  EXPECT_EQ(wait(worker, 60.0), 0);
  EXPECT_EQ(count(TrialState::Complete), 1);
  EXPECT_EQ(count(TrialState::Running), 0);
  ::kill(server, SIGTERM);
  EXPECT_EQ(wait(server, 30.0), 0);
}

TEST_F(ServiceProcesses, AWorkerThatGivesUpSaysWhatItStartedHowItEndedAndWhatToDo) {
  const pid_t server = serve("0");
  make_study("echo no such disk >&2; exit 3", 20);
  EXPECT_EQ(run("\"$HONE\" worker " + url() + " --study s -q > said"), 1);
  const std::string said = content("said");
  for (const std::string& part : std::vector<std::string>{
           "trials in a row failed in the same way and none succeeded", "was started as\n  sh -c",
           "exit code 3", "no such disk", "all it wrote is in", "hone retry s --store " + url(),
           "give_up_after: never"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\nis missing in\n" << said;
  ::kill(server, SIGTERM);
  EXPECT_EQ(wait(server, 30.0), 0);
}

TEST_F(ServiceProcesses, CommandsTakeAServiceForAStore) {
  const pid_t server = serve("0");
  make_study("echo {x}", 6);
  EXPECT_EQ(run("\"$HONE\" tune study.yaml -q --store " + url()), 0);
  EXPECT_EQ(count(TrialState::Complete), 6);
  EXPECT_EQ(run("\"$HONE\" show s --store " + url() + " > shown"), 0);
  EXPECT_NE(content("shown").find("6"), std::string::npos);
  EXPECT_EQ(run("\"$HONE\" export s --store " + url() + " > far.csv"), 0);
  EXPECT_EQ(run("\"$HONE\" export s --store hone.db > near.csv"), 0);
  EXPECT_EQ(content("far.csv"), content("near.csv"));
  EXPECT_EQ(run("sed s/^name:.*/name:\\ t/ study.yaml > t.yaml"), 0);
  EXPECT_EQ(run("\"$HONE\" import t.yaml far.csv --store " + url() + " > /dev/null"), 0);
  EXPECT_EQ(run("\"$HONE\" export t --store hone.db > imported.csv"), 0);
  EXPECT_EQ(content("imported.csv"), content("far.csv"));
  EXPECT_EQ(run("\"$HONE\" studies --store " + url() + " > list"), 0);
  EXPECT_NE(content("list").find("s"), std::string::npos);
  ::kill(server, SIGTERM);
  EXPECT_EQ(wait(server, 30.0), 0);
}

// The first server never comes back, and the workers are done before anybody would have started it again.
TEST_F(ServiceProcesses, WorkersGoOnWithTheNextServer) {
  const pid_t first = serve("0");
  const std::string one_url = url();
  const pid_t second = serve("0");
  const std::string both = one_url + "," + url();
  make_study("sleep 0.1; echo $HONE_TRIAL_NUMBER >> runs; echo {x}", 40);
  const pid_t one = start("\"$HONE\" worker " + both + " --study s -j 2 --name one -q");
  const pid_t two =
      start("\"$HONE\" worker " + url() + "," + one_url + " --study s -j 2 --name two --workdir other -q");
  ASSERT_TRUE(test::eventually([&] { return count(TrialState::Complete) >= 8; }, 120.0));
  ::kill(first, SIGKILL);
  EXPECT_EQ(wait(first, 20.0), 128 + SIGKILL);
  EXPECT_EQ(wait(one, 120.0), 0);
  EXPECT_EQ(wait(two, 120.0), 0);
  EXPECT_EQ(count(TrialState::Complete), 40);
  EXPECT_EQ(count(TrialState::Running), 0);
  EXPECT_EQ(run("\"$HONE\" show s --store " + both + " > shown"), 0) << "commands know several, too";
  const std::string runs = content("runs");
  EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 40) << "a trial was run twice";
  ::kill(second, SIGTERM);
  EXPECT_EQ(wait(second, 30.0), 0);
}

TEST_F(ServiceProcesses, ADrainedServerEndsWhatItBegan) {
  const pid_t first = serve("0");
  const std::string first_url = url();
  const pid_t second = serve("0");
  make_study("test -e go && echo {x} || { while ! test -e go; do sleep 0.05; done; echo {x}; }", 6);
  const pid_t worker =
      start("\"$HONE\" worker " + first_url + "," + url() + " --study s -j 2 --directory . -q");
  ASSERT_TRUE(test::eventually([&] { return count(TrialState::Running) == 2; }, 60.0));
  EXPECT_EQ(probe(first_url), 0);
  ::kill(first, SIGUSR1);
  EXPECT_TRUE(test::eventually([&] { return probe(first_url) == 1; }, 30.0));
  EXPECT_NE(content("probed").find("drained"), std::string::npos) << content("probed");
  EXPECT_NE(content("log").find("\"event\":\"drained\""), std::string::npos);
  EXPECT_EQ(probe(url()), 0);
  test::write_file(dir_.file("go"), "");
  EXPECT_EQ(wait(worker, 60.0), 0);
  EXPECT_EQ(count(TrialState::Complete), 6);
  ::kill(first, SIGUSR2);
  EXPECT_TRUE(test::eventually([&] { return probe(first_url) == 0; }, 30.0));
  EXPECT_EQ(probe("http://127.0.0.1:1"), 1) << "nobody is there";
  for (const pid_t server : {first, second}) {
    ::kill(server, SIGTERM);
    EXPECT_EQ(wait(server, 30.0), 0);
  }
}

// As docs/guide/service.md tells it, step by step.
TEST_F(ServiceProcesses, ABackupMadeUnderLoadIsRestored) {
  const pid_t server = serve("0", "--store hone.db --backup backups --backup-every 1s --backup-keep 500");
  make_study("echo $HONE_TRIAL_NUMBER {x} >> ledger; sleep 0.05; echo {x}", 150);
  const std::string worker_line = "\"$HONE\" worker " + url() + " --study s -j 2 --name w -q 2>> log";
  const pid_t worker = start(worker_line);
  const auto newest = [&] {
    std::string name;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(dir_.file("backups"), ignored))
      if (entry.path().extension() == ".db") name = std::max(name, entry.path().filename().string());
    return name;
  };
  ASSERT_TRUE(test::eventually([&] { return count(TrialState::Complete) >= 10; }, 120.0));
  const std::string before = newest();
  ASSERT_TRUE(test::eventually([&] { return newest() > before; }, 60.0)) << content("log");
  const std::string copy = newest();
  ASSERT_TRUE(test::eventually([&] { return count(TrialState::Complete) >= 60; }, 120.0));
  ::kill(server, SIGKILL);
  ::kill(worker, SIGKILL);
  EXPECT_EQ(wait(server, 20.0), 128 + SIGKILL);
  EXPECT_EQ(wait(worker, 20.0), 128 + SIGKILL);
  // The store is lost; what it had is looked at for the test alone.
  const std::vector<Trial> lost = trials();
  std::filesystem::rename(dir_.file("hone.db"), dir_.file("lost.db"));
  for (const char* side : {"hone.db-wal", "hone.db-shm"}) std::filesystem::remove(dir_.file(side));
  EXPECT_EQ(run("\"$HONE\" db check --store backups/" + copy + " > checked"), 0) << content("checked");
  EXPECT_EQ(run("cp backups/" + copy + " hone.db"), 0);
  std::int64_t kept = 0;
  for (const Trial& trial : trials()) {
    if (trial.state != TrialState::Complete) continue;
    ++kept;
    EXPECT_EQ(trial.values, lost.at(static_cast<std::size_t>(trial.number)).values) << trial.number;
  }
  EXPECT_GE(kept, 10) << "those that were complete before the copy began";
  const pid_t restored = serve(port_);
  EXPECT_EQ(wait(start(worker_line), 200.0), 0);
  EXPECT_EQ(count(TrialState::Complete), 150);
  EXPECT_EQ(count(TrialState::Running), 0);
  ::kill(restored, SIGTERM);
  EXPECT_EQ(wait(restored, 30.0), 0);
}

TEST_F(ServiceProcesses, AHangUpReadsTheCertificateAnew) {
  const test::Authority authority("ca");
  authority.write(dir_.file("ca.pem"));
  authority.issue("server", dir_.file("cert.pem"), dir_.file("key.pem"));
  const pid_t server = serve("0", "--store hone.db -q --tls-cert cert.pem --tls-key key.pem");
  ::kill(server, SIGHUP);
  EXPECT_TRUE(test::eventually(
      [&] { return content("log").find("\"event\":\"certificate_renewed\"") != std::string::npos; }, 30.0));
  EXPECT_EQ(run("env HONE_CA_FILE=ca.pem \"$HONE\" serve --probe https://127.0.0.1:" + port_), 0);
  EXPECT_EQ(probe("https://127.0.0.1:" + port_), 1) << "its authority is not that of the system";
  ::kill(server, SIGTERM);
  EXPECT_EQ(wait(server, 30.0), 0);
}

TEST_F(ServiceProcesses, TheDashboardOpensOnAStudy) {
  // Says where it is and ends when told; returns what stands behind its port.
  const auto place = [&](const std::string& words) {
    std::remove(dir_.file("said").c_str());
    const pid_t pid = start("\"$HONE\" " + words + " --port 0 > said 2>> log");
    EXPECT_TRUE(test::eventually([&] { return content("said").find('\n') != std::string::npos; }, 60.0));
    ::kill(pid, SIGTERM);
    EXPECT_EQ(wait(pid, 30.0), 0);
    std::smatch match;
    const std::string said = content("said");
    return std::regex_search(said, match, std::regex("^http://127.0.0.1:[0-9]+(.*)\n$")) ? match[1].str()
                                                                                         : said;
  };
  const auto create = [&](const std::string& name) {
    EXPECT_EQ(run("\"$HONE\" enqueue " + name + ".yaml --store two.db x=1 >> log 2>&1"), 0) << content("log");
  };
  for (const std::string name : {"one", "two"}) {
    std::ofstream(dir_.file(name + ".yaml"))
        << "name: \"" << name << " <b>\"\nparameters:\n  x: {type: int, low: 1, "
        << "high: 9}\nsampler: random\n";
  }
  create("one");
  EXPECT_EQ(place("dashboard --store two.db"), "/#/studies/one%20%3Cb%3E") << "the only one there is";
  create("two");
  EXPECT_EQ(place("dashboard --store two.db"), "/");
  EXPECT_EQ(place("dashboard two.yaml --store two.db"), "/#/studies/two%20%3Cb%3E");
  EXPECT_EQ(place("report two.yaml --store two.db --live"), "/#/studies/two%20%3Cb%3E");
  EXPECT_EQ(run("\"$HONE\" dashboard nosuch --store two.db 2>> log"), 4);
}

}  // namespace
}  // namespace hone
