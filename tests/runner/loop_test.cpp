// SPDX-License-Identifier: MIT
#include "hone/runner/loop.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>

#include "hone/analysis/percentile_pruner.hpp"
#include "hone/runner/background_answer.hpp"
#include "hone/runner/trial_files.hpp"
#include "hone/runner/worker_id.hpp"
#include "support/hooked_storage.hpp"
#include "support/processes.hpp"
#include "support/slow_sampler.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using namespace std::chrono_literals;
using test::TinySampler;

const auto kEverybodyIsDead = [](const storage::Holder&) { return storage::Liveness::Dead; };

// Writes down what it is told, and can do something on certain occasions.
class Recorder final : public LoopObserver {
 public:
  void started(const Trial& trial) override {
    note("start", trial);
    if (on_start) on_start(trial);
  }
  void reported(const Trial& trial, const Report& report) override {
    events.push_back("report " + std::to_string(trial.number) + " " + std::to_string(report.step));
  }
  void finished(const Trial& trial) override {
    note(std::string(to_text(trial.state)), trial);
    if (on_finish) on_finish(trial);
  }
  void requeued(const Trial& trial, const std::string& reason) override {
    note("requeue", trial);
    reasons.push_back(reason);
  }
  void lost(const Trial& trial) override { note("lost", trial); }
  void reclaimed(std::span<const std::int64_t> numbers) override {
    for (const std::int64_t number : numbers) events.push_back("reclaim " + std::to_string(number));
  }
  void stopping(StopReason reason) override { events.push_back("stop " + std::string(to_text(reason))); }
  void warning(const std::string& message) override { warnings.push_back(message); }
  void tick(const LoopStatus& status) override {
    most_running = std::max(most_running, status.running);
    if (on_tick) on_tick();
  }

  std::int64_t count(const std::string& prefix) const {
    return std::count_if(events.begin(), events.end(),
                         [&](const std::string& e) { return e.starts_with(prefix); });
  }

  std::vector<std::string> events;
  std::vector<std::string> reasons;
  std::vector<std::string> warnings;
  std::function<void(const Trial&)> on_start;
  std::function<void(const Trial&)> on_finish;
  std::function<void()> on_tick;
  int most_running = 0;

 private:
  void note(const std::string& what, const Trial& trial) {
    events.push_back(what + " " + std::to_string(trial.number));
  }
};

class LoopTest : public ::testing::Test {
 protected:
  LoopTest() {
    study_.plan.directory = dir_.path();
    study_.plan.budget.grace = 2.0;
    study_.plan.budget.give_up_after = 0;  // many of these tests want nothing but failures
    options_.workdir = dir_.file("work");
    options_.report_interval = 0.02;
  }

  void script(const std::string& text) { study_.plan.command = {"/bin/sh", "-c", text, "sh", "{x}", "{n}"}; }
  Budget& budget() { return study_.plan.budget; }

  std::unique_ptr<Sampler> sampler() const {
    auto tiny = std::make_unique<TinySampler>(study_.space);
    if (thinking_time_.count() == 0 && !thinking_ && !thought_) return tiny;
    return std::make_unique<test::SlowSampler>(std::move(tiny), thinking_time_, thinking_, thought_);
  }

  LoopResult run() {
    if (!id_) id_ = store_->create_study(study_);
    Loop loop(hooked_, *id_, sampler(), std::move(pruner_), options_);
    return loop.run(&signal_, &recorder_);
  }

  std::string problem() {
    return test::message_of([&] { run(); });
  }

  /// A path below the study's folder.
  std::string trial_path(const std::string& path) {
    return options_.workdir + "/" + study_folder(hooked_, *id_) + "/" + path;
  }

  Trial trial(std::int64_t number) { return store_->trial(*id_, number).value(); }
  std::vector<Trial> trials() { return store_->changes(*id_, 0).trials; }

  test::TempDir dir_;
  Study study_{.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 1000)}), .seed = 3};
  std::unique_ptr<storage::Storage> store_ = storage::open_memory();
  test::HookedStorage hooked_{*store_};
  std::optional<storage::StudyId> id_;
  std::unique_ptr<Pruner> pruner_;
  LoopOptions options_;
  StopSignal signal_;
  Recorder recorder_;
  std::chrono::milliseconds thinking_time_{0};
  test::SlowSampler::Hook thinking_;
  test::SlowSampler::Hook thought_;
};

TEST_F(LoopTest, RunsAllTrialsOfTheBudget) {
  script("echo \"{\\\"value\\\": $1, \\\"slot\\\": $HONE_SLOT}\"");
  budget().trials = 10;
  budget().parallel = 3;
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Trials);
  EXPECT_EQ(result.finished, 10);
  EXPECT_EQ(result.failed, 0);
  EXPECT_LE(recorder_.most_running, 3);
  ASSERT_EQ(trials().size(), 10U);
  for (const Trial& ended : trials()) {
    EXPECT_EQ(ended.state, TrialState::Complete);
    EXPECT_EQ(ended.values[0], ended.configuration.real("x"));
    EXPECT_LT(std::get<std::int64_t>(ended.attributes.at("slot")), 3);
  }
  EXPECT_EQ(recorder_.count("complete"), 10);
}

