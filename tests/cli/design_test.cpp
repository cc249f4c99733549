// SPDX-License-Identifier: MIT
// 'hone design' and 'hone design evaluate'.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class DesignCommand : public test::CliTest {
 protected:
  static std::vector<std::vector<int>> levels(const Json& design) {
    return design["levels"].get<std::vector<std::vector<int>>>();
  }
  /// The criterion that 'hone design' tells, and that of the file it writes.
  std::pair<double, double> told_and_written(std::vector<std::string> arguments, const std::string& space) {
    arguments.insert(arguments.begin(), "design");
    std::vector<std::string> evaluate{"design", "evaluate", "written.csv", "--json"};
    if (!space.empty()) {
      for (auto* command : {&arguments, &evaluate}) command->insert(command->end(), {"--space", space});
    }
    write("written.csv", output(arguments));
    arguments.emplace_back("--json");
    const Json json = Json::parse(output(arguments)), file = Json::parse(output(evaluate));
    return {json["criterion"]["value"].get<double>(), file["criteria"]["cd2"].get<double>()};
  }
};

TEST_F(DesignCommand, PrintsABalancedTableAndItsCriterion) {
  const test::Ran ran = run({"design", "--runs", "12", "--factors", "3", "--levels", "4"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out.rfind("x1,x2,x3\n", 0), 0u) << ran.out;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 13);
  EXPECT_EQ(ran.err.rfind("cd2 0.", 0), 0u) << ran.err;
  EXPECT_HAS(ran.err, "12 runs, 3 factors, 4 levels");
  EXPECT_EQ(output({"design", "-n", "12", "-s", "3", "-q", "4"}), ran.out) << "equal options, equal designs";
}

TEST_F(DesignCommand, WritesJsonWithLevelsPointsAndCriterion) {
  const Json json = Json::parse(output({"design", "-n", "9", "-s", "2", "--format", "json"}));
  std::set<int> first;
  for (const auto& row : levels(json)) first.insert(row[0]);
  EXPECT_EQ(first.size(), 9u);
  EXPECT_EQ(json["criterion"]["name"], "cd2");
  EXPECT_GT(json["seconds"].get<double>(), 0.0);
  const int level = levels(json)[4][1];
  EXPECT_DOUBLE_EQ(json["points"][4][1].get<double>(), (2 * level - 1) / 18.0);
}

// Table 1 of Yang and Zhang (2021): exact values of reference arithmetic.
TEST_F(DesignCommand, EvaluatesThePublishedDesign) {
  write("table1.csv",
        "a,b\n16,15\n18,19\n12,1\n19,3\n1,9\n10,7\n9,20\n4,13\n2,18\n14,10\n6,16\n15,5\n5,6\n20,12\n11,"
        "14\n13,17\n8,4\n"
        "7,11\n3,2\n17,8\n");
  const Json json = Json::parse(output({"design", "evaluate", "table1.csv", "--json"}));
  EXPECT_EQ(json["levels"], 20);
  EXPECT_EQ(json["balanced"], true);
  EXPECT_NEAR(json["criteria"]["cd2"].get<double>(), 177259.0 / 230400000.0, 1e-14);
  EXPECT_NEAR(json["criteria"]["wd2"].get<double>(), 52237.0 / 28800000.0, 1e-14);
  EXPECT_NEAR(json["criteria"]["md2"].get<double>(), 1374611.0 / 921600000.0, 1e-14);
  EXPECT_NEAR(json["criteria"]["maximin"].get<double>(), 0.180277563773, 1e-12);
  EXPECT_HAS(output({"design", "evaluate", "table1.csv"}), "20 runs, 2 factors, 20 levels, balanced");
}

TEST_F(DesignCommand, AddsRunsToADesignThatStaysAsItIs) {
  write("old.csv", "x1,x2\n3,3\n4,5\n5,2\n");
  const Json json = Json::parse(output({"design", "-n", "10", "--augment", "old.csv", "-f", "json"}));
  const auto rows = levels(json);
  ASSERT_EQ(rows.size(), 10u);
  EXPECT_EQ(rows[0], (std::vector<int>{3, 3}));
  EXPECT_EQ(rows[2], (std::vector<int>{5, 2}));
  std::set<int> first;
  for (const auto& row : rows) first.insert(row[0]);
  EXPECT_EQ(first.size(), 10u) << "balanced with the existing ones";
}

