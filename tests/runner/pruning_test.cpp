// SPDX-License-Identifier: MIT
#include "hone/runner/pruning.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hone/analysis/asha_pruner.hpp"

namespace hone::runner {
namespace {

const std::vector<Objective> kObjective = {{.name = "loss"}};

/// Stops above 1, and remembers what it was shown last each time.
class ThresholdPruner final : public Pruner {
 public:
  bool should_stop(const Trial& running, std::span<const Trial>, std::span<const Objective>) const override {
    judged.push_back(running.reports.back().step);
    return running.reports.back().value > 1.0;
  }
  mutable std::vector<std::int64_t> judged;
};

Trial reporting(std::vector<Report> reports) {
  Trial trial;
  trial.number = 1;
  trial.state = TrialState::Running;
  trial.reports = std::move(reports);
  return trial;
}

TEST(Pruning, JudgesNewReportsInTheOrderOfTheirSteps) {
  const ThresholdPruner pruner;
  const Trial trial = reporting({{1, 0.1}, {2, 0.2}, {3, 0.3}, {4, 0.4}});
  const std::vector<Report> fresh = {{4, 0.4}, {2, 0.2}};
  EXPECT_FALSE(should_prune(pruner, trial, fresh, {}, kObjective));
  EXPECT_EQ(pruner.judged, (std::vector<std::int64_t>{2, 4}));
}

TEST(Pruning, OneBadReportIsEnoughWhateverCameWithIt) {
  const ThresholdPruner pruner;
  const Trial trial = reporting({{1, 0.1}, {2, 9.0}, {3, 0.3}});
  EXPECT_TRUE(should_prune(pruner, trial, trial.reports, {}, kObjective));
  const std::vector<Report> last = {{3, 0.3}};
  EXPECT_FALSE(should_prune(pruner, trial, last, {}, kObjective)) << "what was judged before is not again";
}

// A rung that is passed in the middle of a batch used to be missed.
TEST(Pruning, ARungCountsHoweverManyReportsComeAtOnce) {
  const analysis::AshaPruner pruner(analysis::AshaOptions{.min_resource = 2, .reduction_factor = 4});
  Trial good = reporting({{1, 0.1}, {2, 0.1}, {3, 0.1}});
  good.number = 0;
  const Trial bad = reporting({{1, 0.9}, {2, 0.9}, {3, 0.9}});
  const std::vector<Trial> all = {good, bad};
  EXPECT_TRUE(should_prune(pruner, bad, bad.reports, all, kObjective));
  EXPECT_FALSE(should_prune(pruner, good, good.reports, all, kObjective));
}

TEST(Pruning, OfAFloodTheLastAreJudged) {
  const ThresholdPruner pruner;
  Trial trial = reporting({});
  for (std::int64_t step = 0; step < 1000; ++step) trial.reports.push_back({step, 0.5});
  EXPECT_FALSE(should_prune(pruner, trial, trial.reports, {}, kObjective));
  ASSERT_EQ(pruner.judged.size(), 64U);
  EXPECT_EQ(pruner.judged.back(), 999);
}

}  // namespace
}  // namespace hone::runner
