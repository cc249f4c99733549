// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/tables.hpp"

#include <gtest/gtest.h>

namespace hone::quality::sequd {
namespace {

bool tells(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TableInput example() {
  TableInput input{.entrants = {{.label = "random", .seeds = {1, 2}},
                                {.label = "sequd", .seeds = {1, 2}},
                                {.label = "hebo", .seeds = {1}, .model = true}},
                   .command = "hone bench sequd"};
  input.scores = {.functions = {"booth", "holder", "cliff"},
                  .methods = {"random", "sequd", "hebo"},
                  // The paper's SeqUD has 0 ± 0 on booth and -9.5 ± 0 on holder.
                  .cells = {{Sample{4, 1, 100}, Sample{0.0004, 0, 100}, Sample{0.0004, 0, 100}},
                            {Sample{-16, 2, 100}, Sample{-19.2, 0.5, 100}, {}},
                            {Sample{-0.9, 0.1, 100}, Sample{-0.95, 1.5, 100}, Sample{-0.8, 0.1, 100}}}};
  return input;
}

TEST(SequdTables, ShowBestAndDifferentValues) {
  const std::string tables = markdown_tables(example());
  EXPECT_TRUE(tells(tables, "4 ± 1 †")) << tables;
  EXPECT_TRUE(tells(tables, "**0.0004**")) << "both of the best";
  EXPECT_TRUE(tells(tables, "-16 ± 2 †"));
  EXPECT_TRUE(tells(tables, "**-19.2 ± 0.5**"));
  EXPECT_TRUE(tells(tables, "random 2, sequd 2, hebo 1.")) << "how many seeds";
}

TEST(SequdTables, MaximiseTheExamples) {
  const std::string tables = markdown_tables(example());
  EXPECT_TRUE(tells(tables, "**0.95 ± 1.5**")) << tables;
  EXPECT_TRUE(tells(tables, "0.907 ± 0.082")) << "the paper's";
  EXPECT_TRUE(tells(tables, " 0.9 ± 0.1 |")) << "no different from a best one that spreads so much";
}

TEST(SequdTables, JudgeAgainstThePaper) {
  const std::string tables = markdown_tables(example());
  EXPECT_TRUE(tells(tables, "better on 1, no different on 1, worse on 0")) << "0.0004 is printed as 0.000";
}

TEST(SequdTables, CountRanks) {
  const std::string tables = markdown_tables(example());
  // booth: 3, 1.5, 1.5; holder: 2, 1, none. Without the model sampler: 2, 1 on both.
  const auto row = [&](const std::string& name) {
    const std::size_t begin = tables.rfind("\n| " + name + " ") + 1;
    return tables.substr(begin, tables.find('\n', begin) - begin);
  };
  EXPECT_TRUE(tells(row("random"), "2.50") && tells(row("random"), "2.00")) << row("random");
  EXPECT_TRUE(tells(row("sequd"), "1.25") && tells(row("sequd"), "1.00")) << row("sequd");
  EXPECT_TRUE(tells(row("hebo"), "1.50")) << row("hebo");
}

TEST(SequdTables, LeaveThePaperOutForOtherBudgets) {
  TableInput input = example();
  input.runs = 1000;
  const std::string tables = markdown_tables(input);
  EXPECT_FALSE(tells(tables, "paper |"));
  EXPECT_TRUE(tells(tables, "Table 10"));
}

}  // namespace
}  // namespace hone::quality::sequd
