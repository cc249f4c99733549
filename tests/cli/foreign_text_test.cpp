// SPDX-License-Identifier: MIT
// Names in study files, arguments and what trials print: none of it steers the terminal.
#include <gtest/gtest.h>

#include "cli_fixture.hpp"
#include "hone/base/printable.hpp"

namespace hone::cli {
namespace {

/// Begins as a name, then tries to colour the terminal, in two spellings, and to turn the text around.
const std::string kHostile =
    "n\x1b[31m\xC2\x9B"
    "32m\xE2\x80\xAE\x07";
const std::string kInYaml = "\"n\\x1b[31m\\u009b32m\\u202e\\x07\"";
/// Names may not hold the old control characters in the first place.
const std::string kName = "\"n\\u009b32m\\u202e\\x7f\"";

class ForeignText : public test::CliTest {
 protected:
  void write_hostile(const std::string& command) {
    write("study.yaml", "name: " + kName + "\nobjective: {name: " + kName +
                            ", direction: minimize}\n"
                            "parameters:\n"
                            "  x: {type: float, low: 0, high: 1, unit: " +
                            kInYaml + ", description: " + kInYaml +
                            "}\n"
                            "  k: {type: categorical, choices: [" +
                            kInYaml + "]}\nsampler: random\nbudget: {trials: 2}\ncommand: [sh, -c, '" +
                            command + "']\n");
  }

  void expect_harmless(const std::vector<std::string>& arguments, bool works = true) {
    const test::Ran ran = run(arguments);
    EXPECT_EQ(ran.code == 0, works) << arguments[0] << ": " << ran.err;
    EXPECT_EQ(printable_lines(ran.out), ran.out) << arguments[0];
    EXPECT_EQ(printable_lines(ran.err), ran.err) << arguments[0];
    EXPECT_FALSE((ran.out + ran.err).empty()) << arguments[0];
  }
};

TEST_F(ForeignText, OfAStudyThatWorksSteersNothing) {
  write_hostile("printf \"{\\\"value\\\": 1, \\\"note\\\": \\\"a\\\\u001bb\\\\u009b\\\"}\\n\"");
  for (const char* command :
       {"check", "tune", "show", "best", "trials", "plot", "report", "ask", "studies", "export"}) {
    if (std::string(command) == "studies") {
      expect_harmless({command});
      expect_harmless({command, "--names"});
      continue;
    }
    expect_harmless({command, "study.yaml"});
    if (std::string(command) != "plot") expect_harmless({command, "study.yaml", "--json"});
  }
  expect_harmless({"tell", "study.yaml", "2", "nan"});
  expect_harmless({"enqueue", "study.yaml", "x=0.5", "k=" + kHostile});
  expect_harmless({"trials", "study.yaml", "--columns", "number,attr.note"});
}

TEST_F(ForeignText, OfAStudyThatFailsSteersNothing) {
  write_hostile("printf \"\\033]0;title\\007\\302\\233\" >&2; exit 3");
  expect_harmless({"tune", "study.yaml"}, false);
  EXPECT_HAS(output({"show", "study.yaml"}), "\\x1b]0;title\\x07\\u009b");
  for (const char* command : {"show", "trials", "export"}) expect_harmless({command, "study.yaml"});
  expect_harmless({"best", "study.yaml"}, false);
}

TEST_F(ForeignText, OfArgumentsSteersNothing) {
  write_hostile("echo 1");
  output({"tune", "study.yaml"});
  expect_harmless({kHostile}, false);
  expect_harmless({"check", kHostile + ".yaml"}, false);
  expect_harmless({"show", kHostile}, false);
  expect_harmless({"show", "study.yaml", "--store", kHostile}, false);
  expect_harmless({"tune", "study.yaml", "--sampler", kHostile}, false);
  expect_harmless({"tune", "study.yaml", "--json", "--sampler", kHostile}, false);
  expect_harmless({"trials", "study.yaml", "--where", kHostile}, false);
}

TEST_F(ForeignText, ComesBackFromATableAsItWas) {
  write_hostile("echo 1");
  output({"tune", "study.yaml"});
  output({"export", "study.yaml", "-o", "trials.csv"});
  EXPECT_EQ(printable_lines(read("trials.csv")), read("trials.csv"));
  output({"import", "study.yaml", "trials.csv", "--store", "other.db"});
  EXPECT_EQ(output({"trials", "study.yaml", "--columns", "number,k"}),
            output({"trials", "study.yaml", "--columns", "number,k", "--store", "other.db"}));
}

}  // namespace
}  // namespace hone::cli
