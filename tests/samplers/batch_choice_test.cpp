// SPDX-License-Identifier: MIT
// The choice of a batch, with a stub in place of a model.
#include "hone/samplers/batch_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hone/samplers/batch_fill.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

using acquisition::Opinion;

/// A valley at 0.7 in one dimension, everywhere equally uncertain but around what is believed.
class Valley final : public model::Surrogate {
 public:
  explicit Valley(std::vector<double> believed = {}, int* times = nullptr)
      : believed_(std::move(believed)), times_(times) {}
  const model::Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.01; }
  model::Prediction predict(const model::Points& points) const override {
    const Eigen::ArrayXd x = points.x.col(0);
    model::Prediction out{(x - 0.7).abs(), Eigen::VectorXd::Constant(x.size(), 0.04)};
    for (const double at : believed_)
      out.variance.array() *= 1.0 - 0.999 * (-(x - at).square() / 0.005).exp();
    return out;
  }
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override {
    std::vector<double> all = believed_;
    for (const double at : pending.x.col(0)) all.push_back(at);
    if (times_ != nullptr) ++*times_;
    return std::make_unique<Valley>(all, times_);
  }

 private:
  std::vector<double> believed_;
  int* times_;  // how often it was asked to believe, where somebody counts
  model::Columns columns_ = model::unit_cube(1);
};

class BatchChoiceTest : public testing::Test {
 protected:
  search::SearchSpace space_{Space({real("x", 0, 1)})};
  History history_;

  Configuration at(double x) const { return space_.space().configuration({x}); }

  // Rows 0, 0.05, ..., 1 (or finer ones), of which the given ones are the front.
  search::Candidates candidates(std::vector<Eigen::Index> front = {0, 20}, int steps = 20) const {
    search::Candidates found;
    for (int i = 0; i <= steps; ++i) found.configurations.push_back(at(static_cast<double>(i) / steps));
    found.points = space_.points(found.configurations);
    found.scores = Eigen::MatrixXd::Zero(steps + 1, 2);
    found.front = std::move(front);
    return found;
  }

  std::vector<Proposal> choose(BatchRule rule, const AskRequest& request, search::Candidates found,
                               acquisition::MaceOptions ensemble = calm()) const {
    search::Picker picker(space_.encoding(), history_, request);
    const ScalarFactory factory = scores(std::move(ensemble));
    BatchChoice(space_, posterior(), factory, std::move(found)).pick(picker, rule);
    return picker.take();
  }

  Posterior posterior() const {
    Posterior made{.objectives = {},
                   .target = 0.1,
                   .best = {at(0.3)},
                   .observations = 10,
                   .spreads = {1.0},
                   .notes = {{"kept", std::int64_t{1}}}};
    made.objectives.push_back(std::make_unique<Valley>());
    return made;
  }

  static ScalarFactory scores(acquisition::MaceOptions ensemble) {
    return {std::move(ensemble), std::make_shared<const AcquisitionRule>()};
  }

  static acquisition::MaceOptions calm() { return {.opinions = {Opinion::Expectation}, .robust = false}; }

  // Trials with the numbers 0 ... count - 1, far from anything of interest.
  void fill_history(int count) {
    std::vector<Trial> trials;
    for (int i = 0; i < count; ++i)
      trials.push_back(test::finish(i, {at(0.0101 + 1e-4 * i)}, TrialState::Complete, 1.0));
    history_.add(trials);
  }
};

double x_of(const Proposal& proposal) { return proposal.configuration.real("x"); }

TEST_F(BatchChoiceTest, ExpectedTakesTheMostPromisingAndThenKeepsAwayFromIt) {
  const auto picks = choose(BatchRule::Expected, {.count = 3, .seed = 1}, candidates());
  ASSERT_EQ(picks.size(), 3U);
  EXPECT_NEAR(x_of(picks[0]), 0.7, 1e-9);
  EXPECT_GE(std::abs(x_of(picks[1]) - 0.7), 0.049);
  EXPECT_NE(picks[1].configuration, picks[2].configuration);
  EXPECT_EQ(picks[0].notes.count("kept"), 1U) << "with the first proposal";
  EXPECT_TRUE(picks[1].notes.empty());
}

TEST_F(BatchChoiceTest, MixedTakesTurnsByTheNumberOfTheTrial) {
  fill_history(3);
  const auto picks = choose(BatchRule::Mixed, {.count = 3, .seed = 1}, candidates());
  ASSERT_EQ(picks.size(), 3U);
  EXPECT_NEAR(x_of(picks[0]), 0.7, 1e-9) << "anywhere";
  EXPECT_TRUE(x_of(picks[1]) == 0.0 || x_of(picks[1]) == 1.0) << "on the front";
  EXPECT_NEAR(x_of(picks[2]), 0.3, 0.3) << "near the best trial";
  EXPECT_GT(x_of(picks[2]), 0.3) << "towards the valley";
}

