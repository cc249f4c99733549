// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Diagnose : public test::CliTest {
 protected:
  /// A study and its trials, as rows of CSV.
  void make_study(const std::string& parameters, const std::string& rows, const std::string& more = "") {
    write("study.yaml",
          "name: s\nobjective: {name: loss, direction: minimize}\nparameters:\n" + parameters + more);
    write("rows.csv", rows);
    output({"ask", "study.yaml"});  // makes the study; the trial stays open
    output({"import", "study.yaml", "rows.csv"});
  }

  static std::string curve(int count) {
    std::string rows = "x,loss\n";
    for (int i = 0; i < count; ++i) {
      const double x = (i + 0.5) / count;
      rows += std::to_string(x) + "," + std::to_string(std::exp(2.0 * std::sin(7.0 * x))) + "\n";
    }
    return rows;
  }
};

constexpr const char* kOne = "  x: {type: float, low: 0, high: 1}\n";

// The p-values are SciPy's.
TEST_F(Diagnose, ComparesTheRepeatsThatAStudyHas) {
  make_study(kOne, "x,loss\n0.25,1\n0.25,2\n0.25,3\n0.25,2.5\n0.75,10\n0.75,30\n0.75,20\n0.75,4\n0.5,7\n");
  const std::string words =
      "s  minimize loss, 9 complete trials\n"
      "\n"
      "It is too early to judge the model: 9 trials have a value, and a model needs at\n"
      "least 10. Results are noisy, and more so at some settings than at others: run\n"
      "the best ones again.\n"
      "\n"
      "What it means\n"
      "- The noise differs between configurations (heteroscedastic), from a standard\n"
      "  deviation of 0.854 to 11.4: it grows with loss.\n"
      "- There is no model yet: 9 trials have a value, and a model needs at least 10.\n";
  EXPECT_EQ(output({"diagnose", "study.yaml"}), words + "\nthe statistics behind this: --details\n");
  EXPECT_EQ(output({"diagnose", "study.yaml", "--details"}),
            words +
                "\n"
                "Is the noise the same everywhere?\n"
                "values   mean  deviation  configuration\n"
                "     4  2.125      0.854  x=0.25\n"
                "     4     16       11.4  x=0.75\n"
                "\n"
                "test of equal variances    statistic       p\n"
                "Levene, around the mean        12.27  0.0128\n"
                "Levene, around the median      11.58  0.0144\n"
                "Fligner-Killeen                 5.03  0.0249\n");
}

