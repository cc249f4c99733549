// SPDX-License-Identifier: MIT
#include "hone/api/tuner.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <span>
#include <thread>

#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

Study line() { return {.name = "line", .space = Space({real("x", -1, 1)}), .sampler = {"sobol"}, .seed = 3}; }

TEST(Tuner, AsksTellsAndKnowsTheBest) {
  Tuner tuner(line());
  EXPECT_EQ(tuner.best(), nullptr);
  for (int i = 0; i < 16; ++i) {
    const Trial trial = tuner.ask();
    EXPECT_EQ(trial.number, i);
    tuner.tell(trial.number, std::abs(trial.configuration.real("x")));
  }
  ASSERT_EQ(tuner.trials().size(), 16U);
  double least = 2.0;
  for (const Trial& trial : tuner.trials()) least = std::min(least, trial.values[0]);
  EXPECT_EQ(tuner.best()->values[0], least);
}

TEST(Tuner, GoesOnWithAStoredStudyAsIfNothingHadHappened) {
  const test::TempDir folder;
  const std::string store = "sqlite:" + folder.file("t.db");
  const auto run = [](Tuner& tuner, int count) {
    for (int i = 0; i < count; ++i) {
      const Trial trial = tuner.ask();
      tuner.tell(trial.number, trial.configuration.real("x"));
    }
  };
  Tuner whole(line());
  run(whole, 12);
  {
    Tuner first(line(), store);
    run(first, 5);
  }
  Tuner second(line(), store);
  run(second, 7);
  ASSERT_EQ(second.trials().size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(second.trials()[i].configuration, whole.trials()[i].configuration) << i;
    EXPECT_EQ(second.trials()[i].values, whole.trials()[i].values) << i;
  }
}

TEST(Tuner, RefusesASecondResultAndAnUnknownTrial) {
  Tuner tuner(line());
  const Trial trial = tuner.ask();
  tuner.tell(trial.number, 1.0);
  EXPECT_THROW(tuner.tell(trial.number, 2.0), Error);
  EXPECT_THROW(tuner.tell(99, 2.0), Error);
  EXPECT_EQ(tuner.trials()[0].values[0], 1.0);
}

TEST(Tuner, TakesABatchWhollyOrNotAtAll) {
  Tuner tuner(line());
  const auto asked = tuner.ask(3);
  const std::vector<Measured> wrong = {{asked[0].number, 0.5}, {99, 0.1}};
  EXPECT_THROW(tuner.tell(wrong), Error);
  EXPECT_EQ(tuner.best(), nullptr);
  const std::vector<Measured> right = {
      {asked[0].number, 0.5}, {asked[1].number, 0.25}, {asked[2].number, 0.75}};
  tuner.tell(right);
  EXPECT_EQ(tuner.best()->number, asked[1].number);
}

TEST(Tuner, CountsNaNAsAFailure) {
  Tuner tuner(line());
  tuner.tell(tuner.ask().number, NAN);
  EXPECT_EQ(tuner.trials()[0].state, TrialState::Failed);
  EXPECT_EQ(tuner.best(), nullptr);
}

TEST(Tuner, TriesEnqueuedPointsFirst) {
  Tuner tuner(line());
  tuner.enqueue({{"x", 0.125}});
  EXPECT_EQ(tuner.ask().configuration.real("x"), 0.125);
  EXPECT_THROW(tuner.enqueue({{"x", 5.0}}), Error);
}

TEST(Tuner, EndsWithTheGrid) {
  Study study = line();
  study.space = Space({integer("n", 1, 3)});
  study.sampler = {"grid"};
  Tuner tuner(study);
  EXPECT_EQ(tuner.ask(10).size(), 3U);
  EXPECT_THROW(tuner.ask(), Error);
}

TEST(Tuner, KeepsSeveralObjectives) {
  Study study = line();
  study.objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}};
  Tuner tuner(study);
  tuner.tell(tuner.ask().number, {0.5, 100.0});
  EXPECT_EQ(tuner.trials()[0].values, (std::vector<double>{0.5, 100.0}));
  const Trial next = tuner.ask();
  EXPECT_THROW(tuner.tell(next.number, 0.5), Error);
}

TEST(Tuner, TriesTheStartingPointsOfTheStudyFirstAndOnce) {
  const test::TempDir folder;
  const std::string store = "sqlite:" + folder.file("t.db");
  Study study = line();
  study.enqueue = {study.space.configuration({0.125}), study.space.configuration({-0.5})};
  {
    Tuner first(study, store);
    EXPECT_EQ(first.ask().configuration.real("x"), 0.125);
  }
  Tuner second(study, store);
  EXPECT_EQ(second.ask().configuration.real("x"), -0.5);
  const double third = second.ask().configuration.real("x");
  EXPECT_TRUE(third != 0.125 && third != -0.5) << third;
}

