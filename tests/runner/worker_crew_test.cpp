// SPDX-License-Identifier: MIT
#include "hone/runner/worker_crew.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <thread>

#include "hone/runner/command.hpp"
#include "hone/runner/loop.hpp"
#include "hone/runner/plan_check.hpp"
#include "hone/runner/trial_files.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

// What every worker of these tests begins with: it takes apart what it needs of a request.
constexpr const char* kWorkerBegin = R"(
answer() { printf '{"hone_trial_id":"%s",%s}\n' "$id" "$1"; }
report() { printf '{"hone_trial_id":"%s","report":{"step":%s,"value":%s}}\n' "$id" "$1" "$2"; read -r reply; }
take() {
  id=${line#*'"hone_trial_id":"'}; id=${id%%'"'*}
  number=${line#*'"number":'}; number=${number%%,*}
  attempt=${line#*'"attempt":'}; attempt=${attempt%%,*}
  folder=${line#*'"folder":"'}; folder=${folder%%'"'*}
  x=${line#*'"x":'}; x=${x%%[,\}]*}
}
)";

class WorkerObserver final : public LoopObserver {
 public:
  void started(const Trial& trial) override {
    if (on_start) on_start(trial);
  }
  void finished(const Trial& trial) override {
    if (on_finish) on_finish(trial);
  }
  void requeued(const Trial&, const std::string& reason) override { reasons.push_back(reason); }
  void warning(const std::string& message) override { warnings.push_back(message); }

  std::vector<std::string> reasons;
  std::vector<std::string> warnings;
  std::function<void(const Trial&)> on_start;
  std::function<void(const Trial&)> on_finish;
};

/// Stops every trial that reports more than 0.5.
class PrunesLarge final : public Pruner {
 public:
  bool should_stop(const Trial& running, std::span<const Trial>, std::span<const Objective>) const override {
    return running.reports.back().value > 0.5;
  }
};

class WorkerCrewTest : public ::testing::Test {
 protected:
  WorkerCrewTest() {
    study_.plan.directory = dir_.path();
    study_.plan.mode = RunMode::Worker;
    study_.plan.command = {"sh", "worker.sh"};
    study_.plan.budget.grace = 1.0;
    study_.plan.budget.trials = 4;
    options_.workdir = dir_.file("work");
  }

  /// A worker that does this for each request.
  void each(const std::string& body, const std::string& before = "", const std::string& after = "") {
    whole(before + "\nwhile IFS= read -r line; do\ntake\n" + body + "\ndone\n" + after + "\n");
  }
  void whole(const std::string& script) { test::write_file(dir_.file("worker.sh"), kWorkerBegin + script); }
  Budget& budget() { return study_.plan.budget; }

  LoopResult run() {
    if (!id_) id_ = store_->create_study(study_);
    Loop loop(*store_, *id_, std::make_unique<test::TinySampler>(study_.space), std::move(pruner_), options_);
    return loop.run(&signal_, &observer_);
  }

  std::vector<Trial> trials() { return store_->changes(*id_, 0).trials; }
  Trial trial(std::int64_t number) { return store_->trial(*id_, number).value(); }
  std::string file(const std::string& path) {
    return test::read_file(options_.workdir + "/" + study_folder(*store_, *id_) + "/" + path);
  }
  static std::int64_t pid_of(const Trial& trial) {
    const auto found = trial.attributes.find("pid");
    return found == trial.attributes.end() ? 0 : std::get<std::int64_t>(found->second);
  }
  void expect_all(TrialState state) {
    for (const Trial& one : trials()) EXPECT_EQ(one.state, state) << one.number << ": " << one.error;
  }
  void expect_own_values() {
    for (const Trial& one : trials()) {
      ASSERT_EQ(one.state, TrialState::Complete) << one.number << ": " << one.error;
      EXPECT_EQ(one.values, std::vector<double>{one.configuration.real("x")}) << one.number;
    }
  }

  test::TempDir dir_;
  Study study_{.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 1000)}), .seed = 3};
  std::unique_ptr<storage::Storage> store_ = storage::open_memory();
  std::optional<storage::StudyId> id_;
  std::unique_ptr<Pruner> pruner_;
  LoopOptions options_;
  StopSignal signal_;
  WorkerObserver observer_;
};

// --- what it is for

TEST_F(WorkerCrewTest, OneWorkerInEachPlaceRunsAllTrials) {
  each(R"(answer "\"value\":$x,\"pid\":$$,\"slot\":$HONE_SLOT")");
  budget().trials = 12;
  budget().parallel = 3;
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Trials);
  EXPECT_EQ(result.finished, 12);
  ASSERT_EQ(trials().size(), 12U);
  expect_own_values();
  std::map<std::int64_t, std::set<std::int64_t>> pids;
  for (const Trial& one : trials()) {
    pids[std::get<std::int64_t>(one.attributes.at("slot"))].insert(pid_of(one));
  }
  EXPECT_LE(pids.size(), 3U);
  for (const auto& [slot, workers] : pids) {
    EXPECT_EQ(workers.size(), 1U) << slot;
    for (const std::int64_t pid : workers) EXPECT_FALSE(test::is_alive(static_cast<pid_t>(pid)));
  }
}

