// SPDX-License-Identifier: MIT
#include "hone/analysis/hyperband_pruner.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "analysis/pruner_objectives.hpp"
#include "support/throws.hpp"

namespace hone::analysis {
namespace {

// Li et al. (2018), table 1: R = 81, eta = 3.
TEST(HyperbandPruner, HasTheBracketsOfThePaper) {
  EXPECT_EQ(bracket_sizes(1, 81, 3), (std::vector<std::int64_t>{81, 34, 15, 8, 5}));
  EXPECT_EQ(bracket_sizes(1, 80, 3), (std::vector<std::int64_t>{27, 12, 6, 4}));
  EXPECT_EQ(bracket_sizes(4, 4, 3), (std::vector<std::int64_t>{1}));
}

TEST(HyperbandPruner, SharesTrialsAsTheBracketsAreLarge) {
  const auto sizes = bracket_sizes(1, 81, 3);
  const auto all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  std::vector<std::int64_t> count(sizes.size());
  for (std::int64_t number = 0; number < 10 * all; ++number) ++count[bracket_of(number, sizes)];
  for (std::size_t k = 0; k < sizes.size(); ++k)
    EXPECT_NEAR(static_cast<double>(count[k]), 10.0 * static_cast<double>(sizes[k]), 6.0) << "bracket " << k;
}

// Two hundred trials whose value at every step is their number.
std::vector<Trial> ranked(std::int64_t until) {
  std::vector<Trial> trials;
  for (std::int64_t number = 0; number < 200; ++number) {
    Trial trial;
    trial.number = number;
    trial.state = TrialState::Running;
    for (std::int64_t step = 1; step <= until; ++step)
      trial.reports.push_back({step, static_cast<double>(number)});
    trials.push_back(std::move(trial));
  }
  return trials;
}

TEST(HyperbandPruner, EachBracketStopsFromItsFirstRungOn) {
  const HyperbandPruner pruner({.max_resource = 9});
  const auto sizes = bracket_sizes(1, 9, 3);
  for (const auto& [step, first] :
       std::vector<std::pair<std::int64_t, std::size_t>>{{1, 0}, {3, 1}, {9, 2}}) {
    const std::vector<Trial> trials = ranked(step);
    std::vector<std::int64_t> seen(sizes.size()), kept(sizes.size());
    for (const Trial& trial : trials) {
      const std::size_t bracket = bracket_of(trial.number, sizes);
      ++seen[bracket];
      if (!pruner.should_stop(trial, trials, kDown)) ++kept[bracket];
    }
    for (std::size_t bracket = 0; bracket < sizes.size(); ++bracket) {
      const bool compares = step < 9 && bracket <= first;
      EXPECT_EQ(kept[bracket], compares ? seen[bracket] / 3 : seen[bracket])
          << "step " << step << ", bracket " << bracket;
    }
  }
}

TEST(HyperbandPruner, LearnsTheEndFromCompleteTrials) {
  std::vector<Trial> trials = ranked(1);
  const HyperbandPruner pruner;
  for (const Trial& trial : trials) EXPECT_FALSE(pruner.should_stop(trial, trials, kDown));
  trials[0].state = TrialState::Complete;
  trials[0].reports.push_back({27, 0.0});
  EXPECT_TRUE(pruner.should_stop(trials[199], trials, kDown) ||
              pruner.should_stop(trials[198], trials, kDown) ||
              pruner.should_stop(trials[197], trials, kDown));
}

TEST(HyperbandPruner, RefusesAnEndBeforeTheFirstRung) {
  EXPECT_NE(
      test::message_of([] { HyperbandPruner({.min_resource = 9, .max_resource = 3}); }).find("max_resource"),
      std::string::npos);
}

}  // namespace
}  // namespace hone::analysis
