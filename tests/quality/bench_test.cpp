// SPDX-License-Identifier: MIT
#include "bench/quality/bench.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "bench/quality/command_line.hpp"
#include "bench/quality/run_file.hpp"
#include "hone/cli/app.hpp"
#include "support/temp_dir.hpp"

namespace hone::quality {
namespace {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

Outcome bench(std::vector<std::string> arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  arguments.insert(arguments.begin(), "bench");
  const int code = cli::run(arguments, in, out, err, cli::Environment{}, add_bench);
  return {code, out.str(), err.str()};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Bench, RunsReportsAndGoesOnWhereItStopped) {
  const test::TempDir dir;
  const auto run = [&](const std::string& samplers, const std::string& seeds) {
    return bench({"run", "--functions", "branin,cliff", "--samplers", samplers, "--seeds", seeds, "--budget",
                  "16", "--batch", "4", "--start", "4", "--out", dir.path(), "--jobs", "2"});
  };
  const Outcome first = run("random,sobol", "2");
  EXPECT_EQ(first.code, 0);
  EXPECT_TRUE(has(first.err, "[8/8]")) << first.err;
  EXPECT_TRUE(has(first.out, "2 problems; better and worse than random at 5 %")) << first.out;
  const auto before = read_runs(dir.file("runs.csv"));
  EXPECT_EQ(before.size(), 8);

  const Outcome more = run("random,sobol,sobol{scramble=false}", "3");
  EXPECT_TRUE(has(more.err, "[10/10]")) << "only what is missing: " << more.err;
  const auto after = read_runs(dir.file("runs.csv"));
  EXPECT_EQ(after.size(), 18);
  for (const auto& [key, result] : before) EXPECT_EQ(after.at(key), result);
  EXPECT_TRUE(std::filesystem::exists(dir.file("curves.svg")));

  const Outcome report =
      bench({"report", "--out", dir.path(), "--functions", "cliff", "--samplers", "sobol,random"});
  EXPECT_EQ(report.code, 0);
  EXPECT_TRUE(has(report.out, "1 problems; better and worse than sobol")) << report.out;
}

TEST(Bench, TimesAnAskAndItsParts) {
  const Outcome model = bench({"speed", "--sizes", "12,24,36", "--repeats", "1"});
  EXPECT_EQ(model.code, 0) << model.err;
  EXPECT_TRUE(has(model.out, "15 dimensions")) << model.out;
  EXPECT_TRUE(has(model.out, "cost grows like n^")) << model.out;
  const Outcome unknown = bench({"speed", "--sampler", "hebbo", "--sizes", "12"});
  EXPECT_NE(unknown.code, 0);
  EXPECT_TRUE(has(unknown.err, "did you mean 'hebo'")) << unknown.err;
  EXPECT_TRUE(has(bench({"speed", "--sizes", "0"}).err, "--sizes")) << "a size of 0 is refused";
}

TEST(Bench, DoesRunsAgainWhenAsked) {
  const test::TempDir dir;
  std::vector<std::string> arguments = {"run",     "--functions", "branin",   "--samplers", "random,lhs",
                                        "--seeds", "1",           "--budget", "4",          "--batch",
                                        "4",       "--out",       dir.path()};
  bench(arguments);
  EXPECT_EQ(bench(arguments).err, "");
  arguments.insert(arguments.end(), {"--redo", "lhs"});
  EXPECT_TRUE(has(bench(arguments).err, "[1/1] branin, lhs, seed 1"));
}

TEST(Bench, ListsWhatThereIs) {
  const Outcome list = bench({"list"});
  EXPECT_TRUE(has(list.out, "sequd34") && has(list.out, "branin (sequd32, 2 parameters") &&
              has(list.out, "random: ") && has(list.out, "optuna-tpe"));
}

TEST(Bench, ShowsHelp) {
  const Outcome help = bench({"run", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(has(help.out, "--budget")) << help.out;
  EXPECT_TRUE(has(bench({"--help"}).out, "Examples\n  hone bench list")) << "examples";
}

TEST(Bench, RefusesWrongArgumentsBeforeAnythingRuns) {
  const test::TempDir dir;
  const auto complaint = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = bench(arguments);
    EXPECT_GE(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_TRUE(has(complaint({"run", "--samplers", "random", "--out", dir.path()}), "there are no problems"));
  EXPECT_TRUE(has(complaint({"run", "--functions", "branin", "--out", dir.path()}), "there are no methods"));
  EXPECT_TRUE(has(complaint({"run", "--functions", "branin", "--samplers", "randm", "--out", dir.path()}),
                  "did you mean 'random'?"));
  EXPECT_TRUE(
      has(complaint({"run", "--functions", "branin", "--samplers", "random", "--batch", "0"}), "--batch"));
  EXPECT_TRUE(has(complaint({"run", "--functions", "branin", "--samplers", "random", "--seeds", "7-3"}),
                  "does not say which seeds"));
  EXPECT_TRUE(has(complaint({"walk"}), "see 'hone bench --help'"));
  EXPECT_FALSE(std::filesystem::exists(dir.file("runs.csv")));
}

TEST(ParseSeeds, CountsOrTakesARange) {
  EXPECT_EQ(parse_seeds("3"), (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(parse_seeds("5-6"), (std::vector<std::uint64_t>{5, 6}));
}

}  // namespace
}  // namespace hone::quality
