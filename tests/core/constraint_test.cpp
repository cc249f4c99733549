// SPDX-License-Identifier: MIT
#include "hone/core/constraint.hpp"

#include <gtest/gtest.h>

#include "hone/core/space.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;

Space example() {
  return Space({real("x", -10, 10), real("y", -10, 10), integer("n", 1, 9),
                categorical("kernel", {"rbf", "poly"}), boolean("shrink"),
                when(integer("degree", 2, 5), "kernel", {"poly"}), real("learning-rate", 0, 1)});
}

Configuration at(const Space& space, double x, double y, const std::string& kernel = "rbf",
                 std::int64_t degree = 3) {
  return space.configuration({x, y, std::int64_t{4}, kernel, true, degree, 0.25});
}

bool holds(const std::string& text, double x = 1, double y = 2, const std::string& kernel = "rbf") {
  const Space space = example();
  return Constraint(text, space.parameters()).holds(at(space, x, y, kernel));
}

TEST(Constraint, FollowsTheUsualPrecedence) {
  EXPECT_TRUE(holds("x + y * 2 == 5"));
  EXPECT_TRUE(holds("(x + y) * 2 == 6"));
  EXPECT_TRUE(holds("-x ^ 2 == -1"));
  EXPECT_TRUE(holds("2 ^ 3 ^ 2 == 512"));
  EXPECT_TRUE(holds("7 % 4 == 3 and -7 % 4 == 1"));
  EXPECT_TRUE(holds("x > 5 or y > 1 and n == 4"));
  EXPECT_FALSE(holds("(x > 5 or y > 1) and n == 5"));
  EXPECT_TRUE(holds("not x > 5 and not shrink == false"));
}

TEST(Constraint, ComparesStringsBooleansListsAndChains) {
  EXPECT_TRUE(holds("kernel == 'rbf' or x > 100"));
  EXPECT_FALSE(holds("kernel != \"rbf\""));
  EXPECT_TRUE(holds("kernel in ['rbf', 'linear']"));
  EXPECT_TRUE(holds("n in (1, 4)"));
  EXPECT_TRUE(holds("shrink"));
  EXPECT_TRUE(holds("0 < x <= 1 < y"));
  EXPECT_FALSE(holds("0 < x < y < 2"));
  EXPECT_TRUE(holds("`learning-rate` * 4 == 1"));
}

TEST(Constraint, KnowsTheFunctions) {
  EXPECT_TRUE(holds("max(x, y, n) == 4 and min(x, y) == 1 and abs(-x) == 1"));
  EXPECT_TRUE(
      holds("sqrt(n) == 2 and log2(n) == 2 and floor(2.7) == 2 and ceil(2.2) == 3 and round(2.6) == 3"));
  EXPECT_TRUE(holds("abs(log(exp(2)) - 2) < 1e-12 and log10(100) == 2"));
}

TEST(Constraint, SaysNothingAboutParametersThatDoNotExist) {
  EXPECT_TRUE(holds("degree <= 2", 1, 2, "rbf"));
  EXPECT_FALSE(holds("degree <= 2", 1, 2, "poly"));
  EXPECT_TRUE(holds("not degree <= 2", 1, 2, "rbf"));
  EXPECT_FALSE(holds("degree <= 2 and x > 5", 1, 2, "rbf"));
}

TEST(Constraint, IsViolatedByWhatIsNotANumber) {
  EXPECT_FALSE(holds("log(-x) < 1"));
  EXPECT_FALSE(holds("x / (y - 2) == 1"));
}