TEST_F(LoopTest, GoesOnWhereItStopped) {
  script("echo 1");
  budget().trials = 3;
  run();
  options_.budget = budget();
  options_.budget->trials = 5;
  EXPECT_EQ(run().finished, 2);
  EXPECT_EQ(run().finished, 0);
  EXPECT_EQ(trials().size(), 5U);
}

TEST_F(LoopTest, KeepsTheReasonOfAFailure) {
  script("echo some output; echo first >&2; echo 'ValueError: x' >&2; exit 3");
  budget().trials = 2;
  const LoopResult result = run();
  EXPECT_EQ(result.failed, 2);
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_EQ(trial(0).error, "exit code 3\nfirst\nValueError: x");
  EXPECT_EQ(test::read_file(trial_path("0/stdout.txt")), "some output\n");
}

TEST_F(LoopTest, FailsATrialWithoutAResult) {
  script("echo done; echo bye >&2");
  budget().trials = 1;
  run();
  EXPECT_EQ(
      trial(0).error,
      "the command printed no JSON object, and no number on a line of its own; its last line is 'done'; "
      "print it as a plain number alone on its line, or as JSON (result: {regex: ...} finds a plain number "
      "within "
      "a line)\nbye");
}

TEST_F(LoopTest, HonoursWhatTheCommandSays) {
  script(
      "case $HONE_TRIAL_NUMBER in 0) echo '{\"state\":\"infeasible\",\"error\":\"too big\"}';; 1) echo nan;; "
      "*) echo 5; echo '{\"value\": 2}' > $HONE_RESULT_FILE;; esac");
  budget().trials = 3;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Infeasible);
  EXPECT_EQ(trial(0).error, "too big");
  EXPECT_EQ(trial(1).state, TrialState::Failed);
  EXPECT_EQ(trial(1).error, "the value of 'value' is nan, which is not a finite number");
  EXPECT_EQ(trial(2).values, std::vector<double>{2});
}

TEST_F(LoopTest, TriesAFailedTrialAgain) {
  script("[ $HONE_ATTEMPT = 2 ] && echo 1");
  budget().trials = 2;
  budget().retries = 2;
  const LoopResult result = run();
  EXPECT_EQ(result.finished, 2);
  EXPECT_EQ(result.requeued, 2);
  EXPECT_EQ(trial(0).state, TrialState::Complete);
  EXPECT_EQ(trial(0).attempt, 2);
  EXPECT_EQ(recorder_.reasons.at(0), "exit code 1");
  EXPECT_TRUE(std::filesystem::exists(trial_path("0/stderr.txt")));
  EXPECT_TRUE(std::filesystem::exists(trial_path("0.2/stderr.txt")));
}

TEST_F(LoopTest, GivesUpAfterTheRetries) {
  script("exit 1");
  budget().trials = 1;
  budget().retries = 2;
  const LoopResult result = run();
  EXPECT_EQ(result.failed, 1);
  EXPECT_EQ(result.requeued, 2);
  EXPECT_EQ(trial(0).attempt, 3);
}

TEST_F(LoopTest, StopsWhatTakesTooLong) {
  script("trap 'echo saved >&2; exit 0' TERM; echo $$ > $HONE_TRIAL_DIR/pid; while :; do sleep 0.01; done");
  budget().trials = 1;
  budget().trial_timeout = 0.2;
  run();
  EXPECT_EQ(trial(0).state, TrialState::TimedOut);
  EXPECT_TRUE(trial(0).error.starts_with("stopped after 0.2 seconds\n")) << trial(0).error;
  EXPECT_TRUE(trial(0).error.ends_with("\nsaved")) << trial(0).error;
}

TEST_F(LoopTest, KillsWhatDoesNotStop) {
  script(
      "trap '' TERM; echo $$ > $HONE_TRIAL_DIR/pid; (trap '' TERM; sleep 1000) & while :; do sleep 0.01; "
      "done");
  budget().trials = 1;
  budget().trial_timeout = 0.1;
  budget().grace = 0.1;
  run();
  EXPECT_EQ(trial(0).state, TrialState::TimedOut);
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(trial_path("0/pid"))));
}

TEST_F(LoopTest, StoresReports) {
  script(
      "echo '0 5' >> $HONE_REPORT_FILE; echo '{\"step\": 1, \"value\": 4}' >> $HONE_REPORT_FILE; sleep 0.1; "
      "printf '2 3' >> $HONE_REPORT_FILE; echo oops >> $HONE_REPORT_FILE; printf '3 2' >> $HONE_REPORT_FILE; "
      "echo 1");
  budget().trials = 1;
  run();
  EXPECT_EQ(trial(0).reports, (std::vector<Report>{{0, 5}, {1, 4}, {3, 2}}));
  EXPECT_EQ(recorder_.count("report 0"), 3);
  EXPECT_NE(recorder_.warnings.at(0).find("is not a report: '2 3oops'"), std::string::npos);
}

