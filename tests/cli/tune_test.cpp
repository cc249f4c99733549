// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class Tune : public test::CliTest {
 protected:
  /// A study whose command prints the parameter itself.
  void write_echo(const std::string& more = "budget: {trials: 6, parallel: 2}\n",
                  const std::string& word = "{x}") {
    write("echo.yaml",
          "name: echo\nobjective: {name: loss, direction: minimize}\n"
          "parameters:\n  x: {type: float, low: 0, high: 1}\n"
          "command: [echo, \"" +
              word + "\"]\n" + more);
  }
};

TEST_F(Tune, RunsAStudyAndSumsUp) {
  write_echo();
  const test::Ran ran = run({"tune", "echo.yaml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_HAS(ran.err, "echo  hebo, 2 at a time, in hone.db\n");
  EXPECT_HAS(ran.err, " 6/6\n");
  EXPECT_HAS(ran.out, "echo: 6 trials in ");
  EXPECT_HAS(ran.out, "; all 6 trials are done\n");
  EXPECT_HAS(ran.out, "best loss 0.");
  EXPECT_HAS(ran.out, "look further: hone plot echo.yaml, hone trials echo.yaml --sort best -n 10\n");
}

TEST_F(Tune, GoesOnWhereItStopped) {
  write_echo();
  output({"tune", "echo.yaml"});
  const test::Ran more = run({"tune", "echo.yaml", "--trials", "9", "--sampler", "sobol"});
  EXPECT_EQ(more.code, 0) << more.err;
  EXPECT_HAS(more.err, "sobol, 2 at a time, in hone.db, going on after 6 trials\n");
  EXPECT_HAS(more.out, "echo: 3 trials in ");
  EXPECT_HAS(output({"show", "echo"}), "9 (9 complete)");
  const test::Ran done = run({"tune", "echo", "--trials", "9"});
  EXPECT_EQ(done.code, 0) << "a study can be run by its name";
  EXPECT_HAS(done.out, "0 trials in ");
}

TEST_F(Tune, RunsMoreWhateverTheBudgetSays) {
  write_echo("sampler: lhs\nbudget: {trials: 3, target: 0.99}\n");
  EXPECT_HAS(output({"tune", "echo.yaml"}), "echo: 1 trial in ");
  EXPECT_HAS(output({"tune", "echo.yaml", "--more", "4"}), "echo: 4 trials in ");
  EXPECT_HAS(output({"tune", "echo", "--more", "2"}), "echo: 2 trials in ");
  const std::string shown = output({"show", "echo"});
  EXPECT_HAS(shown, "7 (7 complete)");
  EXPECT_HAS(shown, "3 trials, 1 at a time, until 0.99") << "the budget is for the next run again";
  EXPECT_HAS(output({"tune", "echo.yaml"}), "echo: 0 trials in ");
  // A study that is new has run none.
  EXPECT_HAS(output({"tune", "echo.yaml", "--more", "2", "--store", "new.db"}), "echo: 2 trials in ");
  // What was deleted does not count, what waits has not been run.
  output({"delete", "echo", "--trial", "0", "--yes"});
  output({"enqueue", "echo", "x=0.5"});
  EXPECT_HAS(output({"tune", "echo", "--more", "2"}), "echo: 2 trials in ");
  const test::Ran both = run({"tune", "echo.yaml", "--more", "2", "--trials", "9"});
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.err,
            "hone: --more counts from the trials that have been run, --trials from the first one\n"
            "give one of the two\n");
}

TEST_F(Tune, RunsWhatWaitsBeyondTheBudget) {
  write_echo("sampler: lhs\nbudget: {trials: 2}\n");
  output({"tune", "echo.yaml"});
  output({"enqueue", "echo", "x=0.5"});
  output({"enqueue", "echo", "x=0.25"});
  const test::Ran ran = run({"tune", "echo.yaml"});
  EXPECT_HAS(ran.out, "echo: 2 trials in ");
  EXPECT_HAS(ran.out, "all 4 trials are done");
  EXPECT_HAS(ran.err, " 4/4");
  EXPECT_EQ(ran.err.find("/2"), std::string::npos) << ran.err;
}

TEST_F(Tune, WarnsOnceOfANumberThatWasPassedOver) {
  write("late.yaml",
        "name: late\nparameters:\n  x: {type: float, low: 0, high: 1}\nsampler: lhs\n"
        "command: [sh, -c, 'echo $0; echo improved to 0.93', '{x}']\nbudget: {trials: 3}\n");
  const std::string warning = "warning: trial 0: the result is not on the last line: 'improved to 0.93'";
  const std::string said = run({"tune", "late.yaml"}).err;
  EXPECT_HAS(said, warning);
  EXPECT_EQ(said.find("warning", said.find(warning) + 1), std::string::npos) << said;
}

TEST_F(Tune, SaysWhoProposesWhenThatIsLeftToHone) {
  write_echo("sampler: auto\nbudget: {trials: 4, parallel: 4}\n");
  EXPECT_HAS(run({"tune", "echo.yaml"}).err,
             "auto: sobol, because all 4 trials are under way before one can tell anything\n");
  const test::Ran more = run({"tune", "echo.yaml", "--trials", "6", "--parallel", "1"});
  EXPECT_HAS(more.err, "auto: hebo, because a model of the trials finds the most in few of them\n");
  EXPECT_HAS(output({"trials", "echo"}), "number  state     sampler");
  EXPECT_HAS(
      output({"trials", "echo", "--columns", "number,sampler", "--where", "number == 3 or number == 4"}),
      "3  sobol\n     4  hebo");
  EXPECT_HAS(output({"export", "echo", "--format", "csv"}), "note.sampler");
  EXPECT_HAS(run({"ask", "echo"}).err, "auto: hebo, because ");
}

TEST_F(Tune, IsRepeatableFromItsSeed) {
  write_echo();
  std::vector<std::string> values;
  for (const std::string store : {"a.db", "b.db", "c.db"}) {
    output({"tune", "echo.yaml", "--seed", store == "c.db" ? "8" : "7", "-j", "1", "--store", store});
    // All trials, not the best one: hebo finds the same optimum from any seed.
    values.push_back(output({"trials", "echo", "--store", store, "--columns", "number,x,loss"}));
  }
  EXPECT_EQ(values[0], values[1]);
  EXPECT_NE(values[0], values[2]);
}

TEST_F(Tune, PrintsJsonForPrograms) {
  write_echo();
  const test::Ran ran = run({"tune", "echo.yaml", "--json"});
  EXPECT_EQ(ran.err, "");
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["study"], "echo");
  EXPECT_EQ(json["reason"], "trials");
  EXPECT_EQ(json["complete"], 6);
  EXPECT_EQ(json["best"]["state"], "complete");
}