TEST_F(WorkerCrewTest, ARequestHasEverythingOfItsTrial) {
  each(R"(printf '%s\n' "$line" > "$folder/request"; answer '"value":1')");
  budget().trials = 1;
  run();
  expect_all(TrialState::Complete);
  const std::string request = file("0/request");
  const std::string folder = options_.workdir + "/" + study_folder(*store_, *id_);
  for (const std::string& part :
       {"\"hone_trial_id\":\"" + study_folder(*store_, *id_) + "/0\"", std::string("\"study\":\"s\""),
        std::string("\"number\":0,\"attempt\":1"), "\"seed\":" + std::to_string(trial_seed(3, 0)),
        "\"folder\":\"" + folder + "/0\"", "\"params\":\"" + folder + "/0/params.json\"",
        "\"report\":\"" + folder + "/0/report.txt\"", std::string("\"params\":{\"x\":")}) {
    EXPECT_NE(request.find(part), std::string::npos) << part << " in " << request;
  }
}

TEST_F(WorkerCrewTest, HasNoVariablesOfATrial) {
  ::setenv("HONE_TRIAL_ID", "of another tuner", 1);
  const Invocation invocation = make_worker_invocation(study_, 2);
  ::unsetenv("HONE_TRIAL_ID");
  std::set<std::string> ours;
  for (const std::string& entry : invocation.environment) {
    if (entry.starts_with("HONE_")) ours.insert(entry);
  }
  EXPECT_EQ(ours, (std::set<std::string>{"HONE_SLOT=2", "HONE_STUDY=s", "HONE_WORKER=1"}));
}

TEST_F(WorkerCrewTest, IsReplacedAfterAsManyTrialsAsTheStudySays) {
  each(R"(answer "\"value\":$x,\"pid\":$$")");
  study_.plan.worker.restart_every = 2;
  budget().trials = 6;
  run();
  expect_own_values();
  const auto all = trials();
  for (std::size_t i = 0; i < all.size(); i += 2) EXPECT_EQ(pid_of(all[i]), pid_of(all[i + 1]));
  EXPECT_NE(pid_of(all[1]), pid_of(all[2]));
  EXPECT_NE(pid_of(all[3]), pid_of(all[4]));
}

TEST_F(WorkerCrewTest, TwoWorkersAreNeverInOnePlace) {
  whole(R"(mkdir lock || echo both >> clash
while IFS= read -r line; do take; answer '"value":1'; done
sleep 0.2; rmdir lock)");
  study_.plan.worker.restart_every = 1;
  run();
  expect_all(TrialState::Complete);
  EXPECT_FALSE(std::filesystem::exists(dir_.file("clash")));
}