TEST_F(LoopTest, StopsTrialsThatLookBad) {
  script(
      "for step in 0 1 2; do echo \"$step $HONE_TRIAL_NUMBER\" >> $HONE_REPORT_FILE; done; "
      "[ $HONE_TRIAL_NUMBER -lt 3 ] || sleep 1000; echo $HONE_TRIAL_NUMBER");
  budget().trials = 5;
  pruner_ = std::make_unique<analysis::MedianPruner>(analysis::MedianOptions{.startup_trials = 3});
  run();
  EXPECT_EQ(trial(2).state, TrialState::Complete);
  EXPECT_EQ(trial(3).state, TrialState::Pruned);
  EXPECT_EQ(trial(4).state, TrialState::Pruned);
  EXPECT_FALSE(trial(4).reports.empty());
}

TEST_F(LoopTest, StopsByItsRules) {
  script("echo $1");
  budget().target = 1.0;
  EXPECT_EQ(run().reason, StopReason::Target);
  EXPECT_EQ(trials().size(), 1U);
  Budget patient;
  patient.patience = 3;
  options_.budget = patient;
  EXPECT_EQ(run().reason, StopReason::Patience);
  Budget brief;
  brief.time = 0.1;
  options_.budget = brief;
  EXPECT_EQ(run().reason, StopReason::Time);
}

TEST_F(LoopTest, StopsWhenTheCostIsSpent) {
  script("echo '{\"value\": 1, \"money\": 3}'");
  study_.cost = "money";
  budget().cost = 10.0;
  EXPECT_EQ(run().reason, StopReason::Cost);
  EXPECT_EQ(trials().size(), 4U);
  EXPECT_EQ(run().reason, StopReason::Cost);  // and nothing more is started
  EXPECT_EQ(trials().size(), 4U);
}

TEST_F(LoopTest, CountsWhatRunsAtTheMeanCost) {
  script("sleep 0.05; echo '{\"value\": 1, \"money\": 3}'");
  study_.cost = "money";
  budget().cost = 30.0;
  budget().parallel = 4;
  EXPECT_EQ(run().reason, StopReason::Cost);
  EXPECT_EQ(trials().size(), 10U);
}

// Each run takes one step and then breaks off, until three were taken.
TEST_F(LoopTest, AnAttemptGoesOnFromTheCheckpointOfTheLast) {
  script(
      "at=$(cat $HONE_CHECKPOINT_DIR/step 2> /dev/null || echo 0); at=$((at + 1)); "
      "echo $at > $HONE_CHECKPOINT_DIR/step; [ $at = 3 ] && echo $at");
  budget().trials = 2;
  budget().retries = 2;
  EXPECT_EQ(run().reason, StopReason::Trials);
  for (const Trial& one : trials()) {
    EXPECT_EQ(one.values, std::vector<double>{3.0});
    EXPECT_EQ(one.attempt, 3);
  }
  EXPECT_FALSE(std::filesystem::exists(trial_path("0.checkpoints"))) << "complete trials need none";
}

TEST_F(LoopTest, StopsAfterTooManyFailures) {
  script("exit 1");
  budget().max_failures = 3;
  EXPECT_EQ(run().reason, StopReason::Failures);
  EXPECT_EQ(trials().size(), 3U);
}

TEST_F(LoopTest, GivesUpWhenTheFirstTrialsFailAlike) {
  script("echo out; echo no such module $1 >&2; exit 3");
  budget().give_up_after = 3;
  budget().trials = 50;
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::GaveUp);
  EXPECT_EQ(trials().size(), 3U);
  ASSERT_TRUE(result.last_failure);
  EXPECT_EQ(result.last_failure->trial.number, 2);
  EXPECT_EQ(result.last_failure->command.back(), hone::to_text(*trial(2).configuration[1]));
  EXPECT_EQ(result.last_failure->directory, dir_.path());
  EXPECT_EQ(result.last_failure->trial.error, trial(2).error);
  EXPECT_TRUE(std::filesystem::exists(result.last_failure->folder + "/stderr.txt"));
}

TEST_F(LoopTest, GivesUpOnTrialsNotOnAttempts) {
  script("echo x >> $HONE_TRIAL_DIR/../runs; exit 1");
  budget().give_up_after = 2;
  budget().retries = 2;
  EXPECT_EQ(run().reason, StopReason::GaveUp);
  EXPECT_EQ(std::filesystem::file_size(trial_path("runs")), 2U * 6);
}

TEST_F(LoopTest, GivesUpWithSeveralTrialsAtATime) {
  script("exit 1");
  budget().give_up_after = 3;
  budget().parallel = 4;
  budget().trials = 100;
  EXPECT_EQ(run().reason, StopReason::GaveUp);
  EXPECT_LT(trials().size(), 12U);
}

TEST_F(LoopTest, DoesNotGiveUpAStudyThatWorkedBefore) {
  script("[ $HONE_TRIAL_NUMBER = 0 ] || exit 1; echo 1");
  budget().give_up_after = 3;
  budget().trials = 1;
  run();
  options_.budget = budget();
  options_.budget->trials = 8;
  EXPECT_EQ(run().reason, StopReason::Trials);
}

