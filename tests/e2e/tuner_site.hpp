// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "any_store.hpp"
#include "hone/base/text.hpp"
#include "hostile.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "tagged_processes.hpp"

namespace hone::e2e {

constexpr std::int64_t kEndless = 1'000'000'000;

/// A store, the tuners (tuner_main.cpp) that work on it, and what must hold whatever happens to them. Several
/// of them may share a folder.
class TunerSite {
 public:
  /// `more`: variables of the tuners' environment, such as HONE_E2E_LEASE=300; `store`: an address, otherwise
  /// a file in the folder.
  TunerSite(const test::TempDir& dir, const std::string& name, std::vector<std::string> more = {},
            const std::string& store = "")
      : work_(dir.file("work")),
        store_(store.empty() ? dir.file(name + ".db") : store),
        acks_(dir.file(name + ".acks")),
        runs_(dir.file(name + ".runs")),
        tag_(dir.path() + "/" + name + "/"),
        more_(std::move(more)) {}

  /// Every process of the test, whoever started it, carries the tag of its generation in its environment.
  pid_t start(std::int64_t trials, const std::string& generation) const {
    std::vector<std::string> words = {HONE_E2E_TUNER,         store_,         work_, acks_,
                                      std::to_string(trials), HONE_E2E_TRIAL, runs_};
    std::vector<std::string> variables = more_;
    variables.push_back("HONE_E2E=" + tag_ + generation);
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, HONE_E2E_TUNER, nullptr, nullptr, pointers(words).data(),
                            pointers(variables).data()),
              0);
    return pid;
  }

  static void kill(pid_t pid) {
    ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the tuner ended by itself with exit code " << WEXITSTATUS(status);
  }

  /// Asks it to end with a signal that it obeys.
  static void end(pid_t pid, int signal) {
    ::kill(pid, signal);
    int status = 0;
    ::waitpid(pid, &status, 0);
    // A signal that comes before the tuner has begun to listen ends it as well.
    const bool obeyed = status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == signal);
    EXPECT_TRUE(obeyed) << "the tuner ended with status " << status;
  }

  void expect_no_orphans(const std::string& generation) const {
    expect_no_tagged_processes(tag_ + generation);
  }

  /// Has what was left done, and nothing but that.
  void finish_study(std::int64_t more) const {
    const auto trials = static_cast<std::int64_t>(stored_trials().size()) + more;
    const pid_t tuner = start(trials, "last");
    int status = 0;
    ::waitpid(tuner, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(stored_trials().size(), static_cast<std::size_t>(trials));
    expect_no_orphans("last");
  }

  void check_everything() const {
    const std::vector<Trial> trials = stored_trials();
    const auto runs = noted_runs();
    for (std::size_t i = 0; i < trials.size(); ++i) {
      EXPECT_EQ(trials[i].number, static_cast<std::int64_t>(i));
      if (is_hostile(trials[i].number)) {
        EXPECT_TRUE(is_finished(trials[i].state)) << trials[i].number;
        EXPECT_NE(trials[i].state, TrialState::Complete) << trials[i].number;
      } else {
        check_honest(trials[i], runs);
      }
    }
    check_acknowledged(trials);
    std::printf("%zu trials, %zu commands ran to their end\n", trials.size(), runs.size());
  }

  std::vector<Trial> stored_trials() const {
    const auto store = open_any(store_);
    EXPECT_TRUE(store->check().problems.empty());
    return store->changes(store->find_study("kill").value(), 0).trials;
  }

 private:
  using Runs = std::set<std::pair<std::int64_t, std::int64_t>>;  // number, and how often it was handed out

  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    for (std::string& word : words) out.push_back(word.data());
    out.push_back(nullptr);
    return out;
  }

  bool is_hostile(std::int64_t number) const {
    const bool study_is = std::find(more_.begin(), more_.end(), "HONE_E2E_HOSTILE=1") != more_.end();
    return study_is && hostility_of(number) != Hostility::None;
  }

  Runs noted_runs() const {
    Runs runs;
    std::istringstream lines(test::read_file(runs_));
    for (Runs::value_type run; lines >> run.first >> run.second;) {
      EXPECT_TRUE(runs.insert(run).second)
          << "hand-over " << run.second << " of trial " << run.first << " ran twice";
    }
    return runs;
  }

  static void check_honest(const Trial& trial, const Runs& runs) {
    EXPECT_EQ(trial.state, TrialState::Complete) << trial.number << ": " << trial.error;
    ASSERT_EQ(trial.values.size(), 1U);
    EXPECT_EQ(trial.values[0], trial.configuration.real("x")) << trial.number;
    const auto run = std::get<std::int64_t>(trial.attributes.at("run"));
    EXPECT_GE(run, trial.attempt) << trial.number;
    EXPECT_TRUE(runs.contains({trial.number, run})) << trial.number;
  }

  void check_acknowledged(const std::vector<Trial>& trials) const {
    std::set<std::int64_t> acknowledged;
    std::istringstream lines(test::read_file(acks_));
    std::int64_t number = 0;
    int attempt = 0;
    std::string value;
    while (lines >> number >> attempt >> value) {
      EXPECT_TRUE(acknowledged.insert(number).second) << "trial " << number << " was acknowledged twice";
      ASSERT_LT(static_cast<std::size_t>(number), trials.size());
      const Trial& trial = trials[static_cast<std::size_t>(number)];
      EXPECT_EQ(trial.attempt, attempt);
      EXPECT_EQ(trial.values.empty() ? std::string(to_text(trial.state)) : number_text(trial.values[0]),
                value);
    }
    std::printf("%zu ends acknowledged\n", acknowledged.size());
  }

  std::string work_;
  std::string store_;
  std::string acks_;
  std::string runs_;
  std::string tag_;
  std::vector<std::string> more_;
};

}  // namespace hone::e2e