TEST_F(WorkerCrewTest, IsToldToEndByTheEndOfItsInput) {
  each(R"(answer '"value":1')", "trap 'echo term >> bye' TERM", "echo end >> bye");
  run();
  EXPECT_EQ(test::read_file(dir_.file("bye")), "end\n");
}

TEST_F(WorkerCrewTest, SaysThatATrialHasFailedAndLivesOn) {
  each(R"(if [ $number = 1 ]; then echo why >&2; answer '"state":"failed","reason":"boom"'
else answer "\"value\":$x,\"pid\":$$"; fi)");
  run();
  EXPECT_EQ(trial(1).state, TrialState::Failed);
  EXPECT_EQ(trial(1).error, "boom\nwhy");
  EXPECT_EQ(pid_of(trial(0)), pid_of(trial(2)));
}

TEST_F(WorkerCrewTest, MayEndBetweenTwoTrials) {
  whole(R"(IFS= read -r line; take; answer "\"value\":$x")");
  budget().trials = 8;
  run();
  expect_own_values();
  EXPECT_EQ(trials().size(), 8U);
}

// --- pruning

TEST_F(WorkerCrewTest, IsToldWhetherToPrune) {
  each(R"(report 1 0.$((number * 3)); case $reply in *'"prune":true'*) answer '"state":"pruned"';;
*) echo "$reply" > "$folder/reply"; answer "\"value\":1,\"pid\":$$";; esac)");
  pruner_ = std::make_unique<PrunesLarge>();
  run();
  EXPECT_EQ(trial(0).state, TrialState::Complete);
  EXPECT_EQ(trial(1).state, TrialState::Complete);
  EXPECT_EQ(trial(2).state, TrialState::Pruned);
  EXPECT_EQ(trial(3).state, TrialState::Pruned);
  ASSERT_EQ(trial(2).reports.size(), 1U);
  EXPECT_EQ(trial(2).reports[0].value, 0.6);
  EXPECT_EQ(pid_of(trial(0)), pid_of(trial(1)));
  EXPECT_NE(file("0/reply").find("\"step\":1,\"prune\":false"), std::string::npos) << file("0/reply");
}

TEST_F(WorkerCrewTest, IsNotRestartedByAPruneThatItObeys) {
  each(R"(echo $$ >> pids; report 1 1; answer '"state":"pruned"')");
  pruner_ = std::make_unique<PrunesLarge>();
  run();
  expect_all(TrialState::Pruned);
  const std::string pids = test::read_file(dir_.file("pids"));
  const std::string first = pids.substr(0, pids.find('\n') + 1);
  EXPECT_EQ(pids, first + first + first + first);
}

TEST_F(WorkerCrewTest, IsStoppedWhenItDoesNotObeyAPrune) {
  each(R"(echo $$ > pid; report 1 1; while :; do sleep 0.05; done)");
  budget().grace = 0.2;
  budget().trials = 2;
  pruner_ = std::make_unique<PrunesLarge>();
  run();
  expect_all(TrialState::Pruned);
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(dir_.file("pid"))));
}

TEST_F(WorkerCrewTest, MayReportByItsFile) {
  each(R"(echo '3 0.25' >> "$folder/report.txt"; answer '"value":1')");
  budget().trials = 1;
  run();
  ASSERT_EQ(trial(0).reports.size(), 1U);
  EXPECT_EQ(trial(0).reports[0].step, 3);
}

TEST_F(WorkerCrewTest, NeedNotWaitForTheAnswerToItsLastReport) {
  each(
      R"(printf '{"hone_trial_id":"%s","report":{"step":1,"value":0.5}}\n{"hone_trial_id":"%s","value":%s}\n' "$id" "$id" "$x"
read -r reply)");
  run();
  expect_own_values();
  for (const Trial& one : trials()) EXPECT_EQ(one.reports.size(), 1U);
}

