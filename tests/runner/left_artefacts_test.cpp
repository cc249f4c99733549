// SPDX-License-Identifier: MIT
// What trials put into HONE_ARTEFACT_DIR, and how it reaches the store: before the result, and never as a
// failure.
#include "hone/runner/left_artefacts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hone/runner/loop.hpp"
#include "hone/runner/result.hpp"
#include "support/hooked_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class KeptWarnings final : public LoopObserver {
 public:
  void warning(const std::string& message) override { all.push_back(message); }
  std::vector<std::string> all;
};

class LeftArtefactsTest : public ::testing::Test {
 protected:
  LeftArtefactsTest() {
    study_.plan.directory = dir_.path();
    study_.plan.budget.trials = 1;
    study_.plan.budget.grace = 2.0;
    study_.plan.budget.give_up_after = 0;
    options_.workdir = dir_.file("work");
  }
  void run(const std::string& script) {
    study_.plan.command = {"/bin/sh", "-c", "cd $HONE_ARTEFACT_DIR; " + script, "sh", "{x}"};
    run();
  }
  void run() {
    id_ = store_->create_study(study_);
    Loop loop(hooked_, id_, std::make_unique<test::TinySampler>(study_.space), nullptr, options_);
    loop.run(nullptr, &warnings_);
  }
  std::vector<std::string> left(std::int64_t number = 0) {
    std::vector<std::string> found;
    for (const TrialArtefact& artefact : store_->trial_artefacts(id_, number, 1)) {
      if (artefact.number != number) continue;
      const auto open = store_->trial_artefact(id_, number, artefact.name);
      found.push_back(artefact.name + "=" + read_all(*open->bytes, 40));
    }
    return found;
  }
  Trial trial(std::int64_t number = 0) { return store_->trial(id_, number).value(); }
  std::string remark(std::int64_t number = 0) {
    const Attributes attributes = trial(number).attributes;
    const auto found = attributes.find(kRemarkAttribute);
    return found == attributes.end() ? "" : std::get<std::string>(found->second);
  }

  test::TempDir dir_;
  Study study_{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 3};
  std::unique_ptr<storage::Storage> store_ = storage::open_memory();
  test::HookedStorage hooked_{*store_};
  storage::StudyId id_ = 0;
  LoopOptions options_;
  KeptWarnings warnings_;
};

TEST_F(LeftArtefactsTest, FilesAreKeptWithTheTrial) {
  run("printf one > b.txt; printf two > 'a ü.csv'; echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_THAT(left(), ElementsAre("a ü.csv=two", "b.txt=one"));
  EXPECT_EQ(remark(), "");
  EXPECT_THAT(warnings_.all, IsEmpty());
}

TEST_F(LeftArtefactsTest, WhoLeavesNothingHasNothing) {
  run("echo 0.5");
  EXPECT_THAT(left(), IsEmpty());
  EXPECT_EQ(remark(), "");
}

TEST_F(LeftArtefactsTest, FailedTrialsLeaveThings) {
  run("echo trace > trace.txt; exit 3");
  EXPECT_EQ(trial().state, TrialState::Failed);
  EXPECT_THAT(left(), SizeIs(1));
}

TEST_F(LeftArtefactsTest, AreThereBeforeTheResultIs) {
  std::vector<std::string> calls;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "put_trial_artefact" || call == "finish") calls.emplace_back(call);
  });
  run("echo 1 > a; echo 2 > b; echo 0.5");
  EXPECT_THAT(calls, ElementsAre("put_trial_artefact", "put_trial_artefact", "finish"));
}

TEST_F(LeftArtefactsTest, AStoreThatIsAwayIsWaitedFor) {
  int failures = 3;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "put_trial_artefact" && failures-- > 0)
      throw Error(ErrorCode::StorageBusy, "the service does not answer", "it is tried again");
  });
  run("echo 1 > a; echo 0.5");
  EXPECT_THAT(left(), SizeIs(1));
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_EQ(remark(), "");
}

