// SPDX-License-Identifier: MIT
#include "hone/encode/middle.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/core/parameter.hpp"
#include "support/near.hpp"

namespace hone::encode {
namespace {

TEST(Middle, IsTheMiddleOfEachScale) {
  const Configuration middle = middle_of(
      Space({{"x", RealRange(0, 10)}, {"C", RealRange(1, 100, Scale::Log)}, {"n", IntRange(1, 9)}}));
  EXPECT_DOUBLE_EQ(middle.real("x"), 5.0);
  EXPECT_TRUE(test::near_rel(middle.real("C"), 10.0, 1e-12));
  EXPECT_EQ(middle.integer("n"), 5);
}

TEST(Middle, KeepsToTheConstraints) {
  const Space space({{"x", RealRange(0, 10)}, {"y", RealRange(0, 10)}}, {"x + y <= 1"});
  const Configuration middle = middle_of(space);
  EXPECT_TRUE(space.allows(middle));
  EXPECT_EQ(middle, middle_of(space));
}

TEST(Middle, RefusesASpaceWithoutAnyPoint) {
  EXPECT_THROW(middle_of(Space({{"x", RealRange(0, 1)}}, {"x > 2"})), Error);
}

}  // namespace
}  // namespace hone::encode
