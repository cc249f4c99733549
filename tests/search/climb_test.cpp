// SPDX-License-Identifier: MIT
#include "hone/search/climb.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stub_scores.hpp"

namespace hone::search {
namespace {

using Eigen::RowVectorXd;
using test::Bowl;
using test::StubScores;

SearchSpace real_space() { return SearchSpace(Space({real("x", -1, 1), real("y", 0, 10)}, {"x + y <= 9"})); }

model::Points point_of(const SearchSpace& space, std::vector<std::pair<std::string, Value>> values) {
  const Configuration configuration = space.space().admit(values);
  return space.point(configuration);
}

TEST(Climb, MovesContinuousParametersToTheBottom) {
  const SearchSpace space = real_space();
  const auto summit = climb(space, Bowl(0.7), point_of(space, {{"x", -0.8}, {"y", 1.0}}));
  ASSERT_TRUE(summit);
  EXPECT_NEAR(summit->configuration.real("x"), 0.4, 1e-6);  // 0.7 of [-1, 1]
  EXPECT_NEAR(summit->configuration.real("y"), 7.0, 1e-6);
  EXPECT_NEAR(summit->gain, 0.6 * 0.6 + 0.6 * 0.6, 1e-9);
  EXPECT_EQ(space.configuration(summit->point.x.row(0)), summit->configuration);
}

TEST(Climb, GoesNoFurtherThanItsRegion) {
  const SearchSpace space = real_space();
  const model::Points start = point_of(space, {{"x", -0.8}, {"y", 1.0}});
  const auto summit = climb(space, Bowl(0.7), start, {.region = Region(start.x.row(0), 0.05), .steps = 50});
  ASSERT_TRUE(summit);
  EXPECT_NEAR(summit->configuration.real("x"), -0.7, 1e-9);  // a twentieth of a range of 2
}

TEST(Climb, StaysInsideTheConstraintsAndAtWhatIsWanted) {
  const SearchSpace space = real_space();
  const model::Points start = point_of(space, {{"x", 0.0}, {"y", 8.5}});
  EXPECT_FALSE(climb(space, Bowl(1.0), start));
  EXPECT_FALSE(climb(space, Bowl(0.5), start, {.wanted = [](const Configuration&) { return false; }}));
}

TEST(Climb, HasNowhereToGoFromTheBottom) {
  const SearchSpace space = real_space();
  EXPECT_FALSE(climb(space, Bowl(0.5), point_of(space, {{"x", 0.0}, {"y", 5.0}})));
}

// A near pick used to keep every boolean: half of a range is more than its reach.
TEST(Climb, FlipsABooleanInASmallRegion) {
  const SearchSpace space(Space({real("x", 0, 1), boolean("flag"), boolean("other")}));
  const model::Points start = point_of(space, {{"x", 0.3}, {"flag", false}, {"other", false}});
  const StubScores score(1, [](const RowVectorXd& p) {
    return RowVectorXd::Constant(1, (p[1] > 0.5 ? 0.0 : 1.0) + (p[2] > 0.5 ? 1.0 : 0.0));
  });
  const auto summit = climb(space, score, start, {.region = Region(start.x.row(0), 0.01)});
  ASSERT_TRUE(summit);
  EXPECT_TRUE(summit->configuration.flag("flag"));
  EXPECT_FALSE(summit->configuration.flag("other"));
  EXPECT_DOUBLE_EQ(summit->gain, 1.0);
}

TEST(Climb, MovesIntegersAndCategoriesBetweenGradientSteps) {
  const SearchSpace space(
      Space({real("x", 0, 1), integer("n", 0, 199), categorical("kind", {"a", "b", "c", "d"})}));
  const model::Points start = point_of(space, {{"x", 0.1}, {"n", std::int64_t{40}}, {"kind", "a"}});
  // The best x depends on the category: only turns of both kinds of steps get there.
  class Score final : public acquisition::Acquisition {
   public:
    Eigen::MatrixXd operator()(const model::Points& p, Rng&) const override { return value(p); }
    std::optional<acquisition::Scored> with_gradient(const model::Points& p) const override {
      Eigen::MatrixXd gradient = Eigen::MatrixXd::Zero(p.rows(), 3);
      for (Eigen::Index i = 0; i < p.rows(); ++i) gradient(i, 0) = 2.0 * (p.x(i, 0) - target(p, i));
      return acquisition::Scored{value(p), gradient};
    }

   private:
    static double target(const model::Points& p, Eigen::Index i) { return p.x(i, 2) == 3.0 ? 0.9 : 0.2; }
    static Eigen::VectorXd value(const model::Points& p) {
      Eigen::VectorXd out(p.rows());
      for (Eigen::Index i = 0; i < p.rows(); ++i) {
        out[i] = std::pow(p.x(i, 0) - target(p, i), 2) + (p.x(i, 2) == 3.0 ? 0.0 : 2.0) +
                 std::abs(p.x(i, 1) - 0.3);
      }
      return out;
    }
  };
  const auto summit = climb(space, Score(), start);
  ASSERT_TRUE(summit);
  EXPECT_EQ(summit->configuration.text("kind"), "d");
  EXPECT_NEAR(summit->configuration.real("x"), 0.9, 1e-4);
  EXPECT_GT(summit->configuration.integer("n"), 40);
}

TEST(Climb, WalksWhereNothingIsContinuous) {
  const SearchSpace space(Space({integer("n", 0, 99), integer("m", 0, 99)}));
  const model::Points start = point_of(space, {{"n", std::int64_t{10}}, {"m", std::int64_t{90}}});
  const auto summit = climb(space, Bowl(0.5), start);
  ASSERT_TRUE(summit);
  EXPECT_NEAR(static_cast<double>(summit->configuration.integer("n")), 50.0, 4.0);
  EXPECT_NEAR(static_cast<double>(summit->configuration.integer("m")), 50.0, 4.0);
}

// Turning the switch on brings a parameter into being, and off again takes it away.
TEST(Climb, KnowsThatAMoveMayBringAParameterIntoBeing) {
  const SearchSpace space(Space({boolean("on"), when(real("rate", 0, 1), "on", {true})}));
  const StubScores score(1, [](const RowVectorXd& p) { return RowVectorXd::Constant(1, -p[0]); });
  const auto summit = climb(space, score, point_of(space, {{"on", false}}));
  ASSERT_TRUE(summit);
  EXPECT_TRUE(summit->configuration.flag("on"));
  EXPECT_DOUBLE_EQ(summit->configuration.real("rate"), 0.5);
  EXPECT_TRUE(summit->point.active(0, 1));
}

}  // namespace
}  // namespace hone::search
