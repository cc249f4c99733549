// SPDX-License-Identifier: MIT
#include "hone/search/search_space.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/rng.hpp"

namespace hone::search {
namespace {

Space every_kind_of_parameter() {
  return Space({real("x", -1, 1), integer("n", 1, 900, Scale::Log), integer("wide", 1, 1000000, Scale::Log),
                categorical("kind", {"a", "b", "c"}), when(real("rate", 1e-4, 1, Scale::Log), "kind", {"b"}),
                Parameter{"deep", IntRange(0, 9), {{"rate", Between{0.01, 1.0}}}}, boolean("flag")},
               {"x + n <= 900.5"});
}

std::vector<Configuration> random_configurations(const Space& space, int count) {
  const encode::Encoding encoding(space);
  Rng rng(5);
  std::vector<double> unit(encoding.dimensions());
  std::vector<Configuration> rows;
  for (int i = 0; i < count; ++i) {
    for (double& u : unit) u = rng.uniform();
    rows.push_back(encoding.decode(unit));
  }
  return rows;
}

TEST(SearchSpace, PointsAndConfigurationsAreTheSameThing) {
  const SearchSpace space(every_kind_of_parameter());
  for (const Configuration& configuration : random_configurations(space.space(), 300)) {
    const model::Points point = space.point(configuration);
    EXPECT_EQ(space.configuration(point.x.row(0)), configuration);
    Eigen::MatrixXd tidied = point.x;
    space.tidy(tidied);
    EXPECT_EQ(tidied, point.x) << to_text(configuration);
    EXPECT_TRUE((space.with_mask(point.x).active == point.active).all()) << to_text(configuration);
    EXPECT_EQ(point.active(0, 4), configuration[4].has_value());
  }
}

TEST(SearchSpace, CategoriesAreIndicesAndNumbersLieInTheUnitInterval) {
  const SearchSpace space(every_kind_of_parameter());
  const model::Points points = space.points(random_configurations(space.space(), 100));
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    EXPECT_EQ(points.x(i, 3), std::round(points.x(i, 3)));
    EXPECT_LE(points.x(i, 3), 2.0);
    for (const Eigen::Index j : {0, 1, 2, 4, 5, 6}) {
      EXPECT_GE(points.x(i, j), 0.0);
      EXPECT_LE(points.x(i, j), 1.0);
    }
  }
}

// What exists must be told from coordinates as the space itself tells it from values.
TEST(SearchSpace, TidyPointsAreThoseOfTheirConfigurations) {
  const SearchSpace space(every_kind_of_parameter());
  Rng rng(8);
  Eigen::MatrixXd rows(500, space.dimensions());
  for (double& x : rows.reshaped()) x = rng.uniform();
  for (double& x : rows.col(3)) x = static_cast<double>(rng.below(3));
  space.tidy(rows);
  const model::Points points = space.with_mask(rows);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Configuration configuration = space.configuration(rows.row(i));
    const model::Points expected = space.point(configuration);
    EXPECT_TRUE(expected.x.row(0).isApprox(rows.row(i), 1e-12)) << to_text(configuration);
    EXPECT_TRUE((expected.active.row(0) == points.active.row(i)).all()) << to_text(configuration);
  }
}

TEST(SearchSpace, KnowsSmallSpacesAndPoolsWhole) {
  const SearchSpace small(
      Space({integer("a", 1, 4), boolean("b"), when(integer("c", 1, 3), "b", {true})}, {"a <= 3"}));
  ASSERT_NE(small.whole(), nullptr);
  EXPECT_EQ(small.whole()->configurations.size(), 12U);
  EXPECT_EQ(small.whole()->points.rows(), 12);
  const SearchSpace pool(Space::from_candidates({{{"x", 0.5}, {"c", "u"}}, {{"x", 0.7}, {"c", "v"}}}));
  ASSERT_NE(pool.whole(), nullptr);
  EXPECT_EQ(pool.whole()->configurations.size(), 2U);
  EXPECT_EQ(SearchSpace(Space({real("x", 0, 1)})).whole(), nullptr);
  EXPECT_EQ(SearchSpace(Space({integer("n", 1, 4001)})).whole(), nullptr);
}

TEST(SearchSpace, CopiesAreWholeOnTheirOwn) {
  auto first = std::make_unique<SearchSpace>(every_kind_of_parameter());
  const SearchSpace copy = *first;
  const auto rows = random_configurations(copy.space(), 20);
  const model::Points expected = first->points(rows);
  first.reset();
  EXPECT_EQ(copy.points(rows).x, expected.x);
  EXPECT_EQ(copy.configuration(expected.x.row(3)), rows[3]);
}

}  // namespace
}  // namespace hone::search
