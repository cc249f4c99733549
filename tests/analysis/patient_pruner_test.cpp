// SPDX-License-Identifier: MIT
#include "hone/analysis/patient_pruner.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/pruner_objectives.hpp"

namespace hone::analysis {
namespace {

Trial reporting(const std::vector<double>& values) {
  Trial trial;
  trial.number = 1;
  trial.state = TrialState::Running;
  for (std::size_t i = 0; i < values.size(); ++i)
    trial.reports.push_back({static_cast<std::int64_t>(i), values[i]});
  return trial;
}

TEST(PatientPruner, StopsWhenNothingHasBecomeBetter) {
  const PatientPruner pruner({.patience = 2});
  EXPECT_FALSE(pruner.should_stop(reporting({3.0, 2.0}), {}, kDown)) << "too early";
  EXPECT_FALSE(pruner.should_stop(reporting({3.0, 3.5, 2.9}), {}, kDown));
  EXPECT_TRUE(pruner.should_stop(reporting({3.0, 3.0, 3.5}), {}, kDown)) << "as good is not better";
  EXPECT_TRUE(pruner.should_stop(reporting({3.0, 2.9, 2.8}), {}, kUp));
  EXPECT_FALSE(pruner.should_stop(reporting({3.0, 2.9, 3.1}), {}, kUp));
}

TEST(PatientPruner, WantsAtLeastTheDelta) {
  const PatientPruner pruner({.patience = 2, .min_delta = 0.5});
  EXPECT_TRUE(pruner.should_stop(reporting({3.0, 2.9, 2.6}), {}, kDown));
  EXPECT_FALSE(pruner.should_stop(reporting({3.0, 2.9, 2.4}), {}, kDown));
}

TEST(PatientPruner, TakesWhatIsNoNumberForNoImprovement) {
  const PatientPruner pruner({.patience = 1});
  EXPECT_TRUE(pruner.should_stop(reporting({3.0, std::nan("")}), {}, kDown));
  EXPECT_FALSE(pruner.should_stop(reporting({std::nan(""), 3.0}), {}, kDown));
}

TEST(PatientPruner, HoldsAnotherPrunerBack) {
  Trial good = reporting({0.0, 0.0, 0.0});
  good.number = 0;
  good.state = TrialState::Complete;
  const std::vector<Trial> others = {good};
  const PatientPruner pruner(
      {.patience = 2, .pruner = PatientPartner::Median, .median = {.startup_trials = 1}});
  EXPECT_FALSE(pruner.should_stop(reporting({3.0, 2.0, 1.0}), others, kDown)) << "it gets better";
  EXPECT_TRUE(pruner.should_stop(reporting({3.0, 3.0, 3.0}), others, kDown));
  EXPECT_FALSE(pruner.should_stop(reporting({-1.0, -1.0, -1.0}), others, kDown)) << "the median is behind it";
}

}  // namespace
}  // namespace hone::analysis