// One worker after the other, each with the trials of the others running.
TEST_F(BatchChoiceTest, SingleAsksTakeTurnsAsABatchDoes) {
  fill_history(4);
  const auto front = choose(BatchRule::Mixed, {.count = 1, .seed = 1}, candidates());
  EXPECT_TRUE(x_of(front[0]) == 0.0 || x_of(front[0]) == 1.0);
  const std::vector<Trial> running = {test::finish(4, front[0], TrialState::Running, 0.0)};
  const auto near = choose(BatchRule::Mixed, {.count = 1, .running = running, .seed = 2}, candidates());
  EXPECT_NEAR(x_of(near[0]), 0.3, 0.3);
  EXPECT_NE(x_of(near[0]), 0.3);
}

TEST_F(BatchChoiceTest, ParetoTakesTheFrontWithItsMostUncertainAndItsMostPromising) {
  const auto picks = choose(BatchRule::Pareto, {.count = 4, .seed = 1}, candidates({2, 9, 13, 18, 20}));
  ASSERT_EQ(picks.size(), 4U);
  const std::vector<double> front = {0.1, 0.45, 0.65, 0.9, 1.0};
  bool promising = false;
  for (const Proposal& pick : picks) {
    EXPECT_TRUE(
        std::any_of(front.begin(), front.end(), [&](double x) { return std::abs(x - x_of(pick)) < 1e-12; }));
    promising = promising || std::abs(x_of(pick) - 0.65) < 1e-12;
  }
  EXPECT_TRUE(promising);
}

TEST_F(BatchChoiceTest, PicksNothingTwiceEvenWhenWhatWasFoundIsUsedUp) {
  const Trial tried = test::finish(0, {at(0.7)}, TrialState::Complete, 0.0);
  history_.add({&tried, 1});
  const std::vector<Trial> running = {test::finish(1, {at(0.75)}, TrialState::Running, 0.0)};
  const auto picks = choose(BatchRule::Expected, {.count = 30, .running = running, .seed = 1}, candidates());
  EXPECT_EQ(picks.size(), 30U) << "19 rows were left";
  std::vector<double> places;
  for (const Proposal& pick : picks) places.push_back(x_of(pick));
  std::sort(places.begin(), places.end());
  EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
  EXPECT_FALSE(std::binary_search(places.begin(), places.end(), 0.7));
  EXPECT_FALSE(std::binary_search(places.begin(), places.end(), 0.75));
}

// Beyond 64 picks the model is asked once for all the rest, so a thousand take no longer than a hundred.
TEST_F(BatchChoiceTest, ALargeBatchBeginsLikeASmallOneAndHasNothingTwice) {
  const auto few = choose(BatchRule::Mixed, {.count = 64, .seed = 1}, candidates({0, 200}, 200));
  const auto many = choose(BatchRule::Mixed, {.count = 1000, .seed = 1}, candidates({0, 200}, 200));
  ASSERT_EQ(few.size(), 64U);
  ASSERT_EQ(many.size(), 1000U);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(x_of(many[i]), x_of(few[i])) << i;
  std::vector<double> places;
  for (const Proposal& pick : many) places.push_back(x_of(pick));
  std::sort(places.begin(), places.end());
  EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
}

// A pick with a model of what ended and what runs costs as the square of both, so fewer are made with care
// when much is running; the rest is filled for the price of one look.
TEST_F(BatchChoiceTest, OfALargeBatchFewerAreChosenWithCareWhenMoreIsKnownOrRuns) {
  const auto believed_at_the_end = [&](int observations, int running) {
    Posterior known = posterior();
    known.observations = observations;
    int asked = 0;
    known.objectives[0] = std::make_unique<Valley>(std::vector<double>{}, &asked);
    if (running > 0) known.condition_on({Eigen::MatrixXd::Constant(running, 1, 0.1), {}});
    asked = 0;
    const AskRequest request{.count = 100, .seed = 1};
    search::Picker picker(space_.encoding(), history_, request);
    const ScalarFactory factory = scores(calm());
    BatchChoice(space_, std::move(known), factory, candidates({0, 200}, 200))
        .pick(picker, BatchRule::Expected);
    EXPECT_EQ(picker.take().size(), 100U);
    return asked;
  };
  EXPECT_EQ(believed_at_the_end(300, 0), 64);
  EXPECT_EQ(believed_at_the_end(300, 300), 64);
  EXPECT_EQ(believed_at_the_end(800, 0), 50);
  EXPECT_EQ(believed_at_the_end(300, 500), 50);
  EXPECT_EQ(believed_at_the_end(9000, 200), 8);
}

TEST_F(BatchChoiceTest, TheRestOfALargeBatchFollowsTheModelWithoutCrowding) {
  const AskRequest request{.count = 500, .seed = 1};
  search::Picker picker(space_.encoding(), history_, request);
  fill_batch(space_, posterior(), scores(calm()), picker);
  const auto picks = picker.take();
  ASSERT_EQ(picks.size(), 500U);
  EXPECT_EQ(picks[0].notes.count("kept"), 1U);
  double distance = 0.0;
  for (const Proposal& pick : picks) distance += std::abs(x_of(pick) - 0.7) / 500.0;
  EXPECT_LT(distance, 0.25) << "points drawn blindly around the best trial are 0.37 from the valley";
  const auto beyond = [](const Proposal& pick) { return std::abs(x_of(pick) - 0.7) > 0.35; };
  EXPECT_GT(std::count_if(picks.begin(), picks.end(), beyond), 5) << "not all in one place";
}

}  // namespace
}  // namespace hone::samplers
