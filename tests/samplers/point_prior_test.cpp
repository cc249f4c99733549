// SPDX-License-Identifier: MIT
#include "hone/samplers/point_prior.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.hpp"

namespace hone::samplers {
namespace {

Value word(const char* text) { return std::string(text); }

model::Points rows(Eigen::MatrixXd x) { return {std::move(x), {}}; }

// The numbers are those of tests/reference/samplers_prior.py.

TEST(PointPrior, IsANormalThatIsCutOffAtTheEndsOfItsRange) {
  const search::SearchSpace space(Space({real("C", 1e-3, 1e3, Scale::Log)}));
  const PointPrior prior(space, {{"C", NormalPrior{10.0, 1.0}}});
  const Eigen::VectorXd ratio = prior.log_ratio(rows(Eigen::MatrixXd{{0.05}, {0.5}, {2.0 / 3.0}, {0.9}}));
  const double expected[] = {-2.279383455398265, 0.3626296588818855, 0.8348685285946854,
                             -0.07539460643084339};
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(test::near_rel(ratio[i], expected[i], 1e-10)) << i;
}

TEST(PointPrior, DrawsByTheQuantilesOfItsDistribution) {
  const search::SearchSpace space(Space({real("C", 1e-3, 1e3, Scale::Log)}));
  const PointPrior prior(space, {{"C", NormalPrior{10.0, 1.0}}});
  const std::pair<double, double> expected[] = {
      {0.01, 0.27770480260055586}, {0.5, 0.661920463924152}, {0.99, 0.9741585446796629}};
  for (const auto& [uniform, quantile] : expected) {
    std::vector<double> point = {uniform};
    prior.draw(point);
    EXPECT_TRUE(test::near_rel(point[0], quantile, 1e-10));
  }
}

TEST(PointPrior, GivesEachCellItsMass) {
  const search::SearchSpace space(Space({integer("n", 1, 5)}));
  const PointPrior prior(space, {{"n", NormalPrior{2.0, 1.0}}});
  const Eigen::VectorXd ratio = prior.log_ratio(rows(Eigen::MatrixXd{{0.1}, {0.3}, {0.5}, {0.7}, {0.9}}));
  const double expected[] = {0.23582419057109746, 0.6662813134151284, 0.23582419057109746,
                             -0.9357703551536616, -2.049266386943939};
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(test::near_rel(ratio[i], expected[i], 1e-9)) << i;
}

TEST(PointPrior, DrawsChoicesInProportionToTheirWeights) {
  const search::SearchSpace space(Space({categorical("k", {word("a"), word("b"), word("c")}), boolean("f")}));
  const PointPrior prior(space,
                         {{"k", ChoicePrior{{{"b", 3.0}, {"c", 1.0}}}}, {"f", ChoicePrior{{{"true", 1.0}}}}});
  int counts[3] = {0, 0, 0};
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> point = {(i + 0.5) / 1000.0, (i + 0.5) / 1000.0};
    prior.draw(point);
    const Configuration drawn = space.encoding().decode(point);
    ++counts[drawn.text("k")[0] - 'a'];
    EXPECT_TRUE(drawn.flag("f"));
  }
  EXPECT_EQ(counts[0], 0);
  EXPECT_EQ(counts[1], 750);
  EXPECT_EQ(counts[2], 250);
}

TEST(PointPrior, RulesNothingOut) {
  const search::SearchSpace space(Space({categorical("k", {word("a"), word("b")}), real("x", 0.0, 1.0)}));
  const PointPrior prior(space, {{"k", ChoicePrior{{{"b", 1.0}}}}, {"x", NormalPrior{0.0, 0.01}}});
  const Eigen::VectorXd ratio = prior.log_ratio(rows(Eigen::MatrixXd{{0.0, 1.0}}));
  EXPECT_TRUE(test::near_rel(ratio[0], 2.0 * std::log(0.1), 1e-12));
}

TEST(PointPrior, CountsWhatDoesNotExistAsUniform) {
  const search::SearchSpace space(
      Space({categorical("k", {word("a"), word("b")}), when(real("x", 0.0, 1.0), "k", {word("b")})}));
  const PointPrior prior(space, {{"x", NormalPrior{0.5, 0.05}}});
  const Eigen::VectorXd ratio = prior.log_ratio(
      space.points(std::vector<Configuration>{space.space().configuration({word("a"), std::nullopt}),
                                              space.space().configuration({word("b"), 0.5})}));
  EXPECT_EQ(ratio[0], 0.0);
  EXPECT_GT(ratio[1], 1.5);
}

TEST(PointPrior, HasTheGradientOfItsLogarithm) {
  const search::SearchSpace space(Space({real("x", 0.0, 1.0), real("y", 0.0, 1.0), integer("n", 1, 5)}));
  const PointPrior prior(space, {{"x", NormalPrior{0.3, 0.2}}, {"n", NearPrior{std::int64_t{2}}}});
  const Eigen::RowVectorXd at{{0.45, 0.2, 0.5}};
  const auto scored = prior.log_ratio_with_gradient(rows(at));
  const double step = 1e-6;
  for (int j = 0; j < 2; ++j) {
    Eigen::MatrixXd both(2, 3);
    both.rowwise() = at;
    both(0, j) += step;
    both(1, j) -= step;
    const Eigen::VectorXd values = prior.log_ratio(rows(both));
    EXPECT_NEAR(scored.gradient(0, j), (values[0] - values[1]) / (2.0 * step), 1e-6) << j;
  }
}

// Six points from the likeliest to the least likely: 15 pairs.
TEST(PointPrior, IsTrustedAsFarAsItRanksWhatWasMeasured) {
  const search::SearchSpace space(Space({real("x", 0.0, 1.0)}));
  const PointPrior prior(space, {{"x", NormalPrior{0.0, 0.4}}});
  const model::Points points = rows(Eigen::MatrixXd{{0.0}, {0.2}, {0.4}, {0.6}, {0.8}, {1.0}});
  EXPECT_EQ(prior.trust(points, Eigen::VectorXd{{1, 2, 3, 4, 5, 6}}), 1.0);
  EXPECT_EQ(prior.trust(points, Eigen::VectorXd{{6, 5, 4, 3, 2, 1}}), 0.0);
  // Five pairs are wrong: c = 10 / 15, and 4 c - 2 = 2 / 3.
  EXPECT_NEAR(prior.trust(points, Eigen::VectorXd{{6, 1, 2, 3, 4, 5}}), 2.0 / 3.0, 1e-12);
  // A failure is worse than any value, and of two failures neither is better.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(prior.trust(points, Eigen::VectorXd{{1, 2, 3, 4, nan, nan}}), 1.0);
  EXPECT_EQ(prior.trust(points, Eigen::VectorXd{{nan, nan, 4, 3, 2, 1}}), 0.0);
  // Three points have three pairs, which say too little.
  EXPECT_EQ(prior.trust(model::select(points, {0, 2, 4}), Eigen::VectorXd{{3, 2, 1}}), 1.0);
}

TEST(PointPrior, PeaksAtTheModes) {
  const search::SearchSpace space(Space({real("x", 0.0, 2.0), integer("n", 1, 5),
                                         categorical("k", {word("a"), word("b")}), real("y", 0.0, 1.0)}));
  const PointPrior prior(
      space, {{"x", NormalPrior{0.5, 0.2}}, {"n", NearPrior{std::int64_t{4}}}, {"k", NearPrior{word("b")}}});
  std::vector<double> point = {0.9, 0.1, 0.1, 0.125};
  prior.peak(point);
  const Configuration mode = space.encoding().decode(point);
  EXPECT_NEAR(mode.real("x"), 0.5, 1e-12);
  EXPECT_EQ(mode.integer("n"), 4);
  EXPECT_EQ(mode.text("k"), "b");
  EXPECT_EQ(mode.real("y"), 0.125);
}

// A space that was narrowed since may lack what a prior speaks of.
TEST(PointPrior, KeepsOfAPriorWhatASmallerSpaceStillHas) {
  const search::SearchSpace space(Space({real("x", 0.5, 1.0), categorical("k", {word("a"), word("c")})}));
  const PointPrior gone(space, {{"k", ChoicePrior{{{"b", 1.0}}}}});
  EXPECT_TRUE(gone.empty());
  const PointPrior outside(space, {{"x", NormalPrior{0.1, 0.2}}});
  const Eigen::VectorXd ratio = outside.log_ratio(rows(Eigen::MatrixXd{{0.0, 0.0}, {1.0, 0.0}}));
  EXPECT_GT(ratio[0], ratio[1]);
}

}  // namespace
}  // namespace hone::samplers
