// SPDX-License-Identifier: MIT
#include "hone/layouts/allowed_design.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"

namespace hone::layouts {
namespace {

encode::Encoding square(std::vector<std::string> constraints) {
  return encode::Encoding(Space({real("x", 0, 1), real("y", 0, 1)}, std::move(constraints)));
}

const designs::DesignSearchOptions kQuick{.seed = 1, .iterations = 20000};

TEST(AllowedDesign, HasExactlyTheRunsAskedForAndAllAreAllowed) {
  const encode::Encoding triangle = square({"x + y <= 1"});
  for (const int runs : {1, 2, 7, 30}) {
    const AllowedDesign made =
        augment_allowed(triangle, designs::DesignPoints(0, 2), runs, std::nullopt, kQuick);
    ASSERT_EQ(made.design.runs(), runs);
    EXPECT_GE(made.searched, runs);
    const designs::DesignPoints points = made.design.points();
    for (int i = 0; i < runs; ++i) EXPECT_LE(points(i, 0) + points(i, 1), 1.0 + 1e-12);
  }
}

TEST(AllowedDesign, FillsWhatIsAllowedEvenly) {
  const AllowedDesign made =
      augment_allowed(square({"x <= 0.25"}), designs::DesignPoints(0, 2), 40, std::nullopt, kQuick);
  const designs::DesignPoints points = made.design.points();
  int quarters[2][2] = {};
  for (int i = 0; i < 40; ++i) ++quarters[points(i, 0) < 0.125 ? 0 : 1][points(i, 1) < 0.5 ? 0 : 1];
  for (const auto& half : quarters) {
    for (const int count : half) EXPECT_NEAR(count, 10, 2);
  }
}

TEST(AllowedDesign, KeepsExistingRunsFirst) {
  designs::DesignPoints have(2, 2);
  have(0, 0) = have(0, 1) = 0.1;
  have(1, 0) = 0.6, have(1, 1) = 0.3;
  const AllowedDesign made = augment_allowed(square({"x + y <= 1"}), have, 10, 100, kQuick);
  ASSERT_EQ(made.design.runs(), 12);
  EXPECT_EQ(made.design.levels(), 100);
  EXPECT_EQ(made.design(0, 0), 11);
  EXPECT_EQ(made.design(1, 1), 31);
}

TEST(AllowedDesign, SaysWhenTooLittleIsAllowed) {
  const auto complaint = [](const char* constraint) {
    try {
      augment_allowed(square({constraint}), designs::DesignPoints(0, 2), 20, std::nullopt, kQuick);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Unsatisfiable);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(complaint("x + y <= 0.05").find("too little"), std::string::npos);
  EXPECT_NE(complaint("x + y <= -1").find("no configuration"), std::string::npos);
}

}  // namespace
}  // namespace hone::layouts
