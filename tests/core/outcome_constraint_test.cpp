// SPDX-License-Identifier: MIT
#include "hone/core/outcome_constraint.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "hone/core/aim.hpp"
#include "hone/core/outcome_gap.hpp"
#include "hone/core/space.hpp"
#include "hone/core/study.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;

constexpr double kUnknown = std::numeric_limits<double>::infinity();

OutcomeConstraint limit(const std::string& text) {
  static const std::vector<std::string> objectives = {"loss", "latency"};
  static const Space space({real("x", 0, 1)});
  return {text, objectives, space.parameters()};
}

Trial complete(Attributes attributes, std::vector<double> values = {0.5, 10.0}) {
  Trial trial;
  trial.state = TrialState::Complete;
  trial.values = std::move(values);
  trial.attributes = std::move(attributes);
  return trial;
}

TEST(OutcomeConstraint, MeasuresByHowMuchALimitIsBrokenOrKept) {
  EXPECT_EQ(limit("memory_mb <= 500").excess(complete({{"memory_mb", 620.0}})), 120.0);
  EXPECT_EQ(limit("memory_mb <= 500").excess(complete({{"memory_mb", std::int64_t{380}}})), -120.0);
  EXPECT_EQ(limit("accuracy >= 0.75").excess(complete({{"accuracy", 0.5}})), 0.25);
  // An objective may be limited as well, and both may be computed with.
  EXPECT_EQ(limit("latency < 8").excess(complete({})), 2.0);
  EXPECT_EQ(limit("memory_mb / 2 + latency <= 100").excess(complete({{"memory_mb", 100.0}})), -40.0);
  EXPECT_EQ(limit("ok == true").excess(complete({{"ok", true}})), -1.0);
  EXPECT_EQ(limit("ok == true").excess(complete({{"ok", false}})), 1.0);
  // Both sides of a chain count: the nearer end is what is left.
  EXPECT_EQ(limit("10 <= t <= 30").excess(complete({{"t", 12.0}})), -2.0);
  EXPECT_EQ(limit("10 <= t <= 30").excess(complete({{"t", 34.0}})), 4.0);
}

TEST(OutcomeConstraint, WhatWasNotReportedIsNotKnownToHold) {
  const OutcomeConstraint memory = limit("memory_mb <= 500");
  EXPECT_EQ(memory.excess(complete({})), kUnknown);
  EXPECT_EQ(memory.excess(complete({{"memory_mb", std::nan("")}})), kUnknown);
  EXPECT_EQ(memory.excess(complete({{"memory_mb", "much"}})), kUnknown);
  EXPECT_EQ(memory.missing(complete({{"memory_mb", std::nan("")}})), std::vector<std::string>{"memory_mb"});
  EXPECT_TRUE(memory.missing(complete({{"memory_mb", 1.0}})).empty());
  EXPECT_EQ(limit("log(t) < 1").excess(complete({{"t", -1.0}})), kUnknown);
}

