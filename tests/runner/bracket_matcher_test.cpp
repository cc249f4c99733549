// SPDX-License-Identifier: MIT
#include "hone/runner/bracket_matcher.hpp"

#include <gtest/gtest.h>

#include <string>

namespace hone::runner {
namespace {

// The text from its last bracket's partner on.
std::string last(const std::string& text, std::size_t depth = 64) {
  const auto begin = BracketMatcher(text, depth).partner(text.size() - 1);
  return begin ? text.substr(*begin) : "none";
}

TEST(BracketMatcher, FindsTheBeginning) {
  EXPECT_EQ(last("x {\"a\": [1, {}]}"), "{\"a\": [1, {}]}");
  EXPECT_EQ(last("{1} {2}"), "{2}");
  EXPECT_EQ(last("{\n\"a\": [\n{\n}\n]\n}"), "{\n\"a\": [\n{\n}\n]\n}");
  EXPECT_EQ(last("a[1]"), "[1]");
}

TEST(BracketMatcher, PassesOverStrings) {
  EXPECT_EQ(last(R"(x {"}": "{", "q": "\"}{"})"), R"({"}": "{", "q": "\"}{"})");
  EXPECT_EQ(last(R"({"path": "C:\\"})"), R"({"path": "C:\\"})");
  EXPECT_EQ(last(R"(5" wide {"a": 1})"), R"({"a": 1})");
}

TEST(BracketMatcher, GivesUpWhereNoJsonCanBe) {
  EXPECT_EQ(last("}"), "none");
  EXPECT_EQ(last("[}"), "none");
  EXPECT_EQ(last("{\nan \" open quote\n}"), "none");
  EXPECT_EQ(last("{{{}}}", 3), "{{{}}}");
  EXPECT_EQ(last("{{{}}}", 2), "none");
}

TEST(BracketMatcher, AnswersForEachLine) {
  const std::string text = "{1}\n{\n}\n}";
  BracketMatcher matcher(text);
  EXPECT_EQ(matcher.partner(8), std::nullopt);
  EXPECT_EQ(matcher.partner(6), 4U);
  EXPECT_EQ(matcher.partner(2), 0U);
}

}  // namespace
}  // namespace hone::runner