TEST_F(LoopTest, RunsRetriedTrialsFirstAndUnderTheirNumbers) {
  script("[ -e mended ] || exit 1; echo $1");
  budget().trials = 3;
  EXPECT_EQ(run().failed, 3);
  std::filesystem::create_directory(dir_.file("mended"));
  const std::vector<storage::Correction> corrections = {{.number = 1}};
  store_->correct(*id_, corrections);
  const LoopResult again = run();
  EXPECT_EQ(again.finished, 1);
  EXPECT_EQ(again.reason, StopReason::Trials);
  EXPECT_EQ(trial(1).state, TrialState::Complete);
  EXPECT_EQ(trials().size(), 3U);
  EXPECT_TRUE(std::filesystem::exists(trial_path("1.2/stdout.txt"))) << "the first run's files stay";
}

TEST_F(LoopTest, ReplacesDeletedTrialsByOthers) {
  script("echo $1");
  budget().trials = 3;
  run();
  const std::vector<storage::Correction> corrections = {
      {.number = 1, .kind = storage::Correction::Kind::Delete}};
  store_->correct(*id_, corrections);
  EXPECT_EQ(run().finished, 1);
  EXPECT_EQ(trials().size(), 4U);
  EXPECT_EQ(trial(3).state, TrialState::Complete);
  EXPECT_EQ(run().finished, 0) << "three count now";
}

TEST_F(LoopTest, StopsWhenTheSamplerHasNothingLeft) {
  study_.space = Space({integer("n", 1, 3), integer("x", 1, 1)});
  script("[ $2 = 2 ] && [ $HONE_ATTEMPT = 1 ] && exit 1; echo 1");
  budget().retries = 1;
  budget().parallel = 2;
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Exhausted);
  EXPECT_EQ(result.finished, 3);
  EXPECT_EQ(result.requeued, 1);
}

TEST_F(LoopTest, LetsRunningTrialsEndAfterOneInterrupt) {
  script("sleep 0.2; echo 1");
  budget().parallel = 2;
  recorder_.on_start = [&](const Trial& started) {
    if (started.number == 1) signal_.interrupt();
  };
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Interrupted);
  EXPECT_EQ(result.finished, 2);
  EXPECT_EQ(trials().size(), 2U);
}

TEST_F(LoopTest, CancelsRunningTrialsAfterOneInterruptWhenToldSo) {
  script("echo $$ > $HONE_TRIAL_DIR/pid; exec sleep 1000");
  options_.finish_running = false;
  recorder_.on_start = [&](const Trial&) { signal_.interrupt(); };
  EXPECT_EQ(run().requeued, 1);
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
}

TEST_F(LoopTest, KillsRunningTrialsAfterTwoInterrupts) {
  script("trap '' TERM; echo $$ > pid; while :; do sleep 0.01; done");
  budget().grace = 1000;
  recorder_.on_start = [&](const Trial&) {
    test::wait_for_pid(dir_.file("pid"));
    signal_.interrupt();
    signal_.interrupt();
  };
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Interrupted);
  EXPECT_EQ(result.requeued, 1);
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(dir_.file("pid"))));
}

TEST_F(LoopTest, PutsTrialsBackWhenTerminated) {
  script("sleep 1000");
  budget().parallel = 3;
  recorder_.on_start = [&](const Trial& started) {
    if (started.number == 2) signal_.terminate();
  };
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Terminated);
  EXPECT_EQ(result.requeued, 3);
  for (const Trial& open : trials()) EXPECT_EQ(open.state, TrialState::Waiting);
}

// It was not the trial that failed, however often its tuner is stopped.
TEST_F(LoopTest, CancellingCostsNoAttempt) {
  script("[ -e go ] && [ $HONE_ATTEMPT = 1 ] && exit 1; [ -e go ] && echo 1 || exec sleep 1000");
  budget().trials = 1;
  budget().retries = 1;
  id_ = store_->create_study(study_);
  for (int i = 0; i < 3; ++i) {
    StopSignal signal;
    recorder_.on_start = [&](const Trial&) { signal.terminate(); };
    Loop loop(hooked_, *id_, sampler(), nullptr, options_);
    EXPECT_EQ(loop.run(&signal, &recorder_).requeued, 1);
    EXPECT_EQ(loop.view().standing().running, 0) << "it waits again, and who sums up knows that";
    EXPECT_EQ(loop.view().standing().waiting, 1);
    EXPECT_EQ(trial(0).attempt, 1);
  }
  EXPECT_TRUE(std::filesystem::exists(trial_path("0.3/params.json"))) << "each run has a folder of its own";
  recorder_.on_start = nullptr;
  test::write_file(dir_.file("go"), "");
  EXPECT_EQ(run().finished, 1);
  EXPECT_EQ(trial(0).state, TrialState::Complete) << "its retry was still there";
  EXPECT_EQ(trial(0).attempt, 2);
}

