// SPDX-License-Identifier: MIT
#include "hone/base/pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace hone {
namespace {

TEST(MatchesPattern, StarsStandForAnythingAndQuestionMarksForOneCharacter) {
  for (const auto& [text, pattern] : {std::pair("", ""),
                                      {"", "*"},
                                      {"svm", "*"},
                                      {"svm-a", "svm-*"},
                                      {"svm-", "svm-*"},
                                      {"aXbXc", "a*b*c"},
                                      {"aaab", "*ab"},
                                      {"abc", "a?c"},
                                      {"mississippi", "m*issip*"},
                                      {"a*b", "a*b"},
                                      {"ab", "**a**b**"}}) {
    EXPECT_TRUE(matches_pattern(text, pattern)) << text << " " << pattern;
  }
  for (const auto& [text, pattern] : {std::pair("a", ""),
                                      {"", "?"},
                                      {"svm", "svm-*"},
                                      {"a-svm-b", "svm-*"},
                                      {"abd", "a?c"},
                                      {"ac", "a?c"},
                                      {"aaaa", "*b"},
                                      {"mississippi", "m*issip"},
                                      {"Svm", "svm"}}) {
    EXPECT_FALSE(matches_pattern(text, pattern)) << text << " " << pattern;
  }
  EXPECT_FALSE(matches_pattern(std::string(2000, 'a'), "*a*a*a*a*a*a*a*a*b")) << "and in no time";
}

}  // namespace
}  // namespace hone
