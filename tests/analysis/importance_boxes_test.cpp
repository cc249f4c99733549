// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_boxes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/analysis/importance_variance.hpp"
#include "hone/base/rng.hpp"
#include "hone/learners/random_forest.hpp"

namespace hone::analysis {
namespace {

/// Every kind of parameter, with conditions on categories, on a range of integers, and on a parameter that
/// itself may not exist.
Space mixed_space() {
  Parameter sub = boolean("sub");
  sub.when = {{"count", Between{3, 9}}};
  return Space({categorical("kind", {std::string("a"), std::string("b"), std::string("c")}),
                real("rate", 1e-3, 1.0, Scale::Log), integer("count", 1, 20, Scale::Log),
                when(real("shape", 0.0, 2.0), "kind", {std::string("a"), std::string("c")}), sub,
                when(integer("leaf", 1, 5), "sub", {true}), constant("fixed", std::int64_t{3})});
}

double number(const Configuration& configuration, std::size_t i) {
  return configuration[i] ? as_number(*configuration[i]).value_or(0.0) : -1.0;
}

struct Grown {
  SpaceMeasure space;
  encode::Encoding encoding;
  learners::RandomForest forest;
};

Grown grown(int rows, int min_rows) {
  const Space space = mixed_space();
  Grown out{SpaceMeasure(space), encode::Encoding(space), {}};
  Rng rng(7);
  std::vector<Configuration> drawn;
  Eigen::VectorXd y(rows);
  for (int i = 0; i < rows; ++i) {
    std::vector<double> unit(out.encoding.dimensions());
    for (double& u : unit) u = rng.uniform();
    drawn.push_back(out.encoding.decode(unit));
    const Configuration& c = drawn.back();
    const double kind = c[0] == Value(std::string("b")) ? 1.0 : 0.0;
    y[i] = std::log(number(c, 1)) * number(c, 2) + 3.0 * kind + 2.0 * number(c, 3) + number(c, 4) -
           number(c, 5) * number(c, 1) + 0.3 * rng.normal();
  }
  std::vector<const Configuration*> where;
  for (const Configuration& one : drawn) where.push_back(&one);
  out.forest =
      learners::RandomForest::fit(out.space.columns(), out.space.points(where),
                                  {y, Eigen::VectorXd::Ones(rows)}, {.trees = 4, .min_rows = min_rows}, 3);
  return out;
}

LeafBoxes boxes_of(const Grown& given, std::size_t t) {
  std::vector<double> values(given.forest.trees()[t].nodes.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = given.forest.leaf_mean(t, k);
  return {given.space, given.forest.trees()[t], values};
}

/// What a tree says at a point of the cube: decoded by the encoding, which knows the conditions by itself.
double predict(const Grown& given, std::size_t t, const std::vector<double>& unit) {
  const Configuration configuration = given.encoding.decode(unit);
  const model::Points point = given.space.points({&configuration});
  return given.forest.leaf_mean(t, static_cast<std::size_t>(given.forest.trees()[t].leaf_of(point, 0)));
}

/// Sums over all products of cells with the given middles and widths.
struct BruteForce {
  double mean = 0.0;
  double squares = 0.0;
  std::vector<std::vector<double>> single;         // by column and cell: E[f | cell]
  std::vector<std::vector<Eigen::MatrixXd>> pair;  // by columns

  BruteForce(const Grown& given, std::size_t t, const std::vector<std::vector<double>>& middles,
             const std::vector<std::vector<double>>& widths) {
    const std::size_t d = middles.size();
    pair.resize(d);
    for (std::size_t i = 0; i < d; ++i) {
      single.emplace_back(middles[i].size(), 0.0);
      for (std::size_t j = 0; j < d; ++j)
        pair[i].push_back(Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(middles[i].size()),
                                                static_cast<Eigen::Index>(middles[j].size())));
    }
    std::vector<std::size_t> at(d, 0);
    std::vector<double> unit(d);
    for (bool more = true; more;) {
      double volume = 1.0;
      for (std::size_t j = 0; j < d; ++j) {
        unit[j] = middles[j][at[j]];
        volume *= widths[j][at[j]];
      }
      const double value = predict(given, t, unit);
      mean += volume * value;
      squares += volume * value * value;
      for (std::size_t i = 0; i < d; ++i) {
        single[i][at[i]] += volume / widths[i][at[i]] * value;
        for (std::size_t j = i + 1; j < d; ++j)
          pair[i][j](static_cast<Eigen::Index>(at[i]), static_cast<Eigen::Index>(at[j])) +=
              volume / (widths[i][at[i]] * widths[j][at[j]]) * value;
      }
      std::size_t j = 0;
      while (j < d && ++at[j] == middles[j].size()) at[j++] = 0;
      more = j < d;
    }
  }
};

TEST(LeafBoxes, HaveTheMarginalsOfTheTreeAtEveryProductOfAtoms) {
  const Grown given = grown(400, 12);
  for (std::size_t t = 0; t < 2; ++t) {
    const LeafBoxes boxes = boxes_of(given, t);
    std::vector<std::vector<double>> middles(boxes.dimensions());
    std::vector<std::vector<double>> widths(boxes.dimensions());
    for (std::size_t j = 0; j < boxes.dimensions(); ++j) {
      const AtomAxis& axis = boxes.axis(j);
      for (std::size_t k = 0; k < axis.size(); ++k) {
        middles[j].push_back(axis.begin(k) + 0.5 * axis.width(k));
        widths[j].push_back(axis.width(k));
      }
    }
    const BruteForce slow(given, t, middles, widths);
    const Variances fast = variances(boxes, true);
    EXPECT_NEAR(fast.mean, slow.mean, 1e-10);
    EXPECT_NEAR(fast.total, slow.squares - slow.mean * slow.mean, 1e-8);
    EXPECT_GT(fast.total, 1.0);
    std::vector<double> alone;
    for (std::size_t i = 0; i < boxes.dimensions(); ++i) {
      const std::vector<double> levels = marginal(boxes, i);
      double variance = 0.0;
      for (std::size_t k = 0; k < levels.size(); ++k) {
        EXPECT_NEAR(levels[k], slow.single[i][k], 1e-9) << "column " << i << ", atom " << k;
        variance += widths[i][k] * std::pow(slow.single[i][k] - slow.mean, 2);
      }
      EXPECT_NEAR(fast.single[i], variance, 1e-8);
      alone.push_back(variance);
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < boxes.dimensions(); ++i) {
      for (std::size_t j = i + 1; j < boxes.dimensions(); ++j, ++at) {
        const Eigen::MatrixXd levels = marginal(boxes, i, j);
        EXPECT_LT((levels - slow.pair[i][j]).cwiseAbs().maxCoeff(), 1e-9) << i << ", " << j;
        double variance = 0.0;
        for (Eigen::Index k = 0; k < levels.rows(); ++k) {
          for (Eigen::Index l = 0; l < levels.cols(); ++l)
            variance += widths[i][static_cast<std::size_t>(k)] * widths[j][static_cast<std::size_t>(l)] *
                        std::pow(slow.pair[i][j](k, l) - slow.mean, 2);
        }
        EXPECT_NEAR(fast.pair[at], variance - alone[i] - alone[j], 1e-8);
      }
    }
  }
}

// The grid knows nothing of where the tree cuts: it only has to be fine enough.
TEST(LeafBoxes, HaveTheMarginalsOfAveragesOverAFineGrid) {
  const Space space({real("x", 0.0, 1.0), real("y", 1.0, 100.0, Scale::Log),
                     when(real("z", 0.0, 1.0), "kind", {std::string("b")}),
                     categorical("kind", {std::string("a"), std::string("b")})});
  Grown given{SpaceMeasure(space), encode::Encoding(space), {}};
  Rng rng(11);
  std::vector<Configuration> drawn;
  Eigen::VectorXd y(200);
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const std::vector<double> unit = {rng.uniform(), rng.uniform(), rng.uniform(), rng.uniform()};
    drawn.push_back(given.encoding.decode(unit));
    y[i] = unit[0] + unit[0] * unit[1] + (unit[3] < 0.5 ? 0.5 : std::sin(6.0 * unit[2]));
  }
  std::vector<const Configuration*> where;
  for (const Configuration& one : drawn) where.push_back(&one);
  given.forest =
      learners::RandomForest::fit(given.space.columns(), given.space.points(where),
                                  {y, Eigen::VectorXd::Ones(y.size())}, {.trees = 1, .min_rows = 10}, 5);
  const LeafBoxes boxes = boxes_of(given, 0);
  constexpr std::size_t kFine = 64;
  std::vector<double> middles;
  for (std::size_t k = 0; k < kFine; ++k) middles.push_back((static_cast<double>(k) + 0.5) / kFine);
  const std::vector<double> widths(kFine, 1.0 / kFine);
  const BruteForce slow(given, 0, {middles, middles, middles, {0.25, 0.75}},
                        {widths, widths, widths, {0.5, 0.5}});
  const Variances fast = variances(boxes, false);
  EXPECT_NEAR(fast.mean, slow.mean, 0.01);
  EXPECT_NEAR(fast.total, slow.squares - slow.mean * slow.mean, 0.01);
  EXPECT_GT(fast.total, 0.2);
  for (std::size_t j = 0; j < 4; ++j) {
    double variance = 0.0;
    for (const double level : slow.single[j])
      variance += std::pow(level - slow.mean, 2) / static_cast<double>(slow.single[j].size());
    EXPECT_NEAR(fast.single[j], variance, 0.01) << "column " << j;
  }
}

TEST(LeafBoxes, FillTheCube) {
  const Grown given = grown(2000, 2);
  for (std::size_t t = 0; t < 4; ++t) {
    const LeafBoxes boxes = boxes_of(given, t);
    double volume = 0.0;
    for (std::size_t b = 0; b < boxes.size(); ++b) volume += boxes.volume(b);
    EXPECT_NEAR(volume, 1.0, 1e-10);
  }
}

TEST(AtomRuns, MeetAndPart) {
  const Runs a = {{0, 4}, {6, 9}};
  const Runs b = {{2, 7}, {8, 12}};
  EXPECT_EQ(meet(a, b), (Runs{{2, 4}, {6, 7}, {8, 9}}));
  EXPECT_EQ(without(a, b), (Runs{{0, 2}, {7, 8}}));
  EXPECT_EQ(without(b, a), (Runs{{4, 6}, {9, 12}}));
  EXPECT_EQ(without(a, {}), a);
  EXPECT_TRUE(meet(a, {}).empty());
  EXPECT_TRUE(without(a, {{0, 20}}).empty());
}

// Integers on a logarithmic scale have uneven cells, which must be met at their edges.
TEST(SpaceMeasure, FindsWhereConditionsHold) {
  Parameter some = real("some", 0.0, 1.0);
  some.when = {{"count", OneOf{{std::int64_t{1}, std::int64_t{4}, std::int64_t{5}}}}};
  Parameter wide = real("wide", 0.0, 1.0);
  wide.when = {{"many", Between{250'000, 499'999}}};
  Parameter steep = real("steep", 0.0, 1.0);
  steep.when = {{"rate", Between{1e-2, 1e-1}}};
  const SpaceMeasure measure(Space({integer("count", 1, 10), integer("many", 0, 999'999),
                                    real("rate", 1e-4, 1.0, Scale::Log), some, wide, steep}));
  const auto& cells = measure.presence(3)[0];
  EXPECT_EQ(cells.column, 0U);
  ASSERT_EQ(cells.passing.size(), 2U);
  EXPECT_DOUBLE_EQ(cells.passing[0].end, 0.1);
  EXPECT_DOUBLE_EQ(cells.passing[1].begin, 0.3);
  EXPECT_DOUBLE_EQ(cells.passing[1].end, 0.5);
  ASSERT_EQ(measure.presence(4)[0].passing.size(), 1U);
  EXPECT_DOUBLE_EQ(measure.presence(4)[0].passing[0].begin, 0.25);
  EXPECT_DOUBLE_EQ(measure.presence(4)[0].passing[0].end, 0.5);
  ASSERT_EQ(measure.presence(5)[0].passing.size(), 1U);
  EXPECT_NEAR(measure.presence(5)[0].passing[0].begin, 0.5, 1e-12);
  EXPECT_NEAR(measure.presence(5)[0].passing[0].end, 0.75, 1e-12);
  EXPECT_TRUE(measure.presence(0).empty());
}

}  // namespace
}  // namespace hone::analysis
