// SPDX-License-Identifier: MIT
#include "hone/samplers/box_points.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hone/designs/uniform_design.hpp"

namespace hone::samplers {
namespace {

TEST(BoxPoints, NeverWantMoreThanASearchCanDo) {
  for (const int levels : {1, 13, 128, 1000, 2000}) {
    for (const int count : {1, 500, 2000}) {
      const std::size_t most = points_that_matter(designs::LevelBox(2, levels), count);
      EXPECT_LE(static_cast<int>(most) + count, designs::kMostDesignRuns) << levels << " " << count;
      EXPECT_GE(most, 100U);
    }
  }
}

TEST(BoxPoints, NewOnesTakeTheLevelsThatAreFree) {
  const designs::LevelBox box(std::vector{0.5, 0.5}, 10, 2);
  std::vector<std::vector<double>> there;
  for (const int level : {1, 4, 7}) there.push_back(box.point(std::vector{level, level}));
  const std::vector<std::span<const double>> existing(there.begin(), there.end());
  std::set<double> values({box.value(0, 1), box.value(0, 4), box.value(0, 7)});  // of the first coordinate
  for (const auto& point : uniform_points(box, existing, 7, 1)) {
    EXPECT_TRUE(box.holds(point));
    values.insert(point[0]);
  }
  EXPECT_EQ(values.size(), 10U);
  for (const auto& point : random_points(box, 50, 1)) EXPECT_TRUE(box.holds(point));
}

}  // namespace
}  // namespace hone::samplers