TEST(Constraint, MeasuresHowFarAPointIsFromHolding) {
  const Space space = example();
  const Constraint sum("x + y <= 10", space.parameters());
  EXPECT_EQ(sum.violation(at(space, 8, 5)), 3.0);
  EXPECT_EQ(sum.violation(at(space, 5, 5)), 0.0);
  const Constraint strict("x < 1", space.parameters());
  EXPECT_GT(strict.violation(at(space, 1, 0)), 0.0);
  const Constraint either("x > 4 or y > 9", space.parameters());
  EXPECT_EQ(either.violation(at(space, 2, 5)), 2.0);
  const Constraint both("x > 4 and y > 9", space.parameters());
  EXPECT_EQ(both.violation(at(space, 2, 5)), 6.0);
  const Constraint neither("not (x > 4 or y > 9)", space.parameters());
  EXPECT_EQ(neither.violation(at(space, 5, 10)), 2.0);
}

struct Bad {
  const char* text;
  const char* message;
};

TEST(Constraint, PointsAtMistakes) {
  const Bad kBad[] = {
      {"x <",
       "in the constraint 'x <': a value was expected, not the end at character 4; write a parameter's name, "
       "a "
       "number or a quoted string"},
      {"x = 3", "in the constraint 'x = 3': an unexpected character '=' at character 3; write == to compare"},
      {"z < 3",
       "in the constraint 'z < 3': there is no parameter 'z' at character 1; name one of the space, or quote "
       "it if it is a string"},
      {"kernel < 3",
       "in the constraint 'kernel < 3': '<' needs a number, but this is a string at character 1; compare "
       "strings with == and in, numbers with < and >"},
      {"kernel == 3",
       "in the constraint 'kernel == 3': '==' compares a string with a number at character 8; compare "
       "like with like"},
      {"x + y",
       "in the constraint 'x + y': the whole is a number, not true or false at character 3; compare it with "
       "something, for example <= 10"},
      {"sqr(x) < 3",
       "in the constraint 'sqr(x) < 3': there is no function 'sqr' at character 1; use one of abs, ceil, "
       "exp, floor, log, log2, log10, max, min, round, sqrt (did you mean 'sqrt'?)"},
      {"(x < 3",
       "in the constraint '(x < 3': ')' was expected, not 'the end' at character 7; check the brackets"},
      {"x < 3 y < 4",
       "in the constraint 'x < 3 y < 4': 'y' was not expected at character 7; join two parts by an "
       "operator, and, or or"},
      {"x < 'a", "in the constraint 'x < 'a': a string is not closed at character 5; add a closing '"},
      {"",
       "in the constraint '': a value was expected, not the end at character 1; write a parameter's name, a "
       "number "
       "or a quoted string"},
      {"x < 1e999",
       "in the constraint 'x < 1e999': the number '1e999' is too large or too small at character 5; write "
       "another"},
  };
  const Space space = example();
  for (const Bad& bad : kBad) {
    EXPECT_EQ(message_of([&] { Constraint(bad.text, space.parameters()); }), bad.message);
  }
}

TEST(Constraint, RefusesDeepNestingInsteadOfOverflowingTheStack) {
  const Space space = example();
  const std::string deep = std::string(1500, '(') + "x" + std::string(1500, ')') + " < 1";
  EXPECT_THROW(Constraint(deep, space.parameters()), Error);
  EXPECT_THROW(Constraint(std::string(1500, '-') + "x < 1", space.parameters()), Error);
  std::string wide = "x < 1";
  while (wide.size() < 3900) wide += "+1";
  EXPECT_NO_THROW(Constraint(wide, space.parameters()));
}

TEST(Constraint, RefusesChainsInChainsInsteadOfWritingThemOut) {
  const Space space = example();
  std::string nested = "x";
  for (int level = 0; level < 40; ++level) nested = "0 < (" + nested + ") < 1";
  // 2^40 copies of x, were they made.
  const std::string told = message_of([&] { Constraint(nested, space.parameters()); });
  EXPECT_NE(told.find("too much stands between two comparisons"), std::string::npos) << told;
  std::string long_middle = "x";
  while (long_middle.size() < 3900) long_middle += "+0";
  EXPECT_TRUE(holds("0 < " + long_middle + " < 2"));
  EXPECT_FALSE(holds("0 < " + long_middle + " < 1"));
}

}  // namespace
}  // namespace hone