TEST(OutcomeConstraint, SaysWhatKeepsItFromBeingCompared) {
  const auto told = [](const char* text, const Attributes& attributes) {
    std::vector<std::string> words;
    for (const OutcomeGap& gap : outcome_gaps(limit(text), complete(attributes)))
      words.push_back(gap_text(gap));
    return words;
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(told("memory_mb <= 500", {}), Words{"memory_mb was not reported"});
  EXPECT_EQ(told("memory_mb <= 500", {{"memory_mb", std::string("300MB")}}),
            Words{"memory_mb was reported as '300MB', which is not a number"});
  EXPECT_EQ(told("memory_mb <= 500", {{"memory_mb", std::nan("")}}),
            Words{"memory_mb was reported as 'nan', which is not a number"});
  EXPECT_EQ(told("mode == 'fast' and t < 3", {{"mode", std::string("fast")}}), Words{"t was not reported"});
}

TEST(OutcomeConstraint, FullNamesMeanTheSame) {
  EXPECT_EQ(limit("objective.latency < 8").excess(complete({})), 2.0);
  EXPECT_NE(message_of([] { limit("param.x <= 0.5"); }).find("'param.x' is a parameter"), std::string::npos);
}

TEST(OutcomeConstraint, ComparesWithTheNumberOfTheLimit) {
  EXPECT_EQ(limit("memory_mb <= 500").scale(), 500.0);
  EXPECT_EQ(limit("-20 < t").scale(), 20.0);
  EXPECT_EQ(limit("c <= 0").scale(), 1.0);
  EXPECT_EQ(limit("a < b").scale(), 1.0);
  EXPECT_EQ(limit("10 <= t <= 30").scale(), 30.0);
}

TEST(OutcomeConstraint, RefusesWhatIsKnownBeforeATrialRuns) {
  EXPECT_EQ(message_of([] { limit("x <= 0.5"); }),
            "in the constraint 'x <= 0.5': 'x' is a parameter at character 1; what is known before a trial "
            "runs stands under constraints; name what trials report");
  EXPECT_NE(message_of([] { limit("1 < 2"); }).find("nothing is named that a trial reports"),
            std::string::npos);
  EXPECT_NE(message_of([] { limit("memory_mb"); }), "");
  EXPECT_NE(message_of([] { limit("memory_mb <="); }).find("'memory_mb <='"), std::string::npos);
}

TEST(OutcomeConstraint, JudgesCompleteTrialsOnly) {
  const std::vector<OutcomeConstraint> limits = {limit("memory_mb <= 500"), limit("latency < 8")};
  Trial trial = complete({{"memory_mb", 600.0}});
  judge_outcome(limits, trial);
  EXPECT_EQ(trial.excess, (std::vector<double>{100.0, 2.0}));
  EXPECT_DOUBLE_EQ(trial.violation, 100.0 / 500.0 + 2.0 / 8.0);
  EXPECT_FALSE(may_be_best(trial));
  EXPECT_EQ(violation_text(limits, trial), "memory_mb <= 500 by 100; latency < 8 by 2");
  trial.attributes.clear();
  trial.values[1] = 7.0;
  judge_outcome(limits, trial);
  EXPECT_EQ(trial.violation, kUnknown);
  EXPECT_EQ(violation_text(limits, trial), "memory_mb <= 500 (memory_mb was not reported)");
  trial.state = TrialState::Failed;
  judge_outcome(limits, trial);
  EXPECT_TRUE(trial.excess.empty());
  EXPECT_TRUE(feasible(trial));
}

TEST(OutcomeConstraint, AnInfeasibleTrialIsNeitherBestNorOnTheFront) {
  std::vector<Trial> trials = {complete({{"m", 9.0}}, {1.0, 1.0}), complete({{"m", 1.0}}, {2.0, 3.0}),
                               complete({}, {0.0, 0.0})};
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].number = static_cast<std::int64_t>(i);
    judge_outcome(std::vector{limit("m <= 5")}, trials[i]);
  }
  EXPECT_EQ(best_trial(trials, {"loss", Direction::Minimize})->number, 1);
  const std::vector<Objective> objectives = {{"loss", Direction::Minimize}, {"latency", Direction::Minimize}};
  const auto front = pareto_trials(trials, objectives);
  ASSERT_EQ(front.size(), 1u);
  EXPECT_EQ(front[0]->number, 1);
}

TEST(OutcomeRank, PutsFeasibleTrialsFirst) {
  EXPECT_LT((OutcomeRank{0.0, 9.0}), (OutcomeRank{0.1, 1.0}));
  EXPECT_LT((OutcomeRank{0.0, 1.0}), (OutcomeRank{0.0, 2.0}));
  EXPECT_LT((OutcomeRank{0.1, 5.0}), (OutcomeRank{0.2, 1.0}));
  EXPECT_LT((OutcomeRank{7.0, 5.0}), (OutcomeRank{kUnknown, 1.0}));
}

}  // namespace
}  // namespace hone
