// SPDX-License-Identifier: MIT
#include "hone/runner/command_remarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "hone/core/parameter.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Study remarked(std::vector<std::string> command) {
  Study study{.space = Space({real("lr", 0.1, 1), real("momentum", 0, 1), integer("layers", 1, 4)})};
  study.plan.command = std::move(command);
  return study;
}

TEST(CommandRemarks, NameParametersThatNoArgumentHas) {
  EXPECT_THAT(command_remarks(remarked({"train", "--lr", "{lr}", "--layers={layers}"})),
              ElementsAre("the command has {layers} but not {momentum}: unless the program reads "
                          "HONE_PARAM_MOMENTUM or HONE_PARAMS_FILE, that parameter is tuned for nothing"));
  EXPECT_THAT(command_remarks(remarked({"train", "{lr}"})),
              ElementsAre(HasSubstr("not {momentum}, {layers}: unless the program reads HONE_PARAM_MOMENTUM, "
                                    "HONE_PARAM_LAYERS or HONE_PARAMS_FILE, those parameters are tuned")));
}

TEST(CommandRemarks, AreSilentWhereTheProgramMayKnowThemOtherwise) {
  EXPECT_THAT(command_remarks(remarked({"train", "{lr}", "{momentum}", "{layers}"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"train"})), IsEmpty()) << "it reads its environment";
  EXPECT_THAT(command_remarks(remarked({"train", "{workdir}", "{seed}"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"sh", "-c", "train {lr} $HONE_PARAM_momentum $HONE_PARAM_LAYERS"})),
              IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"sh", "-c", "train {lr} < $HONE_PARAMS_FILE"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({})), IsEmpty());
  Study worker = remarked({"train", "{lr}"});
  worker.plan.mode = RunMode::Worker;
  EXPECT_THAT(command_remarks(worker), IsEmpty());
}

TEST(CommandRemarks, NameParametersThatAScriptDoesNotRead) {
  const test::TempDir folder;
  const auto of_script = [&](const std::string& script) {
    std::ofstream(folder.file("train.py")) << script;
    Study study = remarked({"python3", "train.py"});
    study.plan.directory = folder.path();
    return command_remarks(study);
  };
  EXPECT_THAT(of_script("print(0.5)"),
              ElementsAre("no argument uses lr, momentum, layers, and 'train.py' does not name HONE_PARAM "
                          "variables or HONE_PARAMS_FILE: give the value as an argument, {lr}, or read "
                          "HONE_PARAM_LR"));
  EXPECT_THAT(of_script("lr, momentum = 3, 4"), ElementsAre(HasSubstr("no argument uses layers, and")));
  EXPECT_THAT(of_script("os.environ['HONE_PARAM_LR']"), IsEmpty());
  EXPECT_THAT(of_script("import hone"), IsEmpty());
  EXPECT_THAT(of_script(std::string("\0binary", 7)), IsEmpty());
}

TEST(CommandRemarks, TellWhatOnlyAShellReplaces) {
  for (const char* argument : {"$DATA/x", "--n=$(nproc)", "`date`", "data/*.csv"}) {
    EXPECT_THAT(command_remarks(remarked({"train", "{lr}{momentum}{layers}", argument})),
                ElementsAre(HasSubstr(std::string("is given '") + argument + "' as an argument")));
  }
  for (const char* argument : {"loss$", "3*4", ".*", "a*b", "5$"})
    EXPECT_THAT(command_remarks(remarked({"train", "{lr}{momentum}{layers}", argument})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"train", "{lr}{momentum}{layers}", "--files", "*.csv"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"sh", "-c", "train {lr}{momentum}{layers} $DATA"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"perl", "-e", "print $x", "{lr}{momentum}{layers}"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"perl", "-e", "$x=1", "{lr}{momentum}{layers}"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"awk", "{ print $x }", "{lr}{momentum}{layers}"})), IsEmpty());
  EXPECT_THAT(command_remarks(remarked({"train", "${lr}", "{momentum}{layers}"})),
              ElementsAre("in '${lr}' the $ stays in front of the value; write {lr} without it"));
}

TEST(CommandRemarks, PassOverWhatDecidesForOthersAndConstants) {
  Parameter depth = integer("depth", 1, 9);
  depth.when = {{"limit", OneOf{{true}}}};
  Study study{.space = Space({{"limit", Toggle{}}, depth, {"version", Constant{std::int64_t{3}}}})};
  study.plan.command = {"train", "--depth={depth}"};
  EXPECT_THAT(command_remarks(study), IsEmpty());
}

TEST(CommandRemarks, TellOperatorsOfAShell) {
  const auto remarks = command_remarks(remarked({"./p.sh", "{lr}{momentum}{layers}", "|", "tail", "-1"}));
  EXPECT_THAT(remarks,
              ElementsAre("the program is given '|' as an argument, since no shell runs the command; if "
                          "a shell should, write command: [\"sh\", \"-c\", \"./p.sh "
                          "{lr}{momentum}{layers} | tail -1\"]"));
  EXPECT_THAT(command_remarks(remarked({"cut", "-d", "|", "{lr}{momentum}{layers}"})), IsEmpty());
}

}  // namespace
}  // namespace hone::runner