TEST(Tuner, ManyMayMakeTheSameStudyAtOnce) {
  const test::TempDir folder;
  const std::string store = "sqlite:" + folder.file("t.db");
  Study study = line();
  study.enqueue = {study.space.configuration({0.125})};
  constexpr int kTuners = 4;
  std::vector<std::thread> threads;
  std::atomic<int> started_with_the_point = 0;
  for (int i = 0; i < kTuners; ++i) {
    threads.emplace_back([&] {
      Tuner tuner(study, store);
      const Trial trial = tuner.ask();
      started_with_the_point += trial.configuration.real("x") == 0.125 ? 1 : 0;
      tuner.tell(trial.number, 1.0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(started_with_the_point, 1);
  EXPECT_EQ(Tuner(study, store).trials().size(), std::size_t{kTuners});
}

TEST(Tuner, SaysWhatDiffersFromTheStoredStudy) {
  const test::TempDir folder;
  const std::string store = "sqlite:" + folder.file("t.db");
  { const Tuner first(line(), store); }
  Study other = line();
  other.space = Space({real("x", -2, 1)});
  EXPECT_NE(
      test::message_of([&] { Tuner(other, store); }).find("parameters.x: widened from [-1, 1] to [-2, 1]"),
      std::string::npos);
}

TEST(Tuner, ChangesNothingThatTheStudyHasUnlessToldTo) {
  const test::TempDir folder;
  const std::string store = "sqlite:" + folder.file("t.db");
  Study chosen = line();
  chosen.pruner = Choice{"median", {}};
  { const Tuner first(chosen, store); }
  const Study other{.name = "line", .space = chosen.space};  // the default sampler and seed, no pruner
  const std::string message = test::message_of([&] { Tuner(other, store); });
  EXPECT_NE(message.find("sampler: changed from sobol to hebo, pruner: changed, seed: changed from 3 to 0"),
            std::string::npos)
      << message;
  { const Tuner again(chosen, store); }  // nothing was changed
  { const Tuner taken(other, store, OnDifference::Take); }
  EXPECT_NO_THROW(Tuner(other, store));
  EXPECT_NE(test::message_of([&] { Tuner(chosen, store); }).find("from hebo to sobol"), std::string::npos);
}

TEST(Tuner, AnswersReportsWithTheVerdictOfThePruner) {
  Study study = line();
  study.pruner = Choice{"median", {{"startup_trials", {std::int64_t{1}}}}};
  Tuner tuner(study);
  const auto asked = tuner.ask(2);
  EXPECT_FALSE(tuner.report(asked[0].number, 1, 0.1));
  tuner.tell(asked[0].number, 0.1);
  EXPECT_TRUE(tuner.report(asked[1].number, 1, 0.9));
  tuner.tell(asked[1].number, TrialState::Pruned);
  EXPECT_EQ(tuner.trials()[1].reports.size(), 1U);
}

/// Halves the distance to the best, as a sampler outside hone might.
class Halving : public Sampler {
 public:
  explicit Halving(const Space& space) : space_(space) {}
  void tell(std::span<const Trial> finished) override {
    told_ += finished.size();
    for (const Trial& trial : finished) {
      const double x = trial.configuration.real("x");
      if (std::abs(x) < std::abs(best_)) best_ = x;
    }
  }
  std::vector<Proposal> ask(const AskRequest& request) const override {
    const std::vector<std::pair<std::string, Value>> next = {{"x", best_ / 2}};
    return std::vector<Proposal>(static_cast<std::size_t>(request.count),
                                 {space_.admit(next), {{"told", static_cast<std::int64_t>(told_)}}});
  }

 private:
  Space space_;
  double best_ = 1.0;
  std::size_t told_ = 0;
};

TEST(Tuner, TakesASamplerOfTheProgramsOwn) {
  const test::TempDir folder;
  const std::string store = "sqlite:" + folder.file("own.db");
  Study study = line();
  study.sampler = {"halving"};
  for (int run = 0; run < 2; ++run) {
    Tuner tuner(study, std::make_unique<Halving>(study.space), store);
    for (int i = 0; i < 3; ++i) {
      const Trial trial = tuner.ask();
      tuner.tell(trial.number, std::abs(trial.configuration.real("x")));
    }
  }
  Tuner tuner(study, std::make_unique<Halving>(study.space), store);
  const Trial last = tuner.ask();
  EXPECT_EQ(last.configuration.real("x"), 1.0 / 128) << "a later process goes on where the last one ended";
  EXPECT_EQ(std::get<std::int64_t>(last.notes.at("told")), 6);
}

}  // namespace
}  // namespace hone
