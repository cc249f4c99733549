// SPDX-License-Identifier: MIT
#include "bench/quality/fidelity/race.hpp"

#include <gtest/gtest.h>

#include "bench/quality/problem.hpp"
#include "hone/core/unit_scale.hpp"
#include "support/throws.hpp"

namespace hone::quality::fidelity {
namespace {

// Ten steps; the value is the parameter at each of them.
CurveProblem level() {
  CurveProblem problem{.name = "level", .space = Space({real("x", 0, 1)}), .steps = 10, .curve = {}};
  problem.curve = [](const Configuration& settings) {
    return std::vector<double>(10, std::get<double>(*settings[0]));
  };
  return problem;
}

TEST(FidelityRace, ReadsSamplersAndPruners) {
  const auto searchers =
      parse_searchers("hebo,random+asha{min_resource=3,reduction_factor=2},tpe{gamma=0.3}+median");
  ASSERT_EQ(searchers.size(), 3U);
  EXPECT_FALSE(searchers[0].pruner);
  EXPECT_EQ(searchers[1].sampler.name, "random");
  EXPECT_EQ(searchers[1].pruner->options.at("reduction_factor"), OptionValues{std::int64_t{2}});
  EXPECT_EQ(searchers[2].sampler.options.size(), 1U);
  EXPECT_THROW(parse_searchers("hebo+nosuch"), Error);
}

// Two workers, three whole runs: the first two results come after 19 and 20 steps, the third is cut off.
TEST(FidelityRace, WorkersTakeTurns) {
  const Progress progress = simulate(level(), parse_searchers("sobol").front(), 1, 2, 30);
  ASSERT_GE(progress.spent.size(), 1U);
  EXPECT_EQ(progress.spent.front(), 19);
  EXPECT_EQ(progress.regret_after(18), 1.0);
  EXPECT_EQ(progress.regret_after(1000), progress.regrets.back());
  EXPECT_LE(progress.spent.back(), 20);
}

TEST(FidelityRace, WhoIsStoppedMakesRoomForOthers) {
  const auto searchers = parse_searchers("random,random+asha{reduction_factor=2}");
  const Progress all = simulate(level(), searchers[0], 3, 4, 3000);
  const Progress halved = simulate(level(), searchers[1], 3, 4, 3000);
  EXPECT_LT(halved.regrets.back(), all.regrets.back()) << "many more were tried, and early values tell all";
}

TEST(FidelityRace, MadeCurvesEndAtTheirFunctions) {
  for (const CurveProblem& problem : made_curves()) {
    std::vector<Value> middle;
    for (const Parameter& parameter : problem.space.parameters())
      middle.emplace_back(from_unit(std::get<RealRange>(parameter.domain), 0.5));
    const Configuration settings = point(problem.space, std::move(middle));
    const auto curve = problem.curve(settings);
    ASSERT_EQ(std::ssize(curve), problem.steps) << problem.name;
    const bool grows = problem.name.ends_with("growing");
    EXPECT_EQ(curve.front() < curve.back(), grows) << problem.name;
    EXPECT_GE(curve.back(), 0.0) << problem.name;
  }
}

}  // namespace
}  // namespace hone::quality::fidelity
