// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/batch_tables.hpp"

#include <gtest/gtest.h>

namespace hone::quality::sequd {
namespace {

using DoneRuns = std::map<RunKey, Run>;  // Run is something else inside a test

const RunSetting kSetting{.budget = 10, .batch = 5};

void add_runs(DoneRuns& runs, const std::string& function, const std::string& method,
              const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Run run{.key = {function, method, i + 1, kSetting}, .minimum = 0.0, .evaluations = 10};
    run.curve = {{1, values[i] + 1.0}, {7, values[i]}};
    runs[run.key] = run;
  }
}

TEST(Duel, CountsFunctionsTestsAndRuns) {
  DoneRuns runs;
  add_runs(runs, "clear", "a", {1.0, 1.1, 0.9});
  add_runs(runs, "clear", "b", {5.0, 5.1, 4.9});
  add_runs(runs, "open", "a", {1.0, 3.0, 2.0});
  add_runs(runs, "open", "b", {2.0, 1.0, 2.0});
  add_runs(runs, "reached", "a", {1e-10, 1e-12, 1e-9});
  add_runs(runs, "reached", "b", {1e-11, 1e-9, 1e-10});
  const Entrant a{.label = "a", .seeds = {1, 2, 3}}, b{.label = "b", .seeds = {1, 2, 3}};
  const Duel result = duel(runs, {"clear", "open", "reached"}, a, b, kSetting);
  EXPECT_EQ(result.better, 1);
  EXPECT_EQ(result.worse, 0);
  EXPECT_NEAR(result.won, (3.0 + 1.0 + 0.5 + 1.5) / 9.0, 1e-12);
  const Duel other = duel(runs, {"clear", "open", "reached"}, b, a, kSetting);
  EXPECT_EQ(other.worse, 1);
  EXPECT_NEAR(other.won, 1.0 - result.won, 1e-12);
}

TEST(Duel, LooksAtTheSameSeedsAndBatchOnly) {
  DoneRuns runs;
  add_runs(runs, "f", "a", {1.0, 9.0});
  add_runs(runs, "f", "b", {2.0});
  const Entrant a{.label = "a", .seeds = {1, 2}}, b{.label = "b", .seeds = {1, 2}};
  EXPECT_EQ(duel(runs, {"f"}, a, b, kSetting).won, 1.0);
  EXPECT_EQ(duel(runs, {"f"}, a, b, {.budget = 10, .batch = 2}).won, 0.0);
}

}  // namespace
}  // namespace hone::quality::sequd
