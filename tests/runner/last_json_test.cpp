// SPDX-License-Identifier: MIT
#include "hone/runner/last_json.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

namespace hone::runner {
namespace {

std::string found(std::string_view output) {
  const auto json = last_json(output);
  return json ? json->dump() : "nothing";
}

TEST(LastJson, IsTheLastNumberOnALineOfItsOwn) {
  EXPECT_EQ(found("0.5\n"), "0.5");
  EXPECT_EQ(found("0.5"), "0.5");
  EXPECT_EQ(found("1\n2\n  -3e-2  \n"), "-0.03");
  EXPECT_EQ(found("7\r\n"), "7.0");
  EXPECT_EQ(found("0.25\ndone in 3 s\n\n\n"), "0.25");
}

TEST(LastJson, DoesNotTakeANumberOutOfASentence) {
  EXPECT_EQ(found("epoch 10\nloss: 0.5\n"), "nothing");
  EXPECT_EQ(found(""), "nothing");
  EXPECT_EQ(found("\n\n"), "nothing");
}

TEST(LastJson, IsTheLastObject) {
  EXPECT_EQ(found("{\"loss\": 1}\n{\"loss\": 2}\n"), R"({"loss":2})");
  EXPECT_EQ(found("0.1\n{\"loss\": 2}\nbye\n"), R"({"loss":2})");
  EXPECT_EQ(found("{\"loss\": 2}\n0.1\n"), "0.1");
}

TEST(LastJson, MayFollowOtherWordsOnItsLine) {
  EXPECT_EQ(found("INFO {3} result: {\"loss\": 0.1, \"at\": {\"x\": 1}}\n"), R"({"loss":0.1,"at":{"x":1}})");
  EXPECT_EQ(found("{\"a\": 1} {\"b\": 2}"), R"({"b":2})");
}

TEST(LastJson, MaySpanLines) {
  EXPECT_EQ(found("start\nresult = {\n  \"loss\": 0.5,\n  \"runs\": [\n    {\"a\": 1},\n    {\n      \"b\": "
                  "2\n    }\n  ]\n}\n"),
            R"({"loss":0.5,"runs":[{"a":1},{"b":2}]})");
}

TEST(LastJson, SkipsBracesThatAreNoJson) {
  EXPECT_EQ(found("{\"loss\": 1}\nvoid f() {\n}\n"), R"({"loss":1})");
  EXPECT_EQ(found("{'loss': 1}\n"), "nothing");
  EXPECT_EQ(found("}\n}}\n]\n"), "nothing");
}

TEST(LastJson, IsAlsoAListOnItsLine) {
  EXPECT_EQ(found("[1, 2.5]\n"), "[1,2.5]");
  EXPECT_EQ(found("x[1]\n"), "nothing");
}

TEST(LastJson, KeepsWhatIsNotANumber) {
  EXPECT_EQ(found("{\"loss\": 0.5}\n{\"loss\": NaN, \"s\": \"NaN, Infinity\", \"b\": -Infinity, \"c\": inf, "
                  "\"d\": -5}\n"),
            R"({"loss":"nan","s":"NaN, Infinity","b":"-inf","c":"inf","d":-5})");
  EXPECT_TRUE(std::isnan(last_json("nan\n")->get<double>()));
  EXPECT_EQ(found("[nan, 1]"), R"(["nan",1])");
}

TEST(LastJson, SurvivesBinaryAndHugeOutput) {
  std::string noise;
  for (unsigned i = 0; i < 300'000; ++i) noise += static_cast<char>(i * 7919 % 256);
  EXPECT_EQ(found(noise + "\n0.5\n"), "0.5");
  EXPECT_EQ(found(std::string(1'000'000, '{')), "nothing");
  EXPECT_EQ(found(std::string(1'000'000, '}')), "nothing");
  std::string braces;
  for (int i = 0; i < 20'000; ++i) braces += "if (x) {\n  y();\n}\n";
  EXPECT_EQ(found(braces), "nothing");
  EXPECT_EQ(found("{\"a\":" + std::string(200'000, '[') + "\n}\n"), "nothing");
}

// Reads outputs of about so many bytes that once took minutes, or the process: every brace was tried, and the
// tree built before its depth was known. Returns the processor time in seconds.
double seconds_for_hostile_outputs(std::size_t bytes) {
  const auto repeated = [](const std::string& piece, std::size_t size) {
    std::string all;
    while (all.size() < size) all += piece;
    return all;
  };
  const std::clock_t begun = std::clock();
  EXPECT_EQ(found(repeated("{\"a\":", bytes) + "1" + std::string(bytes / 5, '}')), "nothing");
  EXPECT_EQ(found(repeated("{\"a\":\n", bytes) + "x x\n" + repeated("}\n", bytes / 4)), "nothing");
  EXPECT_EQ(found(repeated("}\n", bytes)), "nothing");
  EXPECT_EQ(found(repeated("{}\n", bytes) + "}\n"), "nothing");
  EXPECT_EQ(found(repeated("\\\"", bytes) + "}\n"), "nothing");
  EXPECT_EQ(found(repeated("{\"a\": bad bad}\n", bytes)), "nothing");
  EXPECT_EQ(found("{\"a\": " + repeated("bad ", bytes) + "}\n"), "nothing");
  EXPECT_EQ(found(repeated("f() { x; y }\n", bytes / 4)), "nothing");
  EXPECT_EQ(found(repeated("[a b c]\n", bytes / 4)), "nothing");
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

// Four times as much takes about four times as long; it took sixteen times as long.
TEST(LastJson, TakesLinearTimeWhateverTheOutput) {
  const double little = seconds_for_hostile_outputs(250'000);
  EXPECT_LT(seconds_for_hostile_outputs(1'000'000), 0.25 + 10.0 * little);
}

TEST(LastJson, RefusesWhatIsTooDeepOrHasTooManyFields) {
  EXPECT_EQ(found(std::string(50'000, '[') + std::string(50'000, ']')), "nothing");
  std::string keys = "{\"k\": 1";
  for (int i = 0; keys.size() < 4'000'000; ++i) keys += ",\"" + std::to_string(i) + "\":1";
  EXPECT_EQ(found(keys + "}\n"), "nothing");
}

TEST(LastJson, KeepsToItsDepth) {
  const auto nested = [](std::size_t depth) {
    std::string inner = "1";
    for (std::size_t i = 0; i < depth; ++i) inner = "{\"a\":" + inner + "}";
    return inner;
  };
  EXPECT_EQ(found(nested(64)), nested(64));
  EXPECT_EQ(found(nested(65)), "nothing");
  const FoundJson deep = find_json("0.5\n" + nested(65));
  EXPECT_FALSE(deep.json);
  EXPECT_NE(deep.problem.find("has more than 64 brackets inside each other"), std::string::npos)
      << deep.problem;
}

}  // namespace
}  // namespace hone::runner
