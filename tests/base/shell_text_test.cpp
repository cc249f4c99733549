// SPDX-License-Identifier: MIT
#include "hone/base/shell_text.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hone {
namespace {

TEST(ShellWord, IsQuotedOnlyWhereNeeded) {
  EXPECT_EQ(shell_word("--lr=0.5"), "--lr=0.5");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME/*.py"), "'$HOME/*.py'");
  EXPECT_EQ(shell_word("größe"), "'größe'");
}

TEST(ShellWord, CannotSteerATerminal) {
  EXPECT_EQ(shell_word("a\x1b[2Jb\n'\\"), "$'a\\x1b[2Jb\\n\\'\\\\'");
  EXPECT_EQ(shell_word("\u202e"), "$'\\u202e'");
}

TEST(ShellLine, JoinsTheWords) {
  EXPECT_EQ(shell_line(std::vector<std::string>{"python3", "my train.py", "0.5"}),
            "python3 'my train.py' 0.5");
}

TEST(CommandList, IsWhatAStudyFileTakes) {
  EXPECT_EQ(as_command_list("python3  train.py --lr {lr}"), R"(["python3", "train.py", "--lr", "{lr}"])");
  EXPECT_EQ(as_command_list("./p.sh {lr} | tail -1"), R"(["sh", "-c", "./p.sh {lr} | tail -1"])");
  EXPECT_EQ(as_command_list(R"(echo "a b" \n)"), R"(["sh", "-c", "echo \"a b\" \\n"])");
}

}  // namespace
}  // namespace hone
