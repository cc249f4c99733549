// SPDX-License-Identifier: MIT
#include "bench/quality/lookup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/quality/tables.hpp"
#include "support/near.hpp"
#include "support/throws.hpp"

namespace hone::quality {
namespace {

const LookupSpec kGrid{.name = "toy",
                       .group = "toys",
                       .settings = {{"kind", ColumnKind::Unordered}, {"width", ColumnKind::Ordered}},
                       .value = "loss",
                       .measured = "once"};

codec::CsvTable grid_table() {
  return codec::read_csv(
      "kind,width,loss,once\n"
      "relu,16,0.5,0.55\nrelu,8,0.25,0.35\nrelu,32,0.75,0.7\n"
      "tanh,16,nan,nan\ntanh,8,0.4,0.3\ntanh,32,1.5,1.4\n",
      "toy.csv");
}

TEST(GridProblem, LooksValuesUpByConfiguration) {
  const Problem problem = grid_problem(kGrid, grid_table());
  ASSERT_EQ(problem.space.cardinality(), 6);
  EXPECT_EQ(kind_name(problem.space.parameters()[1].domain), "ordinal");
  EXPECT_EQ(value_at(problem.space.parameters()[1].domain, 0), Value(std::int64_t{8}));
  const auto at = [&](const char* kind, std::int64_t width) {
    return point(problem.space, {std::string(kind), width});
  };
  EXPECT_EQ(problem.value(at("relu", 16)), 0.5);
  EXPECT_EQ(problem.value(at("tanh", 32)), 1.5);
  EXPECT_TRUE(std::isnan(problem.value(at("tanh", 16))));
  Rng rng(1);
  EXPECT_EQ(problem.noisy(at("tanh", 8), 0.4, rng), 0.3);
  EXPECT_EQ(problem.minimum, 0.25);
  EXPECT_EQ(problem.argmins.front(), at("relu", 8));
  EXPECT_EQ(problem.poor, 0.5) << "the median, because one evaluation fails";
}

TEST(GridProblem, RefusesATableWithHoles) {
  codec::CsvTable table = grid_table();
  table.rows.pop_back();
  table.lines.pop_back();
  EXPECT_EQ(test::message_of([&] { grid_problem(kGrid, table); }),
            "the table of toy has 5 rows, a complete grid has 6 different ones; fetch the file again");
}

TEST(GridProblem, NamesTheColumnThatIsMissing) {
  LookupSpec spec = kGrid;
  spec.value = "error";
  EXPECT_NE(test::message_of([&] { grid_problem(spec, grid_table()); }).find("no column 'error'"),
            std::string::npos);
}

TEST(NearestProblem, LooksUpTheNearestRowOnTheScalesOfTheSettings) {
  const auto table = codec::read_csv("rate,terms,loss\n1,1,5\n100,1,3\n1,10,nan\n100,10,2\n", "box.csv");
  const LookupSpec spec{.name = "box",
                        .group = "toys",
                        .settings = {{"rate", ColumnKind::Log}, {"terms", ColumnKind::Log}},
                        .value = "loss"};
  const Problem problem = nearest_problem(spec, table);
  const auto at = [&](double rate, double terms) {
    return problem.value(point(problem.space, {rate, terms}));
  };
  EXPECT_EQ(at(9.0, 1.0), 5.0) << "half-way between 1 and 100 is 10 on the log scale";
  EXPECT_EQ(at(11.0, 3.0), 3.0);
  EXPECT_EQ(at(11.0, 3.3), 2.0);
  EXPECT_TRUE(std::isnan(at(2.0, 9.0)));
  EXPECT_EQ(problem.minimum, 2.0);
}

TEST(PoolProblem, OffersTheRowsOfTheTable) {
  const auto table = codec::read_csv(
      "task,rate,beta,loss\na,0.1,0.9,3\na,0.001,0.5,1\nb,1,0.1,7\na,0.01,0.99,6e18\n", "pool.csv");
  const LookupSpec spec{.name = "pool",
                        .group = "toys",
                        .settings = {{"rate", ColumnKind::Log}, {"beta", ColumnKind::Logit}},
                        .value = "loss"};
  const Problem problem = pool_problem(spec, rows_where(table, "task", "a"));
  EXPECT_EQ(problem.space.candidates().size(), 3);
  EXPECT_EQ(problem.minimum, 1.0);
  EXPECT_EQ(problem.value(problem.space.candidates()[2]), 6e18);
  EXPECT_EQ(distinct(table, "task"), (std::vector<std::string>{"a", "b"}));
}

/// The mean of (least - least of all) / range over all subsets of a size, one by one.
double by_enumeration(const std::vector<double>& values, int draws) {
  std::vector<bool> chosen(values.size(), false);
  std::fill(chosen.begin(), chosen.begin() + draws, true);
  double sum = 0.0;
  int subsets = 0;
  do {
    double least = 1e300;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (chosen[i]) least = std::min(least, values[i]);
    }
    sum += least;
    ++subsets;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return (sum / subsets - *low) / (*high - *low);
}

TEST(ExpectedRandomRegret, EqualsTheMeanOverAllSubsets) {
  const std::vector<double> values = {4, 1, 7, 7, 2.5, 9, 3, 1};
  for (int draws = 1; draws <= 8; ++draws) {
    EXPECT_TRUE(test::near_rel(1.0 + expected_random_regret(values, draws),
                               1.0 + by_enumeration(values, draws), 1e-14))
        << draws;
  }
}

TEST(Tables, AskForTheirFolder) {
  EXPECT_EQ(
      test::message_of([] { load_tables("fcnet", ""); }),
      "the problems of fcnet/naval_propulsion.csv.gz need the benchmark data; give its folder with --data");
  const auto message = test::message_of([] { load_tables("taskset", "nowhere"); });
  EXPECT_NE(message.find("cannot open nowhere/taskset_12x1000.csv.gz"), std::string::npos) << message;
  EXPECT_NE(test::message_of([] { load_tables("fcnett", "x"); }).find("did you mean 'fcnet'?"),
            std::string::npos);
}

}  // namespace
}  // namespace hone::quality
