// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

class CheckCommand : public test::CliTest {
 protected:
  void write_file(const std::string& command, const std::string& more = "") {
    write("s.yaml",
          "name: s\nobjective: {name: loss, direction: minimize}\nparameters:\n"
          "  x: {type: float, low: 0, high: 4}\ncommand: " +
              command + "\n" + more);
  }
  std::size_t entries(const std::string& folder) {
    if (!std::filesystem::exists(folder)) return 0;
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
  }
};

TEST_F(CheckCommand, TellsAllMistakesAtOnceWithTheirLines) {
  write("s.yaml",
        "name: s\n"
        "parameters:\n"
        "  x: {type: float, low: 3, high: 1}\n"
        "  y: {type: flaot, low: 0, high: 1}\n"
        "  z: {type: int, low: 0, high: 1, scael: log}\n"
        "sampler: rnadom\n"
        "result: {regex: 'loss'}\n"
        "environment: {GPU: \"{slot}\"}\n"
        "budget: {trials: many, timeout: 3}\n"
        "colour: blue\n");
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.out, "");
  for (const char* place :
       {"s.yaml:3: parameters.x", "s.yaml:4: parameters.y.type", "s.yaml:5: parameters.z.scael",
        "s.yaml:6: sampler: ", "s.yaml:7: result.regex: the expression has no group",
        "s.yaml:8: environment.GPU: {slot} is not filled in here", "s.yaml:9: budget.trials",
        "s.yaml:9: budget.timeout", "s.yaml:10: colour"}) {
    EXPECT_HAS(ran.err, place);
  }
  const Json json = Json::parse(run({"check", "s.yaml", "--json"}).out);
  EXPECT_EQ(json["valid"], false);
  EXPECT_GE(json["errors"].size(), 9u);
  EXPECT_HAS(json["errors"][0]["message"].get<std::string>(), "s.yaml:");
}

TEST_F(CheckCommand, SaysNothingOfParametersThatAreThereBesideABrokenConstraint) {
  write_file("[sh, -c, 'echo {x}', '{xx}']", "constraints: [\"x < 0.1 && x > 0\"]\n");
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_HAS(ran.err, "s.yaml has 2 mistakes\n");
  EXPECT_HAS(ran.err, "s.yaml:6: constraints #1: ");
  EXPECT_HAS(ran.err, "s.yaml:5: command #4: {xx} is not a parameter");
}

TEST_F(CheckCommand, SaysNothingOfPlaceholdersWhileTheParametersCannotBeRead) {
  write("s.yaml",
        "name: s\nparameters:\n  y: {type: flaot, low: 0, high: 4}\ncommand: [sh, -c, 'echo {y}']\n");
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_HAS(ran.err, "parameters.y.type");
  EXPECT_EQ(ran.err.find("names 'y'"), std::string::npos) << ran.err;
}

TEST_F(CheckCommand, OneMistakeDoesNotHideAnotherAndIsToldOnce) {
  write("s.yaml",
        "name: s\n"
        "command: [no-such-program-9, \"{slot}\", ~/a, $HOME/b]\n"
        "sampler: {name: random, speed: 3}\n"
        "parameters:\n"
        "  x: {type: float, low: 0, high: 4}\n"
        "result: {regex: 'loss'}\n"
        "constraints: [\"x > 5\"]\n"
        "constraints_on: [\"x < 3\"]\n");
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_HAS(ran.err, "s.yaml has 8 mistakes\n");
  std::size_t last = 0;
  for (const char* place :
       {"s.yaml:2: command #2: {slot}", "s.yaml:2: command: argument '~/a'",
        "s.yaml:2: command: argument '$HOME/b'", "s.yaml:2: command: there is no program 'no-such-program-9'",
        "s.yaml:3: sampler: ", "s.yaml:6: result.regex: ", "s.yaml:7: constraints: ",
        "s.yaml:8: constraints_on #1: "}) {
    EXPECT_HAS(ran.err, place);
    EXPECT_GT(ran.err.find(place), last) << place;
    last = ran.err.find(place);
  }
}

