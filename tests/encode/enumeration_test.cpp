// SPDX-License-Identifier: MIT
#include "hone/encode/enumeration.hpp"

#include <gtest/gtest.h>

#include <unordered_set>

namespace hone::encode {
namespace {

std::vector<std::string> walk(const Space& space, std::int64_t points) {
  std::vector<std::string> seen;
  Enumeration all(space, std::vector<std::int64_t>(space.size(), points));
  do {
    seen.push_back(to_text(all.current()));
  } while (all.advance());
  return seen;
}

TEST(Enumeration, VariesTheLastParameterFastest) {
  EXPECT_EQ(walk(Space({boolean("a"), integer("n", 1, 2)}), 3),
            (std::vector<std::string>{"a=false n=1", "a=false n=2", "a=true n=1", "a=true n=2"}));
}

TEST(Enumeration, DoesNotVaryWhatDoesNotExist) {
  const Space space({when(integer("degree", 2, 3), "kernel", {"poly"}),
                     categorical("kernel", {"rbf", "poly"}),
                     when(boolean("fine"), "degree", {std::int64_t{3}})});
  EXPECT_EQ(walk(space, 2),
            (std::vector<std::string>{"kernel=rbf", "degree=2 kernel=poly", "degree=3 kernel=poly fine=false",
                                      "degree=3 kernel=poly fine=true"}));
}

TEST(Enumeration, SpreadsContinuousValuesOnTheirScale) {
  Enumeration decades(Space({real("x", 1, 100, Scale::Log)}), {3});
  for (const double expected : {1.0, 10.0, 100.0}) {
    EXPECT_NEAR(decades.current().real("x"), expected, 1e-13 * expected);
    decades.advance();
  }
  EXPECT_EQ(walk(Space({real("x", 0, 4)}), 1), (std::vector<std::string>{"x=2"}));
}

TEST(Enumeration, ComesRoundFromARandomPlace) {
  const Space space({integer("a", 1, 4), boolean("b"), when(integer("c", 1, 3), "b", {true})});
  Enumeration all(space, {1, 1, 1});
  Rng rng(5);
  all.scatter(rng);
  std::unordered_set<Configuration> seen;
  for (int i = 0; i < 16; ++i) {
    seen.insert(all.current());
    all.advance();
  }
  EXPECT_EQ(seen.size(), 16U);
}

}  // namespace
}  // namespace hone::encode
