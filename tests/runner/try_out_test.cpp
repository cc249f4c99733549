// SPDX-License-Identifier: MIT
#include "hone/runner/try_out.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TryOut : public ::testing::Test {
 protected:
  Tryout run(const std::string& script) {
    Study study{.space = Space({real("C", 1, 10)})};
    study.plan.command = {"sh", "-c", script, "name", "{C}"};
    study.plan.directory = "/";
    study.plan.budget = {.trials = 50, .trial_timeout = 2.0, .grace = 0.1, .retries = 4};
    return try_out(study, study.space.admit(std::vector<std::pair<std::string, Value>>{{"C", 2.5}}),
                   folder_.path());
  }

  test::TempDir folder_;
};

TEST_F(TryOut, ReadsWhatATunerWouldRead) {
  const Tryout tried =
      run("echo '3 0.75' >> $HONE_REPORT_FILE; echo \"{\\\"value\\\": $1, \\\"epochs\\\": 7}\"");
  EXPECT_EQ(tried.trial.state, TrialState::Complete) << tried.trial.error;
  EXPECT_THAT(tried.trial.values, ElementsAre(2.5));
  EXPECT_EQ(tried.trial.attributes, (Attributes{{"epochs", std::int64_t{7}}}));
  EXPECT_THAT(tried.trial.reports, ElementsAre(Report{3, 0.75}));
  EXPECT_EQ(tried.command.back(), "2.5");
  EXPECT_EQ(tried.directory, "/");
  EXPECT_TRUE(std::filesystem::exists(tried.folder + "/stdout.txt"));
}

TEST_F(TryOut, TriesAFailureOnce) {
  const Tryout tried = run("echo run >> $HONE_TRIAL_DIR/../runs; echo broken >&2; exit 3");
  EXPECT_EQ(tried.trial.state, TrialState::Failed);
  EXPECT_THAT(tried.trial.error, HasSubstr("broken"));
  EXPECT_EQ(std::filesystem::file_size(std::filesystem::path(tried.folder).parent_path() / "runs"), 4u);
}

TEST_F(TryOut, KeepsTheTimeOut) { EXPECT_EQ(run("sleep 30").trial.state, TrialState::TimedOut); }

}  // namespace
}  // namespace hone::runner