TEST_F(CheckCommand, AFieldOfAnotherNameIsOneMistake) {
  write("s.yaml",
        "name: s\nparameters:\n  x: {type: float, low: 1, high: 4, log: true}\n"
        "  y: {type: categorical, choises: [a, b]}\n");
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_HAS(ran.err, "s.yaml has 2 mistakes\n");
  EXPECT_HAS(ran.err, "s.yaml:3: parameters.x.log: there is no field 'log' here; write scale: log\n");
  EXPECT_HAS(ran.err,
             "s.yaml:4: parameters.y.choises: there is no field 'choises' here (did you mean 'choices'?)");
}

TEST_F(CheckCommand, RefusesWhatTuneWouldRefuse) {
  write_file("[no-such-program-9, \"{x}\"]",
             "directory: nowhere\nsampler: {name: random, speed: 3}\n"
             "pruner: medain\nconstraints: [\"x > 5\"]\n");
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_NE(ran.code, 0);
  EXPECT_HAS(ran.err, "s.yaml has 5 mistakes\n");
  EXPECT_HAS(ran.err, "s.yaml:5: command: there is no program 'no-such-program-9' in PATH");
  EXPECT_HAS(ran.err, "s.yaml:6: directory: there is no folder '");
  EXPECT_HAS(ran.err, "s.yaml:7: sampler: ");
  EXPECT_HAS(ran.err, "s.yaml:8: pruner: ");
  EXPECT_HAS(ran.err, "s.yaml:9: constraints: no configuration was found that satisfies the constraints");
}

TEST_F(CheckCommand, RefusesPlaceholdersThatDoNotExistAndWhatOnlyAShellExpands) {
  write_file("[cat, \"{slot}\"]");
  EXPECT_HAS(run({"check", "s.yaml"}).err,
             "s.yaml:5: command #2: {slot} cannot be written here; read the variable");
  write_file("[cat, \"{trail}\", \"{y}\"]");
  EXPECT_HAS(run({"check", "s.yaml"}).err, "{trail} is not a parameter (did you mean 'trial'?)");
  EXPECT_HAS(run({"check", "s.yaml"}).err, "{y} is not a parameter");
  write_file("[cat, \"~/data.csv\"]");
  const test::Ran home = run({"check", "s.yaml"});
  EXPECT_EQ(home.code, 3);
  EXPECT_HAS(home.err, "argument '~/data.csv' holds ~/, which only a shell expands; write the path out");
  EXPECT_EQ(run({"tune", "s.yaml"}).code, 3);
  EXPECT_FALSE(std::filesystem::exists("hone.db"));
}

TEST_F(CheckCommand, ALeadingTildeInAPathIsTheHomeFolder) {
  setenv("HOME", folder_.c_str(), 1);
  std::filesystem::create_directory("there");
  write_file("[pwd]", "directory: ~/there\n");
  EXPECT_EQ(Json::parse(output({"check", "s.yaml", "--json"}))["study"]["directory"],
            (folder_ / "there").string());
}

TEST_F(CheckCommand, RunsTheCommandOnceAndShowsWhatIsRead) {
  write_file(
      "[sh, -c, 'echo \"1 0.5\" >> $HONE_REPORT_FILE; echo \"{\\\"loss\\\": $0, \\\"epochs\\\": 3}\"', "
      "\"{x}\"]");
  const std::string out = output({"check", "--run", "s.yaml"});
  EXPECT_HAS(out, "s.yaml is valid");
  EXPECT_HAS(out, "started\n  sh -c 'echo \"1 0.5\" >> $HONE_REPORT_FILE;");
  EXPECT_HAS(out, "with settings from the middle of the space\n  x  2\n");
  EXPECT_HAS(out,
             "and this is read from it\n  state  complete\n  loss  2\n  attributes  epochs=3\n  reports  1, "
             "step 1 (0.5)\n");
  EXPECT_FALSE(std::filesystem::exists("hone.db")) << "nothing is stored";
  EXPECT_EQ(entries(".hone"), 0u) << "and nothing left behind";
}

TEST_F(CheckCommand, RunShowsAFailureWithTheEndOfStandardError) {
  write_file("[sh, -c, 'echo one >&2; echo cannot open data.csv >&2; exit 4']", "enqueue: [{x: 1}]\n");
  const test::Ran ran = run({"check", "s.yaml", "--run"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.out, "with the first starting point\n  x  1\n");
  EXPECT_HAS(ran.out, "it failed after ");
  EXPECT_HAS(ran.out, "  exit code 4\n  one\n  cannot open data.csv\n  all it wrote is in ");
  EXPECT_EQ(entries(".hone"), 1u) << "to be looked at";
  const Json json = Json::parse(run({"check", "s.yaml", "--run", "--json"}).out);
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["run"]["trial"]["state"], "failed");
  EXPECT_EQ(json["run"]["command"][0], "sh");
}

