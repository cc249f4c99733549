// SPDX-License-Identifier: MIT
#include "hone/samplers/stages.hpp"

#include <gtest/gtest.h>

#include "hone/core/noted.hpp"

namespace hone::samplers {
namespace {

Trial run_of(const Stage& stage, int run, std::int64_t number, TrialState state = TrialState::Complete) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  trial.notes = stage_notes(stage, run);
  return trial;
}

const Stage kFirst{.number = 1, .levels = 3, .runs = 3};
const Stage kSecond{.number = 2, .zoom = 2, .levels = 4, .runs = 4, .centres = {1}, .first = 3};
const Stage kThird{.number = 3, .zoom = 1, .levels = 3, .runs = 2, .first = 7};

TEST(StageBook, ReadsStagesBackFromNotes) {
  StageBook book;
  EXPECT_EQ(book.last(), nullptr);
  for (int run = 0; run < 3; ++run) book.add(run_of(kFirst, run, run));
  EXPECT_EQ(book.last()->stage, kFirst);
  EXPECT_EQ(book.last()->free_run(), 3);
  book.add(run_of(kSecond, 1, 4, TrialState::Running));
  book.add(run_of(kSecond, 0, 3));
  EXPECT_EQ(book.last()->stage, kSecond);
  EXPECT_EQ(book.last()->free_run(), 2);
  EXPECT_FALSE(book.last()->half_known());
  book.add(run_of(kSecond, 3, 5, TrialState::Failed));
  EXPECT_TRUE(book.last()->half_known());
}

TEST(StageBook, PassesOverTrialsOfNoStage) {
  StageBook book;
  Trial trial = run_of(kFirst, 0, 0);
  trial.notes.erase("levels");
  book.add(trial);
  trial.notes = {{"stage", std::string("two")}};
  book.add(trial);
  EXPECT_EQ(book.last(), nullptr);
}

TEST(StageBook, KnowsTheLastStageThatIsNotAheadOfResults) {
  Stage ahead = kSecond;
  ahead.number = 3;
  ahead.zoom = 3;
  ahead.ahead = 1;
  ahead.first = 7;
  StageBook book;
  EXPECT_EQ(book.grounded(), nullptr);
  for (int run = 0; run < 3; ++run) book.add(run_of(kFirst, run, run));
  for (int run = 0; run < 4; ++run) book.add(run_of(kSecond, run, 3 + run));
  StageBook on(&book);
  on.add(run_of(ahead, 0, 7, TrialState::Running));
  EXPECT_EQ(on.last()->stage, ahead);
  EXPECT_EQ(on.grounded()->stage, kSecond);
  EXPECT_EQ(book.grounded()->stage, kSecond);
  // A wider box after it closes nothing.
  Stage next = kSecond;
  next.number = 4;
  next.first = 8;
  on.add(run_of(next, 0, 8, TrialState::Running));
  EXPECT_TRUE(on.closed().empty());
}

TEST(Stages, ForgettingThemForgetsThatTheyWereAhead) {
  Stage ahead = kSecond;
  ahead.ahead = 2;
  std::vector<Trial> trials{run_of(ahead, 0, 3)};
  EXPECT_EQ(noted_count(trials[0].notes, "ahead"), 2);
  forget_stages(trials);
  EXPECT_TRUE(trials[0].notes.empty());
}

// An ask writes what is under way into a book of its own.
TEST(StageBook, ABookThatGoesOnEqualsOneWithEverything) {
  const std::vector<Trial> told{run_of(kFirst, 2, 2), run_of(kFirst, 0, 0), run_of(kSecond, 0, 4)};
  const std::vector<Trial> open{run_of(kFirst, 1, 1, TrialState::Running),
                                run_of(kSecond, 2, 3, TrialState::Running),
                                run_of(kThird, 0, 7, TrialState::Running)};
  StageBook base, whole;
  for (const Trial& trial : told) base.add(trial), whole.add(trial);
  StageBook on(&base);
  EXPECT_EQ(on.last()->stage.first, 4);
  for (const Trial& trial : open) {
    on.add(trial);
    whole.add(trial);
    EXPECT_EQ(on.last()->stage, whole.last()->stage);
    EXPECT_EQ(on.last()->free_run(), whole.last()->free_run());
    EXPECT_EQ(on.last()->finished.size(), whole.last()->finished.size());
    EXPECT_EQ(on.closed(), whole.closed());
  }
  EXPECT_EQ(on.closed(), std::vector<std::int64_t>{1});
  EXPECT_EQ(base.last()->stage.first, 4) << "the book before stays as it is";
  EXPECT_EQ(base.last()->free_run(), 1);
}

}  // namespace
}  // namespace hone::samplers
