// SPDX-License-Identifier: MIT
// Samplers and limits on outcomes (constraints_on).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "hone/samplers/gp.hpp"
#include "hone/samplers/hebo.hpp"
#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/limit_models.hpp"
#include "hone/samplers/sequential_design.hpp"
#include "hone/samplers/tpe.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

// Minimise x + y where the point must be farther than 1 from the origin of [0, 2]²: the minimum 1 is at both
// ends of the arc, the middle of which is worse, and the corner that draws all others is forbidden.
double objective(const Configuration& at) { return at.real("x") + at.real("y"); }
double distance(const Configuration& at) { return std::hypot(at.real("x"), at.real("y")); }

Study limited_study(const std::string& sampler) {
  Study study{.space = Space({real("x", 0, 2), real("y", 0, 2)}), .sampler = {sampler}, .seed = 5};
  study.constraints_on.emplace_back("far >= 1", std::vector<std::string>{"value"}, study.space.parameters());
  return study;
}

struct Limited {
  double best = INFINITY;
  int feasible = 0;
};

Limited drive_limited(Sampler& sampler, const Study& study, int count, int batch) {
  Limited result;
  std::int64_t number = 0;
  while (number < count) {
    std::vector<Trial> trials;
    for (const Proposal& proposal :
         sampler.ask({.count = batch, .seed = mix_seed(study.seed, static_cast<std::uint64_t>(number))})) {
      Trial& trial = trials.emplace_back(
          test::finish(number++, proposal, TrialState::Complete, objective(proposal.configuration)));
      trial.attributes["far"] = distance(proposal.configuration);
      judge_outcome(study.constraints_on, trial);
      if (!feasible(trial)) continue;
      ++result.feasible;
      result.best = std::min(result.best, trial.values[0]);
    }
    sampler.tell(trials);
  }
  return result;
}

TEST(Limits, ModelSamplersFindTheMinimumOfWhatIsFeasible) {
  const Study study = limited_study("hebo");
  Hebo hebo(study);
  const Limited found = drive_limited(hebo, study, 30, 3);
  EXPECT_LT(found.best, 1.02);
  EXPECT_GE(found.feasible, 12);
  GaussianProcess gp(limited_study("gp"));
  EXPECT_LT(drive_limited(gp, study, 30, 3).best, 1.02);
}

TEST(Limits, OtherSamplersPreferWhatIsFeasible) {
  const Study study = limited_study("tpe");
  Tpe tpe(study);
  Lfbo lfbo(limited_study("lfbo"));
  SeqUd design(limited_study("sequd"));
  // The objective alone draws trials into the corner that breaks the limit.
  for (Sampler* sampler :
       {static_cast<Sampler*>(&tpe), static_cast<Sampler*>(&lfbo), static_cast<Sampler*>(&design)}) {
    const Limited found = drive_limited(*sampler, study, 60, 4);
    EXPECT_LT(found.best, 1.25);
    EXPECT_GE(found.feasible, 25);
  }
}

TEST(Limits, SeeksAFeasiblePointWhileNoneIsKnown) {
  // A hundredth of the square is feasible, and the objective draws away from it.
  Study study = limited_study("gp");
  study.constraints_on.clear();
  study.constraints_on.emplace_back("far >= 2.7", std::vector<std::string>{"value"},
                                    study.space.parameters());
  GaussianProcess gp(study);
  EXPECT_GE(drive_limited(gp, study, 20, 1).feasible, 3);
}

TEST(Limits, ALimitNobodyReportsHasNoModelAndDoesNotStopASampler) {
  const Study study = limited_study("gp");
  const search::SearchSpace space(study.space);
  GaussianProcess gp(study);
  std::vector<Trial> trials = test::drive(gp, 8, 1, 5, objective);
  for (Trial& trial : trials) judge_outcome(study.constraints_on, trial);
  EXPECT_TRUE(std::isinf(trials[0].violation));
  EXPECT_TRUE(learn_limits(trials, space, 1).empty());
  gp.tell(trials);
  EXPECT_EQ(gp.ask({.count = 2, .seed = 9}).size(), 2u);
}

TEST(Limits, TheAnswerDependsOnTheHistoryAlone) {
  const Study study = limited_study("hebo");
  // Told in one piece, and in another order.
  Hebo first(study), second(study);
  std::vector<Trial> trials;
  Hebo source(study);
  for (std::int64_t number = 0; number < 12; ++number) {
    const auto proposal = source.ask({.count = 1, .seed = mix_seed(5, static_cast<std::uint64_t>(number))});
    Trial& trial = trials.emplace_back(
        test::finish(number, proposal[0], TrialState::Complete, objective(proposal[0].configuration)));
    trial.attributes["far"] = distance(proposal[0].configuration);
    judge_outcome(study.constraints_on, trial);
    source.tell({&trial, 1});
  }
  first.tell(trials);
  std::reverse(trials.begin(), trials.end());
  second.tell(trials);
  const AskRequest request{.count = 3, .seed = 77};
  const auto a = source.ask(request), b = first.ask(request), c = second.ask(request);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].configuration, b[i].configuration);
    EXPECT_EQ(a[i].configuration, c[i].configuration);
  }
}

}  // namespace
}  // namespace hone::samplers