TEST_F(CheckCommand, RunSaysWhenNothingCanBeRead) {
  write_file("[echo, \"all is well\"]", "budget: {trial_timeout: 5s, retries: 9}\n");
  const test::Ran ran = run({"check", "s.yaml", "--run"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_HAS(ran.out, "its last line is 'all is well'");
}

TEST_F(CheckCommand, RunSaysThatTheResultIsOnStandardError) {
  write_file("[sh, -c, 'echo 0.5 >&2', '{x}']");
  const std::string moved =
      "printed nothing on standard output, where its result is read; print there what it "
      "printed on standard error\n  0.5\n";
  EXPECT_HAS(run({"check", "--run", "s.yaml"}).out, moved);
  write_file("[sh, -c, 'echo loss=0.5 >&2', '{x}']", "result: {regex: 'loss=(.+)'}\n");
  EXPECT_HAS(run({"check", "--run", "s.yaml"}).out, "print there what it printed on standard error");
  write_file("[sh, -c, 'echo trying; echo 0.5 >&2', '{x}']");
  EXPECT_HAS(run({"check", "--run", "s.yaml"}).out, "its last line is 'trying'")
      << "what was printed is told";
}

TEST_F(CheckCommand, RunSaysHowToNameTheResultWithinALine) {
  write_file("[sh, -c, 'echo accuracy: 0.93', '{x}']");
  EXPECT_HAS(run({"check", "--run", "s.yaml"}).out,
             "its last line is 'accuracy: 0.93'; print one, or say where it stands, as in result: "
             "{regex: '^accuracy:\\s*(\\S+)'}\n");
  write_file("[sh, -c, 'echo accuracy: 0.93', '{x}']", "result: {regex: '^accuracy:\\s*(\\S+)'}\n");
  EXPECT_HAS(output({"check", "--run", "s.yaml"}), "0.93") << "which is then read";
}

TEST_F(CheckCommand, RunWarnsOfANumberThatWasPassedOver) {
  write_file("[sh, -c, 'echo 0.5; echo improved to 0.93', '{x}']");
  EXPECT_HAS(output({"check", "--run", "s.yaml"}),
             "warning: the result is not on the last line: 'improved to 0.93' after it was passed over\n");
}

TEST_F(CheckCommand, SaysHowToStartAShell) {
  write_file("['./p.sh {x} | tail -1']");
  EXPECT_EQ(run({"check", "s.yaml"}).err,
            "hone: s.yaml:5: command: './p.sh {x} | tail -1' is several words, and no shell takes them "
            "apart; let a "
            "shell run it: [\"sh\", \"-c\", \"./p.sh {x} | tail -1\"]\n");
  write_file("['python3 train.py', '{x}']");
  EXPECT_HAS(run({"check", "s.yaml"}).err, "argument: [\"python3\", \"train.py\", \"{x}\"]\n");
  write("my p.sh", "#!/bin/sh\necho $1\n");
  std::filesystem::permissions("my p.sh", std::filesystem::perms::owner_all);
  write_file("['./my p.sh', '{x}']");
  EXPECT_EQ(run({"check", "s.yaml"}).code, 0) << "a program with a blank in its name";
}

TEST_F(CheckCommand, WarnsOfParametersThatTheCommandDoesNotHave) {
  write("s.yaml",
        "name: s\nparameters:\n  x: {type: float, low: 0, high: 4}\n  y: {type: float, low: 0, high: 4}\n"
        "command: [echo, '{x}']\n");
  const std::string remark =
      "the command has {x} but not {y}: unless the program reads HONE_PARAM_Y or "
      "HONE_PARAMS_FILE, that parameter is tuned for nothing";
  const test::Ran ran = run({"check", "s.yaml"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "warning: " + remark + "\n");
  EXPECT_EQ(Json::parse(output({"check", "s.yaml", "--json"}))["warnings"], Json::array({remark}));
}

TEST_F(CheckCommand, RunNeedsACommand) {
  write_study();
  EXPECT_HAS(run({"check", "study.yaml", "--run"}).err, "the study 'svm' has no command to run");
}

}  // namespace
}  // namespace hone::cli
