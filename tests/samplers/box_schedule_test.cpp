// SPDX-License-Identifier: MIT
#include "hone/samplers/box_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "hone/samplers/stage_layout.hpp"

namespace hone::samplers {
namespace {

// A study on a square, driven by the schedule and the layout alone: what asks and results do to the stages.
class Square {
 public:
  explicit Square(SequentialOptions options)
      : options_(options), schedule_(options, 1), placed_(encoding_, {Objective{}}, BoxSchedule::kApart) {}

  std::vector<Stage> ask(int count) {
    ProposedTrials known(encoding_, placed_, running());
    StageBook book(&book_);
    for (const Trial& trial : running_) book.add(trial);
    std::vector<Stage> stages;
    for (int missing = count; missing > 0; --missing) {
      const auto [stage, run] = schedule_.next(book, known, {count, missing});
      if (stage != laid_out_) layout_ = lay_out(stage, known, options_.points, 3);
      laid_out_ = stage;
      Trial trial;
      trial.number = known.next_number();
      trial.state = TrialState::Running;
      trial.configuration = encoding_.decode(layout_.points.at(static_cast<std::size_t>(run)));
      trial.notes = stage_notes(stage, run);
      book.add(trial);
      known.add(trial.configuration);
      running_.push_back(trial);
      stages.push_back(stage);
    }
    return stages;
  }

  void finish_oldest(TrialState state = TrialState::Complete) {
    Trial trial = running_.front();
    running_.pop_front();
    trial.state = state;
    const double x = trial.configuration.real("x") - 0.3, y = trial.configuration.real("y") - 0.8;
    if (state == TrialState::Complete) trial.values = {3.0 * x * x + 2.0 * y * y + x * y};
    placed_.add(trial);
    book_.add(trial);
  }
  void finish_all(TrialState state = TrialState::Complete) {
    while (!running_.empty()) finish_oldest(state);
  }

