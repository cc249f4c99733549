// SPDX-License-Identifier: MIT
#include "hone/core/space.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;
using Row = std::vector<std::pair<std::string, Value>>;

Space svm() {
  return Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                when(integer("degree", 2, 5), "kernel", {"poly"}),
                when(boolean("fine"), "degree", {std::int64_t{5}}), constant("cache", std::int64_t{200})});
}

TEST(Space, DropsWhatDoesNotExistUnderItsConditionsAtAnyDepth) {
  const Space space = svm();
  EXPECT_EQ(to_text(space.configuration({2.0, "rbf", std::int64_t{5}, true, std::int64_t{200}})),
            "C=2 kernel=rbf cache=200");
  EXPECT_EQ(to_text(space.configuration({2.0, "poly", std::int64_t{4}, true, std::int64_t{200}})),
            "C=2 kernel=poly degree=4 cache=200");
  EXPECT_EQ(to_text(space.configuration({2.0, "poly", std::int64_t{5}, true, std::int64_t{200}})),
            "C=2 kernel=poly degree=5 fine=true cache=200");
}

TEST(Space, AdmitsValuesAsAPersonWritesThem) {
  const Space space = svm();
  const Configuration config = space.admit(Row{{"kernel", "poly"}, {"C", std::int64_t{10}}, {"degree", 3.0}});
  EXPECT_EQ(to_text(config), "C=10 kernel=poly degree=3 cache=200");
  EXPECT_TRUE(std::holds_alternative<double>(*config.find("C")));
  EXPECT_EQ(config.integer("degree"), 3);
  EXPECT_FALSE(config.has("fine"));
}

TEST(Space, SaysWhatIsWrongWithNames) {
  const auto refusal = [](const std::string& name) { return message_of([&] { Space({real(name, 0, 1)}); }); };
  EXPECT_EQ(refusal("a\x1b[1mb"), "the parameter name 'a\\x1b[1mb' holds a control character; leave it out");
  EXPECT_EQ(refusal("a\x7f"), "the parameter name 'a\\x7f' holds a control character; leave it out");
  EXPECT_NE(refusal("a\tb").find("holds a blank, a quote"), std::string::npos);
}

TEST(Space, SaysWhatIsWrongWithValues) {
  const Space space = svm();
  const auto admit = [&](const Row& row) { return message_of([&] { space.admit(row); }); };
  EXPECT_EQ(admit({{"kernel", "rbf"}}), "the parameter 'C' has no value; give one");
  EXPECT_EQ(admit({{"kernle", "rbf"}}),
            "there is no parameter 'kernle' (did you mean 'kernel'?); remove or rename it");
  EXPECT_EQ(admit({{"C", 0.5}, {"kernel", "rbf"}}),
            "C: the value 0.5 is not possible here; give a number in [1, 1000]");
}

TEST(Space, RefusesImpossibleSpaces) {
  EXPECT_EQ(message_of([] { Space(std::vector<Parameter>{}); }),
            "the space has no parameters; add at least one");
  EXPECT_EQ(message_of([] {
              Space({real("x", 0, 1), real("x", 0, 2)});
            }),
            "the parameter 'x' is there twice; rename one");
  EXPECT_EQ(message_of([] { Space({when(real("x", 0, 1), "y", {true})}); }),
            "the condition of 'x' names 'y', which does not exist; name a parameter of the space");
  EXPECT_EQ(message_of([] {
              Space({when(boolean("a"), "b", {true}), when(boolean("b"), "a", {true})});
            }),
            "the conditions go round in a circle through 'a'; remove one of them");
  EXPECT_EQ(message_of([] { Space({when(boolean("a"), "a", {true})}); }),
            "the conditions go round in a circle through 'a'; remove one of them");
  EXPECT_EQ(message_of([] {
              Space({boolean("a"), when(real("x", 0, 1), "a", {"yes"})});
            }),
            "the condition of 'x' on 'a' asks for a value that it cannot have; use values of its domain");
  EXPECT_THROW(Space({real("a b", 0, 1)}), Error);
  EXPECT_THROW(Space({real("", 0, 1)}), Error);
}

TEST(Space, RefusesNumericConditionsOutsideTheParent) {
  Parameter child = real("x", 0, 1);
  child.when = {{"n", Between{2.5, 2.9}}};
  EXPECT_THROW(Space({integer("n", 1, 5), child}), Error);
  child.when = {{"n", Between{2.5, 3.5}}};
  EXPECT_NO_THROW(Space({integer("n", 1, 5), child}));
}