TEST_F(Diagnose, ChecksTheModelWithoutRepeats) {
  make_study(kOne, curve(20), "sampler: hebo\n");
  const test::Ran ran = run({"diagnose", "s", "--details", "--splits", "3", "--svg", "model.svg"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_HAS(ran.out, "unknown: no configuration was evaluated more than once");
  EXPECT_HAS(ran.out, "3 random splits that learn from 16 and predict 4.");
  EXPECT_HAS(ran.out, "* as hebo has it in this study; output transform: ");
  EXPECT_HAS(ran.out, "output transform, with input warp");
  EXPECT_HAS(ran.out, "predicted loss");
  EXPECT_HAS(ran.out, "What it means\n- No configuration was evaluated twice");
  EXPECT_HAS(read("model.svg"), "measured loss");
  const Json json = Json::parse(output({"diagnose", "s", "--splits", "3", "--json"}));
  EXPECT_EQ(json["noise"]["verdict"], "unknown");
  EXPECT_EQ(json["models"]["scores"].size(), 4u);
  EXPECT_EQ(json["models"]["gains"]["input_warp_alone"]["held_out"]["pairs"], 3);
  EXPECT_EQ(json["calibration"]["actual"].size(), 20u);
  EXPECT_EQ(json["warps"][0]["parameter"], "x");
  EXPECT_EQ(json["advice"].size(), 4u);
  EXPECT_EQ(json["verdict"].get<std::string>().rfind("The model ", 0), 0u);
  const std::string brief = output({"diagnose", "s", "--splits", "3"});
  EXPECT_HAS(brief, "\n\nThe model ");
  EXPECT_EQ(brief.find("log likelihood"), std::string::npos);
}

TEST_F(Diagnose, KnowsConditionsCategoriesAndMaximising) {
  std::string rows = "kind,degree,score\n";
  for (int i = 0; i < 12; ++i)
    rows +=
        (i % 2 == 0 ? "a,," : "b," + std::to_string(2 + i % 4) + ",") + std::to_string(0.1 * (i % 5)) + "\n";
  write("study.yaml",
        "name: s\nobjective: {name: score, direction: maximize}\nparameters:\n"
        "  kind: {type: categorical, choices: [a, b]}\n"
        "  degree: {type: int, low: 2, high: 5, when: {kind: b}}\n");
  write("rows.csv", rows);
  output({"ask", "study.yaml"});
  output({"import", "study.yaml", "rows.csv"});
  const Json json = Json::parse(output({"diagnose", "s", "--splits", "2", "--json"}));
  EXPECT_EQ(json["warps"][0]["parameter"], "degree");
  EXPECT_EQ(json["calibration"]["actual"][1], 0.1);  // not negated
  EXPECT_LE(json["calibration"]["low95"][1], json["calibration"]["high95"][1]);
}

TEST_F(Diagnose, SaysSoWhenOnlyCategoriesVary) {
  std::string rows = "kind,loss\n";
  for (int i = 0; i < 12; ++i) rows += (i % 2 == 0 ? "a," : "b,") + std::to_string(i % 5) + "\n";
  make_study("  kind: {type: categorical, choices: [a, b]}\n", rows);
  EXPECT_HAS(output({"diagnose", "s", "--splits", "2"}), "No parameter is a number");
}

TEST_F(Diagnose, SaysWhatIsMissing) {
  make_study(kOne, "x,loss\n0.5,1\n");
  test::Ran ran = run({"diagnose", "s", "--svg", "model.svg"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_HAS(ran.err, "model.svg was not written");
  EXPECT_HAS(ran.out, "1 trial has a value, and a model needs at least 10");
  EXPECT_HAS(ran.out, "evaluate two or more configurations at least");
  output({"delete", "s", "--yes"});
  std::string rows = "x,loss\n";
  for (int i = 0; i < 12; ++i) rows += "0." + std::to_string(10 + i) + ",3\n";
  make_study(kOne, rows);
  EXPECT_HAS(run({"diagnose", "s"}).out, "all trials have the same value");
  EXPECT_EQ(run({"diagnose", "s", "-k", "3"}).code, 2);
  EXPECT_EQ(run({"diagnose", "s", "--repeats", "2"}).code, 2);
  ran = run({"diagnose", "s", "--repeats", "3"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_HAS(ran.err, "has no command to repeat");
  EXPECT_HAS(run({"diagnose", "s", "--objective", "lost"}).err, "did you mean 'loss'?");
}

TEST_F(Diagnose, RepeatsTheCommandWithoutTouchingTheStudy) {
  write("study.yaml",
        "name: s\nobjective: {name: loss, direction: minimize}\nparameters:\n"
        "  x: {type: float, low: 0, high: 1}\n"
        "command: [sh, -c, 'echo $((HONE_TRIAL_NUMBER % 7))']\nbudget: {trials: 4}\n");
  output({"tune", "study.yaml", "-q"});
  const std::string before = output({"trials", "s", "--json"});
  const Json json = Json::parse(output({"diagnose", "s", "--repeats", "3", "-k", "6", "--json"}));
  EXPECT_EQ(json["complete"], 4);
  EXPECT_EQ(json["noise"]["groups"].size(), 6u);  // four that were tried, two that were not
  for (const Json& group : json["noise"]["groups"]) EXPECT_EQ(group["values"].size(), 3u);
  EXPECT_EQ(output({"trials", "s", "--json"}), before);
  EXPECT_EQ(Json::parse(output({"studies", "--json"})).size(), 1u);
}

TEST_F(Diagnose, FindsNoNoiseInAStudyThatWasNeverRun) {
  write("study.yaml", "name: s\nparameters:\n  x: {type: float, low: 0, high: 1}\ncommand: [echo, '{x}']\n");
  const test::Ran ran = run({"diagnose", "study.yaml", "--repeats", "3", "-k", "2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_HAS(ran.err, "running the command 6 times: 2 configurations, each 3 times");
  EXPECT_HAS(ran.out, "Every repeat gave the same value: there is no noise.");
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

TEST_F(Diagnose, SaysThatRepeatsFailed) {
  write("study.yaml",
        "name: s\nparameters:\n  x: {type: float, low: 0, high: 1}\ncommand: [sh, -c, exit 3]\n");
  const test::Ran ran = run({"diagnose", "study.yaml", "--repeats", "3", "-k", "2"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.out, "Of 6 repeats, 6 gave no value");
  EXPECT_HAS(ran.out, "which leaves too few to compare the noise");
}

}  // namespace
}  // namespace hone::cli
