// SPDX-License-Identifier: MIT
// A study whose space changes, from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/cli_fixture.hpp"
#include "hone/codec/json.hpp"

namespace hone::cli {
namespace {

using codec::Json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A study that was tuned for six trials with C from 1 to 1000.
class SpaceCommand : public test::CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write("study.yaml", with("C: {type: float, low: 1, high: 1000, scale: log}\n"));
    ASSERT_EQ(run({"tune", "study.yaml", "-q"}).code, 0);
  }

  static std::string with(const std::string& parameters, const std::string& more = "") {
    return "name: svm\n"
           "objective: {name: loss, direction: minimize}\n"
           "sampler: random\nseed: 1\n"
           "enqueue: [{C: 2}, {C: 900}]\n"
           "command: [echo, \"{C}\"]\n"
           "budget: {trials: 6}\n"
           "parameters:\n  " +
           parameters + more;
  }
  /// The same without starting points, which a narrower space may not have.
  static std::string without_points(const std::string& parameters, const std::string& more = "") {
    std::string file = with(parameters, more);
    const std::string points = "enqueue: [{C: 2}, {C: 900}]\n";
    return file.erase(file.find(points), points.size());
  }
  Json json(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    return Json::parse(output(arguments));
  }
};

TEST_F(SpaceCommand, TuneSaysWhatChangedAndWaitsForAWord) {
  write("study.yaml", without_points("C: {type: float, low: 1, high: 500, scale: log}\n"));
  const test::Ran refused = run({"tune", "study.yaml"});
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("parameters.C: narrowed from [1, 1000] to [1, 500]"));
  EXPECT_THAT(refused.err, HasSubstr("hone tune FILE --adopt"));
  EXPECT_EQ(json({"show", "svm"})["versions"].size(), 1U);
}

TEST_F(SpaceCommand, EveryCommandThatTakesAFileSaysWhatItChanges) {
  const auto file = [&](const std::string& seed) {
    std::string text = without_points("C: {type: float, low: 1, high: 1000, scale: log}\n");
    write("study.yaml", text.replace(text.find("seed: 1\n"), 8, seed));
  };
  file("seed: 41\n");
  EXPECT_THAT(run({"ask", "study.yaml", "--json"}).err,
              AllOf(HasSubstr("changed since the last run\n"), HasSubstr("  seed: changed from ")));
  EXPECT_THAT(run({"ask", "study.yaml"}).err, Not(HasSubstr("changed since")));
  file("seed: 42\n");
  EXPECT_THAT(run({"enqueue", "study.yaml", "C=10"}).err, HasSubstr("  seed: changed from 41 to 42\n"));
  file("seed: 43\n");
  write("rows.json", R"([{"params": {"C": 20}, "value": 3}])");
  EXPECT_THAT(run({"import", "study.yaml", "rows.json"}).err, HasSubstr("  seed: changed from 42 to 43\n"));
  file("seed: 44\n");
  EXPECT_THAT(run({"tune", "study.yaml", "--json", "-n", "9"}).err,
              HasSubstr("  seed: changed from 43 to 44\n"));
}

