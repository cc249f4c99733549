// SPDX-License-Identifier: MIT
#include "hone/runner/mended_json.hpp"

#include <gtest/gtest.h>

namespace hone::runner {
namespace {

std::string mended_dump(std::string_view text) {
  const auto json = parse_mended(text);
  return json ? json->dump() : "nothing";
}

TEST(MendedJson, LeavesJsonAsItIs) {
  const std::string all =
      R"({"a":[1,-2.5,1e-300,"x y",true,false,null],"b":{"\u00e9\n":"caf\u00e9 \ud83d\ude00"}})";
  EXPECT_EQ(mended_dump(all), Json::parse(all).dump());
}

TEST(MendedJson, PutsQuotesAroundWhatIsNotFinite) {
  EXPECT_EQ(mended_dump(R"({"a": NaN, "b": -Infinity, "c": inf, "d": "NaN, inf", "e": -5})"),
            R"({"a":"nan","b":"-inf","c":"inf","d":"NaN, inf","e":-5})");
}

TEST(MendedJson, MarksSingleValuesAndKeepsTheOthers) {
  for (const char* bad : {"1e999", "-1e999", "None", "0x10", "+5", ".5", "\"\xe9\"", "\"\\udce9\"",
                          "\"\\ud83d!\"", "\"\\q\"", "\"a\tb\""}) {
    const auto json = parse_mended(R"({"a": 1, "b": )" + std::string(bad) + R"(, "c": [2, )" + bad + "]}");
    ASSERT_TRUE(json) << bad;
    EXPECT_EQ(json->at("a"), 1) << bad;
    EXPECT_TRUE(is_unreadable(json->at("b"))) << bad;
    EXPECT_FALSE(unreadable_text(json->at("b")).empty()) << bad;
    EXPECT_EQ(json->at("c").at(0), 2) << bad;
    EXPECT_TRUE(is_unreadable(json->at("c").at(1))) << bad;
  }
}

TEST(MendedJson, MarksNames) {
  const auto json = parse_mended("{\"a\": 1, \"\xe9\": 2}");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("a"), 1);
  EXPECT_TRUE(is_unreadable(std::string_view((++json->begin()).key())));
}

TEST(MendedJson, GivesUpWhatIsNotJsonAtAll) {
  for (const char* text : {"{'a': 1}", "{\"a\": 1", "{\"a\" 1}", "{\"a\": 1 2}", "{\"a\": \"x}", "", "}"}) {
    EXPECT_EQ(mended_dump(text), "nothing") << text;
  }
}

}  // namespace
}  // namespace hone::runner
