// SPDX-License-Identifier: MIT
#include "bench/quality/report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hone/codec/csv.hpp"
#include "quality/example_runs.hpp"
#include "support/temp_dir.hpp"

namespace hone::quality {
namespace {

Summary example_summary() {
  test::ExampleRuns runs;
  runs.poor = 10.0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto x = static_cast<double>(seed);
    runs.add("hill", "ours", seed, {{1, 8}, {6, 0.1 * x}});
    runs.add("hill", "theirs", seed, {{1, 7}, {8, x}});
  }
  return summarize(runs.all, {.baseline = "theirs", .checkpoints = {4}});
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MarkdownReport, ShowsValuesRegretsTestsAndTimes) {
  const std::string report = markdown_report(example_summary(), "hone bench run --functions hill");
  EXPECT_TRUE(mentions(report, "# 1 problems, 2 methods, 6 seeds")) << report;
  EXPECT_TRUE(mentions(report, "    hone bench run --functions hill"));
  EXPECT_TRUE(mentions(report, "| hill      | **0.35 ± 0.19** | 3.5 ± 1.9 |")) << report;
  EXPECT_TRUE(mentions(report, "| mean rank |        **1.00** |      2.00 |")) << report;
  EXPECT_TRUE(mentions(report, "0.031 better")) << report;
  EXPECT_TRUE(mentions(report, "| ours   |   ours 1.0 |       1000 |")) << report;
  EXPECT_FALSE(mentions(report, "nothing can be significant"));
}

TEST(MarkdownReport, SaysWhenSeedsAreTooFewForATest) {
  test::ExampleRuns runs;
  runs.add("hill", "ours", 1, {{1, 8}});
  EXPECT_TRUE(mentions(markdown_report(summarize(runs.all), ""), "With 1 seeds p is never below 1"));
}

/// A task whose minimum is only the least value known (1; poor is 3): one method goes below it.
Summary task() {
  test::ExampleRuns runs;
  runs.minimum = 1.0;
  runs.poor = 3.0;
  runs.add("bayesmark/x", "ours", 1, {{1, 2.0}, {5, 0.5}});
  runs.add("bayesmark/x", "ours", 2, {{1, -100.0}});
  runs.add("bayesmark/x", "theirs", 1, {{1, 2.0}});
  runs.add("bayesmark/x", "theirs", 2, {});
  return summarize(runs.all);
}

TEST(MarkdownReport, ScoresBetweenTwiceTheBestKnownAndNothing) {
  // ours: regrets -0.25 and -1 (not -50.5) of the range; theirs: 0.5 and, as nothing was found, 1.
  const std::string report = markdown_report(task(), "");
  EXPECT_TRUE(mentions(report, "| bayesmark/x | **162.50** |  25.00 |")) << report;
  EXPECT_TRUE(mentions(report, "| mean        | **162.50** |  25.00 |")) << report;
  EXPECT_TRUE(mentions(report, "8: score")) << report;
}

TEST(Figures, ShowScoresWhereLogarithmsMakeNoSense) {
  EXPECT_TRUE(mentions(svg_curves(task()), ">score<"));
  EXPECT_FALSE(mentions(svg_curves(example_summary()), ">score<"));
}

TEST(CsvReport, HasARowForEachProblemAndMethod) {
  const auto table = codec::read_csv(csv_report(example_summary()), "report.csv");
  ASSERT_EQ(table.rows.size(), 2);
  EXPECT_EQ(table.rows[0][0], "hill");
  EXPECT_EQ(table.rows[0][1], "ours");
  EXPECT_EQ(table.rows[0].back(), "better");
  const auto curves = codec::read_csv(csv_curves(example_summary()), "curves.csv");
  EXPECT_EQ(curves.rows.size(), 4) << "two methods at 4 and 8 evaluations";
  EXPECT_EQ(curves.rows[0][3], "8");
}

TEST(JsonReport, HoldsEverything) {
  const auto report = nlohmann::json::parse(json_report(example_summary()));
  EXPECT_EQ(report["baseline"], "theirs");
  EXPECT_EQ(report["methods"][0]["mean_rank"], 1.0);
  EXPECT_EQ(report["methods"][0]["against_baseline"]["better"], 1);
  EXPECT_EQ(report["methods"][0]["progress"].size(), 2);
  EXPECT_EQ(report["problems"][0]["results"]["theirs"]["values"].size(), 6);
  EXPECT_EQ(report["problems"][0]["results"]["ours"]["verdict"], "better");
}

TEST(Figures, AreSvgWithEveryMethod) {
  for (const std::string& svg : {svg_curves(example_summary()), svg_ranks(example_summary())}) {
    EXPECT_TRUE(svg.starts_with("<svg")) << svg.substr(0, 80);
    EXPECT_TRUE(mentions(svg, "ours") && mentions(svg, "theirs"));
  }
}

TEST(WriteReports, MakesAllFiles) {
  const test::TempDir dir;
  write_reports(example_summary(), dir.path(), "");
  for (const char* name :
       {"report.md", "report.csv", "curves.csv", "report.json", "curves.svg", "ranks.svg"}) {
    EXPECT_GT(std::filesystem::file_size(dir.file(name)), 0) << name;
  }
}

}  // namespace
}  // namespace hone::quality
