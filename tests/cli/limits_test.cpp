// SPDX-License-Identifier: MIT
// Limits on outcomes (constraints_on) as a person meets them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class LimitsCli : public test::CliTest {
 protected:
  /// The loss is x, the memory 1000 x: only x >= 0.5 may be taken, as `at_least` says.
  void write_limited(const std::string& limits = "[memory_mb >= 500]", const std::string& more = "") {
    write("train.sh",
          "awk -v x=$1 'BEGIN { printf \"{\\\"loss\\\": %s, \\\"memory_mb\\\": %s}\\n\", x, 1000 * x }'\n");
    write("limited.yaml",
          "name: limited\nobjective: {name: loss, direction: minimize}\n"
          "parameters:\n  x: {type: float, low: 0, high: 1, step: 0.25}\n"
          "constraints_on: " +
              limits + "\nsampler: grid\ncommand: [sh, train.sh, \"{x}\"]\n" + more);
  }
};

TEST_F(LimitsCli, TheBestTrialIsAFeasibleOne) {
  write_limited();
  const std::string told = output({"tune", "limited.yaml"});
  EXPECT_HAS(told, "best loss 0.5 at trial ");
  EXPECT_HAS(told, "2 of 5 complete trials are infeasible (memory_mb >= 500: 2)");
  EXPECT_HAS(output({"show", "limited"}), "limits      memory_mb >= 500");
  EXPECT_HAS(output({"best", "limited"}), "best loss 0.5");
  const std::string table = output({"trials", "limited", "--sort", "best"});
  EXPECT_HAS(table, "violates");
  EXPECT_HAS(table, "memory_mb >= 500 by 500");
  EXPECT_LT(table.find("0.75"), table.find("by 250"));  // feasible ones first, though their values are worse
  EXPECT_LT(table.find("by 250"), table.find("by 500"));
  EXPECT_HAS(output({"trials", "limited", "--where", "feasible == false", "--columns", "loss"}), "0.25");
}

TEST_F(LimitsCli, JsonAndCsvSayWhichLimitIsBrokenByHowMuch) {
  write_limited();
  const Json summary = Json::parse(output({"tune", "limited.yaml", "--json"}));
  EXPECT_EQ(summary["outcomes"]["infeasible"], 2);
  EXPECT_EQ(summary["outcomes"]["limits"][0],
            (Json{{"constraint", "memory_mb >= 500"}, {"broken", 2}, {"unknown", 0}}));
  EXPECT_EQ(summary["best"]["violations"], Json::array());
  const Json trials = Json::parse(output({"trials", "limited", "--json", "--where", "loss == 0.25"}));
  EXPECT_HAS(trials.dump(), R"("violations":[{"constraint":"memory_mb >= 500","by":250.0}])");
  const std::string csv = output({"export", "limited"});
  EXPECT_HAS(csv, ",violates,");
  EXPECT_HAS(csv, ",memory_mb >= 500 by 250,");
  // What was written reads back, and is judged anew.
  write("back.csv", csv);
  write_limited("[memory_mb >= 800]");
  output({"import", "limited.yaml", "back.csv", "--store", "other.db"});
  EXPECT_HAS(output({"best", "limited", "--store", "other.db"}), "best loss 1 at");
}

TEST_F(LimitsCli, WhatIsNotReportedIsToldAndCountsAsInfeasible) {
  write_limited("[memory <= 5]");
  const test::Ran ran = run({"tune", "limited.yaml"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_HAS(ran.err + ran.out, "infeasible: memory <= 5 (memory was not reported)");
  EXPECT_HAS(ran.out, "no complete trial is feasible: all break memory <= 5");
  EXPECT_HAS(ran.out,
             "5 did not report memory, and count as infeasible: let the command print it beside the");
  EXPECT_HAS(output({"check", "limited.yaml"}), "memory <= 5  (of what trials report)");
  EXPECT_HAS(output({"check", "--run", "limited.yaml"}),
             "memory <= 5 is not known to hold: memory was not reported");
  const test::Ran best = run({"best", "limited"});
  EXPECT_EQ(best.code, 4);
  EXPECT_HAS(best.err, "no complete trial is feasible");
}

TEST_F(LimitsCli, WhatIsNotANumberIsToldAsItWasReported) {
  write_limited("[memory_mb <= 500, cost < 3]");
  write("train.sh",
        "case $1 in 0*5) echo \"{\\\"loss\\\": $1, \\\"memory_mb\\\": \\\"300MB\\\", \\\"cost\\\": 1}\";;"
        " *) echo \"{\\\"loss\\\": $1, \\\"memory_mb\\\": 3}\";; esac\n");
  const test::Ran ran = run({"tune", "limited.yaml"});
  EXPECT_HAS(ran.out,
             "; 2 did not report cost, 3 reported memory_mb as '300MB', which is not a number, and count as "
             "infeasible: let the command print it beside the result");
  write_limited("[memory_mb <= 500]");
  write("train.sh", "echo '{\"loss\": 1, \"memory_mb\": \"300MB\"}'\n");
  EXPECT_HAS(
      output({"check", "--run", "limited.yaml"}),
      "memory_mb <= 500 is not known to hold: memory_mb was reported as '300MB', which is not a number");
}

TEST_F(LimitsCli, OtherLimitsAreAdoptedOnlyWhenThatIsSaid) {
  write_limited();
  output({"tune", "limited.yaml"});
  write_limited("[memory_mb >= 700]");
  const test::Ran refused = run({"tune", "limited.yaml"});
  EXPECT_NE(refused.code, 0);
  EXPECT_HAS(
      refused.err,
      "is in the store with other limits on outcomes: constraints_on: new: memory_mb >= 700, constraints_on: "
      "removed: memory_mb >= 500");
  EXPECT_HAS(refused.err, "--adopt");
  EXPECT_HAS(output({"space", "limited", "--set", "limited.yaml", "--dry-run"}),
             "3 trials break the limits of constraints_on");
  EXPECT_EQ(run({"tune", "limited.yaml", "--adopt"}).code, 0);
  EXPECT_HAS(output({"best", "limited"}), "best loss 0.75");
  EXPECT_HAS(output({"studies"}), "0.75");
}

TEST_F(LimitsCli, MistakesAreToldWithTheirPlace) {
  write_limited("[x <= 0.5]");
  EXPECT_HAS(run({"check", "limited.yaml"}).err,
             "what is known before a trial runs stands under constraints");
  write_limited("[\"memory_mb <\"]");
  EXPECT_HAS(run({"check", "limited.yaml"}).err, "limited.yaml:5");
}

TEST_F(LimitsCli, PicturesAndReportMarkInfeasibleTrials) {
  write_limited();
  output({"tune", "limited.yaml"});
  output({"report", "limited", "-o", "report.html"});
  const std::string page = read("report.html");
  EXPECT_HAS(page, "2 complete trials break a limit on outcomes (memory_mb &gt;= 500)");
  EXPECT_HAS(page, R"("name":"violates")");
  EXPECT_HAS(page, R"({"name":"infeasible")");
}

}  // namespace
}  // namespace hone::cli
