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
    write("complete.sh", output({"completion", "bash"}) + "COMP_WORDS=(" + words + ")\nCOMP_CWORD=" +
                             std::to_string(index) + "\n_hone\necho \"${COMPREPLY[*]}\"\n");
    FILE* pipe = popen("bash complete.sh 2>&1", "r");
    std::string out;
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) out += static_cast<char>(c);
    pclose(pipe);
    return out;
  }
};

TEST_F(Completion, OfBashKnowsCommandsOptionsAndWords) {
  EXPECT_EQ(bash("hone tu", 1), "tune\n");
  EXPECT_EQ(bash("hone st", 1), "stdio studies\n");
  EXPECT_EQ(bash("hone db m", 2), "migrate\n");
  EXPECT_EQ(bash("hone so", 1), "sources\n");
  EXPECT_EQ(bash("hone tune --tr", 2), "--trials\n");
  EXPECT_EQ(bash("hone tune --fr", 2), "--from\n");
  EXPECT_EQ(bash("hone plot -k w", 3), "weights\n");
  EXPECT_EQ(bash("hone export --format j", 3), "json\n");
  EXPECT_EQ(bash("hone completion f", 2), "fish\n");
  EXPECT_EQ(bash("hone init --for x", 3), "xgboost\n");
  EXPECT_EQ(bash("hone init --for g", 3), "gcc-flags generic\n");
  EXPECT_EQ(bash("hone retry --state t", 3), "timed_out\n");
  EXPECT_EQ(bash("hone am", 1), "amend\n");
  EXPECT_EQ(bash("hone check --r", 2), "--run\n");
}

TEST_F(Completion, ExistsForEveryShell) {
  EXPECT_HAS(output({"completion", "zsh"}), "#compdef hone");
  EXPECT_HAS(output({"completion", "fish"}), "complete -c hone -n '__fish_use_subcommand' -a tune");
  const test::Ran ran = run({"completion", "zhs"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_HAS(ran.err, "did you mean 'zsh'?");
}

}  // namespace
}  // namespace hone::cli