TEST_F(DesignCommand, AddsColumns) {
  write("old.csv", "x1\n3\n1\n2\n4\n");
  const Json json = Json::parse(output({"design", "--augment", "old.csv", "--columns", "2", "-f", "json"}));
  const auto rows = levels(json);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].size(), 3u);
  EXPECT_EQ(rows[0][0], 3);
  EXPECT_EQ(rows[3][0], 4);
}

TEST_F(DesignCommand, TellsTheCriterionOfWhatItWrites) {
  write_study();
  write("sum.yaml",
        "name: sum\n"
        "objective: {name: loss, direction: minimize}\n"
        "parameters:\n"
        "  x: {type: float, low: 0, high: 1}\n"
        "  y: {type: int, low: 0, high: 4}\n"
        "constraints: [x + y <= 3]\n");
  write("points.csv", "a,b\n0.01,0.02\n0.03,0.99\n0.74,0.76\n");
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"-n", "9", "-s", "2"}, ""},
      {{"-n", "11", "--augment", "points.csv"}, ""},
      {{"--columns", "2", "--augment", "points.csv"}, ""},
      {{"-n", "8"}, "study.yaml"},
      {{"-n", "8"}, "sum.yaml"},
  };
  for (const auto& [arguments, space] : cases) {
    const auto [told, written] = told_and_written(arguments, space);
    EXPECT_NEAR(told, written, 1e-9 * written) << arguments[0] << " " << arguments[1] << " " << space;
  }
}

TEST_F(DesignCommand, KeepsValuesAndNamesWhenColumnsAreAdded) {
  write("have.csv", "speed,x3\n0.11,0.9\n0.5,0.52\n0.97,0.13\n");
  const std::string csv = output({"design", "--augment", "have.csv", "--columns", "2"});
  EXPECT_EQ(csv.rfind("speed,x3,x4,x5\n0.11,0.9,", 0), 0u) << csv;
  EXPECT_HAS(csv, "\n0.5,0.52,");
  EXPECT_HAS(csv, "\n0.97,0.13,");
  // A complete design of few levels keeps them: on as many levels as runs it would lie in a corner.
  write("few.csv", "a,b\n1,1\n1,2\n2,1\n2,2\n");
  const Json json = Json::parse(output({"design", "--augment", "few.csv", "--columns", "1", "--json"}));
  EXPECT_EQ(json["columns"], Json({"a", "b", "x3"}));
  EXPECT_EQ(json["points"][0][0], 0.25);
  EXPECT_EQ(json["points"][3][0], 0.75);
}

TEST_F(DesignCommand, KeepsTheNamesOfColumnsWhenRunsAreAdded) {
  write("have.csv", "speed,\"load, kg\"\n3,3\n4,5\n");
  EXPECT_EQ(output({"design", "-n", "5", "--augment", "have.csv"}).rfind("speed,\"load, kg\"\n3,3\n4,5\n", 0),
            0u);
}

// Whole numbers do not say of how many levels they are.
TEST_F(DesignCommand, SaysHowItReadsTheLevelsOfAFile) {
  write("half.csv", "a,b\n2,6\n4,2\n6,8\n8,4\n");  // four runs on a grid of eight levels
  EXPECT_HAS(run({"design", "-n", "20", "--augment", "half.csv"}).err,
             "half.csv: read as levels 2 to 8 of 20, so that its runs lie in the lower half; if it has "
             "another number of "
             "levels, say so with --levels");
  EXPECT_HAS(run({"design", "-n", "6", "--augment", "half.csv"}).err, "read as levels 2 to 8 of 8");
  EXPECT_EQ(run({"design", "-n", "20", "-q", "8", "--augment", "half.csv"}).err.find("read as"),
            std::string::npos);
  EXPECT_HAS(run({"design", "-n", "20", "-q", "16", "--augment", "half.csv"}).err, "the lower half");
}

