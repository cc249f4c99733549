// SPDX-License-Identifier: MIT
#include "hone/numeric/nsga2.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/numeric/pareto.hpp"

namespace hone::numeric {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Genes = Eigen::Ref<const MatrixXd>;
using Objectives = Eigen::Ref<MatrixXd>;

// Zitzler, Deb and Thiele (2000): f1 = x1, f2 = g h(x1, g); the best have g = 1.
Nsga2Problem zdt(int number, int n) {
  return {.columns = unit_cube(n), .objectives = 2, .evaluate = [number](const Genes& x, Objectives f) {
            for (Index i = 0; i < x.rows(); ++i) {
              const double g = 1.0 + 9.0 * x.row(i).tail(x.cols() - 1).mean();
              const double share = x(i, 0) / g;
              const double wave = number == 3 ? share * std::sin(10.0 * std::numbers::pi * x(i, 0)) : 0.0;
              f(i, 0) = x(i, 0);
              f(i, 1) = g * (1.0 - (number == 2 ? share * share : std::sqrt(share)) - wave);
            }
          }};
}

// The best lie on the part of the unit sphere where all objectives are positive.
Nsga2Problem dtlz2(int n) {
  return {.columns = unit_cube(n), .objectives = 3, .evaluate = [](const Genes& x, Objectives f) {
            for (Index i = 0; i < x.rows(); ++i) {
              const double radius = 1.0 + (x.row(i).tail(x.cols() - 2).array() - 0.5).square().sum();
              const double a = 0.5 * std::numbers::pi * x(i, 0), b = 0.5 * std::numbers::pi * x(i, 1);
              f.row(i) << radius * std::cos(a) * std::cos(b), radius * std::cos(a) * std::sin(b),
                  radius * std::sin(a);
            }
          }};
}

double volume(const Nsga2Result& result) {
  const Index m = result.front_objectives.cols();
  return hypervolume(result.front_objectives, Eigen::VectorXd::Constant(m, 1.1));
}

// With the reference point (1.1, 1.1) the whole front of ZDT1 has volume 1.21 - 1/3, that of ZDT2 1.21 - 2/3,
// and that of ZDT3, integrated over its five pieces by tests/reference/numeric_zdt3.py, 1.33176. A hundred
// points fall short of that by about half a percent; pymoo 0.6.2 with the same operators reaches 0.871, 0.537
// and 1.329.
TEST(Nsga2, ReachesTheFrontsOfZdt) {
  const double best[] = {0.0, 1.21 - 1.0 / 3.0, 1.21 - 2.0 / 3.0, 1.33176};
  for (const int number : {1, 2, 3}) {
    const auto result = minimise_nsga2(zdt(number, 10), {.generations = 150, .seed = 1});
    EXPECT_EQ(result.evaluations, 15000);
    EXPECT_GT(volume(result), 0.985 * best[number]) << "ZDT" << number;
    EXPECT_LE(volume(result), best[number]) << "ZDT" << number;
    EXPECT_GE(result.front.rows(), 95) << "ZDT" << number;
  }
}

// The whole sphere has volume 1.331 - π/6 = 0.807; crowding leaves gaps on a surface, so a hundred points
// have about 0.69 (pymoo 0.6.2: 0.71, for it lets every pair exchange genes).
TEST(Nsga2, ReachesTheSphereOfDtlz2) {
  const auto reference = minimise_nsga2(dtlz2(7), {.generations = 150, .seed = 1});
  EXPECT_GT(volume(reference), 0.66);
  const auto mixing = minimise_nsga2(
      dtlz2(7), {.generations = 150, .seed = 1, .mating = Nsga2Options::Mating::Tournament, .exchange = 1.0});
  EXPECT_GT(volume(mixing), 0.67);
}

// Real, ordered and category columns; f = (x, g (1 - √(x / g))) with g = 1 + (k - 3)² / 4 + [c is not 2] + 20
// (y - 0.5)², so the front is that of ZDT1, and all of it has k = 3, c = 2 and y = 0.5. k is one of 21
// values.
Nsga2Problem mixed() {
  return {.columns = {{}, Column::ordered(21), Column::category(5), {}},
          .objectives = 2,
          .evaluate = [](const Genes& x, Objectives f) {
            for (Index i = 0; i < x.rows(); ++i) {
              const double off = std::floor(21.0 * x(i, 1)) - 13.0;
              const double g = 1.0 + 0.25 * off * off + (x(i, 2) == 2.0 ? 0.0 : 1.0) +
                               20.0 * (x(i, 3) - 0.5) * (x(i, 3) - 0.5);
              f(i, 0) = x(i, 0);
              f(i, 1) = g * (1.0 - std::sqrt(x(i, 0) / g));
            }
          }};
}

TEST(Nsga2, FindsTheFrontOfAMixedProblem) {
  for (const auto mating : {Nsga2Options::Mating::Random, Nsga2Options::Mating::Tournament}) {
    const auto result = minimise_nsga2(mixed(), {.seed = 3, .mating = mating});
    EXPECT_GT(volume(result), 0.98 * (1.21 - 1.0 / 3.0));
    // The very end, x = 0, may be held by one with another k or c: nothing but x = 0 dominates it.
    EXPECT_GT((result.front.col(1).array() == 13.5 / 21.0).cast<double>().mean(), 0.95);
    EXPECT_GT((result.front.col(2).array() == 2.0).cast<double>().mean(), 0.95);
  }
}

RC_GTEST_PROP(Nsga2, KeepsPointsLegalAndMembersDifferent, ()) {
  Nsga2Options options{.population = *rc::gen::inRange(2, 30), .generations = 6};
  options.seed = *rc::gen::arbitrary<std::uint64_t>();
  options.mating = *rc::gen::element(Nsga2Options::Mating::Random, Nsga2Options::Mating::Tournament);
  options.mutation_index = *rc::gen::element(20.0, 0.5);
  Nsga2Problem problem{.columns = {{},
                                   Column::ordered(8),
                                   Column::category(3),
                                   {},
                                   Column::ordered(1),
                                   Column::category(1),
                                   Column::category(6)},
                       .objectives = 2,
                       .evaluate = [](const Genes& x, Objectives f) { f = x.leftCols(2) * -1.0; }};
  const bool bounded = *rc::gen::arbitrary<bool>();
  if (bounded) {
    problem.lower.resize(7);
    problem.upper.resize(7);
    problem.lower << 0.2, 0.25, 0, 0.5, 0, 0, 2;
    problem.upper << 0.3, 0.5, 2, 0.5, 1, 0, 4;
  }
  problem.start = MatrixXd::Constant(3, 7, *rc::gen::element(-1e9, 0.3, 7.0));
  const auto result = minimise_nsga2(problem, options);
  RC_ASSERT(result.population.rows() == options.population);
  for (Index i = 0; i < result.population.rows(); ++i) {
    for (Index j = 0; j < 7; ++j) {
      const Column& column = problem.columns[static_cast<std::size_t>(j)];
      const double value = result.population(i, j);
      const double most = column.is_number() ? 1.0 : static_cast<double>(column.cells - 1);
      const double slack = column.kind == ColumnKind::Ordered ? 0.5 / static_cast<double>(column.cells) : 0.0;
      RC_ASSERT(value >= (bounded ? problem.lower[j] - slack : 0.0));
      RC_ASSERT(value <= (bounded ? problem.upper[j] + slack : most));
      if (column.kind == ColumnKind::Category) RC_ASSERT(value == std::round(value));
      if (column.kind == ColumnKind::Ordered) {
        const double cell = value * static_cast<double>(column.cells) - 0.5;
        RC_ASSERT(std::abs(cell - std::round(cell)) < 1e-9);
      }
    }
    for (Index k = 0; k < i; ++k) RC_ASSERT(result.population.row(i) != result.population.row(k));
  }
}

// Small steps end where they began when there are few cells; only a step of a cell can flip a boolean.
TEST(Nsga2, FlipsBooleansByMutationAlone) {
  Nsga2Problem problem{.columns = Columns(10, Column::ordered(2)),
                       .evaluate = [](const Genes& x, Objectives f) { f = -x.rowwise().sum(); }};
  problem.start = MatrixXd::Constant(4, 10, 0.25);
  problem.start(1, 0) = problem.start(2, 1) = problem.start(3, 2) = 0.75;
  const auto result =
      minimise_nsga2(problem, {.population = 4, .generations = 60, .crossover = 0.0, .breeding_rounds = 10});
  EXPECT_EQ(result.front.row(0).minCoeff(), 0.75);
}

TEST(Nsga2, IsAFunctionOfItsSeed) {
  const auto a = minimise_nsga2(mixed(), {.generations = 20, .seed = 5});
  const auto b = minimise_nsga2(mixed(), {.generations = 20, .seed = 5});
  const auto c = minimise_nsga2(mixed(), {.generations = 20, .seed = 6});
  EXPECT_EQ(a.population, b.population);
  EXPECT_NE(a.population, c.population);
}

TEST(Nsga2, BeginsWithTheStartItIsGiven) {
  Nsga2Problem problem = zdt(1, 4);
  problem.start = MatrixXd::Zero(2, 4);
  problem.start(1, 0) = 0.7;
  MatrixXd first;
  const EvaluatePoints inner = problem.evaluate;
  problem.evaluate = [&](const Genes& x, Objectives f) {
    if (first.size() == 0) first = x;
    inner(x, f);
  };
  minimise_nsga2(problem, {.population = 10, .generations = 2});
  ASSERT_EQ(first.rows(), 10);
  EXPECT_EQ(first.topRows(2), problem.start);
}

// Only points with x + y >= 1 are legal; the repair moves others there, and nobody may see one that is not.
TEST(Nsga2, EvaluatesOnlyRepairedPoints) {
  Nsga2Problem problem{.columns = unit_cube(2), .objectives = 2};
  problem.repair = [](Eigen::Ref<MatrixXd> x) {
    for (Index i = 0; i < x.rows(); ++i) x(i, 1) = std::max(x(i, 1), 1.0 - x(i, 0));
  };
  bool legal = true;
  problem.evaluate = [&legal](const Genes& x, Objectives f) {
    legal = legal && ((x.rowwise().sum().array() + 1e-12) >= 1.0).all();
    f = x;
  };
  const auto result = minimise_nsga2(problem, {.population = 40, .generations = 40});
  EXPECT_TRUE(legal);
  EXPECT_GT(hypervolume(result.front_objectives, Eigen::Vector2d(1, 1)), 0.48);
}

TEST(Nsga2, EndsWhenASmallSpaceIsExhausted) {
  Nsga2Problem problem{.columns = {Column::category(3), Column::ordered(4)},
                       .objectives = 1,
                       .evaluate = [](const Genes& x, Objectives f) { f = x.rowwise().sum(); }};
  const auto result = minimise_nsga2(problem);
  EXPECT_EQ(result.population.rows(), 12);
  EXPECT_EQ(result.evaluations, 12);
  EXPECT_EQ(result.front, (MatrixXd(1, 2) << 0, 0.125).finished());
}

TEST(Nsga2, MinimisesASingleObjectiveAndShunsNan) {
  Nsga2Problem problem{
      .columns = unit_cube(3), .objectives = 1, .evaluate = [](const Genes& x, Objectives f) {
        for (Index i = 0; i < x.rows(); ++i) {
          f(i, 0) = x(i, 0) < 0.5 ? NAN : (x.row(i).array() - 0.6).square().sum();
        }
      }};
  const auto result = minimise_nsga2(problem, {.population = 40, .generations = 60});
  EXPECT_LT(result.front_objectives.minCoeff(), 1e-3);
}

TEST(Nsga2, SaysWhatIsWrongWithItsProblem) {
  Nsga2Problem problem = zdt(1, 3);
  problem.lower = Eigen::Vector3d(0.0, 0.5, 0.0);
  EXPECT_THROW(minimise_nsga2(problem), Error) << "no upper bounds";
  problem.upper = Eigen::Vector3d(1.0, 0.4, 1.0);
  EXPECT_THROW(minimise_nsga2(problem), Error) << "lower above upper";
  problem = zdt(1, 3);
  problem.columns[1] = Column::category(0);
  EXPECT_THROW(minimise_nsga2(problem), Error);
  EXPECT_THROW(minimise_nsga2(zdt(1, 3), {.population = 1}), Error);
  EXPECT_THROW(minimise_nsga2({.columns = unit_cube(2)}), Error);
}

}  // namespace
}  // namespace hone::numeric
