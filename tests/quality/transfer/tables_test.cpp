// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/tables.hpp"

#include <gtest/gtest.h>

#include "quality/example_runs.hpp"

namespace hone::quality::transfer {
namespace {

TEST(RatioTable, ComparesLogarithms) {
  test::ExampleRuns runs;
  for (const std::uint64_t seed : {1U, 2U}) {
    runs.add("p", "a", seed, {{1, 0.1}});
    runs.add("p", "b", seed, {{1, 1.0}});
  }
  const std::string table = ratio_table(runs.all,
                                        {.problems = {"p"},
                                         .methods = {"a", "b"},
                                         .seeds = {1, 2},
                                         .setting = runs.setting,
                                         .checkpoints = {8}},
                                        "b");
  EXPECT_NE(table.find("-1.000 ± 0.000, x 0.10"), std::string::npos) << table;
}

}  // namespace
}  // namespace hone::quality::transfer