 private:
  std::vector<Trial> copy_;
  std::span<const Trial> running() {
    copy_.assign(running_.begin(), running_.end());
    return copy_;
  }
  SequentialOptions options_;
  encode::Encoding encoding_{Space({real("x", 0, 1), real("y", 0, 1)}), encode::Categories::OneHotNear};
  BoxSchedule schedule_;
  PlacedTrials placed_;
  StageBook book_;
  std::deque<Trial> running_;
  StageLayout layout_;
  std::optional<Stage> laid_out_;
};

SequentialOptions published() {
  return {
      .boxes = SequentialOptions::Boxes::Halved, .runs = 15, .later_runs = 15, .zooms = 20, .horizon = 1000};
}

int deepest(const std::vector<Stage>& stages) {
  int zoom = 0;
  for (const Stage& stage : stages) zoom = std::max(zoom, stage.zoom);
  return zoom;
}

TEST(BoxSchedule, OneByOneEachStageIsHalfAsWideAndNoneIsAhead) {
  Square square(published());
  int zoom = 1;
  for (int i = 0; i < 100; ++i) {
    const Stage stage = square.ask(1).front();
    EXPECT_EQ(stage.ahead, 0);
    EXPECT_TRUE(stage.zoom == zoom || stage.zoom == zoom + 1);
    EXPECT_EQ(stage.number, stage.zoom);
    zoom = stage.zoom;
    square.finish_all();
  }
  EXPECT_GE(zoom, 8);
}

// Each new box of an ask is smaller than the one before it and lies around the same point, as no results have
// come.
void expect_nested(const std::vector<Stage>& stages) {
  EXPECT_EQ(stages.front().ahead, 0);
  for (std::size_t i = 1; i < stages.size(); ++i) {
    if (stages[i].number == stages[i - 1].number) continue;
    EXPECT_GT(stages[i].zoom, stages[i - 1].zoom);
    EXPECT_EQ(stages[i].ahead, stages[i - 1].ahead + 1);
    EXPECT_EQ(stages[i].centres, stages.front().centres);
  }
}

TEST(BoxSchedule, WhatABatchHasOverGoesToASmallerBox) {
  Square square(published());
  EXPECT_EQ(deepest(square.ask(15)), 1);
  square.finish_all();
  int zoom = 1;
  for (int batch = 2; batch <= 7; ++batch) {
    const std::vector<Stage> stages = square.ask(15);
    expect_nested(stages);
    EXPECT_GT(stages.front().zoom, zoom) << "with results the box is halved";
    EXPECT_EQ(stages.back().first + stages.back().runs, 15 * batch) << "stages end with the batch";
    zoom = stages.front().zoom;
    square.finish_all();
  }
}

TEST(BoxSchedule, AWideBatchIsSharedByFourBoxesAtMost) {
  for (const int batch : {33, 50, 200}) {
    Square square(published());
    EXPECT_EQ(square.ask(batch).back().runs, batch);
    square.finish_all();
    const std::vector<Stage> stages = square.ask(batch);
    expect_nested(stages);
    EXPECT_EQ(stages.back().ahead, 3);
    EXPECT_EQ(stages.back().first + stages.back().runs, 2 * batch);
  }
}

TEST(BoxSchedule, AsynchronousWorkersZoom) {
  Square square(published());
  std::vector<Stage> stages;
  for (int i = 0; i < 100; ++i) {
    stages.push_back(square.ask(1).front());
    if (i >= 14) square.finish_oldest();  // 14 others are running at every further ask
  }
  EXPECT_GE(deepest(stages), 6);
  for (int i = 0; i < 22; ++i)
    EXPECT_EQ(stages[static_cast<std::size_t>(i)].zoom, 1) << "too little is known";
  EXPECT_EQ(stages[22].zoom, 2) << "half of the first stage is known";
  for (std::size_t i = 1; i < stages.size(); ++i) {
    if (stages[i].number == stages[i - 1].number) continue;
    EXPECT_TRUE(stages[i].ahead == 0 || stages[i].zoom == 1 || stages[i].zoom > stages[i - 1].zoom) << i;
  }
}

// Results overtake what was begun without them.
TEST(BoxSchedule, AStageAheadOfResultsEndsWhenTheyAreThere) {
  Square square(published());
  square.ask(15);
  square.finish_all();
  Stage last = square.ask(1).front();
  while (last.ahead == 0) last = square.ask(1).front();  // nothing is told
  EXPECT_EQ(last.zoom, 3);
  EXPECT_GT(last.runs, 1);
  square.finish_all();
  const Stage next = square.ask(1).front();
  EXPECT_EQ(next.ahead, 0);
  EXPECT_EQ(next.zoom, 3);
  EXPECT_EQ(next.number, last.number + 1);
}

TEST(BoxSchedule, FailedTrialsAreResultsToo) {
  Square square(published());
  square.ask(15);
  square.finish_all(TrialState::Failed);
  EXPECT_EQ(deepest(square.ask(15)), 1) << "there is nothing to zoom into";
  square.finish_all();
  EXPECT_EQ(square.ask(15).front().zoom, 2);
  square.finish_all(TrialState::Failed);
  const Stage stage = square.ask(15).front();
  EXPECT_EQ(stage.zoom, 3) << "the best point is where it was";
  EXPECT_EQ(stage.ahead, 0);
}

TEST(BoxSchedule, RandomPointsFollowTheSameBoxes) {
  SequentialOptions options = published();
  options.points = SequentialOptions::Placement::Random;
  Square square(options);
  for (int zoom = 1; zoom <= 5; ++zoom) {
    EXPECT_EQ(square.ask(15).front().zoom, zoom);
    square.finish_all();
  }
}

TEST(BoxSchedule, LevelsStayWhenABatchHasMorePoints) {
  SequentialOptions options = published();
  options.levels = 15;
  Square square(options);
  for (int i = 0; i < 2; ++i) {
    for (const Stage& stage : square.ask(50)) EXPECT_EQ(stage.levels, 15);
    square.finish_all();
  }
}

}  // namespace
}  // namespace hone::samplers
