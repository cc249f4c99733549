// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "any_store.hpp"
#include "cut_network.hpp"
#include "hone/base/text.hpp"
#include "spawn.hpp"
#include "support/postgres_server.hpp"
#include "support/temp_dir.hpp"
#include "tagged_processes.hpp"

namespace hone::e2e {

/// A database, two services on it, and workers of them that run one study; what must hold of it whoever was
/// killed. Each trial that gets to its end writes a line to the ledger before anybody else hears of it: its
/// number, a name that no other run has, and its value.
class ChaosCluster {
 public:
  static constexpr int kServers = 2;

  /// `network`: where the services (hub) and the workers (arms) live, otherwise all are on loopback.
  /// `nameless`: every other worker has no name, so that its trials come back by their leases only.
  ChaosCluster(CutNetwork* network, std::int64_t trials, int workers, bool nameless)
      : network_(network), trials_(trials), nameless_(nameless), workers_(static_cast<std::size_t>(workers)) {
    make_token();
    for (int i = 0; i < kServers; ++i) start_server(i);
    make_study();
    for (int i = 0; i < workers; ++i) start_worker(i);
  }
  ~ChaosCluster() {
    for (Process& process : servers_) finish(process, SIGKILL);
    for (Process& process : workers_) finish(process, SIGKILL);
  }
  ChaosCluster(const ChaosCluster&) = delete;
  ChaosCluster& operator=(const ChaosCluster&) = delete;

  // --- blows

  void kill_server(int i) { kill(servers_[static_cast<std::size_t>(i)], "server"); }
  void kill_worker(int i) {
    Process& worker = workers_[static_cast<std::size_t>(i)];
    kill(worker, "worker");
    expect_no_tagged_processes(worker.tag);
  }
  /// Hands out nothing new until it is told to go on; whoever knows another one goes there.
  void drain_server(int i, bool drained) {
    const Process& server = servers_[static_cast<std::size_t>(i)];
    if (server.pid != 0) ::kill(server.pid, drained ? SIGUSR1 : SIGUSR2);
  }
  void kill_database() { database_.kill(); }
  void start_database() { database_.start(); }

  /// Waits until it listens.
  void start_server(int i) {
    Process& server = servers_[static_cast<std::size_t>(i)];
    const std::string name = "serve" + std::to_string(i);
    std::remove(dir_.file(name + ".out").c_str());
    std::vector<std::string> words = {HONE_E2E_HONE, "serve",  "--store", address_,
                                      "--port",      port_[i], "--host",  network_ ? "0.0.0.0" : "127.0.0.1"};
    start(server, name, network_ ? network_->hub() : "", std::move(words));
    const auto said = [&] { return test::read_file(dir_.file(name + ".out")); };
    EXPECT_TRUE(test::eventually([&] { return said().find("http://") != std::string::npos; }, 60.0))
        << "the server does not come up: " << last_words(name);
    std::smatch match;
    const std::string text = said();
    if (std::regex_search(text, match, std::regex("http://[^ ]*:([0-9]+)\\s"))) port_[i] = match[1];
  }

  void start_worker(int i) {
    const std::string name = "worker" + std::to_string(i);
    std::vector<std::string> words = {HONE_E2E_HONE, "worker", url_for(i),    "--study",
                                      "chaos",       "-j",     "2",           "-q",
                                      "--workdir",   name,     "--directory", dir_.path()};
    if (!nameless_ || i % 2 == 0) words.insert(words.end(), {"--name", name});
    start(workers_[static_cast<std::size_t>(i)], name, network_ ? network_->arm(arm_of(i)) : "",
          std::move(words));
  }

  // --- what is seen of it

  /// Trials that came to their end, told or not, some of them perhaps twice.
  std::int64_t ledger_lines() const {
    const std::string text = test::read_file(ledger());
    return std::count(text.begin(), text.end(), '\n');
  }

  /// Nobody ends by himself while there is work.
  void expect_all_alive() const {
    for (const std::vector<Process>* group : {&servers_, &workers_})
      for (const Process& one : *group) EXPECT_TRUE(test::is_alive(one.pid)) << one.name << last_words();
  }

  std::string last_words() const {
    std::string text;
    for (const Process& process : servers_) text += last_words(process.name);
    for (const Process& process : workers_) text += last_words(process.name);
    return text;
  }

  // --- the end

  /// Until all trials are told, the workers have left and the services were told to.
  void finish_study() {
    for (Process& worker : workers_) {
      EXPECT_EQ(wait_for_end(worker.pid, 300.0), 0) << last_words(worker.name);
      worker.pid = 0;
      expect_no_tagged_processes(worker.tag);
    }
    for (Process& server : servers_) {
      EXPECT_EQ(finish(server, SIGTERM), 0) << last_words(server.name);
      expect_no_tagged_processes(server.tag);
    }
  }

  void check_everything() const {
    const auto store = open_any(address_);
    EXPECT_TRUE(store->check().problems.empty());
    const auto id = store->find_study("chaos").value();
    const std::vector<Trial> trials = store->changes(id, 0).trials;
    EXPECT_EQ(trials.size(), static_cast<std::size_t>(trials_));
    const std::map<std::string, Line> ledger = read_ledger();
    std::set<std::string> told;
    std::int64_t again = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      EXPECT_EQ(trials[i].number, static_cast<std::int64_t>(i));
      check_trial(trials[i], ledger, told);
      again += trials[i].attempt > 1 ? 1 : 0;
    }
    std::printf("%zu trials, %zu runs to the end, %lld trials handed out again\n", trials.size(),
                ledger.size(), static_cast<long long>(again));
  }