TEST_F(LeftArtefactsTest, AFileThatIsRefusedIsARemarkAndNoFailure) {
  hooked_.set_hook([&](std::string_view call) {
    if (call == "put_trial_artefact") throw Error(ErrorCode::StorageFull, "there is no room", "make some");
  });
  run("echo 1 > a; echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_EQ(remark(), "not kept of the artefacts: 'a' (there is no room)");
  EXPECT_THAT(warnings_.all, ElementsAre(HasSubstr("trial 0: not kept of the artefacts")));
}

TEST_F(LeftArtefactsTest, OnlyPlainFilesAreTakenAndNothingIsFollowedOrWaitedFor) {
  run("echo good > good; ln good hard; ln -s /etc/passwd link; ln -s / folder; mkfifo pipe; mkdir sub; echo "
      "x > sub/y; "
      "echo hidden > .hidden; echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_THAT(left(), ElementsAre("good=good\n", "hard=good\n"));
  EXPECT_THAT(remark(), HasSubstr("'.hidden' begins with a dot"));
  EXPECT_THAT(remark(), HasSubstr("is a symbolic link"));
  EXPECT_THAT(remark(), HasSubstr("and 2 more"));
}

TEST_F(LeftArtefactsTest, OddNamesAreLeftOutAndShownSafely) {
  run(R"sh(printf x > "$(printf 'a\033[31m')"; printf x > "$(printf 'b\377')"; printf x > 'back\slash'; echo 0.5)sh");
  EXPECT_THAT(left(), IsEmpty());
  EXPECT_THAT(remark(), HasSubstr("\\x1b[31m"));
  EXPECT_THAT(remark(), Not(HasSubstr("\033")));
}

TEST_F(LeftArtefactsTest, TheFolderMayBeGoneOrReplaced) {
  run("cd ..; rmdir artefacts; echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_EQ(remark(), "");
}

TEST_F(LeftArtefactsTest, ALinkInPlaceOfTheFolderIsNotFollowed) {
  run("cd ..; rmdir artefacts; ln -s /etc artefacts; echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_THAT(left(), IsEmpty());
  EXPECT_THAT(remark(), HasSubstr("not the folder any more"));
}

TEST_F(LeftArtefactsTest, NoMoreAreTakenThanATrialMayLeave) {
  run("i=0; while [ $i -lt 110 ]; do echo $i > f$i; i=$((i+1)); done; echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_THAT(store_->trial_artefacts(id_, 0, 1000), SizeIs(storage::kMostArtefactsOfTrial));
  EXPECT_THAT(remark(), HasSubstr("and 7 more"));
}

// It says that it is a terabyte, and nobody reads it.
TEST_F(LeftArtefactsTest, AFileThatIsTooLargeIsLeftOut) {
  run("truncate -s 1T huge; echo ok > small; echo 0.5");
  EXPECT_THAT(left(), ElementsAre("small=ok\n"));
  EXPECT_THAT(remark(), HasSubstr("'huge' (there are more than 67108864 bytes)"));
}

TEST_F(LeftArtefactsTest, AnAttemptThatIsRunAgainLeavesThingsToo) {
  study_.plan.budget.retries = 1;
  run("echo $HONE_ATTEMPT > of-$HONE_ATTEMPT; echo $HONE_ATTEMPT > last; [ $HONE_ATTEMPT = 2 ] && echo 0.5");
  EXPECT_EQ(trial().state, TrialState::Complete);
  EXPECT_THAT(left(), ElementsAre("last=2\n", "of-1=1\n", "of-2=2\n"));
}

TEST_F(LeftArtefactsTest, AWorkerFindsTheFolderInItsRequest) {
  study_.plan.mode = RunMode::Worker;
  study_.plan.budget.trials = 2;
  study_.plan.command = {
      "/bin/sh", "-c",
      "while read -r line; do folder=$(printf '%s' \"$line\" | sed "
      "'s/.*\"artefacts\":\"\\([^\"]*\\)\".*/\\1/'); "
      "number=$(printf '%s' \"$line\" | sed 's/.*\"number\":\\([0-9]*\\).*/\\1/'); echo $number > "
      "\"$folder/note\"; "
      "echo \"{\\\"op\\\":\\\"tell\\\",\\\"results\\\":[{\\\"number\\\":$number,\\\"value\\\":1}]}\"; read "
      "-r answer; done"};
  run();
  EXPECT_THAT(left(0), ElementsAre("note=0\n"));
  EXPECT_THAT(left(1), ElementsAre("note=1\n"));
}

}  // namespace
}  // namespace hone::runner