TEST_F(SpaceCommand, AdoptsANarrowerRangeAndKeepsWhatIsOutside) {
  write("study.yaml", without_points("C: {type: float, low: 1, high: 500, scale: log}\n"));
  const test::Ran ran = run({"tune", "study.yaml", "--adopt", "-n", "9"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err,
              HasSubstr("changed since the last run\n  parameters.C: narrowed from [1, 1000] to [1, 500]\n"));
  EXPECT_THAT(ran.err, HasSubstr("  budget.trials: changed from 6 to 9\n"));
  EXPECT_THAT(ran.err, HasSubstr("trial 1: C is 900, outside 1 to 500 (log)"));
  const Json trials = json({"trials", "svm"});
  ASSERT_EQ(trials.size(), 9U);
  EXPECT_EQ(trials[1]["outside"], "C is 900, outside 1 to 500 (log)");
  EXPECT_EQ(trials[1]["value"], 900.0);
  EXPECT_TRUE(trials[0]["outside"].is_null());
  for (std::size_t i = 6; i < 9; ++i) {
    EXPECT_LE(trials[i]["params"]["C"], 500.0);
    EXPECT_EQ(trials[i]["version"], 2);
  }
  EXPECT_THAT(output({"trials", "svm"}), HasSubstr("outside"));
  EXPECT_THAT(output({"show", "svm"}), HasSubstr("0-5"));
  EXPECT_THAT(output({"show", "svm"}), HasSubstr("6-8"));
  EXPECT_THAT(output({"best", "svm"}), HasSubstr("not fit the present space"));
  EXPECT_THAT(output({"db", "check"}), Not(HasSubstr("damaged")));
}

TEST_F(SpaceCommand, TheBestIsAmongThoseThatFit) {
  write("new.yaml", without_points("C: {type: float, low: 300, high: 2000, scale: log}\n"));
  output({"space", "svm", "--set", "new.yaml"});
  const Json best = json({"best", "svm"});
  EXPECT_GE(best["params"]["C"], 300.0);
  EXPECT_THAT(output({"best", "svm"}), HasSubstr("the best of them, trial "));
}

TEST_F(SpaceCommand, ADryRunShowsAndChangesNothing) {
  write("new.yaml", without_points("C: {type: float, low: 1, high: 5000, scale: log}\n",
                                   "  b: {type: bool, default: false}\n"));
  const std::string shown = output({"space", "svm", "--set", "new.yaml", "--dry-run"});
  EXPECT_EQ(shown,
            "would change in svm\n"
            "  parameters.C: widened from [1, 1000] to [1, 5000]\n"
            "  parameters.b: new bool (true, false); old trials count as false\n"
            "all trials fit the new space\n"
            "nothing was changed; without --dry-run it is\n");
  EXPECT_EQ(json({"space", "svm"})["version"], 1);
  const Json done = json({"space", "svm", "--set", "new.yaml"});
  EXPECT_EQ(done["adopted"], true);
  EXPECT_EQ(done["version"], 2);
  EXPECT_EQ(json({"trials", "svm"})[0]["params"]["b"], false);
  EXPECT_THAT(output({"space", "svm", "--set", "new.yaml"}), HasSubstr("nothing differs"));
}

TEST_F(SpaceCommand, AsksForADefaultAndForTheValueOfWhatIsGone) {
  write("new.yaml",
        without_points("C: {type: float, low: 1, high: 1000, scale: log}\n", "  b: {type: bool}\n"));
  const test::Ran asked = run({"space", "svm", "--set", "new.yaml"});
  EXPECT_EQ(asked.code, 3);
  EXPECT_THAT(
      asked.err,
      HasSubstr("parameters.b: old trials have no value of this parameter (6 trials, the first is 0)"));
  write("new.yaml",
        "name: svm\nobjective: {name: loss, direction: minimize}\nsampler: random\nparameters: {D: {type: "
        "bool, default: true}}\n");
  EXPECT_THAT(run({"space", "svm", "--set", "new.yaml"}).err, HasSubstr("removed: {C: 2}"));
  write("new.yaml",
        "name: svm\nobjective: {name: loss, direction: minimize}\nsampler: random\nparameters: {D: {type: "
        "bool, default: true}}\n"
        "removed: {C: 2}\n");
  output({"space", "svm", "--set", "new.yaml"});
  const Json trials = json({"trials", "svm"});
  EXPECT_TRUE(trials[0]["outside"].is_null());
  EXPECT_EQ(trials[0]["former"]["C"], 2.0);
  EXPECT_EQ(trials[1]["outside"], "C was 900, and is 2 from now on");
}

TEST_F(SpaceCommand, ACommandIsRecordedWithItsTrials) {
  std::string file = with("C: {type: float, low: 1, high: 1000, scale: log}\n");
  file.replace(file.find("[echo"), 5, "[printf, \"%s\"");
  write("study.yaml", file);
  const test::Ran ran = run({"tune", "study.yaml", "-n", "8"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("command: changed from echo {C} to printf %s {C}"));
  const Json versions = json({"show", "svm"})["versions"];
  ASSERT_EQ(versions.size(), 2U);
  EXPECT_EQ(versions[0]["trials"].size(), 6U);
  EXPECT_EQ(versions[1]["trials"], Json::parse("[6,7]"));
  EXPECT_EQ(versions[1]["changes"][0]["field"], "command");
}

TEST_F(SpaceCommand, AnObjectiveIsNeverAdopted) {
  std::string file = with("C: {type: float, low: 1, high: 1000, scale: log}\n");
  file.replace(file.find("minimize"), 8, "maximize");
  write("study.yaml", file);
  const test::Ran ran = run({"tune", "study.yaml", "--adopt"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_THAT(ran.err, HasSubstr("objective: changed from minimize loss to maximize loss"));
  EXPECT_THAT(ran.err, HasSubstr("its old values would mean something else"));
}

TEST_F(SpaceCommand, WhatIsExportedIsReadBackWithoutWhatIsOutside) {
  write("new.yaml", without_points("C: {type: float, low: 1, high: 500, scale: log}\n"));
  output({"space", "svm", "--set", "new.yaml"});
  const std::size_t inside = [&] {
    std::size_t count = 0;
    for (const Json& trial : json({"trials", "svm"})) count += trial["outside"].is_null() ? 1 : 0;
    return count;
  }();
  ASSERT_LT(inside, 6U);
  for (const std::string format : {"csv", "json"}) {
    output({"export", "svm", "-o", "out." + format});
    const test::Ran ran = run({"import", "new.yaml", "out." + format, "--store", format + ".db"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("imported " + std::to_string(inside) + " trial"));
    EXPECT_THAT(ran.err, HasSubstr("marked as outside the space, and left out"));
  }
}

TEST_F(SpaceCommand, WhatARemovedParameterKeepsOutIsKeptOutOfACopyToo) {
  write("new.yaml",
        "name: svm\nobjective: {name: loss, direction: minimize}\nsampler: random\n"
        "parameters: {D: {type: bool, default: true}}\nremoved: {C: 2}\n");
  output({"space", "svm", "--set", "new.yaml"});
  for (const std::string format : {"csv", "json"}) {
    output({"export", "svm", "-o", "out." + format});
    const test::Ran ran = run({"import", "new.yaml", "out." + format, "--store", format + ".db"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("imported 1 trial")) << "the one whose C was 2";
    EXPECT_THAT(ran.err, HasSubstr("5 rows are marked as outside the space, and left out"));
  }
  // Where it does not matter what C was, all count.
  std::string any = read("new.yaml");
  any.replace(any.find("C: 2"), 4, "C: any");
  write("any.yaml", any);
  EXPECT_THAT(output({"import", "any.yaml", "out.csv", "--store", "any.db"}), HasSubstr("imported 6 trials"));
}

TEST_F(SpaceCommand, PlotsShowWhatFits) {
  write("new.yaml", without_points("C: {type: categorical, choices: [2, 4]}\n"));
  output({"space", "svm", "--set", "new.yaml"});
  const test::Ran plotted = run({"plot", "svm", "--ascii"});
  EXPECT_EQ(plotted.code, 0) << plotted.err;
  EXPECT_THAT(plotted.err, HasSubstr("; what does not fit is not drawn"));
}

TEST_F(SpaceCommand, ADryRunNeedsAFile) { EXPECT_EQ(run({"space", "svm", "--dry-run"}).code, 2); }

}  // namespace
}  // namespace hone::cli
