// SPDX-License-Identifier: MIT
#include "hone/base/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace hone {
namespace {

TEST(NumberText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1e-300), "1e-300");
  EXPECT_EQ(number_text(5.0), "5");
  EXPECT_EQ(number_text(-INFINITY), "-inf");
  EXPECT_EQ(number_text(NAN), "nan");
}

RC_GTEST_PROP(NumberText, ReadsBackExactly, (double value)) {
  RC_PRE(std::isfinite(value));
  RC_ASSERT(parse_number(number_text(value)) == value);
}

TEST(ParseNumber, RefusesWhatIsNotWhollyANumber) {
  EXPECT_FALSE(parse_number("1x"));
  EXPECT_FALSE(parse_number(""));
  EXPECT_FALSE(parse_number("1 "));
  EXPECT_FALSE(parse_integer("1.5"));
  EXPECT_FALSE(parse_integer("99999999999999999999"));
  EXPECT_EQ(parse_number("+1e-3"), 1e-3);
}

TEST(EditDistance, CountsSwapsOfNeighboursAsOne) {
  EXPECT_EQ(edit_distance("kernel", "kernel"), 0);
  EXPECT_EQ(edit_distance("kernle", "kernel"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("", "abc"), 3);
}

TEST(DidYouMean, NamesTheNearestAndIsSilentWhenNoneIsNear) {
  const std::vector<std::string> known = {"low", "high", "scale"};
  EXPECT_EQ(did_you_mean("hihg", known), " (did you mean 'high'?)");
  EXPECT_EQ(did_you_mean("sclae", known), " (did you mean 'scale'?)");
  EXPECT_EQ(did_you_mean("HIGH", known), " (did you mean 'high'?)");
  EXPECT_EQ(did_you_mean("elephant", known), "");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), std::vector<std::string>{""});
  EXPECT_EQ(join(std::vector<std::string>{"a", "b"}, ", "), "a, b");
  EXPECT_EQ(trim("  x \n"), "x");
}

}  // namespace
}  // namespace hone