// Whichever of them the loop happens to see first.
TEST_F(LoopTest, WhoWasToldToEndEndedForThatReason) {
  script("exec sleep 1000");
  int ticks = -1;
  recorder_.on_start = [&](const Trial&) {
    signal_.interrupt();
    ticks = 0;
  };
  recorder_.on_tick = [&] {
    if (ticks >= 0 && ++ticks == 3) signal_.terminate();  // the loop has obeyed the first by now
  };
  EXPECT_EQ(run().reason, StopReason::Terminated);
  EXPECT_EQ(recorder_.count("stop interrupted"), 1);
}

TEST_F(LoopTest, WhoIsCutOffWhileTheLastTrialsRunDidNotFinish) {
  script("[ $HONE_TRIAL_NUMBER = 0 ] && echo -1 || exec sleep 1000");
  budget().parallel = 2;
  budget().target = 0;
  int ticks = -1;
  recorder_.on_finish = [&](const Trial&) { ticks = 0; };
  recorder_.on_tick = [&] {
    if (ticks >= 0 && ++ticks == 3) signal_.terminate();  // long after the target was seen
  };
  EXPECT_EQ(run().reason, StopReason::Terminated);
  EXPECT_EQ(recorder_.count("stop target"), 1);
  EXPECT_EQ(trial(1).state, TrialState::Waiting);
}

// A trial may put a link in place of its folder; what lies there is not its result.
TEST_F(LoopTest, ReadsResultsFromTheFolderThatItMade) {
  std::filesystem::create_directory(dir_.file("elsewhere"));
  test::write_file(dir_.file("elsewhere/result.json"), "0.25");
  test::write_file(dir_.file("elsewhere/report.txt"), "7 8\n");
  script(
      "if [ $HONE_TRIAL_NUMBER = 0 ]; then mv $HONE_TRIAL_DIR $HONE_TRIAL_DIR.mine; "
      "ln -s \"$PWD/elsewhere\" $HONE_TRIAL_DIR; fi; echo 0.5");
  budget().trials = 2;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_NE(trial(0).error.find("HONE_TRIAL_DIR is not the folder any more"), std::string::npos)
      << trial(0).error;
  EXPECT_TRUE(trial(0).reports.empty());
  EXPECT_EQ(trial(1).values, std::vector<double>{0.5});
}

// As when a service manager signals every process of the service.
TEST_F(LoopTest, DoesNotBlameACommandThatWasTerminatedToo) {
  script("echo $$ > $HONE_TRIAL_DIR/pid; exec sleep 1000");
  recorder_.on_start = [&](const Trial&) {
    const pid_t command = test::wait_for_pid(trial_path("0/pid"));
    ::kill(command, SIGTERM);
    test::eventually([&] { return !test::is_alive(command); });
    signal_.terminate();
  };
  EXPECT_EQ(run().requeued, 1);
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
}

TEST_F(LoopTest, RunsTheTrialsOfADeadWorker) {
  script("echo 1");
  budget().trials = 3;
  id_ = store_->create_study(study_);
  auto fields = worker_id();
  const std::string dead = fields.replace(fields.find(':') + 1, std::to_string(::getpid()).size(), "4999999");
  const auto proposals = TinySampler(study_.space).ask({.count = 2, .seed = 1});
  store_->start(*id_, 0, proposals, std::vector<storage::Worker>{{.name = dead, .lease = 1'000'000}});
  EXPECT_EQ(run().finished, 3);
  EXPECT_EQ(recorder_.events.at(0), "reclaim 0");
  EXPECT_EQ(trial(1).attempt, 2);
  EXPECT_EQ(trial(1).state, TrialState::Complete);
}

TEST_F(LoopTest, FailsTheTrialsOfADeadWorkerWhenThatIsThePolicy) {
  script("echo 1");
  budget().trials = 2;
  budget().lost = LostPolicy::Fail;
  options_.lease = 100;
  options_.heartbeat = 20;
  id_ = store_->create_study(study_);
  const auto proposals = TinySampler(study_.space).ask({.count = 1, .seed = 1});
  store_->start(*id_, 0, proposals, std::vector<storage::Worker>{{.name = "elsewhere", .lease = -1}});
  EXPECT_EQ(run().finished, 1);
  EXPECT_EQ(trial(0).state, TrialState::Failed);
}

