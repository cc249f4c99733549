// SPDX-License-Identifier: MIT
#include "hone/core/user_prior.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/core/unit_scale.hpp"

namespace hone {
namespace {

Value word(const char* text) { return std::string(text); }

TEST(UserPrior, PlacesNumbersAsTheEncodingDoes) {
  const RealRange log(0.01, 100.0, Scale::Log);
  EXPECT_NEAR(unit_position(log, 1.0), to_unit(log, 1.0), 1e-15);
  const RealRange logit(0.01, 0.99, Scale::Logit);
  EXPECT_NEAR(unit_position(logit, 0.3), to_unit(logit, 0.3), 1e-15);
  for (const Domain& domain :
       {Domain(IntRange(1, 9)), Domain(IntRange(2, 1000, Scale::Log)),
        Domain(RealRange(0.0, 1.0, Scale::Linear, 0.25)), Domain(IntRange(10, 50, Scale::Linear, 10))}) {
    for (std::int64_t i = 0; i < *value_count(domain); ++i)
      EXPECT_EQ(cell_of(domain, unit_position(domain, *as_number(value_at(domain, i)))), i);
  }
}

TEST(UserPrior, MeasuresDeviationsInUnitsDecadesAndLogOdds) {
  EXPECT_NEAR(unit_deviation(RealRange(10.0, 30.0), 5.0), 0.25, 1e-15);
  EXPECT_NEAR(unit_deviation(RealRange(0.01, 100.0, Scale::Log), 1.0), 0.25, 1e-15);
  // log(0.9/0.1) - log(0.1/0.9) = 4.394449154672439
  EXPECT_NEAR(unit_deviation(RealRange(0.1, 0.9, Scale::Logit), 1.0), 1.0 / 4.394449154672439, 1e-15);
  // Nine cells of one unit each.
  EXPECT_NEAR(unit_deviation(IntRange(1, 9), 1.0), 1.0 / 9.0, 1e-15);
}

TEST(UserPrior, ModeIsTheValueThatItLikesBest) {
  EXPECT_EQ(mode_of(RealRange(0.0, 1.0), NormalPrior{0.3, 0.1}), Value(0.3));
  EXPECT_EQ(mode_of(IntRange(1, 9), NormalPrior{3.4, 1.0}), Value(std::int64_t{3}));
  const Choices choices({word("a"), word("b")});
  EXPECT_EQ(mode_of(choices, ChoicePrior{{{"a", 1.0}, {"b", 2.0}}}), word("b"));
  EXPECT_EQ(mode_of(choices, NearPrior{word("b")}), word("b"));
  EXPECT_EQ(mode_of(Toggle{}, ChoicePrior{{{"true", 2.0}}}), Value(true));
}

TEST(UserPrior, IsRefusedWhereItsParameterCannotHaveIt) {
  const auto refused = [](const Parameter& parameter, const UserPrior& prior) {
    EXPECT_THROW(check_prior(parameter, prior), Error) << parameter.name;
  };
  refused(categorical("k", {word("a"), word("b")}), NormalPrior{1.0, 1.0});
  refused(real("x", 0.0, 1.0), ChoicePrior{{{"0.5", 1.0}}});
  refused(real("x", 0.0, 1.0), NormalPrior{2.0, 1.0});
  refused(real("x", 0.0, 1.0), NormalPrior{0.5, 0.0});
  refused(real("x", 0.0, 1.0), NearPrior{2.0});
  refused(categorical("k", {word("a"), word("b")}), ChoicePrior{{{"c", 1.0}}});
  refused(categorical("k", {word("a"), word("b")}), ChoicePrior{{{"a", 0.0}}});
  refused(categorical("k", {word("a"), word("b")}), ChoicePrior{{{"a", -1.0}, {"b", 1.0}}});
  refused(constant("c", Value(1.0)), NearPrior{1.0});
  EXPECT_NO_THROW(check_prior(boolean("b"), ChoicePrior{{{"true", 0.8}}}));
}

}  // namespace
}  // namespace hone