 private:
  struct Process {
    std::string name = {};
    std::string tag = {};
    pid_t pid = 0;
  };
  struct Line {
    std::int64_t number = 0;
    double value = 0.0;
  };

  std::string ledger() const { return dir_.file("ledger"); }
  int arm_of(int worker) const { return worker % network_->arms(); }

  // Every other worker knows both servers.
  std::string url_for(int worker) const {
    const int server = (worker / 2) % kServers;
    const std::string host = network_ ? CutNetwork::hub_address(arm_of(worker)) : "127.0.0.1";
    const auto url = [&](int one) { return "http://" + host + ":" + port_[one]; };
    return worker % 2 == 0 ? url(server) : url(server) + "," + url((server + 1) % kServers);
  }

  std::string last_words(const std::string& name) const {
    const std::string text = test::read_file(dir_.file(name + ".log"));
    return "\n--- " + name + "\n" + text.substr(text.size() - std::min<std::size_t>(text.size(), 20000));
  }

  void start(Process& process, const std::string& name, const std::string& place,
             std::vector<std::string> words) {
    process.name = name;
    process.tag = dir_.path() + "/" + name + "/" + std::to_string(++generation_);
    if (!place.empty()) words.insert(words.begin(), {"ip", "netns", "exec", place});
    words.insert(words.begin(),
                 {"sh", "-c", "cd \"$1\"; name=$2; shift 2; exec \"$@\" > \"$name.out\" 2>> \"$name.log\"",
                  "sh", dir_.path(), name});
    process.pid = spawn(std::move(words), {"HONE_E2E=" + process.tag, "HONE_TOKEN=" + token_});
  }

  void kill(Process& process, const char* what) {
    EXPECT_EQ(finish(process, SIGKILL), 128 + SIGKILL)
        << "the " << what << " had ended by itself: " << last_words(process.name);
  }

  static int finish(Process& process, int signal) {
    if (process.pid == 0) return 0;
    ::kill(process.pid, signal);
    const int code = wait_for_end(process.pid, 60.0);
    process.pid = 0;
    return code;
  }

  void run(const std::vector<std::string>& words) {
    Process process;
    start(process, "run", "", words);
    EXPECT_EQ(wait_for_end(process.pid, 60.0), 0) << last_words("run");
  }

  // Beyond loopback a service wants tokens.
  void make_token() {
    run({HONE_E2E_HONE, "token", "create", "work", "--store", address_});
    token_ = test::read_file(dir_.file("run.out"));
    token_.erase(token_.find_last_not_of(" \n") + 1);
  }

  // Every third trial leaves a process behind that would live for a quarter of an hour.
  void make_study() {
    test::write_file(dir_.file("trial.sh"),
                     "n=$HONE_TRIAL_NUMBER\n"
                     "[ $((n % 3)) -ne 0 ] || setsid sleep 900 > /dev/null 2>&1 < /dev/null &\n"
                     "read run < /proc/sys/kernel/random/uuid\n"
                     "sleep 0.0$((n % 5 + 1))\n"
                     "echo \"$n $run $1\" >> ledger\n"
                     "echo \"{\\\"value\\\": $1, \\\"run\\\": \\\"$run\\\"}\"\n");
    test::write_file(dir_.file("study.yaml"),
                     "name: chaos\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n"
                     "budget: {trials: " +
                         std::to_string(trials_) + "}\ncommand: [sh, trial.sh, \"{x}\"]\n");
    run({HONE_E2E_HONE, "enqueue", "study.yaml", "x=0.5", "--store", address_});
  }

  std::map<std::string, Line> read_ledger() const {
    std::map<std::string, Line> lines;
    std::istringstream in(test::read_file(ledger()));
    std::int64_t number = 0;
    std::string run;
    std::string value;
    while (in >> number >> run >> value)
      EXPECT_TRUE(lines.insert({run, {number, std::stod(value)}}).second) << run << " is there twice";
    return lines;
  }

  static void check_trial(const Trial& trial, const std::map<std::string, Line>& ledger,
                          std::set<std::string>& told) {
    EXPECT_EQ(trial.state, TrialState::Complete) << trial.number << ": " << trial.error;
    ASSERT_EQ(trial.values.size(), 1U) << trial.number;
    EXPECT_EQ(trial.values[0], trial.configuration.real("x")) << trial.number;
    ASSERT_TRUE(trial.attributes.contains("run")) << trial.number;
    const auto run = std::get<std::string>(trial.attributes.at("run"));
    EXPECT_TRUE(told.insert(run).second) << "two trials have the result of run " << run;
    const auto line = ledger.find(run);
    ASSERT_NE(line, ledger.end()) << "trial " << trial.number << " has the result of a run that never ended";
    EXPECT_EQ(line->second.number, trial.number);
    EXPECT_EQ(line->second.value, trial.values[0]) << trial.number;
  }

  test::TempDir dir_;
  // Only syncing servers may be killed.
  test::PostgresServer database_{std::vector<std::string>{}};
  std::string address_ = database_.address("hone");
  CutNetwork* network_;
  std::int64_t trials_;
  bool nameless_;
  std::string token_;
  std::string port_[kServers] = {network_ ? "7181" : "0", network_ ? "7182" : "0"};
  int generation_ = 0;
  std::vector<Process> servers_ = std::vector<Process>(kServers);
  std::vector<Process> workers_;
};

}  // namespace hone::e2e
