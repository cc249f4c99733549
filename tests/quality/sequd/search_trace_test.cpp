// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/search_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/quality/problems.hpp"
#include "bench/quality/run.hpp"

namespace hone::quality::sequd {
namespace {

TEST(TraceSearch, IsTheRunOfTheBench) {
  const Problem problem = select_problems({"branin"}, "").front();
  for (const int width : {1, 15}) {
    const std::vector<Evaluated> trace = trace_search(problem, {"sequd"}, 7, 40, {.width = width});
    ASSERT_EQ(trace.size(), 40u);
    const RunKey key{problem.name, "sequd", 7, {.budget = 40, .batch = width}};
    const auto contestant = make_sampler_contestant(study_of(problem, {"sequd"}, key));
    const auto run = execute(problem, *contestant, key);
    double best = trace.front().value;
    for (const Evaluated& evaluated : trace) best = std::min(best, evaluated.value);
    EXPECT_EQ(best, value_at(run, 40)) << width;
  }
}

TEST(TraceSearch, KnowsStagesAndCentres) {
  const Problem problem = select_problems({"camel6"}, "").front();
  const Choice published{"sequd", {{"variant", {std::string("published")}}, {"runs", {std::int64_t{20}}}}};
  const std::vector<Evaluated> trace = trace_search(problem, published, 1, 40);
  std::size_t best = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(trace[i].stage, 1);
    EXPECT_FALSE(trace[i].centre.has_value());
    if (trace[i].value < trace[best].value) best = i;
  }
  EXPECT_EQ(trace[20].stage, 2);
  EXPECT_EQ(trace[20].zoom, 2);
  EXPECT_EQ(trace[20].levels, 20);
  EXPECT_EQ(trace[20].centre, best);
}

}  // namespace
}  // namespace hone::quality::sequd
