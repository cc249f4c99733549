// SPDX-License-Identifier: MIT
#include "hone/runner/command_remarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hone/core/parameter.hpp"

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
