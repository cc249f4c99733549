// SPDX-License-Identifier: MIT
#include "hone/core/options.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;

enum class Speed { Slow, Fast };

// One option of each kind; `speed` sets the default of another.
struct EngineOptions {
  Speed speed = Speed::Slow;
  int gears = 4;
  double oil = 0.5;
  bool radio = true;
  bool front = true;
  bool rear = false;
  std::string fuel = "diesel";
  std::map<std::string, std::int64_t> seats = {};

  void declare(OptionReader& option) {
    option.variant("speed", speed, {{"slow", Speed::Slow}, {"fast", Speed::Fast}}, "sets the gears");
    if (speed == Speed::Fast) gears = 6;
    option.integer("drive.gears", gears, 1, 9, "how many");
    option.real("oil", oil, 0.0, 1.5, "how full").in("litres");
    option.flag("radio", radio, "whether it plays");
    option.switches("doors", {{"front", &front}, {"rear", &rear}}, "which open");
    option.word("fuel", fuel, {"diesel", "petrol"}, "what it burns").usually("by country");
    option.integers("seats", "ROW", seats, 1, 3, "in each row").usually("2");
  }
};

EngineOptions read_engine(const Options& given) {
  EngineOptions usual;
  usual.seats = {{"first", 2}};
  return read_options(Choice{"engine", given}, usual);
}

std::string problem(const Options& given) {
  return message_of([&] { read_engine(given); });
}

TEST(OptionReader, LeavesTheDefaultsWhenNothingIsGiven) {
  const EngineOptions engine = read_engine({});
  EXPECT_EQ(engine.speed, Speed::Slow);
  EXPECT_EQ(engine.gears, 4);
  EXPECT_EQ(engine.oil, 0.5);
  EXPECT_TRUE(engine.radio && engine.front && !engine.rear);
  EXPECT_EQ(engine.fuel, "diesel");
  EXPECT_EQ(engine.seats.at("first"), 2);
}

TEST(OptionReader, ReadsWhatIsGiven) {
  const EngineOptions engine = read_engine({{"speed", {"fast"}},
                                            {"oil", {std::int64_t{1}}},
                                            {"radio", {false}},
                                            {"doors", {"rear"}},
                                            {"fuel", {"petrol"}},
                                            {"seats.first", {std::int64_t{3}}}});
  EXPECT_EQ(engine.speed, Speed::Fast);
  EXPECT_EQ(engine.gears, 6) << "the variant's default";
  EXPECT_EQ(engine.oil, 1.0);
  EXPECT_TRUE(!engine.radio && !engine.front && engine.rear);
  EXPECT_EQ(engine.fuel, "petrol");
  EXPECT_EQ(engine.seats.at("first"), 3);
}

TEST(OptionReader, TakesAWholeNumberHoweverItIsWritten) {
  EXPECT_EQ(read_engine({{"drive.gears", {8.0}}}).gears, 8);
  EXPECT_EQ(problem({{"drive.gears", {8.5}}}),
            "option 'drive.gears' of engine is 8.5; give an integer from 1 to 9");
}

TEST(OptionReader, SaysWhatAnOptionMayBe) {
  EXPECT_EQ(problem({{"drive.gears", {std::int64_t{0}}}}),
            "option 'drive.gears' of engine is 0; give an integer from 1 to 9");
  EXPECT_EQ(problem({{"drive.gears", {true}}}),
            "option 'drive.gears' of engine is true; give an integer from 1 to 9");
  EXPECT_EQ(problem({{"oil", {2.0}}}), "option 'oil' of engine is 2; give a number from 0 to 1.5");
  EXPECT_EQ(problem({{"radio", {"on"}}}), "option 'radio' of engine is on; give true or false");
  EXPECT_EQ(problem({{"radio", {true, false}}}), "option 'radio' of engine is a list; give one value");
  EXPECT_EQ(problem({{"fuel", {"petrl"}}}),
            "option 'fuel' of engine is petrl; give one of diesel, petrol (did you mean 'petrol'?)");
  EXPECT_EQ(problem({{"doors", {"front", "raer"}}}),
            "option 'doors' of engine holds raer; list some of front, rear (did you mean 'rear'?)");
  EXPECT_EQ(problem({{"doors", {}}}), "option 'doors' of engine is an empty list; list some of front, rear");
  EXPECT_EQ(problem({{"seats.first", {std::int64_t{4}}}}),
            "option 'seats.first' of engine is 4; give an integer from 1 to 3");
}

TEST(OptionReader, RefusesWhatWasNotDeclared) {
  EXPECT_EQ(
      problem({{"oill", {1.0}}}),
      "option 'oill' of engine does not exist (did you mean 'oil'?); use speed, drive.gears, oil, radio, "
      "doors, fuel, seats.first");
  EXPECT_EQ(problem({{"seats.ROW", {std::int64_t{1}}}}).find("option 'seats.ROW' of engine does not exist"),
            0u);
  const Options given = {{"pace", {true}}};
  EXPECT_EQ(message_of([&] { OptionReader("random", given).finish(); }),
            "option 'pace' of random does not exist; random takes no options; remove it");
}

TEST(DescribeOptions, TellsWhatIsRead) {
  std::string told;
  for (const OptionSpec& spec : describe_options<EngineOptions>()) {
    told += spec.name + " (" + to_text(spec.kind) + "): " + values_text(spec) + "; default " +
            default_text(spec) + "; " + spec.summary + "\n";
  }
  EXPECT_EQ(told,
            "speed (word): slow, fast; default slow; sets the gears\n"
            "drive.gears (integer): 1 to 9; default 4; fast: 6; how many\n"
            "oil (number): 0 to 1.5 litres; default 0.5; how full\n"
            "radio (flag): true, false; default true; whether it plays\n"
            "doors (words): some of front, rear; default [front]; which open\n"
            "fuel (word): diesel, petrol; default by country; what it burns\n"
            "seats.ROW (integer): 1 to 3; default 2; in each row\n");
}

}  // namespace
}  // namespace hone
