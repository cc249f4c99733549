// SPDX-License-Identifier: MIT
#include "hone/encode/feasible.hpp"

#include <gtest/gtest.h>

#include <string>
#include <unordered_set>
#include <vector>

#include "hone/base/cancellation.hpp"
#include "hone/base/error.hpp"

namespace hone::encode {
namespace {

const Wanted kAny = [](const Configuration&) { return true; };

TEST(Settle, KeepsAPointThatIsAllowed) {
  const Encoding encoding(Space({real("x", 0, 1), real("y", 0, 1)}, {"x + y <= 1"}));
  Rng rng(1);
  EXPECT_EQ(to_text(*settle(encoding, std::vector<double>{0.25, 0.5}, kAny, rng)), "x=0.25 y=0.5");
  for (int i = 0; i < 100; ++i) {
    const auto other = settle(encoding, std::vector<double>{0.75, 0.5}, kAny, rng);
    ASSERT_TRUE(other);
    EXPECT_LE(other->real("x") + other->real("y"), 1.0);
  }
}

// The strip holds a millionth of the space: uniform draws would need a million tries.
TEST(Settle, WalksIntoAThinStrip) {
  const Encoding encoding(Space({real("x", 0, 1), real("y", 0, 1), real("z", 0, 1)},
                                {"abs(x - y) <= 0.0005", "abs(y - z) <= 0.0005"}));
  Rng rng(2);
  for (int i = 0; i < 20; ++i) {
    const auto found = draw(encoding, kAny, rng);
    ASSERT_TRUE(found);
    EXPECT_TRUE(encoding.space().allows(*found));
  }
}

TEST(Draw, FindsTheLastUnseenConfigurationOfAFiniteSpace) {
  const Space space({integer("a", 1, 50), integer("b", 1, 50)}, {"a != b"});
  const Encoding encoding(space);
  std::unordered_set<Configuration> seen;
  Rng rng(3);
  const Wanted unseen = [&](const Configuration& c) { return !seen.contains(c); };
  for (int i = 0; i < 50 * 49; ++i) {
    const auto found = draw(encoding, unseen, rng);
    ASSERT_TRUE(found) << "after " << i;
    seen.insert(*found);
  }
  EXPECT_FALSE(draw(encoding, unseen, rng));
}

TEST(CheckSatisfiable, NamesConstraintsThatExcludeEverything) {
  EXPECT_NO_THROW(check_satisfiable(Space({real("x", 0, 1)}, {"x < 0.001"})));
  EXPECT_NO_THROW(check_satisfiable(Space({integer("n", 1, 100000)}, {"n == 4242"})));
  try {
    check_satisfiable(Space({real("x", 0, 1)}, {"x > 2"}));
    FAIL() << "the constraint cannot hold";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Unsatisfiable);
    EXPECT_NE(std::string(error.what()).find("x > 2"), std::string::npos);
  }
}

// Whoever sends a definition must not keep a server busy: 16,000 moves of walks would read 20 GB here.
TEST(CheckSatisfiable, EndsSoonHoweverLongTheConstraintsAre) {
  std::string sum = "0 <= x";
  while (sum.size() < 1200) sum += " + x";
  std::vector<std::string> constraints(1000, sum);
  constraints.push_back("x > 2");
  const Space space({real("x", 0, 1), real("y", 0, 1)}, constraints);
  int looks = 0;
  const CancellationScope scope([&] {
    ++looks;
    return false;
  });
  try {
    check_satisfiable(space);
    FAIL() << "the last one cannot hold";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Unsatisfiable);
    EXPECT_NE(std::string(error.what()).find("and 981 more"), std::string::npos);
  }
  EXPECT_GT(looks, 100);
  EXPECT_LT(looks, 1000);
}

TEST(CheckSatisfiable, EndsWhenNobodyWaitsForIt) {
  const Space space({integer("a", 1, 1000), integer("b", 1, 1000)}, {"a * a == 2"});
  int looks = 0;
  const CancellationScope scope([&] { return ++looks > 50; });
  EXPECT_THROW(check_satisfiable(space), Cancelled);
  EXPECT_EQ(looks, 51);
}

}  // namespace
}  // namespace hone::encode