TEST_F(Tune, IsSilentWhenQuiet) {
  write_echo();
  const test::Ran ran = run({"tune", "echo.yaml", "-q"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out + ran.err, "");
}

TEST_F(Tune, ShowsALiveLineOnATerminal) {
  environment_.error_is_terminal = true;
  environment_.width = 100;
  write_echo();
  const test::Ran ran = run({"tune", "echo.yaml"});
  EXPECT_HAS(ran.err, "\r");
  EXPECT_HAS(ran.err, "  loss ");
  EXPECT_HAS(ran.err, "\x1b[K");
}

TEST_F(Tune, FailsWhenNoTrialSucceeds) {
  write_echo("budget: {trials: 2}\n", "no number for {x}");
  const test::Ran ran = run({"tune", "echo.yaml"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.out, "the last failure: trial 1 was started as\n  echo 'no number for 0.");
}

TEST_F(Tune, FindsMistakesBeforeAnythingIsStored) {
  write_study();
  const test::Ran none = run({"tune", "study.yaml"});
  EXPECT_EQ(none.code, 3);
  EXPECT_HAS(none.err,
             "has no command to run; add one to the study file, or drive it with `hone ask study.yaml`");
  write_echo();
  EXPECT_EQ(run({"tune", "echo.yaml", "--sampler", "rnadom"}).code, 4);
  EXPECT_EQ(run({"tune", "echo.yaml", "--time", "soon"}).code, 2);
  EXPECT_EQ(run({"tune", "echo.yaml", "-j", "0"}).code, 2);
  EXPECT_EQ(run({"tune", "missing.yaml"}).code, 4);
  const test::Ran in_the_way = run({"tune", "echo.yaml", "--workdir", "echo.yaml/work"});
  EXPECT_EQ(in_the_way.code, 1);
  EXPECT_HAS(in_the_way.err, "cannot make the folder 'echo.yaml/work': ");
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

TEST_F(Tune, RefusesAChangedSpace) {
  write_echo();
  output({"tune", "echo.yaml", "-q"});
  write("echo.yaml",
        "name: echo\nobjective: {name: loss, direction: minimize}\nparameters:\n"
        "  x: {type: float, low: 0, high: 2}\ncommand: [echo, \"{x}\"]\nbudget: {trials: 7}\n");
  const test::Ran ran = run({"tune", "echo.yaml"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_HAS(ran.err, "parameters.x: widened from [0, 1] to [0, 2]; adopt the new one with");
}

// What the summary tells is what the store holds, although the run works by the former space to its end.
TEST_F(Tune, SumsUpWhatBecameOfItsTrialsWhenTheSpaceIsChangedMeanwhile) {
  write_echo("sampler: random\nbudget: {trials: 30, parallel: 3}\n");
  std::string file = read("echo.yaml");
  file.replace(file.find("[echo, \"{x}\"]"), 13, "[sh, -c, 'sleep 0.5; echo $0', '{x}']");
  write("echo.yaml", file);
  file.replace(file.find("high: 1"), 7, "high: 2");
  write("wider.yaml", file);
  test::Ran tuned;
  std::thread tuner([&] { tuned = run({"tune", "echo.yaml"}); });
  for (int i = 0; i < 200 && !test::has(run({"trials", "echo"}).out, "running"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  output({"space", "echo", "--set", "wider.yaml"});
  tuner.join();
  EXPECT_HAS(tuned.out, "somebody gave the study another search space");
  EXPECT_EQ(tuned.out.find("running"), std::string::npos) << tuned.out;
  const std::string shown = output({"show", "echo"});
  const std::size_t begin = shown.find(" (", shown.find("trials  ")) + 2;
  EXPECT_HAS(tuned.out, "in the study: " + shown.substr(begin, shown.find(')', begin) - begin));
}

TEST_F(Tune, TheStudyOfInitRunsAsItStands) {
  output({"init"});
  const test::Ran ran = run({"tune", "study.yaml", "--trials", "5", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["complete"], 5);
}

}  // namespace
}  // namespace hone::cli