// --- the form of stdio

TEST_F(WorkerCrewTest, TellsAndReportsAsAClientOfStdio) {
  each(R"(printf '{"op":"report","id":"r","number":%s,"step":1,"value":0.1}\n' "$number"; read -r first
printf '{"op":"tell","results":[{"number":%s,"value":%s,"attributes":{"pid":%s},"reports":[{"step":2,"value":0.2}]}]}\n' \
  "$number" "$x" "$$"; read -r second
printf '%s\n%s\n' "$first" "$second" > "$folder/replies")");
  run();
  expect_own_values();
  for (const Trial& one : trials()) {
    EXPECT_EQ(one.reports, (std::vector<Report>{{1, 0.1}, {2, 0.2}}));
    EXPECT_EQ(pid_of(one), pid_of(trial(0))) << "one worker for all of them";
  }
  EXPECT_EQ(file("0/replies"), "{\"id\":\"r\",\"prune\":false}\n{\"ok\":true}\n");
  EXPECT_TRUE(observer_.warnings.empty());
}

TEST_F(WorkerCrewTest, IsToldWhetherToPruneAsAClientOfStdio) {
  pruner_ = std::make_unique<PrunesLarge>();
  each(R"(printf '{"op":"report","number":%s,"step":1,"value":0.9}\n' "$number"; read -r reply
case $reply in *true*) state='"state":"pruned"';; *) state='"value":1';; esac
printf '{"op":"tell","results":[{"number":%s,%s}]}\n' "$number" "$state"; read -r ok)");
  budget().trials = 2;
  run();
  expect_all(TrialState::Pruned);
}

TEST_F(WorkerCrewTest, ARequestOfStdioThatIsWrongIsAnsweredAndTheTrialGoesOn) {
  each(R"(printf '{"op":"tell","results":[]}\n'; read -r reply
printf '%s\n' "$reply" > "$folder/reply"
printf '{"op":"tell","results":[{"number":%s,"value":%s}]}\n' "$number" "$x"; read -r ok)");
  budget().trials = 2;
  run();
  expect_own_values();
  EXPECT_EQ(
      file("0/reply"),
      "{\"error\":{\"code\":\"invalid_argument\",\"message\":\"results is not a list of one result; tell "
      "the trial of the last request\"}}\n");
}

TEST_F(WorkerCrewTest, AResultOfStdioForAnotherTrialIsRefused) {
  each(R"(printf '{"op":"tell","results":[{"number":77,"value":1}]}\n'; read -r ok)");
  budget().trials = 1;
  run();
  expect_all(TrialState::Failed);
  EXPECT_EQ(trial(0).error.substr(0, trial(0).error.find('\n')),
            "the worker spoke of trial 77 and was given trial 0; copy \"number\" from the request");
}

// --- what libraries print

TEST_F(WorkerCrewTest, PrintsGoToTheFilesOfTheirTrial) {
  each(
      R"(echo "hello $number"; echo '{"epoch": 1}'; echo "oops $number" >&2; printf 'no end: '; answer "\"value\":$x")",
      "echo starting; echo warming up >&2");
  budget().trials = 3;
  run();
  expect_own_values();
  EXPECT_EQ(file("0/stdout.txt"), "starting\nhello 0\n{\"epoch\": 1}\n");
  EXPECT_EQ(file("0/stderr.txt"), "warming up\noops 0\n");
  EXPECT_EQ(file("2/stdout.txt"), "hello 2\n{\"epoch\": 1}\n");
  EXPECT_EQ(file("2/stderr.txt"), "oops 2\n");
}

TEST_F(WorkerCrewTest, AnAnswerMayArriveInPieces) {
  each(
      R"(printf '{"hone_trial'; sleep 0.05; printf '_id":"%s","val' "$id"; sleep 0.05; printf 'ue":%s}' "$x"; sleep 0.05; echo)");
  budget().trials = 2;
  run();
  expect_own_values();
}

