// SPDX-License-Identifier: MIT
#include "bench/quality/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bench/quality/problems.hpp"
#include "bench/quality/schedule.hpp"

namespace hone::quality {
namespace {

Problem one(const std::string& name) { return select_problems({name}, "").front(); }

/// Proposes the numbers it was given, and remembers what it was told.
class Script : public Contestant {
 public:
  Script(Space space, std::vector<double> numbers) : space_(std::move(space)), numbers_(std::move(numbers)) {}
  void enqueue(std::span<const Configuration> points) override {
    enqueued.assign(points.begin(), points.end());
  }
  std::vector<Configuration> ask(int count) override {
    counts.push_back(count);
    std::vector<Configuration> points;
    while (std::ssize(points) < count && next_ < numbers_.size())
      points.push_back(point(space_, {numbers_[next_++]}));
    return points;
  }
  void tell(std::span<const EvaluationResult> results) override {
    for (const EvaluationResult& result : results)
      told.push_back(result.values.empty() ? std::nullopt : std::optional(result.values.front()));
  }
  double seconds() const override { return static_cast<double>(counts.size()); }
  std::string version() const override { return "script 1"; }

  std::vector<Configuration> enqueued;
  std::vector<int> counts;
  std::vector<std::optional<double>> told;

 private:
  Space space_;
  std::vector<double> numbers_;
  std::size_t next_ = 0;
};

/// The number itself; fails below 0.
Problem identity() {
  return {.name = "identity",
          .group = "test",
          .space = Space({real("x", -10, 10)}),
          .value = [](const Configuration& c) {
            return c.real("x") < 0.0 ? std::numeric_limits<double>::quiet_NaN() : c.real("x");
          }};
}

TEST(Execute, KeepsTheImprovementsAndAsksInBatches) {
  const Problem problem = identity();
  Script script(problem.space, {-1, 5, 6, 3, -2, 3, 1, 9});
  const auto run = execute(problem, script, {"identity", "script", 1, {.budget = 8, .batch = 3}});
  EXPECT_EQ(script.counts, (std::vector<int>{3, 3, 2}));
  EXPECT_EQ(run.curve, (std::vector<Improvement>{{2, 5}, {4, 3}, {7, 1}}));
  EXPECT_EQ(run.evaluations, 8);
  EXPECT_EQ(run.failures, 2);
  EXPECT_EQ(run.version, "script 1");
  EXPECT_EQ(run.ask_seconds, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(script.told[0], std::nullopt);
  EXPECT_EQ(script.told[1], 5.0);
  EXPECT_TRUE(std::isinf(value_at(run, 1)));
  EXPECT_EQ(value_at(run, 2), 5.0);
  EXPECT_EQ(value_at(run, 6), 3.0);
  EXPECT_EQ(value_at(run, 100), 1.0);
}

TEST(Execute, EndsWhenTheMethodHasNothingLeft) {
  const Problem problem = identity();
  Script script(problem.space, {4, 2});
  const auto run = execute(problem, script, {"identity", "script", 1, {.budget = 100, .batch = 4}});
  EXPECT_EQ(run.evaluations, 2);
  EXPECT_EQ(value_at(run, 100), 2.0);
}

TEST(Execute, JudgesNoisyProblemsByTheTruthOfWhatLookedBest) {
  Problem problem = identity();
  problem.noisy = [](const Configuration&, double value, Rng&) { return value == 2.0 ? 50.0 : 10.0 - value; };
  Script script(problem.space, {3, 2, 7});
  const auto run = execute(problem, script, {"identity", "script", 1, {.budget = 3, .batch = 1}});
  EXPECT_EQ(run.curve, (std::vector<Improvement>{{1, 3}, {3, 7}}));
  EXPECT_EQ(script.told[1], 50.0);
}

TEST(Execute, CountsWhatWasMeasuredWhereThereIsNothingElse) {
  Problem problem = identity();
  problem.value = {};
  problem.measured = [](const Configuration& c, Rng& rng) { return c.real("x") + rng.uniform(); };
  const auto measure = [&](std::uint64_t seed) {
    Script script(problem.space, {4, 2, 2});
    const auto run = execute(problem, script, {"identity", "script", seed, {.budget = 3, .batch = 3}});
    EXPECT_EQ(run.curve.front().value, script.told.front());
    EXPECT_NE(script.told[1], script.told[2]) << "noise of its own for every evaluation";
    return run.curve;
  };
  EXPECT_EQ(measure(1), measure(1));
  EXPECT_NE(measure(1), measure(2));
}

TEST(Execute, GivesAllMethodsTheSameStart) {
  const Problem problem = one("hart3");
  const RunKey key{"hart3", "random", 3, {.budget = 8, .batch = 4, .start = 4}};
  const auto start = shared_start(problem, key);
  EXPECT_EQ(start.size(), 4);
  RunKey other = key;
  other.method = "lhs";
  EXPECT_EQ(shared_start(problem, other), start);
  other.seed = 4;
  EXPECT_NE(shared_start(problem, other), start);
  Script script(problem.space, {});
  execute(problem, script, key);
  EXPECT_EQ(script.enqueued, start);
}

TEST(SamplerContestant, AsksAsASessionWouldAndPutsTheStartFirst) {
  const Problem problem = one("branin");
  const RunKey key{"branin", "sobol", 5, {.budget = 8, .batch = 4, .start = 0}};
  const Study study = study_of(problem, {"sobol"}, key);
  const auto plain = make_sampler_contestant(study);
  const auto first = plain->ask(4);
  plain->tell(std::vector<std::optional<double>>(4, 1.0));
  const auto second = plain->ask(4);

  const auto started = make_sampler_contestant(study);
  started->enqueue(std::vector{problem.argmins[0], problem.argmins[1]});
  const auto mixed = started->ask(4);
  EXPECT_EQ(mixed[0], problem.argmins[0]);
  EXPECT_EQ(mixed[1], problem.argmins[1]);
  EXPECT_EQ(mixed[2], first[2]) << "trial 2 of a Sobol sequence is its point 2, whoever came before";
  started->tell(std::vector<std::optional<double>>{1.0, std::nullopt, 2.0, 3.0});
  EXPECT_EQ(started->ask(4), second);
}

TEST(RunTasks, GiveTheSameForAnyNumberOfThreads) {
  const Schedule schedule{.problems = select_problems({"branin", "noisy_hart6", "learner"}, ""),
                          .methods = parse_methods("random,sobol,lhs", MethodKind::Sampler),
                          .seeds = {1, 2},
                          .setting = {.budget = 12, .batch = 4, .start = 4}};
  const auto tasks = open_tasks(schedule, {});
  EXPECT_EQ(tasks.size(), 18);
  const auto results = [&](int threads) {
    std::map<RunKey, std::vector<Improvement>> curves;
    run_tasks(tasks, {}, threads,
              {.finished = [&](const Task& task, const quality::Run& run) { curves[task.key] = run.curve; },
               .failed = [](const Task&, const std::string& problem) { FAIL() << problem; }});
    return curves;
  };
  const auto alone = results(1);
  EXPECT_EQ(alone.size(), 18);
  EXPECT_EQ(alone, results(4));
}

TEST(OpenTasks, AreThoseNotDoneSeedBySeed) {
  Schedule schedule{.problems = select_problems({"branin", "rosen_disk"}, ""),
                    .methods = parse_methods("random", MethodKind::Sampler),
                    .seeds = {1, 2},
                    .setting = {.budget = 4, .batch = 4}};
  std::map<RunKey, quality::Run> done;
  const RunKey key{"branin", "random", 1, schedule.setting};
  done[key] = {.key = key};
  const auto tasks = open_tasks(schedule, done);
  ASSERT_EQ(tasks.size(), 3);
  EXPECT_EQ(tasks[0].key.problem, "rosen_disk");
  EXPECT_EQ(tasks[1].key.seed, 2);
  schedule.methods = parse_methods("hebo", MethodKind::Peer);
  EXPECT_EQ(open_tasks(schedule, done).size(), 2) << "peers know no constraints";
}

TEST(RunTasks, GoOnAfterAMethodThatFails) {
  const Schedule schedule{.problems = select_problems({"branin"}, ""),
                          .methods = parse_methods("nobody,random", MethodKind::Sampler),
                          .seeds = {1},
                          .setting = {.budget = 4, .batch = 4}};
  std::vector<std::string> problems;
  int finished = 0;
  run_tasks(open_tasks(schedule, {}), {}, 1,
            {.finished = [&](const Task&, const quality::Run&) { ++finished; },
             .failed = [&](const Task&, const std::string& problem) { problems.push_back(problem); }});
  EXPECT_EQ(finished, 1);
  ASSERT_EQ(problems.size(), 1);
  EXPECT_NE(problems[0].find("no sampler 'nobody'"), std::string::npos);
}

}  // namespace
}  // namespace hone::quality
