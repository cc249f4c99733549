// SPDX-License-Identifier: MIT
#include "hone/cli/completion.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

class Completion : public test::CliTest {
 protected:
  /// What bash offers after the given words, of which the last is being typed.
  std::string bash(const std::string& words, int index) {
    write("complete.sh", functions_ + output({"completion", "bash"}) + "COMP_WORDS=(" + words +
                             ")\nCOMP_CWORD=" + std::to_string(index) +
                             "\n_hone\necho \"${COMPREPLY[*]}\"\n");
    FILE* pipe = popen("bash complete.sh 2>&1", "r");
    std::string out;
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) out += static_cast<char>(c);
    pclose(pipe);
    return out;
  }

  std::string functions_;
};

TEST_F(Completion, OfBashKnowsCommandsOptionsAndWords) {
  EXPECT_EQ(bash("hone tu", 1), "tune\n");
  EXPECT_EQ(bash("hone st", 1), "stop stdio studies\n");
  EXPECT_EQ(bash("hone db m", 2), "migrate\n");
  EXPECT_EQ(bash("hone so", 1), "sources\n");
  EXPECT_EQ(bash("hone tune --tr", 2), "--trials\n");
  EXPECT_EQ(bash("hone tune --fr", 2), "--from\n");
  EXPECT_EQ(bash("hone plot -k w", 3), "weights warps\n");
  EXPECT_EQ(bash("hone export --format j", 3), "json\n");
  EXPECT_EQ(bash("hone completion f", 2), "fish\n");
  EXPECT_EQ(bash("hone init --for x", 3), "xgboost\n");
  EXPECT_EQ(bash("hone init --for g", 3), "gcc-flags generic\n");
  EXPECT_EQ(bash("hone retry --state t", 3), "timed_out\n");
  EXPECT_EQ(bash("hone am", 1), "amend\n");
  EXPECT_EQ(bash("hone me", 1), "meta methods\n");
  EXPECT_EQ(bash("hone sam", 1), "samplers\n") << "words that the help does not list any more";
  EXPECT_EQ(bash("hone check --r", 2), "--run\n");
}

TEST_F(Completion, OfBashListsStudiesWithBlanksSamplersAndParameters) {
  // A function in the place of the program, as the test has none.
  functions_ =
      "hone() { case \"$*\" in\n"
      "  'studies --names') printf 'my study\\nmine\\nother\\n' ;;\n"
      "  'methods --names') printf 'sobol\\nasha\\n' ;;\n"
      "  'samplers --names') printf 'sobol\\nsequd\\n' ;;\n"
      "  'space my study --names') printf 'rate\\nlayers\\n' ;;\n"
      "esac; }\n";
  EXPECT_EQ(bash("hone show my", 2), "my study\n");
  EXPECT_EQ(bash("hone show mi", 2), "mine\n");
  EXPECT_EQ(bash("hone show 'my\\ st'", 2), "my study\n");  // as it is typed, with a backslash
  EXPECT_EQ(bash("hone tune study.yaml --sampler so", 4), "sobol\n");
  EXPECT_EQ(bash("hone samplers se", 2), "sequd\n");
  EXPECT_EQ(bash("hone methods as", 2), "asha\n");
  EXPECT_EQ(bash("hone plot 'my\\ study' -p r", 4), "rate\n");
  EXPECT_EQ(bash("hone plot mine --with o", 4), "other\n");
}

TEST_F(Completion, ExistsForEveryShell) {
  EXPECT_HAS(output({"completion", "zsh"}), ":NAME:_hone_list_samplers");
  EXPECT_HAS(output({"completion", "fish"}), "(hone space (commandline -opc)[3] --names 2>/dev/null)");
  EXPECT_HAS(output({"completion", "zsh"}), "#compdef hone");
  EXPECT_HAS(output({"completion", "fish"}), "complete -c hone -n '__fish_use_subcommand' -a tune");
  const test::Ran ran = run({"completion", "zhs"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_HAS(ran.err, "did you mean 'zsh'?");
}

}  // namespace
}  // namespace hone::cli
