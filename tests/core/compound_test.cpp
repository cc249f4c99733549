// SPDX-License-Identifier: MIT
#include "hone/core/compound.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <utility>

#include "hone/core/constraint.hpp"
#include "hone/core/space.hpp"
#include "hone/core/value.hpp"
#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;

Value word(const char* text) { return std::string(text); }

Compound list(std::vector<Value> items) { return Compound::list(std::move(items)); }

TEST(Compound, IsWrittenAsJson) {
  EXPECT_EQ(to_text(Compound()), "null");
  EXPECT_EQ(to_text(list({})), "[]");
  EXPECT_EQ(to_text(list({std::int64_t{64}, 0.5, 1.0, true, word("a\"b"), Compound()})),
            R"([64,0.5,1.0,true,"a\"b",null])");
  EXPECT_EQ(to_text(Compound::map({{"kernel", word("rbf")}, {"degree", list({std::int64_t{3}})}})),
            R"({"kernel":"rbf","degree":[3]})");
}

TEST(Compound, IsEqualAsAPersonMeansIt) {
  EXPECT_EQ(list({std::int64_t{1}, 2.0}), list({1.0, std::int64_t{2}}));
  EXPECT_NE(list({std::int64_t{1}}), list({true}));
  EXPECT_NE(list({std::int64_t{1}}), list({word("1")}));
  EXPECT_NE(list({std::int64_t{1}, std::int64_t{2}}), list({std::int64_t{2}, std::int64_t{1}}));
  EXPECT_EQ(Compound::map({{"a", true}, {"b", false}}), Compound::map({{"b", false}, {"a", true}}));
  EXPECT_NE(Compound::map({{"a", true}}), Compound::map({{"a", true}, {"b", false}}));
  EXPECT_NE(list({}), Compound::map({}));
  EXPECT_NE(list({}), Compound());
  EXPECT_FALSE(same_value(Compound(), std::string("null")));
}

RC_GTEST_PROP(Compound, OrderAndHashAgreeWithEquality, ()) {
  const Compound a = *test::any_compound();
  const Compound b = *test::any_compound();
  RC_ASSERT((a == b) == (a <=> b == 0));
  RC_ASSERT((a < b) == (b > a));
  Compound::Members turned(a.members().rbegin(), a.members().rend());
  const Compound same = a.kind() == Compound::Kind::Map ? Compound::map(std::move(turned)) : a;
  RC_ASSERT(same == a);
  RC_ASSERT(hash_value(same) == hash_value(a));
}

TEST(Compound, HasBounds) {
  Compound deep = list({});
  for (int i = 1; i < Compound::kMostDepth; ++i) deep = list({deep});
  EXPECT_EQ(deep.depth(), Compound::kMostDepth);
  EXPECT_EQ(message_of([&] { list({deep}); }),
            "in a value, lists and maps are nested deeper than 16; write it flatter");
  EXPECT_EQ(
      message_of([&] { list({std::string(Compound::kMostBytes, 'x')}); }),
      "a list or map as a value has more than 65536 bytes of JSON; give a name or a path instead, and look "
      "up there what it stands for");
  EXPECT_EQ(message_of([&] {
              Compound::map({{"", true}});
            }),
            "a map as a value has an empty name; give it one");
  EXPECT_EQ(message_of([&] {
              Compound::map({{"a", true}, {"a", false}});
            }),
            "a map as a value has 'a' twice; rename or remove one");
}

Space layers() {
  return Space({categorical("layers", {Compound(), list({std::int64_t{64}, std::int64_t{64}}), word("auto")}),
                when(real("rate", 0.0, 1.0), "layers", {Compound()})},
               {"layers == null or layers != 'auto'"});
}

TEST(CompoundChoices, AreAdmittedByWhatTheyAre) {
  const Space space = layers();
  const Configuration wide =
      space.admit(std::vector<std::pair<std::string, Value>>{{"layers", list({64.0, 64.0})}});
  EXPECT_EQ(to_text(wide), "layers=[64,64]");
  const Configuration none =
      space.admit(std::vector<std::pair<std::string, Value>>{{"layers", Compound()}, {"rate", 0.5}});
  EXPECT_EQ(to_text(none), "layers=null rate=0.5");
  EXPECT_EQ(message_of([&] {
              space.admit(std::vector<std::pair<std::string, Value>>{{"layers", list({std::int64_t{1}})}});
            }),
            "layers: the value [1] is not possible here; give one of null, [64,64], auto");
  EXPECT_EQ(message_of([&] {
              space.admit(std::vector<std::pair<std::string, Value>>{{"layers", word("auto")}});
            }),
            "the constraint layers == null or layers != 'auto' is violated; change the values");
}

TEST(CompoundChoices, NullStandsForNothingWhereItIsNoChoice) {
  const Space space({real("x", 0.0, 1.0), boolean("fast")});
  EXPECT_EQ(message_of([&] {
              space.admit(std::vector<std::pair<std::string, Value>>{{"x", Compound()}, {"fast", true}});
            }),
            "the parameter 'x' has no value; give one");
}

TEST(CompoundChoices, AreListedOnceAndFinite) {
  EXPECT_THROW(Choices({list({std::int64_t{1}}), list({1.0})}), Error);
  EXPECT_THROW(Choices({Compound(), Compound()}), Error);
  EXPECT_THROW(Choices({list({std::numeric_limits<double>::infinity()})}), Error);
}

TEST(CompoundChoices, AParameterMayStillBeCalledNull) {
  const Space space({integer("null", 0, 9)}, {"null < 5"});
  EXPECT_THROW(space.admit(std::vector<std::pair<std::string, Value>>{{"null", std::int64_t{7}}}), Error);
}

}  // namespace
}  // namespace hone
