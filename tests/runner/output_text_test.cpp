// SPDX-License-Identifier: MIT
#include "hone/runner/output_text.hpp"

#include <gtest/gtest.h>

#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

TEST(OutputText, ReadsTheTailOfAFile) {
  const test::TempDir dir;
  EXPECT_EQ(read_tail(dir.file("missing"), 10).text, "");
  EXPECT_EQ(read_tail(dir.file("missing"), 10).problem, "");
  test::write_file(dir.file("f"), "0123456789");
  EXPECT_EQ(read_tail(dir.file("f"), 3).text, "789");
  EXPECT_EQ(read_tail(dir.file("f"), 3).size, 10);
  EXPECT_EQ(read_tail(dir.file("f"), 100).text, "0123456789");
  EXPECT_EQ(read_tail(dir.path(), 10).problem, "is a folder");
}

TEST(OutputText, FindsTheLastLine) {
  EXPECT_EQ(last_line("a\nb\n\n  \n"), "b");
  EXPECT_EQ(last_line("10%\r50%\r100%"), "100%");
  EXPECT_EQ(last_line(""), "");
  EXPECT_EQ(last_line(std::string(500, 'x')), "..." + std::string(200, 'x'));
}

TEST(OutputText, KeepsTheLastLines) {
  EXPECT_EQ(last_lines("a\nb\n\n"), "a\nb");
  std::string many;
  for (int i = 0; i < 100; ++i) many += std::to_string(i) + "\n";
  const std::string tail = last_lines(many);
  EXPECT_TRUE(tail.starts_with("80\n"));
  EXPECT_TRUE(tail.ends_with("\n99"));
  EXPECT_LE(last_lines(std::string(10'000, 'x')).size(), 2000U);
}

}  // namespace
}  // namespace hone::runner
