// SPDX-License-Identifier: MIT
#include "hone/analysis/threshold_pruner.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/pruner_objectives.hpp"
#include "support/throws.hpp"

namespace hone::analysis {
namespace {

bool stops(const ThresholdPruner& pruner, std::vector<Report> reports) {
  Trial running;
  running.state = TrialState::Running;
  running.reports = std::move(reports);
  return pruner.should_stop(running, {}, kDown);
}

TEST(ThresholdPruner, StopsOutsideOfItsLimits) {
  const ThresholdPruner pruner({.lower = 0.5, .upper = 2.0});
  EXPECT_FALSE(stops(pruner, {{1, 0.5}}));
  EXPECT_FALSE(stops(pruner, {{1, 2.0}}));
  EXPECT_TRUE(stops(pruner, {{1, 0.49}}));
  EXPECT_TRUE(stops(pruner, {{1, 2.01}}));
  EXPECT_TRUE(stops(pruner, {{1, std::nan("")}}));
  EXPECT_FALSE(stops(pruner, {}));
}

TEST(ThresholdPruner, MayHaveOneLimit) {
  const ThresholdPruner pruner({.upper = 2.0});
  EXPECT_FALSE(stops(pruner, {{1, -1e300}}));
  EXPECT_TRUE(stops(pruner, {{1, std::numeric_limits<double>::infinity()}}));
}

TEST(ThresholdPruner, WaitsUntilItsTrialIsWarm) {
  const ThresholdPruner pruner({.upper = 2.0, .look = {.warmup_steps = 3}});
  EXPECT_FALSE(stops(pruner, {{2, 9.0}}));
  EXPECT_TRUE(stops(pruner, {{2, 9.0}, {3, 9.0}}));
}

TEST(ThresholdPruner, SaysWhatIsWrongWithItsLimits) {
  EXPECT_EQ(test::message_of([] { ThresholdPruner({}); }),
            "the pruner 'threshold' has no limit; give lower, upper or both");
  EXPECT_NE(test::message_of([] { ThresholdPruner({.lower = 2.0, .upper = 1.0}); }).find("lower is 2"),
            std::string::npos);
}

}  // namespace
}  // namespace hone::analysis
