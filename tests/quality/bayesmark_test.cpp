// SPDX-License-Identifier: MIT
#include "bench/quality/bayesmark.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "bench/quality/problems.hpp"
#include "bench/quality/task_processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::quality {
namespace {

const std::vector<std::string> kModels = {"DT", "RF", "SVM", "kNN", "lasso", "linear"};

/// A baseline file in which the best loss of every task is 1 and the poor one 3, and a task program that
/// answers the same to everything.
class Tasks {
 public:
  explicit Tasks(const std::string& answer) {
    std::filesystem::create_directories(dir_.file("bayesmark"));
    std::string names;
    std::string best;
    std::string poor;
    for (const std::string& model : kModels) {
      for (const char* data :
           {"boston_mae", "boston_mse", "breast_acc", "breast_nll", "diabetes_mae", "diabetes_mse",
            "digits_acc", "digits_nll", "iris_acc", "iris_nll", "wine_acc", "wine_nll"}) {
        names += (names.empty() ? "\"" : ",\"") + model + "_" + data + "\"";
        best += best.empty() ? "[1,-1]" : ",[1,-1]";
        poor += poor.empty() ? "[3,-3]" : ",[3,-3]";
      }
    }
    std::ofstream(dir_.file("bayesmark/baseline-16-8.json"))
        << R"({"data":{"coords":{"function":{"data":[)" << names << R"(]}},"data_vars":{"best":{"data":[)"
        << best << R"(]},"clip":{"data":[)" << poor << "]}}}}";
    std::ofstream(dir_.file("tasks.sh")) << "while read -r line; do echo \"$line\" >> "
                                         << dir_.file("requests") << "; echo '" << answer << "'; done\n";
  }
  std::vector<Problem> problems() const {
    return bayesmark_problems(dir_.path(), {.python = "/bin/sh", .script = dir_.file("tasks.sh")});
  }
  std::vector<std::string> requests() const {
    std::vector<std::string> lines;
    std::ifstream file(dir_.file("requests"));
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

 private:
  test::TempDir dir_;
};

const Problem& named(const std::vector<Problem>& problems, const std::string& name) {
  for (const Problem& problem : problems) {
    if (problem.name == name) return problem;
  }
  throw std::runtime_error("no problem " + name);
}

TEST(Bayesmark, HasTheSixtyTwoCheapTasks) {
  const auto problems = Tasks("{}").problems();
  std::set<std::string> names;
  for (const Problem& problem : problems) names.insert(problem.name);
  EXPECT_EQ(problems.size(), 62);
  EXPECT_EQ(names.size(), 62);
  EXPECT_TRUE(names.contains("bayesmark/kNN_digits_nll"));
  EXPECT_FALSE(names.contains("bayesmark/SVM_digits_nll")) << "takes minutes";
  EXPECT_EQ(named(problems, "bayesmark/lasso_boston_mae").space.size(), 6);
  EXPECT_EQ(named(problems, "bayesmark/linear_boston_mae").space.size(), 5);
  EXPECT_EQ(named(problems, "bayesmark/linear_wine_nll").space.size(), 2);
  EXPECT_EQ(problems.front().minimum, 1.0);
  EXPECT_EQ(problems.front().poor, 3.0);
}

TEST(Bayesmark, SendsTheSettingAndASeedOfItsOwn) {
  const Tasks tasks(R"({"loss":2.5,"repeatable":false})");
  const auto problems = tasks.problems();
  const Problem& problem = named(problems, "bayesmark/kNN_iris_acc");
  Rng rng(7);
  const auto first = Rng(7).bits32();
  const Configuration setting = point(problem.space, {std::int64_t{3}, std::int64_t{2}});
  EXPECT_EQ(problem.measured(setting, rng), 2.5);
  EXPECT_EQ(problem.measured(setting, rng), 2.5);
  const auto requests = tasks.requests();
  ASSERT_EQ(requests.size(), 2) << "what is not repeatable is measured again";
  EXPECT_EQ(requests[0], R"({"task":"kNN_iris_acc","params":{"n_neighbors":3,"p":2},"seed":)" +
                             std::to_string(first) + "}");
  EXPECT_NE(requests[0], requests[1]);
}

TEST(Bayesmark, KeepsRepeatableAnswersAndFailures) {
  const Tasks tasks(R"({"loss":null,"repeatable":true})");
  const auto problems = tasks.problems();
  const Problem& problem = named(problems, "bayesmark/kNN_iris_acc");
  Rng rng(1);
  const Configuration setting = point(problem.space, {std::int64_t{3}, std::int64_t{2}});
  EXPECT_TRUE(std::isnan(problem.measured(setting, rng)));
  EXPECT_TRUE(std::isnan(problem.measured(setting, rng)));
  EXPECT_EQ(tasks.requests().size(), 1);
}

TEST(Bayesmark, SaysWhatIsMissing) {
  EXPECT_EQ(test::message_of([] { bayesmark_problems("", {}); }),
            "the tasks of bayesmark need the benchmark data; give its folder with --data");
  EXPECT_EQ(
      test::message_of([] { bayesmark_problems("/none", {.python = "/none/python"}); }),
      "the tasks of bayesmark need /none/python, which is not there; run tools/bench-peers in hone's source "
      "folder, and start the bench there");
}

TEST(TaskProcesses, RememberInAFileWhatIsRepeatable) {
  const test::TempDir dir;
  const std::string answer = R"(while read line; do echo '{"loss":0.1,"repeatable":true}'; done)";
  EXPECT_EQ(TaskProcesses({"/bin/sh", "-c", answer}, dir.file("known")).loss({"a", "{}", 1}), 0.1);
  std::ofstream(dir.file("known"), std::ios::app) << "b{}\t0.2";  // a crash
  TaskProcesses later({"/bin/sh", "-c", "exit 1"}, dir.file("known"));
  EXPECT_EQ(later.loss({"a", "{}", 2}), 0.1);
  EXPECT_NE(test::message_of([&] { later.loss({"b", "{}", 1}); }).find("has ended"), std::string::npos);
}

TEST(TaskProcesses, StartAnewAfterAFailure) {
  const test::TempDir dir;
  TaskProcesses processes(
      {"/bin/sh", "-c", "read line; case $line in *bad*) exit 1;; *) echo '{\"loss\":1}';; esac; read line"});
  EXPECT_NE(test::message_of([&] { processes.loss({"bad", "{}", 1}); }).find("has ended"), std::string::npos);
  EXPECT_EQ(processes.loss({"good", "{}", 1}), 1.0);
}

}  // namespace
}  // namespace hone::quality
