// SPDX-License-Identifier: MIT
#include "bench/quality/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "quality/example_runs.hpp"
#include "support/throws.hpp"

namespace hone::quality {
namespace {

TEST(Summary, RanksTheMeansAndAveragesTies) {
  test::ExampleRuns runs;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    runs.add("p", "a", seed, {{1, 4}, {5, 1}});
    runs.add("p", "b", seed, {{1, 2}});
    runs.add("p", "c", seed, {{1, 2}});
    runs.add("q", "a", seed, {{1, 1}});
    runs.add("q", "b", seed, {{1, 2}});
    runs.add("q", "c", seed, {{1, 3}});
  }
  const Summary summary = summarize(runs.all);
  EXPECT_EQ(summary.problems, (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(summary.stages.size(), 2) << "8 evaluations in batches of 4";
  EXPECT_EQ(summary.stages[0].cells[0][0].rank, 3.0);
  EXPECT_EQ(summary.stages[0].cells[0][1].rank, 1.5);
  EXPECT_EQ(summary.final().cells[0][0].rank, 1.0);
  EXPECT_EQ(summary.final().cells[0][2].rank, 2.5);
  EXPECT_EQ(summary.final().mean_rank, (std::vector<double>{1.0, 2.25, 2.75}));
}

TEST(Summary, GivesRegretsAboveTheFloorAndInPartsOfTheRange) {
  test::ExampleRuns runs;
  runs.minimum = 1.0;
  runs.poor = 11.0;
  runs.add("p", "a", 1, {{1, 1.1}});
  runs.add("p", "a", 2, {{1, 1.0}});
  const Summary summary = summarize(runs.all, {.floor = 1e-3});
  const Cell& cell = summary.final().cells[0][0];
  EXPECT_NEAR(cell.mean, 1.05, 1e-15);
  EXPECT_NEAR(cell.log_regret, -2.0, 1e-14) << "the mean of -1 and the floor's -3";
  EXPECT_NEAR(cell.normalized.value(), 0.005, 1e-15);
  EXPECT_NEAR(summary.final().log_regret[0], -2.0, 1e-14);
}

TEST(Summary, TestsAgainstTheBaselineOverPairedSeeds) {
  test::ExampleRuns runs;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto x = static_cast<double>(seed);
    runs.add("p", "base", seed, {{1, 10 * x}});
    runs.add("p", "good", seed, {{1, 10 * x - 1 - 0.01 * x}});
    runs.add("p", "bad", seed, {{1, 10 * x + 1 + 0.01 * x}});
    runs.add("p", "like", seed, {{1, 10 * x + (seed % 2 == 0 ? 1 : -1) * x}});
  }
  const Summary summary =
      summarize(runs.all, {.methods = {"like", "good", "base", "bad"}, .baseline = "base"});
  EXPECT_EQ(summary.methods, (std::vector<std::string>{"like", "good", "base", "bad"}));
  EXPECT_EQ(summary.duels[0][0].verdict, Verdict::Open);
  EXPECT_EQ(summary.duels[0][1].verdict, Verdict::Better);
  EXPECT_EQ(summary.duels[0][1].p, 2.0 / 256);
  EXPECT_EQ(summary.duels[0][2].p, 1.0);
  EXPECT_EQ(summary.duels[0][3].verdict, Verdict::Worse);
  EXPECT_EQ(summary.scores[1].better, 1);
  EXPECT_EQ(summary.scores[3].worse, 1);
  EXPECT_EQ(summary.scores[3].higher_mean, 1);
  EXPECT_EQ(summary.scores[2].equal_mean, 1);
}

TEST(Summary, ComparesOnlySeedsAndProblemsThatAllMethodsRan) {
  test::ExampleRuns runs;
  runs.add("p", "a", 1, {{1, 1}});
  runs.add("p", "a", 2, {{1, 100}});
  runs.add("p", "b", 1, {{1, 2}});
  runs.add("q", "a", 1, {{1, 1}});
  runs.add("r", "a", 1, {{1, 1}});
  runs.add("r", "b", 2, {{1, 1}});
  const Summary summary = summarize(runs.all);
  EXPECT_EQ(summary.problems, (std::vector<std::string>{"p"}));
  EXPECT_EQ(summary.seeds, (std::vector<int>{1}));
  EXPECT_EQ(summary.final().cells[0][0].mean, 1.0);
  EXPECT_EQ(summary.left_out,
            (std::vector<std::string>{"q: not run by b", "r: no seed was run by all methods"}));
}

TEST(Summary, TabulatesCheckpointsBetweenBatches) {
  test::ExampleRuns runs;
  runs.add("p", "a", 1, {{1, 9}, {3, 7}, {8, 2}});
  const Summary summary = summarize(runs.all, {.checkpoints = {3, 99}});
  ASSERT_EQ(summary.stages.size(), 3);
  EXPECT_EQ(summary.stages[0].evaluation, 3);
  EXPECT_EQ(summary.stages[0].cells[0][0].mean, 7.0);
  EXPECT_EQ(summary.checkpoints, (std::vector<int>{0, 2}));
}

TEST(Summary, RefusesWhatCannotBeCompared) {
  test::ExampleRuns runs;
  EXPECT_EQ(test::message_of([&] { summarize(runs.all); }),
            "there are no runs to report on; run some with: bench run");
  runs.add("p", "a", 1, {{1, 1}});
  EXPECT_EQ(test::message_of([&] { summarize(runs.all, {.baseline = "z"}); }),
            "the baseline 'z' has no runs; use one of a");
  runs.setting.batch = 2;
  runs.add("p", "a", 1, {{1, 1}});
  EXPECT_EQ(test::message_of([&] { summarize(runs.all); }),
            "the runs have different settings; choose one of: --budget 8 --batch 2 --start 0; "
            "--budget 8 --batch 4 --start 0");
}

TEST(Summary, LivesWithRunsThatFoundNothing) {
  test::ExampleRuns runs;
  runs.add("p", "a", 1, {});
  runs.add("p", "b", 1, {{1, 1}});
  const Summary summary = summarize(runs.all);
  EXPECT_TRUE(std::isinf(summary.final().cells[0][0].mean));
  EXPECT_EQ(summary.final().cells[0][0].rank, 2.0);
}

}  // namespace
}  // namespace hone::quality