TEST_F(LoopTest, LeavesTheTrialsOfLivingWorkersAlone) {
  script("echo 1");
  budget().trials = 2;
  id_ = store_->create_study(study_);
  const auto proposals = TinySampler(study_.space).ask({.count = 1, .seed = 1});
  store_->start(*id_, 0, proposals, std::vector<storage::Worker>{{.name = "elsewhere", .lease = 1'000'000}});
  EXPECT_EQ(run().finished, 1);
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_F(LoopTest, StopsACommandWhoseTrialWasGivenAway) {
  script("[ $HONE_ATTEMPT = 1 ] && sleep 1000; echo 1");
  budget().trials = 1;
  options_.heartbeat = 20;
  recorder_.on_start = [&](const Trial& started) {
    if (started.attempt > 1) return;
    store_->reclaim(*id_, LostPolicy::Requeue, 10, kEverybodyIsDead);
  };
  EXPECT_EQ(run().finished, 1);
  EXPECT_EQ(recorder_.count("lost 0"), 1);
  EXPECT_EQ(trial(0).attempt, 2);
}

TEST_F(LoopTest, KeepsAResultOfATrialThatWasTakenAwayMeanwhile) {
  script("echo $HONE_ATTEMPT");
  budget().trials = 1;
  std::atomic<bool> first = true;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "finish" && first.exchange(false)) {
      store_->reclaim(*id_, LostPolicy::Requeue, 10, kEverybodyIsDead);
    }
  });
  EXPECT_EQ(run().finished, 1);
  EXPECT_EQ(recorder_.count("lost"), 0);
  EXPECT_EQ(trial(0).values, std::vector<double>{1});
}

TEST_F(LoopTest, DropsAResultWhenSomebodyElseToldOne) {
  script("echo 1");
  budget().trials = 1;
  std::atomic<bool> first = true;
  hooked_.set_hook([&](std::string_view call) {
    if (call != "finish" || !first.exchange(false)) return;
    store_->reclaim(*id_, LostPolicy::Requeue, 10, kEverybodyIsDead);
    const storage::Claim claim = store_->claim_waiting(*id_, {"other", 60'000}).value();
    const std::vector<storage::Outcome> outcomes = {{.lease = claim.lease, .values = {2.0}}};
    store_->finish(*id_, outcomes);
  });
  EXPECT_EQ(run().finished, 0);
  EXPECT_EQ(recorder_.count("lost 0"), 1);
  EXPECT_EQ(trial(0).values, std::vector<double>{2});
}

// The machine's failure, not the trial's: it waits for a run that has room.
TEST_F(LoopTest, AFullDiskEndsTheRunAndFailsNoTrial) {
  script("head -c 1000000 /dev/zero; echo 1");
  budget().trials = 1;
  const pid_t tuner = ::fork();
  if (tuner == 0) {
    const rlimit small{.rlim_cur = 100'000, .rlim_max = 100'000};  // stands for a full disk
    ::setrlimit(RLIMIT_FSIZE, &small);
    ::signal(SIGXFSZ, SIG_IGN);
    const bool said = problem().find("could not be written") != std::string::npos;
    ::_exit(said && trial(0).state == TrialState::Waiting ? 0 : 1);
  }
  int status = 0;
  ::waitpid(tuner, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(LoopTest, WaitsForABusyStore) {
  script("echo '0 1' > $HONE_REPORT_FILE; echo 1");
  budget().trials = 4;
  budget().parallel = 2;
  std::atomic<int> calls = 0;  // also those of the heartbeat's thread
  hooked_.set_hook([&](std::string_view) {
    if (const int call = ++calls; call > 10 && call % 3 == 0)
      throw Error(ErrorCode::StorageBusy, "locked", "wait");
  });
  EXPECT_EQ(run().finished, 4);
  for (const Trial& ended : trials()) {
    EXPECT_EQ(ended.state, TrialState::Complete);
    EXPECT_EQ(ended.reports.size(), 1U);
  }
  EXPECT_EQ(recorder_.count("complete"), 4);
}

TEST_F(LoopTest, GivesUpOnAStoreThatStaysBusy) {
  script("echo 1");
  options_.busy_limit = 0.1;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "finish") throw Error(ErrorCode::StorageBusy, "locked", "wait");
  });
  EXPECT_NE(problem().find("locked; wait"), std::string::npos);
}

TEST_F(LoopTest, EndsWithAClearErrorWhenTheDiskIsFull) {
  script(
      "echo $$ > $HONE_TRIAL_DIR/pid; [ $HONE_TRIAL_NUMBER = 0 ] || sleep 1000; "
      "while [ ! -s $HONE_TRIAL_DIR/../1/pid ]; do sleep 0.01; done; echo 7");
  budget().parallel = 2;
  options_.full_limit = 0.0;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "finish") throw Error(ErrorCode::StorageFull, "the disk is full", "free some space");
  });
  const std::string message = problem();
  EXPECT_EQ(message, "the disk is full; free some space; results that could not be stored are left in " +
                         trial_path("0") + "; these trials are run again when the study is resumed");
  EXPECT_EQ(recorder_.count("complete"), 0);
  EXPECT_EQ(test::read_file(trial_path("0/stdout.txt")), "7\n");
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(trial_path("1/pid"))));
  EXPECT_EQ(trial(1).state, TrialState::Waiting);
}

