// SPDX-License-Identifier: MIT
#include "hone/cli/progress.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "hone/plot/glyphs.hpp"

namespace hone::cli {
namespace {

ProgressState halfway() {
  ProgressState state;
  state.done = 20;
  state.total = 40;
  state.best = 0.0321;
  state.best_number = 17;
  state.running = 4;
  state.failed = 1;
  state.seconds = 10;
  state.finished = 20;
  return state;
}

TEST(ProgressLine, TellsEverythingWhenThereIsRoom) {
  EXPECT_EQ(progress_line(halfway(), "loss", {.unicode = false, .width = 110}),
            "[############------------]  20/40  best loss 0.0321 (#17)  1 failed  4 running  2/s  10s left");
}

TEST(ProgressLine, KeepsToTheTerminal) {
  for (int width = 12; width < 130; ++width) {
    for (const bool unicode : {false, true}) {
      const std::string line = progress_line(halfway(), "loss", {.unicode = unicode, .width = width});
      EXPECT_LT(plot::display_width(line), static_cast<std::size_t>(width)) << line;
    }
  }
}

TEST(ProgressLine, DropsTheLeastImportantFirst) {
  EXPECT_EQ(progress_line(halfway(), "loss", {.unicode = false, .width = 48}),
            "20/40  best loss 0.0321 (#17)  1 failed");
  EXPECT_EQ(progress_line(halfway(), "loss", {.unicode = false, .width = 12}), "20/40");
}

TEST(ProgressLine, OfAStudyWithoutEndCountsUp) {
  ProgressState state = halfway();
  state.total.reset();
  EXPECT_EQ(progress_line(state, "loss", {.unicode = false, .width = 100}),
            "20 trials  best loss 0.0321 (#17)  1 failed  4 running  2/s  10s");
}

TEST(TimeLeft, IsTheNearerOfTrialsAndTime) {
  ProgressState state = halfway();
  EXPECT_EQ(time_left(state), 10.0);
  state.time_limit = 12.0;
  EXPECT_EQ(time_left(state), 2.0);
  state.finished = 0;
  state.time_limit.reset();
  EXPECT_FALSE(time_left(state));
}

TEST(RateText, HasTheUnitThatFits) {
  EXPECT_EQ(rate_text(12.5), "12.5/s");
  EXPECT_EQ(rate_text(0.05), "3/min");
  EXPECT_EQ(rate_text(0.001), "3.6/h");
}

Study small() {
  return {.name = "s", .space = Space({real("x", 0, 1)}), .objectives = {{"loss", Direction::Minimize}}};
}

Trial ended(const Study& study, std::int64_t number, double value) {
  Trial trial;
  trial.number = number;
  trial.state = TrialState::Complete;
  trial.values = {value};
  trial.configuration = study.space.configuration({Value(0.5)});
  return trial;
}

TEST(ProgressView, WritesOnePlainLineForEachTrialAwayFromATerminal) {
  std::ostringstream out;
  const Study study = small();
  Budget budget;
  budget.trials = 3;
  ProgressView progress(out, {}, false, study, budget);
  progress.finished(ended(study, 0, 0.5));
  progress.finished(ended(study, 1, 0.7));
  Trial failed = ended(study, 2, 0);
  failed.state = TrialState::Failed;
  failed.error = "exit code 1\nTraceback";
  progress.finished(failed);
  EXPECT_EQ(out.str(),
            "trial 0 complete loss=0.5 best=0.5 (trial 0) 1/3\n"
            "trial 1 complete loss=0.7 best=0.5 (trial 0) 2/3\n"
            "trial 2 failed: exit code 1: Traceback best=0.5 (trial 0) 3/3\n");
}

TEST(ProgressView, AnnouncesImprovementsAndFirstFailuresOnATerminal) {
  std::ostringstream out;
  const Study study = small();
  ProgressView progress(out, {.unicode = false, .width = 60}, true, study, {});
  progress.names_study("s.yaml");
  progress.finished(ended(study, 0, 0.5));
  progress.finished(ended(study, 1, 0.7));
  for (int i = 2; i < 10; ++i) {
    Trial failed = ended(study, i, 0);
    failed.state = TrialState::Failed;
    failed.error = "boom";
    progress.finished(failed);
  }
  EXPECT_EQ(out.str(),
            "#0  loss 0.5  x=0.5\n"
            "#2  failed: boom\n"
            "#3  failed: boom\n"
            "#4  failed: boom\n"
            "further failures are only counted; list them: hone trials s.yaml --state failed\n");
}

TEST(ProgressView, TellsOnceWhatAgrees) {
  std::ostringstream out;
  const Study study{.space = Space({real("x", 0, 1)})};
  ProgressView progress(out, {}, false, study, {});
  progress.learns_from({.used = {"a", "b\x1b[2J", "c"}});
  Trial trial;
  trial.notes = {{"transfer.own", 0.5},
                 {"transfer.agreement.a", 0.7},
                 {"transfer.agreement.b\x1b[2J", 0.8},
                 {"transfer.agreement.c", 0.3}};
  progress.started(trial);
  EXPECT_EQ(out.str(), "") << "nobody can know that at the first trial";
  for (const std::int64_t number : {6, 7}) {
    trial.number = number;
    progress.started(trial);
  }
  progress.tell_sources();
  EXPECT_EQ(out.str(), "learning from 3 studies; b\\x1b[2J and a agree best\n");
}

TEST(ProgressView, TellsWhoProposesAndWhenThatChanges) {
  std::ostringstream out;
  const Study study = small();
  ProgressView progress(out, {}, false, study, {});
  const auto start = [&](const std::string& sampler, const std::string& reason) {
    Trial trial;
    trial.notes = {{"sampler", sampler}};
    if (!reason.empty()) trial.notes["sampler.reason"] = reason;
    progress.started(trial);
  };
  progress.started(Trial());
  start("ud", "of this");
  start("ud", "");
  start("hebo", "of that\n");
  start("hebo", "of that");
  EXPECT_EQ(out.str(),
            "auto: ud, because of this\n"
            "auto: hebo, because of that\\n\n");
}

TEST(ProgressView, TellsAtTheEndWhatItStartedFrom) {
  std::ostringstream out;
  const Study study{.space = Space({real("x", 0, 1)})};
  ProgressView progress(out, {}, false, study, {});
  progress.tell_sources();
  EXPECT_EQ(out.str(), "");
  progress.learns_from({.used = {"a"}});
  progress.tell_sources();
  EXPECT_EQ(out.str(), "started from a\n");
}

TEST(ProgressView, DoesNotSayThatKilledTrialsMayEnd) {
  const Study study{.space = Space({real("x", 0, 1)})};
  std::ostringstream out;
  ProgressView progress(out, {}, false, study, {});
  bool cut_off = false;
  progress.when_cut_off([&] { return cut_off; });
  progress.stopping(runner::StopReason::Interrupted);
  EXPECT_NE(out.str().find("which may end"), std::string::npos);
  out.str("");
  cut_off = true;
  progress.stopping(runner::StopReason::Interrupted);
  EXPECT_EQ(out.str(), "stopping; what was running is killed and run again next time\n");
}

}  // namespace
}  // namespace hone::cli
