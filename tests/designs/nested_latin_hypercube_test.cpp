// SPDX-License-Identifier: MIT
#include "hone/designs/nested_latin_hypercube.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "hone/base/error.hpp"

namespace hone::designs {
namespace {

RC_GTEST_PROP(NestedLatinHypercube, TheFirstRowsAndAllRowsFillEveryIntervalOnce, ()) {
  const int inner = *rc::gen::inRange(1, 20);
  const int runs = inner * *rc::gen::inRange(1, 8);
  const auto place = *rc::gen::element(CellPlace::Jittered, CellPlace::Centred);
  const DesignPoints points =
      nested_latin_hypercube(inner, runs, 4, *rc::gen::arbitrary<std::uint64_t>(), place);
  for (int j = 0; j < 4; ++j) {
    std::set<int> coarse, fine;
    for (int i = 0; i < inner; ++i) coarse.insert(static_cast<int>(points(i, j) * inner));
    for (int i = 0; i < runs; ++i) fine.insert(static_cast<int>(points(i, j) * runs));
    RC_ASSERT(coarse.size() == static_cast<std::size_t>(inner));
    RC_ASSERT(fine.size() == static_cast<std::size_t>(runs));
  }
}

TEST(NestedLatinHypercube, RefusesSizesThatDoNotNest) {
  EXPECT_THROW(nested_latin_hypercube(4, 10, 2, 1), Error);
  EXPECT_THROW(nested_latin_hypercube(0, 10, 2, 1), Error);
  EXPECT_THROW(nested_latin_hypercube(10, 5, 2, 1), Error);
  EXPECT_THROW(nested_latin_hypercube(5, 10, 0, 1), Error);
}

}  // namespace
}  // namespace hone::designs
