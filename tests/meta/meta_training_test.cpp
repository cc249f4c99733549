// SPDX-License-Identifier: MIT
#include "hone/meta/meta_training.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "meta/basins.hpp"

namespace hone::meta {
namespace {

struct Lesson {
  search::SearchSpace space{test::plane()};
  learners::NetworkInputs inputs{space.columns()};
  std::vector<MetaTask> tasks;

  explicit Lesson(int count = 6, int trials = 40, MetaTaskRule rule = {}) {
    const auto sources = test::basins(count, trials);
    const Study study = test::in_plane();
    tasks = meta_tasks(SamplerInput(study, sources), space, rule).tasks;
  }
};

TEST(MetaTasks, KeepOrderAndForgetScales) {
  const Lesson lesson(2, 30);
  ASSERT_EQ(lesson.tasks.size(), 2U);
  EXPECT_EQ(lesson.tasks[1].name, "basin1");
  EXPECT_EQ(lesson.tasks[0].size(), 30);
  EXPECT_EQ((lesson.tasks[0].labels.label.array() > 0.0).count(), 10);  // ceil(29 / 3)
  EXPECT_NEAR(lesson.tasks[0].labels.weight.sum(), 40.0, 1e-9);         // the rows of duplicated data
}

TEST(MetaTasks, ThinLongStudies) {
  const Lesson lesson(1, 50, {.most_trials = 20});
  EXPECT_EQ(lesson.tasks[0].size(), 20);
  EXPECT_EQ(lesson.tasks[0].points.rows(), 20);
}

TEST(MetaTraining, TellsGoodTrialsOfTheTasksFromPoorOnes) {
  const Lesson lesson;
  int told = 0;
  const Trained trained =
      train(lesson.tasks, lesson.inputs, {.epochs = 300}, 1, [&](const TrainingReport& report, int epochs) {
        EXPECT_EQ(report.epochs, ++told);
        EXPECT_EQ(epochs, 300);
      });
  EXPECT_EQ(trained.report.tasks, 6);
  EXPECT_EQ(trained.report.trials, 240);
  EXPECT_EQ(trained.report.epochs, told);
  // The loss of knowing nothing is log 2 times the mean weight, which is 4/3 here.
  EXPECT_LT(trained.report.log_loss, 0.7 * std::log(2.0) * 4.0 / 3.0);
}

TEST(MetaTraining, IsTheSameForTheSameSeed) {
  const Lesson lesson(3, 20);
  const auto network = [&](std::uint64_t seed) {
    return train(lesson.tasks, lesson.inputs, {.epochs = 20}, seed).network.parameters();
  };
  EXPECT_EQ(network(1), network(1));
  EXPECT_NE(network(1), network(2));
}

TEST(MetaTraining, StopsWhenNothingIsGained) {
  const Lesson lesson(3, 20);
  const Trained trained =
      train(lesson.tasks, lesson.inputs, {.epochs = 100000, .patience = 5, .rate = 1e-2}, 1);
  EXPECT_LT(trained.report.epochs, 100000);
  EXPECT_EQ(trained.report.epochs, trained.report.best_epoch + 5);
}

TEST(MetaTraining, TakesOneTaskOfThreeTrials) {
  const Lesson lesson(1, 3);
  const Trained trained = train(lesson.tasks, lesson.inputs, {.epochs = 5}, 1);
  EXPECT_TRUE(trained.network.parameters().allFinite());
}

TEST(MetaTraining, KnowsNothingUntrained) {
  const Lesson lesson(1, 10);
  const Network network = untrained(lesson.inputs.size(), {}, 1);
  Network::Pass pass;
  network.forward(lesson.inputs.of(lesson.tasks[0].points), pass);
  EXPECT_EQ(pass.score.cwiseAbs().maxCoeff(), 0.0F);
  EXPECT_GT(pass.features().cwiseAbs().maxCoeff(), 0.0F);
}

}  // namespace
}  // namespace hone::meta
