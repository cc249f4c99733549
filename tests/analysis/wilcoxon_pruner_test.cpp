// SPDX-License-Identifier: MIT
#include "hone/analysis/wilcoxon_pruner.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/pruner_objectives.hpp"

namespace hone::analysis {
namespace {

Trial measured(std::int64_t number, std::vector<Report> reports, std::vector<double> values = {}) {
  Trial made;
  made.number = number;
  made.state = values.empty() ? TrialState::Running : TrialState::Complete;
  made.values = std::move(values);
  made.reports = std::move(reports);
  return made;
}

// The best is the second, whose folds gave 1 2 3 4 5.
const std::vector<Trial> kOthers = {measured(0, {{1, 9}, {2, 9}, {3, 9}, {4, 9}, {5, 9}}, {9.0}),
                                    measured(1, {{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}, {3.0})};

// Of n differences that all point one way the probability is 2^-n.
TEST(WilcoxonPruner, StopsWhatIsWorseOnTheSameSteps) {
  const WilcoxonPruner pruner;
  EXPECT_FALSE(pruner.should_stop(measured(2, {{1, 1.1}, {2, 2.1}, {3, 3.1}}), kOthers, kDown)) << "0.125";
  EXPECT_TRUE(pruner.should_stop(measured(2, {{1, 1.1}, {2, 2.1}, {3, 3.1}, {5, 5.1}}), kOthers, kDown))
      << "0.0625";
  EXPECT_FALSE(pruner.should_stop(measured(2, {{1, 0.9}, {2, 1.9}, {3, 2.9}, {5, 4.9}}), kOthers, kDown));
}

TEST(WilcoxonPruner, PairsBySteps) {
  const WilcoxonPruner strict({.p_threshold = 0.3});
  EXPECT_TRUE(strict.should_stop(measured(2, {{4, 4.5}, {5, 5.5}}), kOthers, kDown))
      << "0.25, whatever the first were";
  EXPECT_FALSE(strict.should_stop(measured(2, {{7, 99}, {8, 99}}), kOthers, kDown))
      << "nothing to compare with";
}

TEST(WilcoxonPruner, SparesWhatIsBetterInTheMean) {
  const WilcoxonPruner pruner({.p_threshold = 0.5});
  EXPECT_FALSE(pruner.should_stop(measured(2, {{1, 1.1}, {2, 2.1}, {3, 3.1}, {4, -90}}), kOthers, kDown));
}

TEST(WilcoxonPruner, KnowsTheDirection) {
  const std::vector<Trial> others = {measured(0, {{1, 1}, {2, 2}, {3, 3}, {4, 4}}, {2.5})};
  const Trial lower = measured(2, {{1, 0.9}, {2, 1.9}, {3, 2.9}, {4, 3.9}});
  EXPECT_TRUE(WilcoxonPruner().should_stop(lower, others, kUp));
  EXPECT_FALSE(WilcoxonPruner().should_stop(lower, others, kDown));
}

TEST(WilcoxonPruner, WaitsForStepsAndForATrialToCompareWith) {
  const Trial bad = measured(2, {{1, 50}, {2, 50}, {3, std::nan("")}, {4, 50}, {5, 50}});
  EXPECT_TRUE(WilcoxonPruner().should_stop(bad, kOthers, kDown)) << "NaN is left out";
  EXPECT_FALSE(WilcoxonPruner({.startup_steps = 5}).should_stop(bad, kOthers, kDown));
  EXPECT_FALSE(WilcoxonPruner().should_stop(bad, {}, kDown));
}

}  // namespace
}  // namespace hone::analysis
