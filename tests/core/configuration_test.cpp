// SPDX-License-Identifier: MIT
#include "hone/core/configuration.hpp"

#include <gtest/gtest.h>

#include <unordered_set>

#include "hone/core/space.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

TEST(Configuration, IsAValue) {
  const Space space({real("x", 0, 1), boolean("b")});
  const Space twin({real("x", 0, 1), boolean("b")});
  const Configuration a = space.configuration({0.5, true});
  EXPECT_EQ(a, twin.configuration({0.5, true}));
  EXPECT_FALSE(a == space.configuration({0.5, false}));
  EXPECT_FALSE(a == Space({real("y", 0, 1), boolean("b")}).configuration({0.5, true}));
  std::unordered_set<Configuration> set = {a, twin.configuration({0.5, true}),
                                           space.configuration({0.25, true})};
  EXPECT_EQ(set.size(), 2U);
}

// A hundred thousand trials of a study are held several times.
TEST(Configuration, CopiesShareTheirValues) {
  const Space space({real("x", 0, 1)});
  const Configuration one = space.configuration({0.5});
  const Configuration copy = one;
  EXPECT_EQ(&one[0], &copy[0]);
  EXPECT_NE(&one[0], &space.configuration({0.5})[0]);
  EXPECT_EQ(Configuration(), Configuration(nullptr, {}));
  EXPECT_EQ(Configuration().find("x"), nullptr);
}

TEST(Configuration, HashTellsValuesAndPlacesApart) {
  const Space space({boolean("a"), boolean("b"), boolean("c")});
  std::unordered_set<std::size_t> hashes;
  for (int i = 0; i < 8; ++i) {
    hashes.insert(hash_value(space.configuration({(i & 1) != 0, (i & 2) != 0, (i & 4) != 0})));
  }
  EXPECT_EQ(hashes.size(), 8U);
}

TEST(Configuration, GivesTypedAccessAndClearErrors) {
  const Space space({real("x", 0, 1), integer("n", 1, 3), categorical("k", {"a", "b"}), boolean("f")});
  const Configuration config = space.configuration({0.5, std::int64_t{2}, "a", true});
  EXPECT_EQ(config.real("x"), 0.5);
  EXPECT_EQ(config.real("n"), 2.0);
  EXPECT_EQ(config.integer("n"), 2);
  EXPECT_EQ(config.text("k"), "a");
  EXPECT_TRUE(config.flag("f"));
  EXPECT_EQ(test::message_of([&] { config.integer("x"); }),
            "parameter 'x' is a number, not an integer; read it with the accessor of its own type");
  EXPECT_THROW(config.real("zz"), Error);
}

}  // namespace
}  // namespace hone
