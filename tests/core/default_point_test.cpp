// SPDX-License-Identifier: MIT
#include "hone/core/default_point.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

Parameter with_default(Parameter parameter, Value value) {
  parameter.usual = std::move(value);
  return parameter;
}

Study study_of(std::vector<Parameter> parameters, const std::vector<std::string>& constraints = {}) {
  return Study{.space = Space(std::move(parameters), constraints)};
}

TEST(DefaultPoint, HasTheDefaultsAndMiddlesOfTheOthers) {
  const Study study = study_of(
      {with_default(real("x", 0.0, 10.0), 1.0), real("C", 0.01, 100.0, Scale::Log), integer("n", 1, 9)});
  const auto point = default_point(study);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->real("x"), 1.0);
  EXPECT_NEAR(point->real("C"), 1.0, 1e-12);
  EXPECT_EQ(point->integer("n"), 5);
}

TEST(DefaultPoint, TakesFromAPriorWhatHasNoDefault) {
  Study study = study_of({with_default(real("x", 0.0, 10.0), 1.0), real("C", 0.01, 100.0, Scale::Log),
                          categorical("k", {Value(std::string("a")), Value(std::string("b"))})});
  study.priors = {{"C", NormalPrior{10.0, 1.0}}, {"k", ChoicePrior{{{"a", 1.0}, {"b", 3.0}}}}};
  const auto point = default_point(study);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->real("C"), 10.0);
  EXPECT_EQ(point->text("k"), "b");
}

TEST(DefaultPoint, IsNoneWithoutDefaultsOrWhenSwitchedOff) {
  EXPECT_FALSE(default_point(study_of({real("x", 0.0, 1.0)})));
  Study off = study_of({with_default(real("x", 0.0, 1.0), 0.25)});
  EXPECT_TRUE(default_point(off));
  off.start_default = false;
  EXPECT_FALSE(default_point(off));
}

TEST(DefaultPoint, LeavesTheMiddleWhereAConstraintForbidsIt) {
  const Study study = study_of({with_default(real("x", 0.0, 1.0), 0.9), real("y", 0.0, 1.0)}, {"x + y <= 1"});
  const auto point = default_point(study);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->real("x"), 0.9);
  EXPECT_LE(point->real("x") + point->real("y"), 1.0);
}

TEST(DefaultPoint, IsNoneWhereTheDefaultsAreNotAllowed) {
  const Study study = study_of(
      {with_default(real("x", 0.0, 1.0), 0.9), with_default(real("y", 0.0, 1.0), 0.9)}, {"x + y <= 1"});
  EXPECT_FALSE(default_point(study));
}

TEST(DefaultPoint, LacksWhatDoesNotExistUnderTheDefaults) {
  const Value rbf = std::string("rbf"), poly = std::string("poly");
  const Study study =
      study_of({with_default(categorical("kernel", {rbf, poly}), rbf),
                with_default(when(integer("degree", 2, 5), "kernel", {poly}), std::int64_t{3})});
  const auto point = default_point(study);
  ASSERT_TRUE(point);
  EXPECT_FALSE(point->has("degree"));
}

}  // namespace
}  // namespace hone
