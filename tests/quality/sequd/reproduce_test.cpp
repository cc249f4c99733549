// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/reproduce.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/quality/command_line.hpp"
#include "bench/quality/run_file.hpp"
#include "hone/cli/app.hpp"
#include "support/temp_dir.hpp"

namespace hone::quality::sequd {
namespace {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

Outcome bench_sequd(std::vector<std::string> arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  arguments.insert(arguments.begin(), {"bench", "sequd"});
  const int code = cli::run(arguments, in, out, err, cli::Environment{}, add_bench);
  return {code, out.str(), err.str()};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Reproduce, MakesTablesAndRanksFromTheRunsThatAreMissing) {
  const test::TempDir dir;
  const auto run = [&](const std::string& seeds) {
    return bench_sequd({"--parts", "tables", "--functions", "branin,cliff", "--seeds", seeds, "--model-seeds",
                        "1", "--models", "gp", "--out", dir.path(), "--jobs", "2"});
  };
  const Outcome first = run("2");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(has(first.err, "[28/28]") && has(first.err, "[2/2]")) << first.err;
  EXPECT_EQ(read_runs(dir.file("runs.csv")).size(), 30u);
  const std::string tables = content(dir.file("tables.md"));
  EXPECT_TRUE(has(tables, "sequd (published) 2, sequd 2, gp 1.")) << tables;
  EXPECT_TRUE(has(tables, "0.789")) << "the paper's grid on branin";
  EXPECT_TRUE(has(tables, "hone bench sequd --parts tables")) << tables;
  EXPECT_TRUE(has(content(dir.file("figure-10-ranks.svg")), "the paper&#39;s methods"));
  EXPECT_TRUE(has(run("3").err, "[14/14]")) << "only what is missing";
}

TEST(Reproduce, ComparesSamplersInBatches) {
  const test::TempDir dir;
  const Outcome made = bench_sequd({"--batch", "10,25", "--functions", "branin,trid", "--seeds", "2",
                                    "--runs", "50", "--out", dir.path(), "--jobs", "2"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(read_runs(dir.file("runs.csv")).size(), 32u) << "4 samplers, 2 functions, 2 seeds, 2 batches";
  const std::string tables = content(dir.file("batches-50.md"));
  EXPECT_TRUE(has(tables, "sequd (published), seqrand")) << tables;
  EXPECT_TRUE(has(tables, "seqrand, workers")) << tables;
  EXPECT_FALSE(has(tables, "nan")) << tables;
  EXPECT_TRUE(has(bench_sequd({"--batch", "ten", "--out", dir.path()}).err, "'ten' is not a whole number"));
}

TEST(Reproduce, DrawsDesignsAndSearches) {
  const test::TempDir dir;
  const Outcome drawn = bench_sequd({"--parts", "designs,search", "--out", dir.path()});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  for (const char* name : {"figure-2-designs.svg", "figure-5-augmentation.svg", "figure-6-stages.svg",
                           "figure-7-cliff.svg", "figure-8-octopus.svg"}) {
    const std::string svg = content(dir.file(name));
    EXPECT_EQ(svg.rfind("<svg", 0), 0u) << name;
    EXPECT_LT(svg.size(), 100'000u) << name;
    EXPECT_FALSE(has(svg, "nan")) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(dir.file("runs.csv")));
}

TEST(Reproduce, RefusesWhatItDoesNotKnow) {
  const test::TempDir dir;
  const auto complaint = [&](const std::string& option, const std::string& value) {
    const Outcome outcome = bench_sequd({option, value, "--out", dir.file("new")});
    EXPECT_GE(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_TRUE(has(complaint("--parts", "table"), "did you mean 'tables'?"));
  EXPECT_TRUE(has(complaint("--samplers", "sequdd"), "did you mean 'sequd'?"));
  EXPECT_TRUE(has(complaint("--functions", "braninn"), "did you mean 'branin'?"));
  EXPECT_FALSE(std::filesystem::exists(dir.file("new")));
}

}  // namespace
}  // namespace hone::quality::sequd