TEST_F(DesignCommand, EvaluatesChoicesAsItSays) {
  write("tool.yaml",
        "name: tool\n"
        "objective: {name: loss, direction: minimize}\n"
        "parameters:\n"
        "  kind: {type: categorical, choices: [a, b, c]}\n");
  write("settings.csv", "kind\na\nc\n");
  write("points.csv", "a,b,c\n0.6,0.4,0.4\n0.4,0.4,0.6\n");
  EXPECT_HAS(output({"design", "evaluate", "settings.csv", "--space", "tool.yaml"}),
             "at 0.6 for the value it has and 0.4 for the others");
  const Json ours =
      Json::parse(output({"design", "evaluate", "settings.csv", "--space", "tool.yaml", "--json"}));
  EXPECT_EQ(ours["criteria"],
            Json::parse(output({"design", "evaluate", "points.csv", "--json"}))["criteria"]);
}

TEST_F(DesignCommand, SaysThatATimeWasTooShort) {
  const test::Ran ran = run({"design", "-n", "20", "-s", "3", "--time", "0s"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 21);
  EXPECT_HAS(ran.err, "there was no time to search");
}

TEST_F(DesignCommand, SpeaksTheUnitsOfAStudy) {
  write_study();
  const std::string csv = output({"design", "-n", "8", "--space", "study.yaml"});
  EXPECT_EQ(csv.rfind("C,kernel,degree\n", 0), 0u);
  EXPECT_HAS(csv, "rbf");
  EXPECT_HAS(csv, "poly");
  write("have.csv", csv);
  const std::string more =
      output({"design", "-n", "12", "--space", "study.yaml", "--augment", "have.csv", "-f", "json"});
  const Json json = Json::parse(more);
  EXPECT_EQ(json["settings"].size(), 12u);
  EXPECT_TRUE(json["settings"][0].contains("kernel"));
  EXPECT_HAS(output({"design", "evaluate", "have.csv", "--space", "study.yaml"}), "8 runs, 4 factors");
}

TEST_F(DesignCommand, KeepsTheRunsThatSatisfyTheConstraints) {
  write("pair.yaml",
        "name: pair\n"
        "objective: {name: loss, direction: minimize}\n"
        "parameters:\n"
        "  low: {type: float, low: 0, high: 10}\n"
        "  high: {type: float, low: 0, high: 10}\n"
        "constraints: [low <= high]\n");
  const test::Ran ran = run({"design", "-n", "12", "--space", "pair.yaml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 13);
  EXPECT_HAS(ran.err, "and kept 12 that satisfy the constraints");
  write("have.csv", ran.out);
  const Json json = Json::parse(
      output({"design", "-n", "20", "--space", "pair.yaml", "--augment", "have.csv", "-f", "json"}));
  ASSERT_EQ(json["settings"].size(), 20u);
  for (const Json& settings : json["settings"])
    EXPECT_LE(settings["low"].get<double>(), settings["high"].get<double>());
  EXPECT_GT(json["criterion"]["laid_out"]["runs"].get<int>(), 20);
}

// On the levels of the larger design the border point would lie outside, and the others elsewhere.
TEST_F(DesignCommand, TellsRunsThatWereMadeAsTheyWere) {
  const std::string space =
      "name: sum\n"
      "objective: {name: loss, direction: minimize}\n"
      "parameters:\n"
      "  x: {type: float, low: 0, high: 1}\n"
      "  y: {type: float, low: 0, high: 1}\n";
  write("free.yaml", space);
  write("sum.yaml", space + "constraints: [x + y <= 1]\n");
  write("have.csv", "x,y\n0.5,0.5\n0.123,0.321\n");
  for (const char* file : {"free.yaml", "sum.yaml"}) {
    const std::string csv = output({"design", "-n", "8", "--space", file, "--augment", "have.csv"});
    EXPECT_EQ(csv.rfind("x,y\n0.5,0.5\n0.123,0.321\n", 0), 0u) << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 9);
  }
  const std::string points = output({"design", "-n", "8", "--augment", "have.csv"});
  EXPECT_EQ(points.rfind("x,y\n0.5,0.5\n0.123,0.321\n", 0), 0u) << "points stay points";
}

TEST_F(DesignCommand, SpreadsAWholeDesignOverTheLargerOne) {
  write("five.csv", "x1,x2\n1,2\n2,4\n3,1\n4,5\n5,3\n");
  const test::Ran ran = run({"design", "-n", "20", "--augment", "five.csv"});
  EXPECT_HAS(ran.err, "five.csv: read as a complete design of 5 levels, which become points");
  EXPECT_EQ(ran.out.rfind("x1,x2\n0.1,0.3\n0.3,0.7\n", 0), 0u) << ran.out;
  const Json kept =
      Json::parse(output({"design", "-n", "20", "-q", "5", "--augment", "five.csv", "-f", "json"}));
  EXPECT_EQ(levels(kept)[1], (std::vector<int>{2, 4}));
}

TEST_F(DesignCommand, SaysThatLevelsCannotAllComeEquallyOften) {
  EXPECT_HAS(run({"design", "-n", "20", "-s", "3", "-q", "6"}).err,
             "some levels come once more than others, as 6 does not divide 20");
  EXPECT_EQ(run({"design", "-n", "20", "-s", "3", "-q", "5"}).err.find("once more"), std::string::npos);
}

TEST_F(DesignCommand, DrawsEveryPair) {
  EXPECT_EQ(output({"design", "-n", "10", "-s", "4", "-o", "pairs.svg"}), "");
  const std::string svg = read("pairs.svg");
  EXPECT_EQ(svg.rfind("<svg", 0), 0u) << svg.substr(0, 100);
  EXPECT_HAS(svg, "x4");
  EXPECT_HAS(output({"design", "-n", "5", "-s", "1", "-f", "svg"}), "<svg");
  // A space is drawn in its own units: parameters and their values, not the columns that encode them.
  write_study();
  const std::string space = output({"design", "-n", "12", "--space", "study.yaml", "-f", "svg"});
  for (const char* word : {">C<", ">kernel<", ">degree<", ">poly<", ">100<", ">12 runs of 3 parameters<"})
    EXPECT_HAS(space, word);
  EXPECT_EQ(space.find("kernel="), std::string::npos);
}

TEST_F(DesignCommand, SaysWhatIsMissingOrWrong) {
  const auto error = [this](const std::vector<std::string>& arguments, int code) {
    const test::Ran ran = run(arguments);
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_EQ(ran.out, "");
    return ran.err;
  };
  write("nameless.csv", "1,2\n2,1\n");
  EXPECT_HAS(error({"design", "-n", "5", "--augment", "nameless.csv"}, 3), "names of columns belong");
  write("empty.csv", "x1,x2\n");
  EXPECT_HAS(error({"design", "evaluate", "empty.csv"}, 3), "there are no runs");
  EXPECT_HAS(error({"design", "-n", "5", "-s", "2", "-o", "design.png"}, 2), "not written as .png");
  EXPECT_EQ(error({"design", "-s", "3"}, 2), "hone: how many runs?\nsay so with --runs 30\n");
  EXPECT_HAS(error({"design", "-n", "9"}, 2), "how many factors?");
  EXPECT_HAS(error({"design", "-n", "9", "-s", "2", "-c", "cd3"}, 2), "did you mean 'cd2'?");
  EXPECT_HAS(error({"design", "-n", "9", "-s", "2", "--time", "soon"}, 2), "'soon' is not a time");
  EXPECT_HAS(error({"design", "-n", "9", "-s", "2", "--columns", "1"}, 2), "--augment FILE");
  EXPECT_HAS(error({"design", "-n", "10", "-s", "1", "-q", "3", "-c", "maximin"}, 3),
             "cannot all be different");
  EXPECT_HAS(error({"design", "evaluate", "none.csv"}, 4), "none.csv");
  write("bad.csv", "a,b\n1,2\n3,x\n");
  EXPECT_HAS(error({"design", "evaluate", "bad.csv"}, 3), "bad.csv:3: column 'b' holds 'x'");
  write("mixed.csv", "a,b\n1,2\n0.5,1\n");
  EXPECT_HAS(error({"design", "evaluate", "mixed.csv"}, 3), "mixed.csv:3: column 'a' holds 0.5");
  write("high.csv", "a\n1\n9\n");
  EXPECT_HAS(error({"design", "evaluate", "high.csv", "-q", "5"}, 3), "high.csv:3: column 'a' has level 9");
  EXPECT_HAS(error({"design", "-n", "1", "--augment", "high.csv"}, 2), "the file alone has 2 runs");
}

}  // namespace
}  // namespace hone::cli
