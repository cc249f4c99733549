// SPDX-License-Identifier: MIT
#include "hone/codec/attribute_limits.hpp"

#include <gtest/gtest.h>

namespace hone::codec {
namespace {

TEST(AttributeLimits, LetOrdinaryAttributesThrough) {
  EXPECT_EQ(attributes_problem({}), "");
  EXPECT_EQ(attributes_problem({{"note", "good"}, {"gr\u00f6\u00dfe", 3.0}, {"ok", true}}), "");
}

TEST(AttributeLimits, BoundTheirNumber) {
  Attributes many;
  for (std::size_t i = 0; i < kMostAttributes; ++i) many["a" + std::to_string(i)] = true;
  EXPECT_EQ(attributes_problem(many), "");
  many["one more"] = true;
  EXPECT_NE(attributes_problem(many).find("1001 attributes"), std::string::npos);
}

TEST(AttributeLimits, BoundNamesAndBytes) {
  EXPECT_EQ(attributes_problem({{std::string(200, 'x'), true}}), "");
  EXPECT_NE(attributes_problem({{std::string(201, 'x'), true}}).find("201 bytes"), std::string::npos);
  EXPECT_EQ(attributes_problem({{"x", std::string(kMostAttributeBytes - 1, 'y')}}), "");
  EXPECT_NE(attributes_problem({{"x", std::string(kMostAttributeBytes, 'y')}}), "");
}

TEST(AttributeLimits, RefuseNamesThatLookLikeOthers) {
  for (const char* name : {"a\u202eb", "a\u2066b", "\u200fa", "\ufeffa"})
    EXPECT_NE(attributes_problem({{name, true}}).find("direction"), std::string::npos) << name;
}

}  // namespace
}  // namespace hone::codec
