// SPDX-License-Identifier: MIT
#include "hone/runner/command.hpp"
#include "hone/runner/plan_check.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

class CommandTest : public ::testing::Test {
 protected:
  CommandTest() {
    study_.name = "my study";
    study_.seed = 7;
    study_.plan.command = {"sh",       "-c",      "true",      "{learning-rate}",
                           "{layers}", "{trial}", "{workdir}", "{seed}"};
    trial_.number = 12;
    trial_.configuration =
        study_.space.configuration({0.25, std::int64_t{3}, std::string("sgd"), std::nullopt});
    files_ = trial_files(dir_.path(), "my_study-0a1b2c3d", {trial_.number, 1});
  }

  std::optional<std::string> variable(const Invocation& invocation, const std::string& name) const {
    for (const std::string& entry : invocation.environment) {
      if (entry.starts_with(name + "=")) return entry.substr(name.size() + 1);
    }
    return std::nullopt;
  }

  test::TempDir dir_;
  Study study_{.space = Space({real("learning-rate", 0, 1), integer("layers", 1, 9),
                               categorical("Opt", {std::string("sgd"), std::string("adam")}),
                               when(real("beta", 0, 1), "Opt", {std::string("adam")})})};
  Trial trial_;
  TrialFiles files_;
};

TEST_F(CommandTest, FillsTheArguments) {
  const Invocation invocation = make_invocation(study_, trial_, files_, 0);
  EXPECT_EQ(std::filesystem::path(invocation.program).filename(), "sh");
  EXPECT_EQ(invocation.arguments,
            (std::vector<std::string>{"sh", "-c", "true", "0.25", "3", "12", files_.folder,
                                      std::to_string(trial_seed(7, 12))}));
}

TEST_F(CommandTest, HandsOverNullListsAndMapsAsJson) {
  const Value wide = Compound::list({std::int64_t{64}, 0.5});
  const Value model = Compound::map({{"kernel", std::string("a b")}, {"flag", true}});
  study_.space = Space({constant("layers", wide), constant("model", model), constant("none", Compound())});
  study_.plan.command = {"sh", "{layers}", "--model={model}", "{none}"};
  trial_.configuration = study_.space.configuration({wide, model, Compound()});
  const Invocation invocation = make_invocation(study_, trial_, files_, 0);
  EXPECT_EQ(invocation.arguments,
            (std::vector<std::string>{"sh", "[64,0.5]", R"(--model={"kernel":"a b","flag":true})", "null"}));
  EXPECT_EQ(variable(invocation, "HONE_PARAM_LAYERS"), "[64,0.5]");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_NONE"), "null");
}

TEST_F(CommandTest, PutsEverythingIntoTheEnvironment) {
  ::setenv("HONE_PARAM_OLD", "of another tuner", 1);
  ::setenv("HONE_TOKEN", "hone_0a1b2c3d_secret", 1);
  ::setenv("HONE_TEST_INHERITED", "kept", 1);
  study_.plan.environment = {{"OMP_NUM_THREADS", "1"}, {"HONE_TEST_INHERITED", "replaced"}};
  const Invocation invocation = make_invocation(study_, trial_, files_, 3);
  ::unsetenv("HONE_PARAM_OLD");
  ::unsetenv("HONE_TOKEN");
  ::unsetenv("HONE_TEST_INHERITED");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_learning_rate"), "0.25");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_LEARNING_RATE"), "0.25");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_Opt"), "sgd");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_OPT"), "sgd");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_LAYERS"), "3");
  EXPECT_EQ(variable(invocation, "HONE_PARAM_BETA"), std::nullopt);
  EXPECT_EQ(variable(invocation, "HONE_PARAM_OLD"), std::nullopt);
  EXPECT_EQ(variable(invocation, "HONE_TOKEN"), std::nullopt) << "it is the worker's own";
  EXPECT_EQ(variable(invocation, "HONE_TEST_INHERITED"), "replaced");
  EXPECT_EQ(variable(invocation, "OMP_NUM_THREADS"), "1");
  EXPECT_EQ(variable(invocation, "HONE_TRIAL_NUMBER"), "12");
  EXPECT_EQ(variable(invocation, "HONE_ATTEMPT"), "1");
  EXPECT_EQ(variable(invocation, "HONE_STUDY"), "my study");
  EXPECT_EQ(variable(invocation, "HONE_SLOT"), "3");
  EXPECT_EQ(variable(invocation, "HONE_TRIAL_DIR"), files_.folder);
  EXPECT_EQ(variable(invocation, "HONE_TRIAL_ID"), "my_study-0a1b2c3d/12");
  EXPECT_EQ(variable(invocation, "HONE_RESULT_FILE"), files_.folder + "/result.json");
  EXPECT_EQ(variable(invocation, "HONE_REPORT_FILE"), files_.folder + "/report.txt");
  EXPECT_EQ(variable(invocation, "HONE_PARAMS_FILE"), files_.folder + "/params.json");
  EXPECT_TRUE(variable(invocation, "PATH").has_value());
  std::set<std::string> names;
  for (const std::string& entry : invocation.environment) {
    EXPECT_TRUE(names.insert(entry.substr(0, entry.find('='))).second) << entry;
  }
}

TEST_F(CommandTest, SeedsDifferAndFitIntoThirtyOneBits) {
  std::set<std::uint32_t> seeds;
  for (int number = 0; number < 1000; ++number) seeds.insert(trial_seed(1, number));
  EXPECT_EQ(seeds.size(), 1000U);
  EXPECT_LT(*seeds.rbegin(), 1U << 31);
  EXPECT_NE(trial_seed(1, 5), trial_seed(2, 5));
}

TEST_F(CommandTest, ChecksTheProgramBeforehand) {
  const auto problem = [&](const std::string& program) {
    study_.plan.command = {program};
    return test::message_of([&] { check_runnable(study_); });
  };
  EXPECT_EQ(problem("sh"), "(nothing was thrown)");
  EXPECT_EQ(problem("{Opt}"), "(nothing was thrown)");
  EXPECT_NE(problem("no-such-program-anywhere").find("no program 'no-such-program-anywhere' in PATH"),
            std::string::npos);
  study_.plan.directory = dir_.path();
  EXPECT_NE(problem("./train").find("there is no program"), std::string::npos);
  test::write_file(dir_.file("train"), "#!/bin/sh\n");
  EXPECT_NE(problem("./train").find("chmod +x"), std::string::npos);
  ::chmod(dir_.file("train").c_str(), 0755);
  EXPECT_EQ(problem("./train"), "(nothing was thrown)");
  study_.plan.directory = dir_.file("nowhere");
  EXPECT_NE(problem("sh").find("no folder"), std::string::npos);
}

TEST_F(CommandTest, UsesThePathOfTheStudy) {
  test::write_file(dir_.file("mine"), "#!/bin/sh\n");
  ::chmod(dir_.file("mine").c_str(), 0755);
  study_.plan.command = {"mine"};
  study_.plan.environment["PATH"] = "/usr/bin:" + dir_.path();
  EXPECT_EQ(make_invocation(study_, trial_, files_, 0).program, dir_.file("mine"));
  EXPECT_EQ(test::message_of([&] { check_runnable(study_); }), "(nothing was thrown)");
}

}  // namespace
}  // namespace hone::runner
