// SPDX-License-Identifier: MIT
// Listing, exporting and importing trials.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Data : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_study();
    write("rows.csv",
          "C,kernel,degree,loss,state\n"
          "10,rbf,,0.5,\n"
          "20,poly,3,0.25,\n"
          "30,poly,2,,failed\n"
          "40,rbf,,0.75,complete\n");
    ASSERT_EQ(output({"import", "study.yaml", "rows.csv"}), "imported 4 trials into svm\n");
  }

  std::vector<int> numbers(std::vector<std::string> options) {
    std::vector<std::string> arguments{"trials", "svm", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    std::vector<int> found;
    for (const Json& trial : Json::parse(output(arguments))) found.push_back(trial["number"].get<int>());
    return found;
  }
};

using Numbers = std::vector<int>;

TEST_F(Data, TrialsAreListedInATable) {
  EXPECT_EQ(output({"trials", "svm", "--columns", "number,state,loss,C,kernel,degree"}),
            "number  state     loss   C  kernel  degree\n"
            "     0  complete   0.5  10  rbf\n"
            "     1  complete  0.25  20  poly         3\n"
            "     2  failed          30  poly         2\n"
            "     3  complete  0.75  40  rbf\n");
}

TEST_F(Data, TrialsAreFilteredByState) {
  EXPECT_EQ(numbers({"--state", "failed"}), Numbers{2});
  EXPECT_EQ(numbers({"-s", "complete,failed"}), (Numbers{0, 1, 2, 3}));
  const test::Ran wrong = run({"trials", "svm", "-s", "complet"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_HAS(wrong.err, "did you mean 'complete'?");
}

TEST_F(Data, TrialsAreFilteredByExpression) {
  EXPECT_EQ(numbers({"--where", "loss < 0.6"}), (Numbers{0, 1}));
  EXPECT_EQ(numbers({"-w", "value >= 0.5 and C > 10"}), Numbers{3});
  EXPECT_EQ(numbers({"-w", "kernel == 'poly'"}), (Numbers{1, 2}));
  EXPECT_EQ(numbers({"-w", "degree <= 3"}), (Numbers{1, 2})) << "trials without degree are not kept";
  EXPECT_EQ(numbers({"-w", "state == 'failed' or number == 0"}), (Numbers{0, 2}));
  const test::Ran wrong = run({"trials", "svm", "-w", "lss < 1"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_HAS(wrong.err, "--where: ");
  EXPECT_HAS(wrong.err, "did you mean 'loss'?");
}

TEST_F(Data, TrialsAreSortedAndLimited) {
  EXPECT_EQ(numbers({"--sort", "best"}), (Numbers{1, 0, 3, 2}));
  EXPECT_EQ(numbers({"--sort", "loss", "--reverse"}), (Numbers{3, 0, 1, 2}))
      << "trials without a value come last";
  EXPECT_EQ(numbers({"--sort", "kernel"}), (Numbers{1, 2, 0, 3}));
  EXPECT_EQ(numbers({"-r", "-n", "2"}), (Numbers{3, 2}));
  const test::Ran some = run({"trials", "svm", "-n", "1"});
  EXPECT_EQ(some.err, "1 of 4 trials\n");
  EXPECT_EQ(run({"trials", "svm", "--sort", "los"}).code, 4);
  EXPECT_EQ(output({"trials", "svm", "-w", "loss > 9"}), "no trial fits\n");
}

TEST_F(Data, ExportWritesTheTrialsForWhichAnExpressionIsTrue) {
  const std::string csv = output({"export", "svm", "--where", "kernel == 'poly' and state == 'complete'"});
  EXPECT_HAS(csv, "\n1,");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << csv;
  EXPECT_EQ(Json::parse(output({"export", "svm", "-f", "json", "-w", "loss > 9"})).size(), 0U);
  const test::Ran wrong = run({"export", "svm", "-w", "lss < 1"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_HAS(wrong.err, "--where: ");
}

TEST_F(Data, ExportWritesJson) {
  const Json trials = Json::parse(output({"export", "svm", "--format", "json"}));
  ASSERT_EQ(trials.size(), 4u);
  EXPECT_EQ(trials[1]["number"], 1);
  EXPECT_EQ(trials[1]["state"], "complete");
  EXPECT_EQ(trials[1]["params"], (Json{{"C", 20.0}, {"kernel", "poly"}, {"degree", 3}}));
  EXPECT_EQ(trials[1]["value"], 0.25);
  EXPECT_FALSE(trials[2].contains("value") && !trials[2]["value"].is_null());
}

TEST_F(Data, ExportWritesCsv) {
  const std::string csv = output({"export", "svm", "--format", "csv"});
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "number,state,C,kernel,degree,loss,created,started,finished,attempt,error");
  EXPECT_HAS(csv, "\n1,complete,20,poly,3,0.25,");
}

TEST_F(Data, AnExportOfAnUnknownKindIsRefused) {
  const test::Ran ran = run({"export", "svm", "-o", "out.parquet"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_HAS(ran.err, "there is no export as .parquet");
  EXPECT_HAS(ran.err, "--format csv");
  EXPECT_FALSE(std::filesystem::exists("out.parquet"));
  EXPECT_EQ(run({"export", "svm", "-o", "out.parquet", "--format", "csv"}).code, 0) << "who says so means it";
}

TEST_F(Data, WhatIsExportedCanBeImported) {
  for (const std::string file : {"out.json", "out.csv"}) {
    const test::Ran exported = run({"export", "svm", "-o", file});
    EXPECT_EQ(exported.err, "wrote 4 trials to " + file + "\n");
    EXPECT_EQ(output({"import", "study.yaml", file, "--store", file + ".db"}),
              "imported 4 trials into svm\n");
    const Json copy = Json::parse(output({"trials", "svm", "--json", "--store", file + ".db"}));
    ASSERT_EQ(copy.size(), 4u);
    const Json original = Json::parse(output({"trials", "svm", "--json"}));
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(copy[i]["params"], original[i]["params"]);
      EXPECT_EQ(copy[i]["state"], original[i]["state"]);
    }
  }
}

// Without its notes a sampler that works in stages could not go on.
TEST_F(Data, NotesOfASamplerSurviveATable) {
  write(
      "noted.json",
      R"([{"params": {"C": 1, "kernel": "rbf"}, "value": 1, "notes": {"seen": 2, "words": "3 4", "theta": [0.1, -2]}},
            {"params": {"C": 2, "kernel": "rbf"}, "value": 2}])");
  output({"import", "study.yaml", "noted.json", "--store", "a.db"});
  const std::string csv = output({"export", "svm", "--format", "csv", "--store", "a.db"});
  EXPECT_HAS(csv.substr(0, csv.find('\n')), "error,note.seen,note.theta,note.words");
  write("noted.csv", csv);
  EXPECT_EQ(output({"import", "study.yaml", "noted.csv", "--store", "b.db"}), "imported 2 trials into svm\n");
  const Json copy = Json::parse(output({"export", "svm", "--format", "json", "--store", "b.db"}));
  EXPECT_EQ(copy[0]["notes"], (Json{{"seen", 2}, {"theta", {0.1, -2.0}}, {"words", "3 4"}}));
  EXPECT_TRUE(copy[1]["notes"].empty());
}

// Stages lie around trials, which they name by number. A trial that never ended shifts the numbers.
TEST_F(Data, StagesAreAroundTheSameTrialsAfterAnImport) {
  write("noted.csv",
        "number,state,C,kernel,degree,loss,note.stage,note.run,note.runs,note.levels,note.zoom,note.centre\n"
        "0,running,1,rbf,,,1,1,3,3,1,\n"
        "1,complete,2,rbf,,2,1,2,3,3,1,\n"
        "2,complete,3,rbf,,1,1,3,3,3,1,\n"
        "3,complete,4,rbf,,3,2,1,3,3,2,2\n");
  const auto notes = [&](const std::string& store, std::size_t trial) {
    return Json::parse(output({"export", "svm", "--format", "json", "--store", store}))[trial]["notes"];
  };
  output({"import", "study.yaml", "noted.csv", "--store", "a.db"});
  EXPECT_EQ(notes("a.db", 2)["centre"], "1");
  EXPECT_HAS(run({"import", "svm", "noted.csv", "--again", "--store", "a.db"}).err, "stages of its own");
  EXPECT_TRUE(notes("a.db", 5).empty());
  write("cut.csv",
        "C,kernel,degree,loss,note.stage,note.run,note.runs,note.levels,note.zoom,note.centre\n"
        "4,rbf,,3,2,1,3,3,2,7\n");
  EXPECT_HAS(run({"import", "study.yaml", "cut.csv", "--store", "c.db"}).err, "is missing");
  EXPECT_TRUE(notes("c.db", 0).empty());
}

TEST_F(Data, ImportReportsRowsThatDoNotFitWithTheirLines) {
  write("bad.csv",
        "C,kernel,degree,value\n"
        "10,rbf,,1\n"
        "9999,rbf,,1\n"
        "10,sigmoid,,1\n"
        "\n"
        "10,poly,,1\n"
        "10,rbf,,abc\n");
  const test::Ran ran = run({"import", "svm", "bad.csv"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_HAS(ran.err, "bad.csv:3: ");
  EXPECT_HAS(ran.err, "bad.csv:4: ");
  EXPECT_HAS(ran.err, "bad.csv:6: ");
  EXPECT_HAS(ran.err, "bad.csv:7: the value 'abc' is not a number");
  EXPECT_HAS(ran.err, "4 rows do not fit the study, so nothing was imported");
  EXPECT_EQ(numbers({}).size(), 4u);
  EXPECT_EQ(output({"import", "svm", "bad.csv", "--skip-invalid"}),
            "imported 1 trial into svm, left out 4 rows\n");
  EXPECT_EQ(numbers({}).size(), 5u);
}

TEST_F(Data, ImportWantsTheColumnsOfTheStudy) {
  write("a.csv", "c,kernel,value\n1,rbf,2\n");
  const test::Ran a = run({"import", "svm", "a.csv"});
  EXPECT_EQ(a.code, 3);
  EXPECT_HAS(a.err, "a.csv:1: there is no column 'C'");
  write("b.csv", "C,kernel\n1,rbf\n");
  EXPECT_HAS(run({"import", "svm", "b.csv"}).err, "there is no column 'loss' with the results");
  EXPECT_EQ(run({"import", "svm", "none.csv"}).code, 4);
  write("c.json", "{\"a\":");
  EXPECT_HAS(run({"import", "svm", "c.json"}).err, "c.json: the text ends");
}

TEST_F(Data, ImportTurnsOtherColumnsIntoAttributes) {
  write("more.csv", "C,kernel,loss,machine\n5,rbf,0.1,m1\n");
  const test::Ran ran = run({"import", "svm", "more.csv"});
  EXPECT_EQ(ran.err, "column 'machine' becomes an attribute\n");
  EXPECT_EQ(Json::parse(output({"trials", "svm", "--json"}))[4]["attributes"]["machine"], "m1");
  EXPECT_EQ(numbers({"-w", "`attr.machine` == 'm1'"}), Numbers{4});
}

TEST_F(Data, ImportReadsTheTableOfAnOptunaStudy) {
  write("o.csv",
        "number,value,params_C,params_kernel,state\n0,0.5,11,rbf,COMPLETE\n1,,21,rbf,FAIL\n2,,30,rbf,"
        "RUNNING\n");
  EXPECT_HAS(run({"import", "svm", "o.csv"}).out, "imported 2 trials into svm");
  EXPECT_EQ(Json::parse(output({"trials", "svm", "--json"}))[5]["state"], "failed");
}

TEST_F(Data, ImportSaysHowManyRowsHaveNoValue) {
  write("nan.csv", "C,kernel,loss\n10,rbf,nan\n20,rbf,\n30,rbf,0.5\n");
  EXPECT_HAS(run({"import", "svm", "nan.csv"}).err, "2 rows have no finite value and become failed trials\n");
}

TEST_F(Data, ImportReadsJsonAndStandardInput) {
  const std::string rows =
      R"([{"params":{"C":2,"kernel":"rbf"},"value":0.125},{"params":{"C":0,"kernel":"rbf"},"value":1}])";
  const test::Ran ran = run({"import", "svm", "-", "--skip-invalid", "--json"}, rows);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["imported"], 1);
  EXPECT_EQ(json["invalid"], 1);
  EXPECT_HAS(json["problems"][0].get<std::string>(), "standard input: trials[1]");
}

TEST_F(Data, ImportSaysWhichValuesHadNoSay) {
  write("odd.csv", "C,kernel,degree,loss\n11,rbf,3,0.5\n21,poly,3,0.25\n");
  const test::Ran ran = run({"import", "svm", "odd.csv"});
  EXPECT_EQ(ran.out, "imported 2 trials into svm\n");
  EXPECT_HAS(ran.err,
             "1 row has values of parameters that do not exist under the other values, which were left out: "
             "'degree' in 1 row");
  const Json json = Json::parse(output({"import", "svm", "odd.csv", "--again", "--json"}));
  EXPECT_EQ(json["inactive"], Json::parse(R"({"degree": 1})"));
  EXPECT_EQ(Json::parse(output({"import", "svm", "rows.csv", "--again", "--json"}))["inactive"],
            Json::object());
}

TEST_F(Data, ADryRunStoresNothing) {
  EXPECT_EQ(output({"import", "study.yaml", "rows.csv", "--dry-run", "--store", "new.db"}),
            "would import 4 trials into svm\n");
  EXPECT_FALSE(std::filesystem::exists("new.db"));
  EXPECT_EQ(output({"import", "svm", "rows.csv", "--dry-run", "--again"}),
            "would import 4 trials into svm\n");
  EXPECT_EQ(numbers({}).size(), 4u);
}

TEST_F(Data, PlotsAreDrawnHereOrWritten) {
  EXPECT_HAS(output({"plot", "svm"}), "best so far");
  EXPECT_EQ(output({"plot", "svm", "-o", "p.svg"}), "wrote p.svg\n");
  EXPECT_EQ(read("p.svg").rfind("<svg", 0), 0u);
  const std::string ascii = output({"plot", "svm", "--ascii", "-k", "history"});
  EXPECT_TRUE(
      std::all_of(ascii.begin(), ascii.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  EXPECT_EQ(Json::parse(output({"plot", "svm", "-p", "C", "--json"}))["charts"], 1);
  const test::Ran wrong = run({"plot", "svm", "-p", "kernl"});
  EXPECT_EQ(wrong.code, 4);
  EXPECT_HAS(wrong.err, "did you mean 'kernel'?");
}

}  // namespace
}  // namespace hone::cli
