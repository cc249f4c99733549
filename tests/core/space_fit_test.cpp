// SPDX-License-Identifier: MIT
#include "hone/core/space_fit.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hone/base/error.hpp"
#include "support/gen.hpp"

namespace hone {
namespace {

Parameter with_default(Parameter parameter, Value value) {
  parameter.usual = std::move(value);
  return parameter;
}

std::vector<std::pair<std::string, Value>> named(const Configuration& configuration) {
  std::vector<std::pair<std::string, Value>> values;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (configuration[i]) values.emplace_back(configuration.name(i), *configuration[i]);
  }
  return values;
}

TEST(SpaceFit, AWidenedRangeKeepsEveryTrialAndANarrowedOneThoseInside) {
  const Space from({real("x", 0, 10)});
  const SpaceFit wider(from, Space({real("x", -5, 20)}));
  const SpaceFit narrower(from, Space({real("x", 2, 4)}));
  const auto at = [&](double x) { return from.configuration({x}); };
  EXPECT_TRUE(wider(at(0)).fits());
  EXPECT_TRUE(wider(at(10)).fits());
  EXPECT_TRUE(narrower(at(2)).fits()) << "the ends belong to it";
  EXPECT_TRUE(narrower(at(4)).fits());
  const Fitted outside = narrower(at(5));
  EXPECT_EQ(outside.outside, "x is 5, outside 2 to 4");
  EXPECT_EQ(outside.configuration.real("x"), 5.0) << "no value is moved to make it fit";
}

TEST(SpaceFit, AFractionIsNotAWholeNumberWhateverTheBounds) {
  const Space from({real("x", 0, 10)});
  const SpaceFit whole(from, Space({integer("x", 0, 5)}));
  EXPECT_EQ(whole(from.configuration({0.25})).outside, "x is 0.25, which is not a whole number");
  EXPECT_EQ(whole(from.configuration({7.5})).outside, "x is 7.5, outside 0 to 5");
  EXPECT_TRUE(whole(from.configuration({3.0})).fits());
}

TEST(SpaceFit, ANewParameterTakesItsDefaultAndAsksForOne) {
  const Space from({real("x", 0, 1)});
  const Configuration old = from.configuration({0.5});
  const Fitted told =
      SpaceFit(from, Space({real("x", 0, 1), with_default(integer("n", 1, 9), std::int64_t{3})}))(old);
  EXPECT_TRUE(told.fits());
  EXPECT_EQ(told.configuration.integer("n"), 3);
  const Fitted asked = SpaceFit(from, Space({real("x", 0, 1), integer("n", 1, 9)}))(old);
  EXPECT_EQ(asked.outside, "it has no n");
  EXPECT_EQ(asked.without_default, "n");
  EXPECT_FALSE(asked.configuration.has("n"));
}

TEST(SpaceFit, ANewConstantIsItsOwnDefaultAndAChangedOneFitsNobody) {
  const Space from({real("x", 0, 1), constant("k", std::int64_t{1})});
  const Configuration old = from.configuration({0.5, std::int64_t{1}});
  const SpaceFit added(Space({real("x", 0, 1)}), Space({real("x", 0, 1), constant("k", std::int64_t{7})}));
  EXPECT_EQ(added(Space({real("x", 0, 1)}).configuration({0.5})).configuration.integer("k"), 7);
  const SpaceFit changed(from, Space({real("x", 0, 1), constant("k", std::int64_t{2})}));
  EXPECT_EQ(changed(old).outside, "k is 1, outside 2");
}

TEST(SpaceFit, OfARemovedParameterOnlyTheToldValuesCount) {
  const Space from({real("x", 0, 1), real("m", 0, 1)});
  const Space to({real("x", 0, 1)});
  const auto at = [&](double m) { return from.configuration({0.5, m}); };
  const SpaceFit one(from, to, {{"m", {.values = {0.25, std::int64_t{1}}}}});
  EXPECT_TRUE(one(at(0.25)).fits());
  EXPECT_TRUE(one(at(1.0)).fits()) << "1 means 1.0";
  EXPECT_EQ(one(at(0.25)).former, (Attributes{{"m", 0.25}})) << "the trial keeps it";
  EXPECT_EQ(one(at(0.75)).outside, "m was 0.75, and is 0.25, 1 from now on");
  EXPECT_TRUE(SpaceFit(from, to, {{"m", {.any = true}}})(at(0.75)).fits());
  const Fitted untold = SpaceFit(from, to)(at(0.75));
  EXPECT_EQ(untold.outside, "its m is gone");
  EXPECT_EQ(untold.untold_removal, "m");
}

TEST(SpaceFit, WhatARemovedParentDecidedIsAskedOfItsValue) {
  const Space from(
      {categorical("kernel", {"rbf", "poly"}), when(integer("degree", 2, 5), "kernel", {"poly"})});
  const Configuration poly = from.configuration({"poly", std::int64_t{3}});
  const Configuration rbf = from.configuration({"rbf", std::nullopt});
  const Space to({integer("degree", 2, 5)});
  const SpaceFit fit(from, to, {{"kernel", {.values = {"poly"}}}});
  EXPECT_TRUE(fit(poly).fits());
  EXPECT_FALSE(fit(rbf).fits());
  const Fitted any = SpaceFit(from, to, {{"kernel", {.any = true}}})(rbf);
  EXPECT_EQ(any.without_default, "degree") << "it never had one";
}

TEST(SpaceFit, ARemovedParameterThatDidNotExistInTheTrialAsksNothing) {
  const Space from(
      {categorical("kernel", {"rbf", "poly"}), when(integer("degree", 2, 5), "kernel", {"poly"})});
  const SpaceFit fit(from, Space({categorical("kernel", {"rbf", "poly"})}));
  EXPECT_TRUE(fit(from.configuration({"rbf", std::nullopt})).fits());
  EXPECT_FALSE(fit(from.configuration({"poly", std::int64_t{3}})).fits());
}

TEST(SpaceFit, ChoicesScalesAndKindsAreReadByTheirNewDomain) {
  const Space from({categorical("c", {std::int64_t{16}, std::int64_t{32}}), real("x", 0, 10)});
  const Configuration old = from.configuration({std::int64_t{16}, 4.0});
  const Fitted changed = SpaceFit(from, Space({integer("c", 8, 64), real("x", 0.1, 10, Scale::Log)}))(old);
  EXPECT_TRUE(changed.fits()) << changed.outside;
  EXPECT_EQ(changed.configuration.integer("c"), 16);
  const Fitted log = SpaceFit(from, Space({integer("c", 8, 64), real("x", 0.1, 10, Scale::Log)}))(
      from.configuration({std::int64_t{16}, 0.0}));
  EXPECT_EQ(log.outside, "x is 0, outside 0.1 to 10 (log)");
  const Fitted choice = SpaceFit(from, Space({categorical("c", {std::int64_t{32}}), real("x", 0, 10)}))(old);
  EXPECT_EQ(choice.outside, "c is 16, outside 32");
}

TEST(SpaceFit, ConstraintsAndCandidatesMayLeaveATrialOutside) {
  const Space from({real("x", 0, 1), real("y", 0, 1)});
  const SpaceFit bound(from, Space({real("x", 0, 1), real("y", 0, 1)}, {"x + y <= 1"}));
  EXPECT_EQ(bound(from.configuration({0.75, 0.5})).outside, "the constraint x + y <= 1 is violated");
  EXPECT_TRUE(bound(from.configuration({0.25, 0.5})).fits());
  const SpaceFit pool(from, Space::from_candidates({{{"x", 0.5}, {"y", 0.25}}, {{"x", 0.25}, {"y", 1.0}}}));
  EXPECT_TRUE(pool(from.configuration({0.25, 1.0})).fits());
  EXPECT_EQ(pool(from.configuration({0.25, 0.5})).outside, "it is not one of the candidates");
}

TEST(SpaceFit, ADefaultMustBeInTheDomain) {
  EXPECT_THROW(Space({with_default(real("x", 0, 1), 2.0)}), Error);
  EXPECT_EQ(Space({with_default(real("x", 0, 1), std::int64_t{1})}).parameters()[0].usual, Value(1.0));
}

RC_GTEST_PROP(SpaceFitLaws, TheSameSpaceChangesNothing, ()) {
  const Space space = *test::any_space();
  const Configuration old = *test::any_configuration(space);
  const Fitted fitted = SpaceFit(space, space)(old);
  RC_ASSERT(fitted.configuration == old);
  RC_ASSERT(fitted.fits());
  RC_ASSERT(fitted.former.empty());
}

// What is said to fit is a point of the new space, and what is not is none as it stands.
RC_GTEST_PROP(SpaceFitLaws, WhatFitsIsWhatTheNewSpaceAdmits, ()) {
  const Space from = *test::any_space();
  const Space to = *test::any_space();  // the names are mostly the same, the domains are not
  Removals removed;
  for (const Parameter& parameter : from.parameters()) {
    if (*rc::gen::arbitrary<bool>()) removed[parameter.name] = {.any = true};
  }
  const Fitted fitted = SpaceFit(from, to, removed)(*test::any_configuration(from));
  RC_CLASSIFY(fitted.fits());
  RC_ASSERT(fitted.configuration.size() == to.size());
  if (!fitted.fits()) return;
  RC_ASSERT(to.allows(fitted.configuration));
  RC_ASSERT(to.admit(named(fitted.configuration)) == fitted.configuration);
}

// Every value of the old configuration is in the new one or among the former ones.
RC_GTEST_PROP(SpaceFitLaws, NoValueIsLost, ()) {
  const Space from = *test::any_space();
  const Space to = *test::any_space();
  const Configuration old = *test::any_configuration(from);
  const Fitted fitted = SpaceFit(from, to)(old);
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!old[i]) continue;
    const Value* now = fitted.configuration.find(old.name(i));
    const auto former = fitted.former.find(old.name(i));
    RC_ASSERT((now != nullptr) != (former != fitted.former.end()));
    // A step may take a value within rounding.
    if (former != fitted.former.end()) RC_ASSERT(former->second == *old[i]);
  }
}

// There and back: a parameter that is added with a default and removed again leaves the trial as it was.
RC_GTEST_PROP(SpaceFitLaws, AParameterThatComesAndGoesLeavesTheTrial, ()) {
  const Space from = *test::any_space();
  std::vector<Parameter> more = from.parameters();
  std::vector<std::string> constraints;
  for (const Constraint& constraint : from.constraints()) constraints.push_back(constraint.text());
  Parameter added{"added", *test::any_domain()};
  added.usual = test::any_member(added.domain);
  more.push_back(added);
  const Space to(more, constraints);
  const Configuration old = *test::any_configuration(from);
  const Fitted there = SpaceFit(from, to)(old);
  const Fitted back = SpaceFit(to, from, {{"added", {.values = {*added.usual}}}})(there.configuration);
  RC_ASSERT(back.configuration == old);
  RC_ASSERT(there.fits() == (from.violation(old) == 0.0));
  RC_ASSERT(back.fits() == there.fits());
}

}  // namespace
}  // namespace hone
