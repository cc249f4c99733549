// SPDX-License-Identifier: MIT
#include "hone/runner/study_difference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hone::runner {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts(const Study& stored, const Study& given) {
  std::vector<std::string> lines;
  for (const FieldChange& change : differences(stored, given)) lines.push_back(change_text(change));
  return lines;
}

Study study_of(std::vector<Parameter> parameters, const std::vector<std::string>& constraints = {}) {
  return {.name = "s", .space = Space(std::move(parameters), constraints)};
}

TEST(StudyDifference, EqualDefinitionsDifferInNothing) {
  EXPECT_THAT(texts(study_of({real("x", 0, 1)}), study_of({real("x", 0, 1)})), ElementsAre());
}

TEST(StudyDifference, RangesAreWidenedNarrowedOrMoved) {
  const Study old = study_of({real("x", 0, 10), integer("n", 1, 9), real("lr", 0.1, 1)});
  EXPECT_THAT(texts(old, study_of({real("x", 0, 20), integer("n", 2, 5), real("lr", 0.5, 2, Scale::Log)})),
              ElementsAre("parameters.x: widened from [0, 10] to [0, 20]",
                          "parameters.n: narrowed from [1, 9] to [2, 5]",
                          "parameters.lr: moved from [0.1, 1] to [0.5, 2]",
                          "parameters.lr: scale changed from linear to log"));
}

TEST(StudyDifference, LimitsOnOutcomesBelongToTheSpace) {
  const auto limited = [](const std::string& text) {
    Study study = study_of({real("x", 0, 1)});
    study.constraints_on.emplace_back(text, std::vector<std::string>{"value"}, study.space.parameters());
    return study;
  };
  const auto changes = differences(limited("memory <= 5"), limited("memory <= 9"));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(change_text(changes[0]), "constraints_on: new: memory <= 9");
  EXPECT_EQ(change_text(changes[1]), "constraints_on: removed: memory <= 5");
  EXPECT_EQ(changes[0].part, FieldChange::Part::Space);
}

TEST(StudyDifference, ChoicesComeAndGo) {
  EXPECT_THAT(texts(study_of({categorical("c", {"a", "b"})}), study_of({categorical("c", {"b", "d"})})),
              ElementsAre("parameters.c: new choice d", "parameters.c: choice a removed"));
  EXPECT_THAT(texts(study_of({categorical("c", {"a", "b"})}), study_of({ordinal("c", {"a", "b"})})),
              ElementsAre("parameters.c: was categorical (a, b), is ordinal (a, b)"));
  EXPECT_THAT(texts(study_of({ordinal("c", {"a", "b"})}), study_of({ordinal("c", {"b", "a"})})),
              ElementsAre("parameters.c: the choices stand in another order, or are written otherwise"));
}

TEST(StudyDifference, ParametersComeAndGoWithWhatIsSaidOfOldTrials) {
  Parameter added = boolean("b");
  added.usual = true;
  Study given = study_of({real("x", 0, 1), added});
  given.removed["m"] = {.values = {0.9}};
  EXPECT_THAT(texts(study_of({real("x", 0, 1), real("m", 0, 1), real("k", 0, 1)}), given),
              ElementsAre("parameters.b: new bool (true, false); old trials count as true",
                          "parameters.m: removed (was 0 to 1); old trials that had 0.9 count",
                          "parameters.k: removed (was 0 to 1)"));
}

TEST(StudyDifference, ConstraintsConditionsAndOrderAreTold) {
  EXPECT_THAT(texts(study_of({real("x", 0, 1)}, {"x < 0.5"}), study_of({real("x", 0, 1)}, {"x < 0.7"})),
              ElementsAre("constraints: new: x < 0.7", "constraints: removed: x < 0.5"));
  EXPECT_THAT(texts(study_of({boolean("b"), real("x", 0, 1)}),
                    study_of({boolean("b"), when(real("x", 0, 1), "b", {true})})),
              ElementsAre("parameters.x: its condition (when) changed"));
  EXPECT_THAT(texts(study_of({boolean("b"), real("x", 0, 1)}), study_of({real("x", 0, 1), boolean("b")})),
              ElementsAre("parameters: the parameters or constraints stand in another order"));
}