TEST_F(WorkerCrewTest, AFloodOfOutputHarmsNobody) {
  each(R"(head -c 40000000 /dev/zero | tr '\0' x; echo; yes | head -c 2000000
head -c 50000 /dev/zero | tr '\0' '['; echo; answer "\"value\":$x")");
  budget().trials = 1;
  run();
  expect_own_values();
  const std::string log = file("0/stdout.txt");
  EXPECT_LT(log.size(), 17'000'000U);
  EXPECT_NE(log.find("[hone left out "), std::string::npos);
}

// --- workers that go wrong

TEST_F(WorkerCrewTest, ACrashIsTheTrialsFailureAndAnotherWorkerGoesOn) {
  each(R"(if [ $number = 1 ]; then echo 'ValueError: x' >&2; exit 3; fi; answer "\"value\":$x,\"pid\":$$")");
  run();
  EXPECT_EQ(trial(1).state, TrialState::Failed);
  EXPECT_EQ(trial(1).error, "exit code 3\nValueError: x");
  EXPECT_EQ(trial(2).state, TrialState::Complete);
  EXPECT_NE(pid_of(trial(0)), pid_of(trial(2)));
  EXPECT_EQ(pid_of(trial(2)), pid_of(trial(3)));
}

TEST_F(WorkerCrewTest, ATrialIsTriedAgain) {
  each(R"([ $attempt = 2 ] || kill -SEGV $$; answer "\"value\":$x")");
  budget().trials = 2;
  budget().retries = 1;
  const LoopResult result = run();
  EXPECT_EQ(result.requeued, 2);
  expect_own_values();
  EXPECT_EQ(observer_.reasons.at(0), "killed by signal 11 (SIGSEGV)");
}

TEST_F(WorkerCrewTest, OneThatEndsAtOnceFailsItsTrials) {
  whole("echo no module >&2; exit 7");
  budget().give_up_after = 0;
  const LoopResult result = run();
  EXPECT_EQ(result.failed, 4);
  EXPECT_EQ(trial(0).error, "exit code 7\nno module");
  EXPECT_EQ(trial(3).error, "exit code 7\nno module");
}

TEST_F(WorkerCrewTest, OnesThatEndAtOnceAreGivenUpLikeCommands) {
  whole("echo no module >&2; exit 7");
  budget().give_up_after = 3;
  EXPECT_EQ(run().failed, 3);
}

TEST_F(WorkerCrewTest, OneThatEndsWithoutAnAnswerFailsItsTrial) {
  whole("IFS= read -r line");
  budget().trials = 1;
  run();
  EXPECT_TRUE(trial(0).error.starts_with("the worker ended, with exit code 0, before it answered;"))
      << trial(0).error;
}

TEST_F(WorkerCrewTest, OneThatHangsIsKilledAndReplaced) {
  each(R"(if [ $number = 1 ]; then trap '' TERM; echo stuck >&2; while :; do sleep 0.05; done; fi
answer "\"value\":$x,\"pid\":$$")");
  budget().trial_timeout = 1.0;
  budget().grace = 0.2;
  run();
  EXPECT_EQ(trial(1).state, TrialState::TimedOut);
  EXPECT_EQ(trial(1).error,
            "stopped after 1 second\nthe worker printed nothing; if it did answer, let it flush each line of "
            R"({"op":"tell","results":[{"number":N,"value":0.5}]})"
            "\nstuck");
  EXPECT_EQ(trial(3).state, TrialState::Complete);
  EXPECT_NE(pid_of(trial(0)), pid_of(trial(3)));
}