// What a hostile trial leaves fails that trial, with the reason, and no other.
TEST_F(LoopTest, IsNotHurtByWhatATrialLeaves) {
  script(
      "case $HONE_TRIAL_NUMBER in "
      "0) mkfifo $HONE_RESULT_FILE;; "
      "1) mkfifo $HONE_REPORT_FILE;; "
      "2) head -c 50000 /dev/zero | tr '\\0' '['; head -c 50000 /dev/zero | tr '\\0' ']';; "
      "3) ln -s /dev/zero $HONE_RESULT_FILE;; "
      "4) mkdir $HONE_REPORT_FILE;; "
      "5) echo '{\"value\": 1, \"hone_trial_id\": \"s-00000000/5\"}' > $HONE_RESULT_FILE;; "
      "6) rm $HONE_TRIAL_DIR/stdout.txt; mkfifo $HONE_TRIAL_DIR/stdout.txt;; "
      "7) kill -STOP $PPID;; esac; echo 1");
  budget().trials = 9;
  budget().parallel = 3;
  run();
  const auto error = [&](std::int64_t number) { return trial(number).error; };
  EXPECT_EQ(error(0), "HONE_RESULT_FILE is a named pipe; write a plain file there");
  EXPECT_EQ(error(1), "HONE_REPORT_FILE is a named pipe; append lines to a plain file");
  EXPECT_EQ(trial(2).state, TrialState::Failed);
  EXPECT_EQ(error(3), "HONE_RESULT_FILE is a symbolic link; write a plain file there");
  EXPECT_EQ(error(4), "HONE_REPORT_FILE is a folder; append lines to a plain file");
  EXPECT_TRUE(error(5).starts_with("the result is of trial 's-00000000/5'")) << error(5);
  EXPECT_EQ(error(6), "stdout.txt is a named pipe; leave it alone");
  EXPECT_EQ(trial(7).values, std::vector<double>{1}) << error(7);
  EXPECT_EQ(trial(8).values, std::vector<double>{1}) << error(8);
}

