// SPDX-License-Identifier: MIT
#include "hone/base/regular_expression.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "hone/base/error.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

using Parts = std::vector<std::string>;

Parts last(const std::string& pattern, std::string_view text) {
  return RegularExpression(pattern).last_match(text).value_or(Parts{"no match"});
}

std::string problem(const std::string& pattern) {
  return test::message_of([&] { RegularExpression compiled(pattern); });
}

TEST(RegularExpression, GivesTheLastMatchWithItsGroups) {
  EXPECT_EQ(last("loss: ([0-9.]+)", "loss: 1 loss: 3.5 bye"), (Parts{"loss: 3.5", "3.5"}));
  EXPECT_EQ(last("[0-9.]+", "from 1 to 12.25"), Parts{"12.25"});
  EXPECT_EQ(last("a|(b)", "ba"), (Parts{"a", ""}));
  EXPECT_EQ(last("x*", "ab"), Parts{""});
  EXPECT_EQ(last("x", "ab"), Parts{"no match"});
  EXPECT_EQ(last("^\\s*(\\S+)$", "  word"), (Parts{"  word", "word"}));
}

TEST(RegularExpression, WorksOnBytes) {
  EXPECT_EQ(last("loss.*=(\\d+)", "loss \xff\xfe=3"), (Parts{"loss \xff\xfe=3", "3"}));
  EXPECT_EQ(last("\xc3\xa9=(\\d)", "\xc3\xa9=7").at(1), "7");
}

TEST(RegularExpression, SaysWhatIsWrong) {
  EXPECT_NE(problem("loss=([0-9").find("'loss=([0-9' is not a regular expression: missing ]"),
            std::string::npos)
      << problem("loss=([0-9");
  EXPECT_NE(problem("(a)\\1").find("a backreference (\\1) is not supported"), std::string::npos)
      << problem("(a)\\1");
  EXPECT_NE(problem("a(?=b)").find("looking ahead or behind ((?=) is not supported"), std::string::npos)
      << problem("a(?=b)");
  EXPECT_NE(problem("(?<!a)b").find("looking ahead or behind"), std::string::npos) << problem("(?<!a)b");
  EXPECT_NE(problem("((a{900}){900}){900}").find("is not a regular expression"), std::string::npos);
}

TEST(RegularExpression, IsQuickWhateverItIs) {
  const auto begun = std::chrono::steady_clock::now();
  const std::string line(16'384, 'a');
  for (const char* pattern : {"(a+)+b", "(a|aa)*b", "(a*)*(a*)*b", "a.*b|a"}) last(pattern, line);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

}  // namespace
}  // namespace hone