TEST_F(WorkerCrewTest, AnAnswerForAnotherTrialIsRefused) {
  each(R"(printf '{"hone_trial_id":"s-00000000/9","value":5}\n')");
  budget().trials = 2;
  run();
  expect_all(TrialState::Failed);
  EXPECT_TRUE(trial(0).error.starts_with("the worker answered for trial 's-00000000/9' and this is '"))
      << trial(0).error;
}

TEST_F(WorkerCrewTest, AnAnswerBeforeTheRequestIsRefused) {
  each(R"(answer "\"value\":$x")", R"(echo '{"hone_trial_id":"early","value":5}')");
  budget().trials = 2;
  run();
  expect_all(TrialState::Failed);
}

TEST_F(WorkerCrewTest, AnAnswerWithoutAnIdIsRefused) {
  each(R"(echo '{"value": 0.5}')");
  budget().trials = 1;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_EQ(trial(0).error,
            "the worker answered {\"value\": 0.5} without \"hone_trial_id\"; copy it from the request into "
            "each answer");
}

// The time limits of the next three end what would otherwise wait for ever; none of them is reached.
TEST_F(WorkerCrewTest, AnAnswerWithAValueThatCannotBeReadFailsItsTrialAlone) {
  each(R"(if [ $number = 0 ]; then answer '"value":1e999'; else answer "\"value\":$x,\"size\":1e400"; fi)");
  budget().trials = 2;
  budget().trial_timeout = 20.0;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_TRUE(trial(0).error.starts_with("\"value\" of the result is 1e999")) << trial(0).error;
  EXPECT_EQ(trial(1).state, TrialState::Complete) << trial(1).error;
  EXPECT_EQ(trial(1).attributes.at("hone_remark"),
            Value(std::string("left out of the attributes, as no store can keep them: size (1e400)")));
}

TEST_F(WorkerCrewTest, AnAnswerThatIsNotJsonFailsItsTrial) {
  each(R"(echo "{'hone_trial_id': '$id', 'value': 0.5}")");
  budget().trials = 1;
  budget().trial_timeout = 20.0;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_TRUE(trial(0).error.starts_with(
      "the worker's answer is not one object of JSON at the end of its line: {'hone_trial_id'"))
      << trial(0).error;
}

TEST_F(WorkerCrewTest, AnAnswerBeforeOtherWordsOrInAListFailsItsTrial) {
  each(R"(if [ $number = 0 ]; then
            echo "result {\"hone_trial_id\":\"$id\",\"value\":1} done"
          else
            echo "[{\"hone_trial_id\":\"$id\",\"value\":1}]"
          fi)");
  budget().trials = 2;
  budget().trial_timeout = 20.0;
  run();
  for (const int number : {0, 1}) {
    EXPECT_EQ(trial(number).state, TrialState::Failed);
    EXPECT_TRUE(trial(number).error.starts_with(
        "the worker's answer is not one object of JSON at the end of its line: "))
        << trial(number).error;
  }
}

TEST_F(WorkerCrewTest, AnAnswerAtTheEndOfALineThatIsTooLongFailsItsTrial) {
  each(R"(head -c 3145728 /dev/zero | tr '\0' x; if [ $number = 1 ]; then echo; fi; answer "\"value\":$x")");
  budget().trials = 2;
  budget().trial_timeout = 20.0;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_TRUE(trial(0).error.starts_with("the worker's answer ends a line of more than 1048576 bytes"))
      << trial(0).error;
  EXPECT_EQ(trial(1).state, TrialState::Complete) << trial(1).error;
}

TEST_F(WorkerCrewTest, ASecondAnswerNeverBecomesThatOfTheNextTrial) {
  each(R"(answer "\"value\":$x"; answer '"value":77'; sleep 0.05; answer '"value":99')");
  budget().trials = 6;
  run();
  expect_own_values();
  EXPECT_EQ(trials().size(), 6U);
  EXPECT_FALSE(observer_.warnings.empty());
}

