// SPDX-License-Identifier: MIT
#include "bench/quality/run_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <thread>

#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::quality {
namespace {

Run example(std::uint64_t seed) {
  return {.key = {"branin", "sobol{scramble=false,a=1}", seed, {.budget = 16, .batch = 4, .start = 2}},
          .version = "hone 0.1.0",
          .minimum = 0.39788735772973834,
          .poor = 308.0,
          .evaluations = 16,
          .failures = 1,
          .curve = {{1, 1.0 / 3.0}, {7, 1e-300}, {16, -5}},
          .ask_seconds = {0.25, 1e-05}};
}

TEST(RunFile, GivesBackWhatWasWritten) {
  const test::TempDir dir;
  const std::string path = dir.file("runs.csv");
  auto second = example(2);
  second.poor.reset();
  second.curve.clear();
  second.ask_seconds.clear();
  {
    RunFile file(path);
    file.append(example(1));
    file.append(second);
  }
  const auto runs = read_runs(path);
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs.at(example(1).key), example(1));
  EXPECT_EQ(runs.at(second.key), second);
}

TEST(RunFile, IsContinuedAfterACrashInTheMiddleOfALine) {
  const test::TempDir dir;
  const std::string path = dir.file("runs.csv");
  { RunFile(path).append(example(1)); }
  std::ofstream(path, std::ios::app) << "branin,random,3,16,";
  EXPECT_EQ(read_runs(path).size(), 1);
  { RunFile(path).append(example(2)); }
  EXPECT_EQ(read_runs(path).size(), 2);
}

TEST(RunFile, KeepsTheLastRunOfAKey) {
  const test::TempDir dir;
  RunFile file(dir.file("runs.csv"));
  file.append(example(1));
  auto again = example(1);
  again.version = "hone 0.2.0";
  file.append(again);
  const auto runs = read_runs(dir.file("runs.csv"));
  ASSERT_EQ(runs.size(), 1);
  EXPECT_EQ(runs.begin()->second.version, "hone 0.2.0");
}

TEST(RunFile, MayBeSharedByThreadsAndObjects) {
  const test::TempDir dir;
  const std::string path = dir.file("runs.csv");
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t t = 0; t < 4; ++t) {
      threads.emplace_back([&path, t] {
        RunFile file(path);
        for (std::uint64_t i = 0; i < 25; ++i) file.append(example(100 * t + i));
      });
    }
  }
  EXPECT_EQ(read_runs(path).size(), 100);
}

TEST(RunFile, ThatDoesNotExistHoldsNothing) {
  const test::TempDir dir;
  EXPECT_TRUE(read_runs(dir.file("none.csv")).empty());
}

TEST(RunFile, NamesTheLineThatIsWrong) {
  const test::TempDir dir;
  const std::string path = dir.file("runs.csv");
  { RunFile(path).append(example(1)); }
  std::ofstream(path, std::ios::app) << "branin,random,x,16,4,0,v,0,,16,0,1:2,0.1\n";
  EXPECT_EQ(test::message_of([&] { read_runs(path); }),
            path + ":3: 'x' is not an integer; mend the line, or remove it and run again");
}

}  // namespace
}  // namespace hone::quality