TEST(StudyDifference, TheWayOfRunningAndTheRestAreToldFieldByField) {
  Study old = study_of({real("x", 0, 1)});
  old.plan.command = {"train", "{x}"};
  old.plan.environment = {{"SEED", "1"}, {"OLD", "a"}};
  old.plan.budget.trials = 10;
  Study given = old;
  given.plan.command = {"train2", "{x}"};
  given.plan.environment = {{"SEED", "2"}, {"NEW", "b"}};
  given.plan.budget.trials = 20;
  given.plan.budget.trial_timeout = 60.0;
  given.plan.budget.give_up_after = 5;
  given.plan.mode = RunMode::Worker;
  given.plan.worker.restart_every = 100;
  given.sampler = {"sobol"};
  given.objectives[0].direction = Direction::Maximize;
  EXPECT_THAT(
      texts(old, given),
      ElementsAre("objective: changed from minimize value to maximize value",
                  "command: changed from train {x} to train2 {x}",
                  "environment.NEW: changed from nothing to b", "environment.SEED: changed from 1 to 2",
                  "environment.OLD: removed (was a)", "mode: changed from command to worker",
                  "sampler: changed from hebo to sobol", "worker.restart_every: changed from none to 100",
                  "budget.trials: changed from 10 to 20", "budget.trial_timeout: changed from none to 60",
                  "budget.give_up_after: changed from 3 to 5"));
}

TEST(StudyDifference, AReferencePointIsNoPartOfWhatValuesMean) {
  Study old = study_of({real("x", 0, 1)});
  old.objectives = {{"loss", Direction::Minimize, 2.0}, {"speed", Direction::Maximize}};
  Study given = old;
  given.objectives[0].worst = 1.5;
  given.objectives[1].worst = 4.0;
  EXPECT_THAT(texts(old, given), ElementsAre("objectives.loss.worst: changed from 2 to 1.5",
                                             "objectives.speed.worst: changed from none to 4"));
}

TEST(StudyDifference, PriorsAndCostsAreNoPartOfTheSpace) {
  Study old = study_of({real("x", 0, 1), real("y", 0, 1), real("z", 0, 1)});
  old.priors = {{"x", NormalPrior{0.5, 0.1}}, {"y", NearPrior{0.5}}};
  Study given = old;
  given.priors = {{"x", NormalPrior{0.6, 0.1}}, {"z", NearPrior{0.5}}};
  given.start_default = false;
  given.cost = "money";
  given.plan.stop = {.gain = 0.5, .patience = 5};
  given.plan.budget.cost = 100.0;
  EXPECT_THAT(texts(old, given),
              ElementsAre("priors.x: changed", "priors.z: added", "priors.y: removed",
                          "start: changed from default to none", "cost: changed from none to money",
                          "stop.gain: changed from none to 0.5", "stop.patience: changed from 3 to 5",
                          "budget.cost: changed from none to 100"));
  for (const FieldChange& change : differences(old, given)) EXPECT_EQ(change.part, FieldChange::Part::Other);
}

TEST(StudyDifference, AListIsCutShort) {
  std::vector<Parameter> before;
  std::vector<Parameter> after;
  for (int i = 0; i < 12; ++i) {
    before.push_back(real("x" + std::to_string(i), 0, 1));
    after.push_back(real("x" + std::to_string(i), 0, 2));
  }
  const std::string short_text =
      in_short(differences(study_of(before), study_of(after)), FieldChange::Part::Space);
  EXPECT_NE(short_text.find("parameters.x6: widened"), std::string::npos);
  EXPECT_EQ(short_text.find("parameters.x7"), std::string::npos);
  EXPECT_TRUE(short_text.ends_with("and 5 more"));
}

}  // namespace
}  // namespace hone::runner