TEST_F(WorkerCrewTest, OneThatDoesNotReadTheAnswersToItsReportsFails) {
  each(
      R"(i=0; while [ $i -lt 20000 ]; do i=$((i+1)); printf '{"hone_trial_id":"%s","report":{"step":%s,"value":1}}\n' "$id" $i; done
answer '"value":1')");
  budget().trials = 1;
  run();
  EXPECT_EQ(trial(0).state, TrialState::Failed);
  EXPECT_TRUE(trial(0).error.starts_with("the worker does not read the answers to its reports"))
      << trial(0).error;
}

TEST_F(WorkerCrewTest, OneThatClosesItsOutputFails) {
  each("exec >&-; sleep 1000");
  budget().trials = 1;
  run();
  EXPECT_TRUE(trial(0).error.starts_with("the worker has closed its standard output")) << trial(0).error;
}

TEST_F(WorkerCrewTest, OneThatClosesItsInputBeforeItsRequestFails) {
  study_.plan.command = {"bash", "-c", "exec 0<&-; sleep 1000"};
  budget().trials = 1;
  run();
  EXPECT_TRUE(trial(0).error.starts_with("the worker has closed its standard input")) << trial(0).error;
}

// There is nothing left to send then, so that no write can fail.
TEST_F(WorkerCrewTest, OneThatClosesItsInputAfterItsRequestFails) {
  study_.plan.command = {"bash", "-c", "read -r line; exec 0<&-; sleep 1000"};
  budget().trials = 1;
  run();
  EXPECT_TRUE(trial(0).error.starts_with("the worker has closed its standard input")) << trial(0).error;
}

TEST_F(WorkerCrewTest, APlaceholderInItsCommandIsRefused) {
  study_.plan.command = {"sh", "worker.sh", "--x", "{x}"};
  EXPECT_EQ(test::message_of([&] { check_runnable(study_); }),
            "command: {x} differs from trial to trial, and a worker is started once for many; remove it; the "
            "worker finds it in each request");
}

// --- stopping

TEST_F(WorkerCrewTest, AnInterruptLetsTheTrialEnd) {
  each(R"(echo $$ > pid; sleep 0.3; answer "\"value\":$x")");
  observer_.on_start = [&](const Trial&) { signal_.interrupt(); };
  const LoopResult result = run();
  EXPECT_EQ(result.reason, StopReason::Interrupted);
  EXPECT_EQ(result.finished, 1);
  expect_own_values();
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(dir_.file("pid"))));
}

TEST_F(WorkerCrewTest, ATerminationGivesTheTrialBack) {
  each(R"(echo $$ > pid; sleep 1000)");
  std::thread terminator([&] {
    test::wait_for_pid(dir_.file("pid"));
    signal_.terminate();
  });
  const LoopResult result = run();
  terminator.join();
  EXPECT_EQ(result.reason, StopReason::Terminated);
  EXPECT_EQ(result.requeued, 1);
  EXPECT_EQ(trial(0).state, TrialState::Waiting);
  EXPECT_EQ(trial(0).attempt, 1);
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(dir_.file("pid"))));
}

TEST_F(WorkerCrewTest, OneThatDoesNotGoAtTheEndIsKilled) {
  each(R"(answer '"value":1')", "trap '' TERM; echo $$ > pid", "while :; do sleep 0.05; done");
  budget().grace = 0.2;
  budget().trials = 1;
  run();
  expect_all(TrialState::Complete);
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(dir_.file("pid"))));
}

TEST_F(WorkerCrewTest, AFailureOfTheRunKillsThem) {
  each(R"(echo $$ > pid; answer '"value":1')");
  observer_.on_finish = [](const Trial&) { throw Error(ErrorCode::System, "no more", "stop"); };
  EXPECT_THROW(run(), Error);
  EXPECT_FALSE(test::is_alive(test::wait_for_pid(dir_.file("pid"))));
}

}  // namespace
}  // namespace hone::runner
