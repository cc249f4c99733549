// SPDX-License-Identifier: MIT
#include "hone/samplers/posterior.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/gp.hpp"
#include "hone/samplers/hebo.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

// Both objectives are least in other corners; what they come to is from 0 to 2.
std::vector<Trial> trade_off(const Study& study, int count) {
  Rng rng(1);
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    const double x = rng.uniform(), y = rng.uniform();
    trials.push_back(test::finish(i, {study.space.configuration({x, y})}, TrialState::Complete, 0.0));
    trials.back().values = {x * x + y, -((1.0 - x) * (1.0 - x) + y)};
  }
  return trials;
}

Study trade_off_study() {
  Study study{.space = Space({real("x", 0, 1), real("y", 0, 1)}), .sampler = {"hebo"}, .seed = 4};
  study.objectives = {{"loss", Direction::Minimize}, {"gain", Direction::Maximize}};
  return study;
}

Posterior learned(const Study& study, numeric::OutputRule output) {
  const search::SearchSpace space(study.space);
  const ModelParts parts = gp_parts(read_gp_options({}));
  LearningOptions options{.output = output, .several = SeveralObjectives::Volume};
  return learn(trade_off(study, 30), {.count = 1, .seed = 9}, study.objectives, space, *parts.fitter,
               options);
}

TEST(Posterior, TakesTheReferencePointThatIsGiven) {
  Study study = trade_off_study();
  const Posterior ruled = learned(study, numeric::OutputRule::Robust);
  study.objectives[0].worst = 0.75;
  study.objectives[1].worst = -1.25;
  for (const auto output : {numeric::OutputRule::Plain, numeric::OutputRule::Robust}) {
    const Posterior given = learned(study, output);
    EXPECT_NEAR(given.reference[0], given.transforms[0].apply(0.75), 1e-12);
    EXPECT_NEAR(given.reference[1], given.transforms[1].apply(1.25), 1e-12) << "as a loss";
    EXPECT_EQ(given.front.rows() > 0, true);
  }
  EXPECT_GT(ruled.reference[0], ruled.transforms[0].apply(0.75));
}

TEST(Posterior, LeavesTheRuleToObjectivesWithout) {
  Study study = trade_off_study();
  const Posterior ruled = learned(study, numeric::OutputRule::Robust);
  study.objectives[1].worst = -1.25;
  const Posterior given = learned(study, numeric::OutputRule::Robust);
  EXPECT_EQ(given.reference[0], ruled.reference[0]);
  EXPECT_LT(given.reference[1], ruled.reference[1]);
}

TEST(Posterior, KeepsAReferencePointFarOutWithinReach) {
  Study study = trade_off_study();
  study.objectives[0].worst = 1e300;
  study.objectives[1].worst = 1e300;  // better than anything
  const Posterior given = learned(study, numeric::OutputRule::Robust);
  EXPECT_TRUE(given.reference.allFinite());
  EXPECT_GT(given.reference[0], 1.0);
  EXPECT_LT(given.reference[1], -1.0);
}

// Nothing is to be won where the loss is above 0.3, which is most of the front.
TEST(Posterior, PointsAreSoughtWhereAGivenReferencePointLetsThemCount) {
  const auto run = [](std::optional<double> worst) {
    Study study = trade_off_study();
    study.objectives[0].worst = worst;
    Hebo hebo(study);
    std::vector<Trial> trials = trade_off(study, 8);
    hebo.tell(trials);
    int useful = 0;
    for (std::int64_t number = 8; number < 24; ++number) {
      const auto proposals = hebo.ask({.count = 1, .seed = mix_seed(4, static_cast<std::uint64_t>(number))});
      const double x = proposals[0].configuration.real("x"), y = proposals[0].configuration.real("y");
      Trial trial = test::finish(number, proposals[0], TrialState::Complete, 0.0);
      trial.values = {x * x + y, -((1.0 - x) * (1.0 - x) + y)};
      useful += trial.values[0] <= 0.3 ? 1 : 0;
      hebo.tell(std::vector{trial});
    }
    return useful;
  };
  EXPECT_GT(run(0.3), run(std::nullopt) + 3);
}

}  // namespace
}  // namespace hone::samplers
