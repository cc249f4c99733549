// SPDX-License-Identifier: MIT
// Parameters, objectives and attributes that are called like something else.
#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

class Names : public test::CliTest {
 protected:
  /// A study whose names are all taken, with three complete trials and a failed one.
  void SetUp() override {
    CliTest::SetUp();
    write("study.yaml",
          "name: odd\n"
          "objective: {name: error, direction: minimize}\n"
          "parameters:\n"
          "  number: {type: float, low: 0, high: 10}\n"
          "  state: {type: categorical, choices: [complete, failed]}\n"
          "  param.number: {type: int, low: 0, high: 9}\n"
          "  seed: {type: int, low: 0, high: 9}\n");
    for (const char* row : {"7 failed 1 3 0.3 5", "2 complete 2 4 0.1 3", "5 failed 3 5 0.2 3"}) {
      std::istringstream words(row);
      std::string number, state, inner, seed, value, epochs;
      words >> number >> state >> inner >> seed >> value >> epochs;
      output({"enqueue", "study.yaml", "number=" + number, "state=" + state, "param.number=" + inner,
              "seed=" + seed});
      output({"ask", "study.yaml"});
      output({"tell", "study.yaml", std::to_string(told_), value, "--attribute", "epochs=" + epochs,
              "--attribute", "my note=a,b"});
      ++told_;
    }
    output({"ask", "study.yaml"});
    output({"tell", "study.yaml", "3", "--state", "failed", "--error", "boom"});
  }

  std::vector<std::string> lines(const std::vector<std::string>& arguments) {
    std::istringstream in(output(arguments));
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }

  int told_ = 0;
};

TEST_F(Names, TheParetoTableShowsEachUnderItsOwnName) {
  write("two.yaml",
        "name: two\nobjectives: [{name: x, direction: minimize}, {name: loss, direction: minimize}]\n"
        "parameters:\n  x: {type: int, low: 0, high: 9}\n  trial: {type: int, low: 0, high: 9}\n");
  output({"enqueue", "two.yaml", "x=3", "trial=4"});
  output({"ask", "two.yaml"});
  output({"tell", "two.yaml", "0", "0.5", "0.25"});
  const auto table = lines({"best", "two"});
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[1], "trial.trial  objective.x  loss  x  trial");
}

TEST_F(Names, TheTableShowsEachUnderItsOwnName) {
  const auto table = lines({"trials", "odd"});
  ASSERT_EQ(table.size(), 5u);
  for (const char* column : {"trial.number", "trial.state", " error ", " number ", " state ",
                             "param.param.number", " seed ", "duration", "trial.error"})
    EXPECT_HAS(table[0] + " ", column);
  EXPECT_HAS(table[4], "boom");
}

TEST_F(Names, FiltersAndOrdersTellThemApart) {
  const auto numbers = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"trials", "odd", "--columns", "trial.number"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto all = lines(arguments);
    all.erase(all.begin());
    for (std::string& line : all) line.erase(0, line.find_first_not_of(' '));
    return all;
  };
  using Numbers = std::vector<std::string>;
  EXPECT_EQ(numbers({"--where", "number > 4 and trial.number < 1"}), (Numbers{"0"}));
  EXPECT_EQ(numbers({"--where", "error < 0.25"}), (Numbers{"1", "2"}));
  EXPECT_EQ(numbers({"--where", "state == 'failed' and trial.state == 'complete'"}), (Numbers{"0", "2"}));
  EXPECT_EQ(numbers({"--where", "param.param.number == 2"}), (Numbers{"1"}));
  EXPECT_EQ(numbers({"--where", "attr.epochs == 3"}), (Numbers{"1", "2"}));
  EXPECT_EQ(numbers({"--where", "`attr.my note` == 'a,b' and attr.epochs > 4"}), (Numbers{"0"}));
  EXPECT_EQ(numbers({"--where", "value == 0.3"}), (Numbers{"0"}));
  EXPECT_EQ(numbers({"--sort", "best"}), (Numbers{"1", "2", "0", "3"}));
  EXPECT_EQ(numbers({"--sort", "number", "-n", "3", "--state", "complete"}), (Numbers{"1", "2", "0"}));
  EXPECT_EQ(numbers({"--sort", "attr.epochs", "-n", "1", "-r"}), (Numbers{"0"}));
}

TEST_F(Names, ColumnsWithCommasStandInBackQuotes) {
  const auto table = lines({"trials", "odd", "--columns", "trial.number,`attr.my note`", "-n", "1"});
  EXPECT_HAS(table[0], "attr.my note");
  EXPECT_HAS(table[1], "a,b");
}

TEST_F(Names, AnExportReadsBack) {
  for (const char* format : {"csv", "json"}) {
    const std::string file = std::string("out.") + format;
    output({"export", "odd", "-f", format, "-o", file});
    const std::string store = std::string(format) + ".db";
    output({"import", "study.yaml", file, "--store", store});
    for (const char* columns : {"trial.number,trial.state,error,number,state,param.param.number,seed",
                                "attr.epochs,`attr.my note`,trial.error"}) {
      EXPECT_EQ(output({"trials", "odd", "-c", columns, "--store", store}),
                output({"trials", "odd", "-c", columns}))
          << format;
    }
  }
}

TEST_F(Names, AResultMayBeCalledError) {
  write("run.yaml",
        "name: run\n"
        "objective: {name: error, direction: minimize}\n"
        "parameters:\n"
        "  x: {type: float, low: 0, high: 1}\n"
        "command: [sh, -c, 'echo \"{\\\"error\\\": 0.25, \\\"state\\\": 3}\"']\n"
        "budget: {trials: 1}\n"
        "sampler: random\n");
  output({"tune", "run.yaml", "-q"});
  EXPECT_HAS(output({"best", "run.yaml"}), "best error 0.25");
  EXPECT_HAS(output({"trials", "run", "--where", "attr.state == 3"}), "complete");
}

}  // namespace
}  // namespace hone::cli
