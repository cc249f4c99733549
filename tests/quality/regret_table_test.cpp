// SPDX-License-Identifier: MIT
#include "bench/quality/regret_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hone::quality {
namespace {

using DoneRuns = std::map<RunKey, Run>;  // Run is something else inside a test

const RunSetting kSetting{.budget = 10, .batch = 1};

/// From 4 (poor) down to these values after five evaluations; the least value is 0.
void add_runs(DoneRuns& runs, const std::string& problem, const std::string& method,
              const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Run run{.key = {problem, method, i + 1, kSetting}, .minimum = 0.0, .poor = 4.0, .evaluations = 10};
    run.curve = {{1, 4.0}, {5, values[i]}};
    runs[run.key] = run;
  }
}

RegretQuery query() {
  return {.problems = {"p", "q"},
          .methods = {"a", "b"},
          .seeds = {1, 2, 3},
          .setting = kSetting,
          .checkpoints = {4, 10}};
}

TEST(RegretRows, AreMeansInPerCentWithErrorsOverTheRepetitions) {
  DoneRuns runs;
  add_runs(runs, "p", "a", {1.0, 2.0, 3.0});
  add_runs(runs, "q", "a", {0.0, 0.0, 0.0});
  add_runs(runs, "p", "b", {4.0, 4.0, 4.0});
  add_runs(runs, "q", "b", {2.0, 2.0, 2.0});
  const auto rows = regret_rows(runs, query());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].mean[0], 100.0) << "nothing found yet";
  EXPECT_DOUBLE_EQ(rows[0].mean[1], 25.0);
  // Means of the repetitions: 12.5, 25, 37.5; their deviation is 12.5.
  EXPECT_NEAR(rows[0].error[1], 12.5 / std::sqrt(3.0), 1e-12);
  EXPECT_DOUBLE_EQ(rows[1].mean[1], 75.0);
  EXPECT_TRUE(rows[0].best[1]);
  EXPECT_FALSE(rows[1].best[1]) << "six pairs of one sign: p = 1/32";
}

TEST(RegretRows, LookAtRunsThatAllMethodsHave) {
  DoneRuns runs;
  add_runs(runs, "p", "a", {1.0, 2.0});
  add_runs(runs, "p", "b", {2.0});
  EXPECT_EQ(regret_rows(runs, query())[0].runs, 1);
  EXPECT_TRUE(regret_rows({}, query()).empty());
}

TEST(RegretDuels, TellDifferenceShareAndTest) {
  DoneRuns runs;
  add_runs(runs, "p", "a", {1.0, 2.0, 3.0});
  add_runs(runs, "p", "b", {2.0, 2.0, 2.0});
  const RegretDuel duel = regret_duels(runs, query(), "a", "b")[1];
  EXPECT_DOUBLE_EQ(duel.difference, 0.0);
  EXPECT_DOUBLE_EQ(duel.won, 0.5);
  EXPECT_EQ(duel.p, 1.0);
}

TEST(RegretMeasures, NormaliseOrNot) {
  const quality::Run run{
      .key = {}, .minimum = 1.0, .poor = 5.0, .evaluations = 3, .curve = {{1, 9.0}, {2, 2.0}, {3, 0.5}}};
  EXPECT_DOUBLE_EQ(percent_regret(run, 2), 25.0);
  EXPECT_DOUBLE_EQ(normalised_regret(run, 2), 0.25);
  EXPECT_DOUBLE_EQ(normalised_regret(run, 1), 1.0) << "worse than a poor value is no worse";
  EXPECT_DOUBLE_EQ(plain_regret(run, 1), 8.0);
  EXPECT_DOUBLE_EQ(plain_regret(run, 3), 0.0);
}

}  // namespace
}  // namespace hone::quality