TEST(Space, OrdersParentsBeforeChildrenWhateverTheFileOrder) {
  const Space space({when(boolean("c"), "b", {true}), when(boolean("b"), "a", {true}), boolean("a")});
  EXPECT_EQ(space.order(), (std::vector<std::size_t>{2, 1, 0}));
}

TEST(Space, CountsItsConfigurations) {
  EXPECT_EQ(Space({boolean("a"), integer("n", 1, 5)}).cardinality(), 10U);
  EXPECT_FALSE(Space({real("x", 0, 1)}).cardinality());
  EXPECT_FALSE(Space({integer("a", 0, 1LL << 40), integer("b", 0, 1LL << 40)}).cardinality());
  EXPECT_EQ(Space({constant("k", 1.0)}).cardinality(), 1U);
}

TEST(Space, HoldsConstraints) {
  const Space space({real("x", 0, 10), real("y", 0, 10)}, {"x + y <= 10", "x < y"});
  EXPECT_TRUE(space.allows(space.configuration({1.0, 2.0})));
  EXPECT_FALSE(space.allows(space.configuration({2.0, 1.0})));
  EXPECT_EQ(message_of([&] {
              space.admit(Row{{"x", 9.0}, {"y", 9.5}});
            }),
            "the constraint x + y <= 10 is violated; change the values");
}

TEST(Space, TakesAPoolOfCandidatesForASpace) {
  const std::vector<Row> rows = {{{"a", std::int64_t{1}}, {"b", 0.5}, {"c", "x"}},
                                 {{"a", std::int64_t{4}}, {"b", std::int64_t{2}}, {"c", "y"}},
                                 {{"a", std::int64_t{4}}, {"b", 2.0}, {"c", "y"}}};
  const Space space = Space::from_candidates(rows);
  EXPECT_EQ(space.candidates().size(), 2U);
  EXPECT_EQ(space.cardinality(), 2U);
  EXPECT_EQ(kind_name(space.parameters()[0].domain), "int");
  EXPECT_EQ(kind_name(space.parameters()[1].domain), "float");
  EXPECT_EQ(kind_name(space.parameters()[2].domain), "categorical");
  EXPECT_TRUE(space.allows(space.candidates()[1]));
  EXPECT_FALSE(space.allows(space.configuration({std::int64_t{1}, 2.0, "y"})));
  EXPECT_EQ(Space::from_candidates(rows, {"a < 3"}).candidates().size(), 1U);
  EXPECT_EQ(message_of([&] { Space::from_candidates(rows, {"a > 9"}); }),
            "no candidate satisfies the constraints; loosen them or add rows");
}

TEST(Space, TakesEqualNumbersOfTwoTypesForOne) {
  const Space space = Space::from_candidates({{{"a", std::int64_t{1}}}, {{"a", 1.0}}});
  EXPECT_EQ(kind_name(space.parameters()[0].domain), "constant");
  EXPECT_EQ(space.candidates().size(), 1U);
}

TEST(Space, FollowsVeryLongChainsOfConditions) {
  std::vector<Parameter> parameters = {boolean("p0")};
  for (int i = 1; i < 50000; ++i) {
    parameters.push_back(when(boolean("p" + std::to_string(i)), "p" + std::to_string(i - 1), {true}));
  }
  std::reverse(parameters.begin(), parameters.end());
  const Space space(parameters);
  EXPECT_EQ(space.order().front(), 49999U);
  EXPECT_EQ(space.order().back(), 0U);
}

TEST(Space, ChecksCandidatesAgainstGivenParameters) {
  const std::vector<Row> rows = {{{"kernel", "rbf"}}, {{"kernel", "poly"}, {"degree", std::int64_t{9}}}};
  const std::vector<Parameter> parameters = {categorical("kernel", {"rbf", "poly"}),
                                             when(integer("degree", 2, 5), "kernel", {"poly"})};
  EXPECT_EQ(
      message_of([&] { Space::from_candidates(rows, {}, parameters); }),
      "candidate 2: degree: the value 9 is not possible here; give an integer in [2, 5]; correct the row");
}

}  // namespace
}  // namespace hone
