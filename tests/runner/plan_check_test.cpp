// SPDX-License-Identifier: MIT
#include "hone/runner/plan_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hone/core/parameter.hpp"

namespace hone::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Study study_with(std::vector<std::string> command) {
  Study study{.space = Space({real("C", 1, 10)})};
  study.plan.command = std::move(command);
  study.plan.directory = "/";
  return study;
}

std::vector<std::string> fields_of(const std::vector<PlanProblem>& problems) {
  std::vector<std::string> fields;
  for (const PlanProblem& problem : problems) fields.push_back(problem.field);
  return fields;
}

TEST(PlanCheck, FindsNothingInASoundPlan) {
  EXPECT_THAT(plan_problems(study_with({"sh", "-c", "cd ~/x && echo $HOME {C}"})), IsEmpty());
}

TEST(PlanCheck, TellsEverythingAtOnce) {
  Study study = study_with({"no-such-program-1", "{c}"});
  study.plan.directory = "/no/such/folder";
  study.objectives = {{"a"}, {"b"}};
  study.plan.budget.patience = 3;
  EXPECT_THAT(fields_of(plan_problems(study)), ElementsAre("command", "directory", "command", "budget"));
  study.plan.command = {"no-such-program-1", "{C}"};
  EXPECT_THAT(fields_of(plan_problems(study)), ElementsAre("directory", "command", "budget"));
  study.plan.command = {"./no-such-program-1", "{C}"};
  EXPECT_THAT(fields_of(plan_problems(study)), ElementsAre("directory", "budget"))
      << "the path begins in the folder that is not there";
}

TEST(PlanCheck, OneArgumentDoesNotHideAnotherNorTheProgram) {
  const auto problems = plan_problems(study_with({"no-such-program-1", "~/a", "$HOME/b", "{c}"}));
  EXPECT_THAT(fields_of(problems), ElementsAre("command", "command", "command", "command"));
  EXPECT_EQ(problems[0].argument, 1u);
  EXPECT_EQ(problems[2].argument, 3u);
  EXPECT_THAT(problems[3].error.what(), HasSubstr("no-such-program-1"));
}

TEST(PlanCheck, RefusesANameWithAFormat) {
  for (const char* argument : {"{C:.2f}", "{ C }", "--c={C!r}", "x{C:d}y", "{seed:d}"}) {
    const auto problems = plan_problems(study_with({"cat", argument}));
    ASSERT_EQ(problems.size(), 1u) << argument;
    EXPECT_THAT(problems[0].error.what(), HasSubstr("which is not filled in; write {")) << argument;
  }
  for (const char* argument : {"{\"C\": 1}", "{C: 1}", "{}", "{C", "a}b", "{{C:.2f}}", "${C:-1}", "{d:.2f}"})
    EXPECT_THAT(plan_problems(study_with({"cat", argument})), IsEmpty()) << argument;
}

TEST(PlanCheck, RefusesWhatOnlyAShellExpands) {
  for (const char* argument :
       {"~/train.py", "~", "$HOME/data", "${HOME}/data", "--data=~/x", "--data=$HOME"}) {
    const auto problems = plan_problems(study_with({"cat", argument}));
    ASSERT_EQ(problems.size(), 1u) << argument;
    EXPECT_THAT(problems[0].error.what(), HasSubstr("only a shell expands")) << argument;
  }
  for (const char* argument : {"~root/x", "--data=~root/x"}) {
    const auto problems = plan_problems(study_with({"cat", argument}));
    ASSERT_EQ(problems.size(), 1u) << argument;
    EXPECT_THAT(problems[0].error.what(), HasSubstr("holds ~root/, which only a shell expands"));
  }
  EXPECT_THAT(plan_problems(study_with({"cat", "~"}))[0].error.what(), HasSubstr("argument '~' holds ~, "));
  for (const char* argument : {"~x~", "~x", "~1/x", "$1", "a=$HOME", "--x", "price$HOME"})
    EXPECT_THAT(plan_problems(study_with({"cat", argument})), IsEmpty()) << argument;
  EXPECT_EQ(plan_problems(study_with({"~/bin/bash", "-c", "x"})).size(), 1u) << "the program itself";
}

}  // namespace
}  // namespace hone::runner