TEST_F(LoopTest, TimesOutATrialThatStopsItsGuardAgainAndAgain) {
  script("trap '' TERM; while :; do kill -STOP $PPID; done");
  budget().trials = 1;
  budget().trial_timeout = 0.3;
  budget().grace = 0.3;
  const auto begun = std::chrono::steady_clock::now();
  run();
  EXPECT_EQ(trial(0).state, TrialState::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

TEST_F(LoopTest, StoresTheReportsToTheLastAndNoHalfOfOne) {
  script(
      "seq -f '%.0f 0.25' 0 2999 > $HONE_REPORT_FILE; "
      "case $HONE_TRIAL_NUMBER in 0) printf '3000 0.5' >> $HONE_REPORT_FILE; echo 1;; "
      "1) printf '3000 0.5' >> $HONE_REPORT_FILE; exit 1;; "
      "2) head -c 5000 /dev/zero | tr '\\0' 7 >> $HONE_REPORT_FILE; echo >> $HONE_REPORT_FILE; echo 1;; "
      "esac");
  budget().trials = 3;
  run();
  EXPECT_EQ(trial(0).reports.size(), 3001U);
  EXPECT_EQ(trial(1).reports.size(), 3000U);
  EXPECT_EQ(trial(2).reports.size(), 3000U);
  EXPECT_EQ(trial(2).attributes.at("hone_remark"),
            Value(std::string("left out of the reports: 1 line of more than 4096 bytes")));
}

TEST_F(LoopTest, SaysThatTheFolderCannotBeMadeBeforeATrialIsHandedOut) {
  script("echo 1");
  test::write_file(options_.workdir, "a file in the way");
  EXPECT_NE(problem().find("cannot make the folder"), std::string::npos);
  EXPECT_TRUE(trials().empty());
  EXPECT_TRUE(recorder_.events.empty());
}

// As when the disk fills up, or somebody takes the folder away.
TEST_F(LoopTest, AFolderThatCannotBeMadeAnyMoreCostsTheTrialNoAttempt) {
  script("echo 1");
  budget().trials = 3;
  recorder_.on_finish = [&](const Trial& ended) {
    if (ended.number != 0) return;
    std::filesystem::remove_all(options_.workdir);
    test::write_file(options_.workdir, "a file in the way");
  };
  EXPECT_NE(problem().find("cannot make the folder"), std::string::npos);
  EXPECT_EQ(trial(1).state, TrialState::Waiting);
  EXPECT_EQ(trial(1).attempt, 1);
  EXPECT_FALSE(recorder_.warnings.empty());
}

TEST_F(LoopTest, RefusesAStudyThatCannotBeRun) {
  study_.plan.command = {"no-such-program-anywhere"};
  EXPECT_NE(problem().find("no program"), std::string::npos);
  script("echo 1");
  study_.plan.result = RegexResult{"("};
  study_.name = "regex";
  id_.reset();
  EXPECT_NE(problem().find("result.regex"), std::string::npos);
}

TEST_F(LoopTest, FailsTrialsWhoseProgramDoesNotExist) {
  study_.space =
      Space({categorical("program", {std::string("true"), std::string("no-such-program-anywhere")})});
  study_.plan.command = {"{program}"};
  run();
  const auto ended = trials();
  ASSERT_EQ(ended.size(), 2U);
  const bool second = ended[1].configuration.text("program") != "true";
  EXPECT_NE(ended[second ? 1 : 0].error.find("no program 'no-such-program-anywhere'"), std::string::npos);
}

// --- while the sampler thinks

TEST_F(LoopTest, KeepsItsLeasesHoweverLongTheSamplerThinks) {
  script("[ $HONE_TRIAL_NUMBER = 0 ] && sleep 2; echo 1");
  budget().trials = 2;
  budget().parallel = 2;
  options_.lease = 1000;
  options_.heartbeat = 100;
  id_ = store_->create_study(study_);
  const std::vector<Proposal> first = {{.configuration = study_.space.configuration({0.5, std::int64_t{1}})}};
  store_->enqueue(*id_, first);  // runs while the sampler thinks about the second
  thinking_time_ = 1500ms;
  std::vector<std::int64_t> taken;
  thought_ = [&](const AskRequest&) {  // what another tuner would do
    taken = store_->reclaim(*id_, LostPolicy::Requeue, 10, nullptr);
  };
  EXPECT_EQ(run().finished, 2);
  EXPECT_TRUE(taken.empty()) << "the lease ran out while the sampler thought";
  EXPECT_EQ(trial(0).attempt, 1);
}

TEST_F(LoopTest, StoresResultsAndStopsWhatTakesTooLongWhileTheSamplerThinks) {
  script("[ $HONE_TRIAL_NUMBER = 0 ] && echo 1 && exit; sleep 1000");
  budget().trials = 3;
  budget().parallel = 3;
  budget().trial_timeout = 2.0;  // long enough for the first command to end, however slow the machine
  id_ = store_->create_study(study_);
  const std::vector<Proposal> first = {{.configuration = study_.space.configuration({0.5, std::int64_t{1}})},
                                       {.configuration = study_.space.configuration({0.5, std::int64_t{2}})}};
  store_->enqueue(*id_, first);
  bool both_ended = false;
  thinking_ = [&](const AskRequest&) {
    both_ended = test::eventually(
        [&] { return trial(0).state == TrialState::Complete && trial(1).state == TrialState::TimedOut; });
  };
  EXPECT_EQ(run().finished, 3);
  EXPECT_TRUE(both_ended);
}

TEST_F(LoopTest, ASignalDoesNotWaitForTheSampler) {
  script("echo 1");
  const auto patience = std::make_shared<std::atomic<bool>>(false);
  thinking_ = [this, patience](const AskRequest&) {
    signal_.interrupt();
    patience->wait(false);
  };
  EXPECT_EQ(run().reason, StopReason::Interrupted);
  EXPECT_TRUE(trials().empty()) << "nothing was handed out, so nothing is left behind";
  EXPECT_TRUE(thinking_in_vain());
  *patience = true;
  patience->notify_all();
  EXPECT_TRUE(test::eventually([] { return !thinking_in_vain(); }));
  EXPECT_TRUE(trials().empty()) << "nor after the sampler is done";
}

TEST_F(LoopTest, ThrowsWhatTheSamplerThrows) {
  script("sleep 1000");
  budget().parallel = 2;
  thinking_ = [](const AskRequest& request) {
    if (!request.running.empty()) throw Error(ErrorCode::Internal, "the matrix is not definite", "complain");
  };
  id_ = store_->create_study(study_);
  const std::vector<Proposal> first = {{.configuration = study_.space.configuration({0.5, std::int64_t{1}})}};
  store_->enqueue(*id_, first);
  EXPECT_EQ(problem(), "the matrix is not definite; complain");
  EXPECT_EQ(trial(0).state, TrialState::Waiting) << "what was running goes back to the queue";
}

TEST_F(LoopTest, ProposesOneByOneWhatAPlainAskAndTellProposes) {
  script("echo $1");
  budget().trials = 12;
  run();
  Study again = study_;
  again.name = "again";
  const auto id = store_->create_study(again);
  Driver plain(*store_, stored_study(*store_, id), std::make_unique<TinySampler>(study_.space),
               {.name = "w"});
  for (std::int64_t i = 0; i < 12; ++i) {
    const auto claim = plain.asker().ask(1).at(0);
    EXPECT_EQ(claim.trial.configuration, trial(i).configuration);
    const storage::Outcome outcome{.lease = claim.lease, .values = {claim.trial.configuration.real("x")}};
    plain.recorder().tell(std::span(&outcome, 1));
  }
}

TEST_F(LoopTest, LetsItsTrialsEndWhenSomebodyElseChangesTheSpace) {
  script("sleep 0.3; echo $1");
  budget().parallel = 2;
  options_.heartbeat = 50;
  bool changed = false;
  recorder_.on_start = [&](const Trial&) {
    if (std::exchange(changed, true)) return;
    Study grown = study_;
    grown.space = Space({real("x", 0, 2), integer("n", 1, 1000)});
    store_->redefine_study(*id_, grown, 1);
  };
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Redefined);
  EXPECT_GE(result.finished, 1);
  EXPECT_LE(trials().size(), 2U) << "nothing was started in the old space";
  for (const Trial& ended : trials()) EXPECT_EQ(ended.state, TrialState::Complete);
  EXPECT_EQ(recorder_.count("stop redefined"), 1);
}

}  // namespace
}  // namespace hone::runner
