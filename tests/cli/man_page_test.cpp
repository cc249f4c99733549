// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdio>

#include "cli_fixture.hpp"

namespace hone::cli {
namespace {

using ManPage = test::CliTest;

/// The commands of the top-level help: lines that are indented by two and begin with a word.
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(0, help.find("\nOptions")));
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 3 || line.substr(0, 2) != "  " || line[2] == ' ') continue;
    names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

TEST_F(ManPage, HasEveryCommandWithItsOptions) {
  const std::string page = output({"man"});
  const std::vector<std::string> commands = commands_in(output({"--help-all"}));
  EXPECT_GT(commands.size(), 25u);
  for (const std::string& name : commands) EXPECT_HAS(page, "\n.SS \\fBhone " + name + "\\fR\n");
  for (const char* older : {"samplers", "pruners"})
    EXPECT_HAS(page, std::string("\n.SS \\fBhone ") + older + "\\fR\n");
  EXPECT_HAS(page, ".SS \\fBhone db backup\\fR");
  EXPECT_HAS(page, "\\fB\\-\\-trials\\fR");
  EXPECT_HAS(page, "\\fBHONE_STORE\\fR");
  EXPECT_HAS(page, ".SH EXIT STATUS");
}

TEST_F(ManPage, IsReadByGroffWithoutComplaint) {
  if (std::system("groff --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no groff here";
  write("hone.1", output({"man"}));
  EXPECT_EQ(std::system("groff -man -Tutf8 -ww -z hone.1 > told.txt 2>&1"), 0);
  EXPECT_EQ(read("told.txt"), "");
  EXPECT_EQ(std::system("groff -man -Tascii -P-c -P-b -P-u hone.1 > page.txt 2>&1"), 0);
  EXPECT_HAS(read("page.txt"), "hone tune STUDY");
}

}  // namespace
}  // namespace hone::cli
