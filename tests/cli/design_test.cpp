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
  EXPECT_GT(json["criterion"]["runs"].get<int>(), 20);
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
  EXPECT_EQ(points.rfind("x1,x2\n0.5,0.5\n0.123,0.321\n", 0), 0u) << "points stay points";
}

TEST_F(DesignCommand, SpreadsAWholeDesignOverTheLargerOne) {
  write("five.csv", "x1,x2\n1,2\n2,4\n3,1\n4,5\n5,3\n");
  const test::Ran ran = run({"design", "-n", "20", "--augment", "five.csv"});
  EXPECT_HAS(ran.err, "five.csv is a whole design of 5 levels: read as points");
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
  EXPECT_HAS(error({"design", "-n", "9", "-s", "2", "--time", "soon"}, 2), "'soon' is no time");
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
