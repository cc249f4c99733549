// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/reproduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "bench/quality/command_line.hpp"
#include "bench/quality/malibo/command.hpp"
#include "bench/quality/malibo/tables.hpp"
#include "bench/quality/run_file.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/cli/app.hpp"
#include "quality/example_runs.hpp"
#include "support/temp_dir.hpp"

namespace hone::quality::malibo {
namespace {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

Outcome bench_malibo(std::vector<std::string> arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  arguments.insert(arguments.begin(), {"bench", "malibo"});
  const int code = cli::run(arguments, in, out, err, cli::Environment{}, add_bench);
  return {code, out.str(), err.str()};
}

Outcome small(const std::string& out, std::vector<std::string> more) {
  more.insert(more.begin(), {"--problems", "forrester", "--noise", "0,1", "--tasks", "4", "--points", "8",
                             "-n", "8", "--out", out, "--jobs", "2"});
  return bench_malibo(more);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Malibo, ReportsAndGoesOnWhereItStopped) {
  const test::TempDir dir;
  const Outcome first = small(dir.path(), {"--samplers", "random,lfbo", "--seeds", "2"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(has(first.err, "[8/8]")) << first.err;
  EXPECT_TRUE(has(first.out, "8 random trials of 4 other tasks are known before.")) << first.out;
  EXPECT_TRUE(has(first.out, "| forrester/noise=1 ")) << first.out;
  for (const char* file : {"tables.md", "regret.svg", "time.svg", "asks.svg"})
    EXPECT_TRUE(std::filesystem::exists(dir.file(std::string("forrester-4x8/") + file))) << file;
  const Outcome more = small(dir.path(), {"--samplers", "random,lfbo,rgpe", "--seeds", "2"});
  EXPECT_TRUE(has(more.err, "[4/4]")) << "only what is missing: " << more.err;
}

TEST(Malibo, GivesTheSameRunsForTheSameSeeds) {
  const test::TempDir one;
  const test::TempDir two;
  small(one.path(), {"--samplers", "lfbo,rgpe,ablr", "--seeds", "2", "--quiet"});
  small(two.path(), {"--samplers", "ablr,rgpe,lfbo", "--seeds", "2", "--quiet"});
  const auto runs = read_runs(one.file("forrester-4x8/runs.csv"));
  const auto again = read_runs(two.file("forrester-4x8/runs.csv"));
  EXPECT_EQ(runs.size(), 12u);
  for (const auto& [key, run] : runs) EXPECT_EQ(run.curve, again.at(key).curve) << key.method;
}

TEST(Malibo, RunsInBatchesAndWithoutKnowledge) {
  const test::TempDir dir;
  const Outcome cold =
      small(dir.path(), {"--samplers", "rgpe", "--without-meta", "--batch", "3", "--seeds", "1"});
  EXPECT_EQ(cold.code, 0) << cold.err;
  EXPECT_TRUE(has(cold.err, "cold:rgpe")) << cold.err;
  EXPECT_TRUE(has(cold.out, "Nothing of other tasks is known.")) << cold.out;
  EXPECT_TRUE(has(cold.out, " 8 |")) << "the end is tabulated: " << cold.out;
  EXPECT_TRUE(std::filesystem::exists(dir.file("forrester-4x8/tables-without-meta-batch3.md")));
  for (const auto& [key, run] : read_runs(dir.file("forrester-4x8/runs.csv")))
    EXPECT_EQ(run.ask_seconds.size(), 3u) << "3, 3 and 2 points";
}

TEST(Malibo, SaysWhatIsWrong) {
  EXPECT_TRUE(has(bench_malibo({"--problems", "branim"}).err, "did you mean 'branin'"));
  EXPECT_TRUE(has(bench_malibo({"--problems", "branin", "--noise", "much"}).err, "--noise: 'much'"));
  EXPECT_TRUE(has(bench_malibo({"--problems", "fcnet"}).err, "--data"));
}

TEST(UsualSamplers, NameMaliboWhereTheCatalogHasIt) {
  const auto& all = catalog::samplers();
  const bool there =
      std::any_of(all.begin(), all.end(), [](const auto& sampler) { return sampler.name == "malibo"; });
  EXPECT_EQ(has(usual_samplers(), "malibo{boosting=true,thompson=true}"), there);
  EXPECT_TRUE(has(usual_samplers(), "random,lfbo,rgpe,ablr"));
}

TEST(MaliboTables, PutPublishedFiguresBesideOurs) {
  test::ExampleRuns runs{.setting = {.budget = 100, .batch = 1}, .poor = 1.0};
  for (const std::uint64_t seed : {1U, 2U}) {
    runs.add("p", "lfbo", seed, {{1, 1e-3}, {100, 2e-6}});
    runs.add("p", "random", seed, {{1, 1e-4}, {100, 1.6e-5}});
  }
  const RegretQuery query{.problems = {"p"},
                          .methods = {"lfbo", "random"},
                          .seeds = {1, 2},
                          .setting = runs.setting,
                          .checkpoints = {1, 100},
                          .measure = normalised_regret};
  const std::string tables =
      markdown_tables(runs.all, {.group = "fcnet", .query = query, .comparable = true, .published = true});
  EXPECT_TRUE(has(tables, "2e-06 (higher)")) << tables;
  EXPECT_FALSE(has(tables, "1.6e-05 (higher)")) << tables;
  EXPECT_TRUE(has(tables, "MALIBO (TS+GB)")) << tables;
}

}  // namespace
}  // namespace hone::quality::malibo
