// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/score_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/quality/problems.hpp"
#include "bench/quality/sequd/published.hpp"
#include "quality/example_runs.hpp"

namespace hone::quality::sequd {
namespace {

std::optional<Sample> cell(double mean, double deviation = 0.0) { return Sample{mean, deviation, 10}; }

TEST(Ranks, AreThoseCountedByHand) {
  const ScoreTable table{
      .functions = {"f", "g", "h"},
      .methods = {"a", "b", "c"},
      .cells = {{cell(3), cell(1), cell(2)}, {cell(5), cell(5), cell(-1)}, {{}, cell(7), cell(6)}}};
  const auto rank = ranks(table);
  EXPECT_EQ(rank[0], (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(rank[1], (std::vector<double>{2.5, 2.5, 1})) << "equal means share their rank";
  EXPECT_TRUE(std::isnan(rank[2][0])) << "no runs, no rank";
  EXPECT_EQ(rank[2][1], 2);
  const std::vector<double> means = mean_ranks(table);
  EXPECT_DOUBLE_EQ(means[0], 2.75);
  EXPECT_DOUBLE_EQ(means[1], 5.5 / 3);
  EXPECT_DOUBLE_EQ(means[2], 4.0 / 3);
  EXPECT_EQ(mean_ranks(with_methods(table, {2, 1})), (std::vector<double>{4.0 / 3, 5.0 / 3}));
}

TEST(ScoreTable, TakesTheSeedsOfEachEntrant) {
  test::ExampleRuns runs;
  runs.add("f", "a", 1, {{1, 4.0}, {6, 2.0}});
  runs.add("f", "a", 2, {{2, 6.0}});
  runs.add("f", "a", 9, {{1, -100.0}});
  runs.add("f", "b", 1, {{1, 3.0}});
  const std::vector<Entrant> entrants{{.label = "a", .seeds = {1, 2}}, {.label = "b", .seeds = {1}}};
  const ScoreTable end = score_table(runs.all, {"f", "g"}, entrants, runs.setting, 8);
  EXPECT_EQ(end.cells[0][0]->mean, 4.0);
  EXPECT_DOUBLE_EQ(end.cells[0][0]->deviation, std::sqrt(8.0));
  EXPECT_EQ(end.cells[0][0]->size, 2) << "seed 9 was not asked for";
  EXPECT_EQ(end.cells[0][1]->size, 1);
  EXPECT_FALSE(end.cells[1][0].has_value());
  EXPECT_EQ(score_table(runs.all, {"f"}, entrants, runs.setting, 4).cells[0][0]->mean, 5.0);
}

TEST(CompareMeans, AgreesWithSciPyAtFivePercent) {
  // p = 0.0451, and 0.0513 in the third line, by scipy.stats.ttest_ind_from_stats(..., equal_var=False).
  EXPECT_EQ(compare_means({1.5, 0.7, 5}, {2.4, 0.2, 100}, 0.0), Verdict::Better);
  EXPECT_EQ(compare_means({2.4, 0.2, 100}, {1.5, 0.7, 5}, 0.0), Verdict::Worse);
  EXPECT_EQ(compare_means({1.5, 0.7, 5}, {2.36, 0.2, 100}, 0.0), Verdict::Open);
  EXPECT_EQ(compare_means({1.5, 0.7, 5}, {2.4, 0.2, 100}, 0.04), Verdict::Open)
      << "within what rounding hides";
}

TEST(Published, HasEveryFunctionOfThePaperOnce) {
  const std::vector<Problem> problems = select_problems({"sequd34"}, "");
  ASSERT_EQ(published_rows().size(), problems.size());
  int deterministic = 0;
  for (const Problem& problem : problems) {
    const PublishedRow* row = published_row(problem.name);
    ASSERT_NE(row, nullptr) << problem.name;
    ASSERT_EQ(row->cells.size(), published_methods().size());
    EXPECT_EQ(row->cells.front().has_value(), problem.space.size() == 2)
        << "the grid was run in 2 dimensions";
    for (const auto& entry : row->cells) {
      if (!entry) continue;
      EXPECT_GE(entry->mean, problem.minimum - row->rounding - 1e-4) << problem.name;
      deterministic += entry->deviation == 0.0 ? 1 : 0;
    }
  }
  EXPECT_GE(deterministic, 83) << "grid, Sobol and UD of table 9 have no spread";
}

TEST(Published, RanksAsThePaperSays) {
  // Section 5.2: SeqUD is first on more than half of the functions and GP-EI on 9; figure 10a begins with
  // them.
  std::vector<std::string> functions;
  for (const Problem& problem : select_problems({"sequd32"}, "")) functions.push_back(problem.name);
  const ScoreTable table = published_table(functions);
  const auto rank = ranks(table);
  int first = 0;
  for (const auto& row : rank) first += row[kPublishedSeqUd] < 2.0 ? 1 : 0;
  EXPECT_GT(first, 16);
  const std::vector<double> means = mean_ranks(table);
  const auto gp = *published_counterpart("gp");
  for (std::size_t m = 0; m < means.size(); ++m) {
    if (m == kPublishedSeqUd) continue;
    EXPECT_GT(means[m], means[kPublishedSeqUd]) << table.methods[m];
    EXPECT_GE(means[m], means[gp]) << table.methods[m];
  }
}

TEST(Published, KnowsItsCounterparts) {
  EXPECT_EQ(published_methods()[*published_counterpart("random")], "Rand");
  EXPECT_EQ(published_methods()[*published_counterpart("sequd{shots=3}")], "SeqUD");
  EXPECT_FALSE(published_counterpart("hebo").has_value());
}

}  // namespace
}  // namespace hone::quality::sequd
