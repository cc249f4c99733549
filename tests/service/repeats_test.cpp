// SPDX-License-Identifier: MIT
#include "hone/service/repeats.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hone/base/error.hpp"
#include "support/temp_dir.hpp"

namespace hone::service {
namespace {

Study study() {
  Study made{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 5};
  made.plan.command = {"sh", "-c", "echo $(({seed} % 1000))"};
  made.plan.budget.trials = 3;
  return made;
}

TEST(ChooseConfigurations, ProposesWhatTheTrialsDoNotHave) {
  Trial one;
  one.state = TrialState::Complete;
  one.configuration = study().space.configuration({Value(0.25)});
  one.values = {1.0};
  const auto chosen = choose_configurations(study(), std::vector<Trial>{one}, 0, 4);
  ASSERT_EQ(chosen.size(), 4U);
  EXPECT_EQ(chosen[0].real("x"), 0.25);
  std::set<double> places;
  for (const Configuration& configuration : chosen) places.insert(configuration.real("x"));
  EXPECT_EQ(places.size(), 4U) << "all different";
}

TEST(RunRepeats, RunsEveryConfigurationSoOftenWithSeedsOfTheirOwn) {
  const auto chosen = choose_configurations(study(), {}, 0, 2);
  const RepeatPlan repeats = plan_repeats(study(), chosen, 3, 2);
  EXPECT_EQ(repeats.study.name, "s-repeats");
  EXPECT_EQ(repeats.study.plan.budget.parallel, 2);
  ASSERT_EQ(repeats.proposals.size(), 6U);
  const test::TempDir folder;
  const RepeatRun run = run_repeats(repeats, folder.file("work"));
  EXPECT_FALSE(run.interrupted);
  ASSERT_EQ(run.trials.size(), 6U);
  std::set<double> values;
  for (const Trial& trial : run.trials) {
    EXPECT_EQ(trial.state, TrialState::Complete) << trial.error;
    EXPECT_EQ(trial.configuration, chosen[static_cast<std::size_t>(trial.number) % 2]);
    if (!trial.values.empty()) values.insert(trial.values[0]);
  }
  EXPECT_GT(values.size(), 1U);
}

TEST(PlanRepeats, NeedsACommand) {
  Study silent = study();
  silent.plan.command.clear();
  EXPECT_THROW(plan_repeats(silent, choose_configurations(silent, {}, 0, 2), 3, std::nullopt), Error);
}

}  // namespace
}  // namespace hone::service
