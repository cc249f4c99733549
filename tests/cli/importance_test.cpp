// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Importance : public test::CliTest {
 protected:
  /// Trials of loss = C's exponent, and of degree where the kernel is poly.
  void make_study(int count) {
    write_study();
    std::string rows = "C,kernel,degree,loss\n";
    for (int i = 0; i < count; ++i) {
      const double exponent = 3.0 * std::fmod(0.6180339887498949 * i, 1.0);
      const bool poly = i % 2 == 0;
      rows += std::to_string(std::pow(10.0, exponent)) + (poly ? ",poly," : ",rbf,") +
              (poly ? std::to_string(2 + i / 2 % 4) : "") + "," + std::to_string(exponent) + "\n";
    }
    write("rows.csv", rows);
    output({"ask", "study.yaml"});  // makes the study; the trial stays open
    output({"import", "study.yaml", "rows.csv"});
  }
};

TEST_F(Importance, IsATableWithoutBarsWhenNobodyLooks) {
  make_study(80);
  const std::string out = output({"importance", "study.yaml", "--method", "ped-anova"});
  EXPECT_HAS(out, "svm  minimize loss, 80 complete trials\n\nparameter  importance      ±  trials\nC ");
  EXPECT_HAS(out, "\nPED-ANOVA: how far the best 8 of 80 trials differ from all of those");
  EXPECT_EQ(out.find("█"), std::string::npos);
}

TEST_F(Importance, HasBarsInATerminal) {
  make_study(80);
  environment_.output_is_terminal = true;
  EXPECT_HAS(output({"importance", "svm"}), "████████");
  environment_.variables = {{"LANG", "C"}};
  EXPECT_HAS(output({"importance", "svm"}), "########");
}

TEST_F(Importance, ShowsPairsAndWhatTheForestKnows) {
  make_study(80);
  const std::string out = output({"importance", "svm", "--pairs"});
  EXPECT_HAS(out, "\ntogether ");
  EXPECT_HAS(out, "C, kernel ");
  EXPECT_HAS(out, "fANOVA: shares of the variance of loss over the whole space.");
  EXPECT_HAS(out, "The forest behind these numbers predicts ");
}

TEST_F(Importance, GivesJson) {
  make_study(80);
  const Json fanova = Json::parse(output({"importance", "svm", "--pairs", "--json"}));
  EXPECT_EQ(fanova["study"], "svm");
  EXPECT_EQ(fanova["method"], "fanova");
  EXPECT_EQ(fanova["trials"], 80);
  EXPECT_EQ(fanova["importances"][0]["parameter"], "C");
  EXPECT_GT(fanova["importances"][0]["importance"], 0.9);
  EXPECT_EQ(fanova["importances"].size(), 3U);
  EXPECT_EQ(fanova["pairs"].size(), 3U);
  EXPECT_GT(fanova["explained"], 0.9);
  const Json ped = Json::parse(output({"importance", "svm", "-m", "ped-anova", "-q", "0.2", "--json"}));
  EXPECT_EQ(ped["best"], 16);
  EXPECT_EQ(ped["compared"], 80);
  EXPECT_FALSE(ped.contains("pairs"));
}

TEST_F(Importance, SaysWhatIsWrong) {
  make_study(7);
  const test::Ran few = run({"importance", "svm"});
  EXPECT_EQ(few.code, 3);
  EXPECT_EQ(few.err, "hone: importance needs at least 10 complete trials, and there are 7; run 3 more\n");
  EXPECT_EQ(run({"importance", "svm", "-q", "0.2"}).err,
            "hone: --quantile and --within belong to PED-ANOVA\nadd --method ped-anova\n");
  EXPECT_EQ(run({"importance", "svm", "-m", "ped-anova", "--pairs"}).err,
            "hone: PED-ANOVA judges parameters one by one and has no --pairs\nuse --method fanova\n");
  EXPECT_HAS(run({"importance", "svm", "--objective", "los"}).err, "(did you mean 'loss'?)");
}

}  // namespace
}  // namespace hone::cli
