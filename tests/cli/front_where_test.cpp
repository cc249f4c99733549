// SPDX-License-Identifier: MIT
// The best of some trials, and the Pareto-optimal ones as a column.
#include <gtest/gtest.h>

#include "cli_fixture.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

using codec::Json;

class FrontWhere : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write("two.yaml",
          "name: two\n"
          "objectives:\n"
          "  - {name: loss, direction: minimize, worst: 10}\n"
          "  - {name: speed, direction: maximize}\n"
          "parameters:\n"
          "  x: {type: float, low: 0, high: 1}\n"
          "sampler: random\n");
    tell("two.yaml", {"1 1", "2 5", "3 4", "4 9"});  // the third is dominated
  }

  void tell(const std::string& file, const std::vector<std::string>& results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      output({"ask", file});
      std::vector<std::string> words = {"tell", file, std::to_string(i)};
      for (std::size_t at = 0; at < results[i].size(); at += 2) words.push_back(results[i].substr(at, 1));
      output(words);
    }
  }

  std::vector<std::int64_t> numbers(const std::vector<std::string>& words) {
    std::vector<std::int64_t> found;
    const Json answer = Json::parse(output(words));
    for (const Json& trial : answer) found.push_back(trial["number"].get<std::int64_t>());
    return found;
  }
};

using Numbers = std::vector<std::int64_t>;

TEST_F(FrontWhere, ParetoIsAColumn) {
  EXPECT_EQ(numbers({"trials", "two", "--where", "pareto", "--json"}), (Numbers{0, 1, 3}));
  EXPECT_EQ(numbers({"trials", "two", "--where", "not pareto", "--json"}), (Numbers{2}));
  EXPECT_EQ(numbers({"trials", "two", "--where", "trial.pareto and loss > 1", "--json"}), (Numbers{1, 3}));
  EXPECT_EQ(numbers({"export", "two", "--where", "pareto", "--format", "json"}), (Numbers{0, 1, 3}));
  EXPECT_HAS(output({"trials", "two", "--columns", "number,pareto", "--sort", "pareto"}), "false");
}

TEST_F(FrontWhere, AFrontIsThatOfTheTrialsThatPass) {
  EXPECT_EQ(numbers({"best", "two", "--json", "--where", "number != 1"}), (Numbers{0, 2, 3}));
  EXPECT_HAS(output({"best", "two", "--where", "speed < 9 and loss < 3"}), "2 Pareto-optimal trials");
  const test::Ran none = run({"best", "two", "--where", "loss > 4"});
  EXPECT_EQ(none.code, 4);
  EXPECT_HAS(none.err, "no complete trial of 'two' is one for which loss > 4");
  EXPECT_HAS(run({"best", "two", "--where", "los > 4"}).err, "did you mean 'loss'?");
}

TEST_F(FrontWhere, OfOneObjectiveTheBestOfTheTrialsThatPass) {
  write_study("sampler: random\n");
  tell("study.yaml", {"1", "3", "2"});
  EXPECT_EQ(Json::parse(output({"best", "svm", "--json", "--where", "loss > 1"}))["number"], 2);
  EXPECT_HAS(output({"best", "svm", "--where", "number > 0"}), "at trial 2");
  EXPECT_EQ(run({"trials", "svm", "--where", "pareto"}).code, 3) << "it has one objective";
}

TEST_F(FrontWhere, AReferencePointOfTheFileCountsAndMayBeMoved) {
  EXPECT_HAS(output({"best", "two"}), "up to (10, ");
  EXPECT_HAS(output({"check", "two.yaml"}), "minimize loss (worst 10), maximize speed");
  std::string file = read("two.yaml");
  file.replace(file.find("worst: 10"), 9, "worst: 3.");
  write("two.yaml", file);
  EXPECT_EQ(run({"ask", "two.yaml"}).code, 0) << "no other study";
  EXPECT_HAS(output({"best", "two"}), "up to (3, ");
  EXPECT_HAS(output({"show", "two", "--json"}), "\"worst\"");
}

}  // namespace
}  // namespace hone::cli
