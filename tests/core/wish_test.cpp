// SPDX-License-Identifier: MIT
#include "hone/core/wish.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

using Row = std::vector<std::pair<std::string, Value>>;

Value kernel(const char* name) { return std::string(name); }

Space machine() {
  return Space({real("C", 1.0, 1000.0, Scale::Log), categorical("kernel", {kernel("rbf"), kernel("poly")}),
                when(integer("degree", 2, 5), "kernel", {kernel("poly")})},
               {"kernel == 'rbf' or C < 500"});
}

TEST(Wish, IsTakenAsItIsWhenNothingIsLeftOut) {
  const Space space = machine();
  const Row whole = {{"C", 10.0}, {"kernel", kernel("rbf")}};
  EXPECT_EQ(admit_wish(space, whole, 1), space.admit_wish(whole));
}

TEST(Wish, DrawsWhatIsLeftOut) {
  const Space space = machine();
  const Row partial = {{"kernel", kernel("poly")}};
  std::set<double> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Configuration made = admit_wish(space, partial, seed);
    EXPECT_EQ(made, admit_wish(space, partial, seed));
    EXPECT_EQ(made.text("kernel"), "poly");
    EXPECT_TRUE(made.has("degree"));
    EXPECT_TRUE(space.allows(made));
    seen.insert(made.real("C"));
  }
  EXPECT_EQ(seen.size(), 20u);
}

TEST(Wish, ParentsAreDrawnSoThatTheGivenExists) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Configuration made = admit_wish(machine(), Row{{"degree", std::int64_t{3}}}, seed);
    EXPECT_EQ(made.integer("degree"), 3);
    EXPECT_EQ(made.text("kernel"), "poly");
  }
}

TEST(Wish, OfAPoolIsOneOfItsRows) {
  const Space pool = Space::from_candidates({{{"x", std::int64_t{1}}, {"y", kernel("a")}},
                                             {{"x", std::int64_t{2}}, {"y", kernel("b")}},
                                             {{"x", std::int64_t{3}}, {"y", kernel("b")}}});
  std::set<std::int64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    seen.insert(admit_wish(pool, Row{{"y", kernel("b")}}, seed).integer("x"));
  EXPECT_EQ(seen, (std::set<std::int64_t>{2, 3}));
  const Space two = Space::from_candidates({{{"x", std::int64_t{1}}, {"y", kernel("a")}, {"z", true}},
                                            {{"x", std::int64_t{2}}, {"y", kernel("b")}, {"z", false}}});
  EXPECT_EQ(test::message_of([&] {
              admit_wish(two, Row{{"x", std::int64_t{1}}, {"y", kernel("b")}}, 0);
            }),
            "no candidate has x=1 y=b; give the values of one of them");
}

// A constant need not be given; one that is has to be there.
TEST(Wish, AGivenConstantExists) {
  const Space space({categorical("kernel", {kernel("rbf"), kernel("poly")}), real("C", 0.0, 1.0),
                     when(constant("degree", std::int64_t{3}), "kernel", {kernel("poly")})});
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_EQ(admit_wish(space, Row{{"degree", std::int64_t{3}}}, seed).text("kernel"), "poly");
}

TEST(Wish, RefusesWhatCannotBe) {
  EXPECT_EQ(test::message_of([] {
              admit_wish(machine(), Row{{"D", 1.0}}, 0);
            }),
            "there is no parameter 'D'; remove or rename it");
  EXPECT_EQ(test::message_of([] {
              admit_wish(machine(), Row{{"C", 5000.0}}, 0);
            }),
            "C: the value 5000 is not possible here; give a number in [1, 1000]");
  EXPECT_EQ(
      test::message_of([] {
        admit_wish(machine(), Row{{"C", 600.0}, {"degree", std::int64_t{3}}}, 0);
      }),
      "no values were found for the other parameters beside C=600 degree=3 in 10000 draws; give more of the "
      "settings, or others: conditions or constraints rule these out");
}

RC_GTEST_PROP(Wish, KeepsWhatIsGivenAndIsAllowed, ()) {
  const Space space = *test::any_space();
  const Configuration whole = *test::any_configuration(space);
  RC_PRE(space.allows(whole));
  Row given;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i] && *rc::gen::arbitrary<bool>()) given.emplace_back(whole.name(i), *whole[i]);
  }
  Configuration made;
  try {
    made = admit_wish(space, given, *rc::gen::arbitrary<std::uint64_t>());
  } catch (const Error& error) {  // constraints may be too tight for draws
    RC_ASSERT(error.code() == ErrorCode::InvalidArgument);
    RC_DISCARD("nothing was found");
  }
  RC_ASSERT(space.allows(made));
  for (const auto& [name, value] : given) {
    const Value* has = made.find(name);
    RC_ASSERT(has != nullptr);
    RC_ASSERT(same_value(*has, value));
  }
}

}  // namespace
}  // namespace hone
