// SPDX-License-Identifier: MIT
#include "hone/codec/json_limits.hpp"

#include <gtest/gtest.h>

namespace hone::codec {
namespace {

std::string excess(const std::string& json, const JsonLimits& limits = {}) {
  return json_excess(json, limits).value_or("none");
}

TEST(JsonLimits, CountsBracketsInsideEachOther) {
  EXPECT_EQ(excess(std::string(64, '[') + std::string(64, ']')), "none");
  EXPECT_EQ(excess(std::string(65, '[')), "more than 64 brackets inside each other");
  EXPECT_EQ(excess("[[],[],[{}]]", {.depth = 3}), "none");
  EXPECT_EQ(excess("[[],[],[{}]]", {.depth = 2}), "more than 2 brackets inside each other");
  EXPECT_EQ(excess(R"(["[[[[\"[[["])", {.depth = 1}), "none");
  EXPECT_EQ(excess("]]]]["), "none");
}

TEST(JsonLimits, CountsValues) {
  EXPECT_EQ(excess("[1,2,3]", {.values = 4}), "none");
  EXPECT_EQ(excess("[1,2,3]", {.values = 3}), "more than 3 values");
  EXPECT_EQ(excess(R"(["a,b,c,d,e"])", {.values = 2}), "none");
}

TEST(JsonLimits, CountsComparisonsOfKeys) {
  EXPECT_EQ(excess(R"({"a":1,"b":2,"c":{"d":1,"e":2}})", {.comparisons = 4}), "none");
  EXPECT_EQ(excess(R"({"a":1,"b":2,"c":{"d":1,"e":2}})", {.comparisons = 3}), "too many keys in one object");
}

}  // namespace
}  // namespace hone::codec
