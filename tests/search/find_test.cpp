// SPDX-License-Identifier: MIT
#include "hone/search/find.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <unordered_set>

#include "stub_scores.hpp"

namespace hone::search {
namespace {

using Eigen::RowVectorXd;

RowVectorXd one(double value) { return RowVectorXd::Constant(1, value); }

Eigen::Index best_row(const Candidates& found) {
  Eigen::Index best = 0;
  found.scores.col(0).minCoeff(&best);
  return best;
}

Space mixed_space(const std::vector<std::string>& constraints = {}) {
  return Space({real("x", 0, 1), integer("n", 0, 99), categorical("kind", {"a", "b", "c", "d"}),
                boolean("flag"), when(real("rate", 0, 1), "flag", {true})},
               constraints);
}

// One score, no gradient, no model: what a classifier's probability or a Thompson draw looks like.
TEST(Find, MinimisesOneScoreOverAMixedSpace) {
  const SearchSpace space(mixed_space());
  const test::StubScores scores(1, [](const RowVectorXd& p) {
    return one(std::pow(p[0] - 0.3, 2) + std::pow(p[1] - 0.705, 2) + (p[2] == 2.0 ? 0.0 : 1.0) +
               (p[3] > 0.5 ? 0.0 : 0.5) + std::pow(p[4] - 0.9, 2));
  });
  const Candidates found = find(space, scores, {.seed = 1}, {.evolution = {.generations = 60}});
  const Configuration& best = found.configurations[static_cast<std::size_t>(best_row(found))];
  EXPECT_NEAR(best.real("x"), 0.3, 0.05);
  EXPECT_NEAR(static_cast<double>(best.integer("n")), 70.0, 3.0);
  EXPECT_EQ(best.text("kind"), "c");
  ASSERT_TRUE(best.flag("flag"));
  EXPECT_NEAR(best.real("rate"), 0.9, 0.05);
}

// The trade-off between x and 1 - x with everything else at its best: all of it must be found.
TEST(Find, WeighsSeveralScoresAgainstEachOther) {
  const SearchSpace space(Space({real("x", 0, 1), real("y", 0, 1)}));
  const test::StubScores scores(2, [](const RowVectorXd& p) {
    const double off = std::pow(p[1] - 0.5, 2);
    return RowVectorXd(Eigen::RowVector2d(p[0] + off, 1.0 - p[0] + off));
  });
  const Candidates found = find(space, scores, {.seed = 2});
  ASSERT_GT(found.front.size(), 50U);
  double least = 1.0, most = 0.0;
  for (const Eigen::Index i : found.front) {
    EXPECT_NEAR(found.points.x(i, 1), 0.5, 0.2);
    least = std::min(least, found.points.x(i, 0));
    most = std::max(most, found.points.x(i, 0));
  }
  EXPECT_LT(least, 0.05);
  EXPECT_GT(most, 0.95);
}

TEST(Find, GivesPointsConfigurationsAndScoresThatBelongTogether) {
  const SearchSpace space(mixed_space({"x <= 0.8"}));
  const test::StubScores scores(
      2, [](const RowVectorXd& p) { return RowVectorXd(Eigen::RowVector2d(p.sum(), p[1] - p[0])); });
  const Candidates found = find(space, scores, {.seed = 3});
  ASSERT_GT(found.size(), 50);
  ASSERT_EQ(found.configurations.size(), static_cast<std::size_t>(found.size()));
  std::unordered_set<Configuration> different;
  Rng rng(1);
  EXPECT_EQ(scores(found.points, rng), found.scores);
  for (Eigen::Index i = 0; i < found.size(); ++i) {
    const Configuration& configuration = found.configurations[static_cast<std::size_t>(i)];
    EXPECT_TRUE(space.space().allows(configuration)) << to_text(configuration);
    EXPECT_TRUE(space.point(configuration).x.isApprox(found.points.x.row(i), 1e-12));
    EXPECT_TRUE(different.insert(configuration).second);
  }
}

TEST(Find, BeginsWhereItIsToldTo) {
  const SearchSpace space(Space({real("x", 0, 1), real("y", 0, 1)}));
  // A needle: nothing leads there.
  const test::StubScores scores(1, [](const RowVectorXd& p) { return one(p[0] == 0.123 ? -1.0 : p[1]); });
  const Configuration needle = space.space().configuration({0.123, 0.5});
  const Candidates found =
      find(space, scores, {.start = {&needle, 1}, .seed = 4}, {.evolution = {.generations = 3}});
  EXPECT_EQ(found.scores.minCoeff(), -1.0);
}

TEST(Find, StaysInItsRegion) {
  const SearchSpace space(Space({real("x", 0, 1), real("y", 0, 1), categorical("c", {"u", "v"})}));
  const test::StubScores scores(1, [](const RowVectorXd& p) { return one(-p[0] - p[1]); });
  RowVectorXd centre(3);
  centre << 0.5, 0.2, 1.0;
  RowVectorXd reach(3);
  reach << 0.1, 0.05, 0.1;
  for (const int generations : {1, 30}) {
    const Candidates found = find(space, scores, {.region = Region(centre, reach), .seed = 5},
                                  {.evolution = {.generations = generations}});
    ASSERT_GT(found.size(), 50);
    EXPECT_GE(found.points.x.col(0).minCoeff(), 0.4);
    EXPECT_LE(found.points.x.col(0).maxCoeff(), 0.6);
    EXPECT_GE(found.points.x.col(1).minCoeff(), 0.15);
    EXPECT_LE(found.points.x.col(1).maxCoeff(), 0.25);
  }
}

// A seen trial is where a search begins and the best that it knows; it must not come back.
TEST(Find, LeavesOutWhatIsNotWanted) {
  const SearchSpace space(Space({real("x", 0, 1), integer("n", 0, 9000)}));
  const test::StubScores scores(1, [](const RowVectorXd& p) { return one(p.sum()); });
  const Configuration seen = space.space().configuration({0.0, std::int64_t{0}});
  const Candidates found =
      find(space, scores,
           {.start = {&seen, 1}, .wanted = [&](const Configuration& c) { return c != seen; }, .seed = 6});
  ASSERT_GT(found.size(), 90);
  for (const Configuration& configuration : found.configurations) EXPECT_NE(configuration, seen);
}

// 3000 configurations: every one is scored once by every opinion, and the best of each opinion come back.
TEST(Find, JudgesASmallSpaceWholeByAllOpinions) {
  const SearchSpace space(Space({integer("a", 0, 99), integer("b", 0, 29)}));
  const test::StubScores scores(2, [](const RowVectorXd& p) {
    return RowVectorXd(Eigen::RowVector2d(std::abs(p[0] - 0.5) + p[1], std::abs(p[0] - 0.1) + p[1]));
  });
  const Candidates found = find(space, scores, {.seed = 7}, {.keep = 40});
  EXPECT_EQ(scores.asked(), 3000);
  EXPECT_GE(found.size(), 40);
  EXPECT_LT(found.size(), 100);
  const model::Points& all = space.whole()->points;
  Rng rng(1);
  const Eigen::MatrixXd every = scores(all, rng);
  for (const Eigen::Index k : {0, 1}) EXPECT_EQ(found.scores.col(k).minCoeff(), every.col(k).minCoeff());
}

TEST(Find, JudgesWhatIsLeftOfAPool) {
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (int i = 0; i < 500; ++i) rows.push_back({{"x", i / 500.0}, {"c", i % 2 ? "u" : "v"}});
  const SearchSpace space(Space::from_candidates(rows));
  const test::StubScores scores(1, [](const RowVectorXd& p) { return one(p[0]); });
  // All but the worst three are gone: they must be found, however bad they are.
  const auto wanted = [](const Configuration& c) { return c.real("x") >= 497 / 500.0; };
  const Candidates found = find(space, scores, {.wanted = wanted, .seed = 8}, {.keep = 200});
  EXPECT_EQ(found.size(), 3);
  EXPECT_EQ(scores.asked(), 3);
}

TEST(Find, IsAFunctionOfItsSeed) {
  const SearchSpace space(mixed_space());
  const test::StubScores scores(1, [](const RowVectorXd& p) { return one(p.sum()); });
  const auto run = [&](std::uint64_t seed) {
    return find(space, scores, {.seed = seed}, {.evolution = {.generations = 5}});
  };
  EXPECT_EQ(run(1).points.x, run(1).points.x);
  EXPECT_NE(run(1).points.x, run(2).points.x);
}

}  // namespace
}  // namespace hone::search
