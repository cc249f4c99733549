// SPDX-License-Identifier: MIT
#include "hone/codec/record.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <cmath>

#include "hone/base/error.hpp"
#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

Space small_space() {
  return Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                when(integer("degree", 2, 5), "kernel", {"poly"})});
}

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::Internal;
}

TEST(Params, KeepTheirTypesAndLeaveOutWhatDoesNotExist) {
  const Space space = small_space();
  const Configuration configuration = space.configuration({10.0, "rbf", std::nullopt});
  EXPECT_EQ(params_to_text(configuration), R"({"C":10.0,"kernel":"rbf"})");
  EXPECT_EQ(params_from_text(R"({"C":10.0,"kernel":"rbf"})", space), configuration);
}

TEST(Params, AreReadInAnyOrderAndWithBlanks) {
  const Space space = small_space();
  EXPECT_EQ(params_from_text(" { \"degree\" : 3 ,\n \"kernel\":\"poly\", \"C\": 1e1 } ", space),
            space.configuration({10.0, "poly", std::int64_t{3}}));
}

TEST(Params, DamageIsReportedAsCorruptStorage) {
  const Space space = small_space();
  for (const std::string text :
       {"", "{", "{\"C\":", "{\"C\":1.0", "{\"C\":1.0}x", "[1]", "{\"C\":1.0,}", "{\"C\":tru}", "{\"D\":1.0}",
        "{\"C\":\"\\u12\"}", "{\"C\":\"\\ud800\"}", "{\"C\":-}", "{\"C\":1e999}", "{\"C\":[1}",
        "{\"C\":{\"\":1,}}", "{\"C\":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}", "nonsense"}) {
    EXPECT_EQ(code_of([&] { params_from_text(text, space); }), ErrorCode::StorageCorrupt) << text;
  }
}

TEST(Params, MessageShowsTheRecordAndTheRemedy) {
  EXPECT_EQ(test::message_of([] { params_from_text(R"({"D":1.0})", small_space()); }),
            "a stored record of parameters is damaged: the study has no parameter 'D', in {\"D\":1.0}; check "
            "the store "
            "with `hone db check` and go back to a backup");
}

TEST(Attributes, KeepEveryTypeOfValue) {
  const Attributes attributes = {{"flag", true},      {"whole", std::int64_t{-7}},
                                 {"real", 3.0},       {"word", "nan"},
                                 {"infinite", -kInf}, {"quote\"\\", "line\nend\x01"}};
  const std::string text = attributes_to_text(attributes);
  EXPECT_EQ(attributes_from_text(text), attributes) << text;
}

TEST(Attributes, NanStaysANumber) {
  const Attributes read = attributes_from_text(attributes_to_text({{"x", std::nan("")}}));
  EXPECT_TRUE(std::isnan(std::get<double>(read.at("x"))));
}

TEST(Notes, HoldListsOfNumbersBesideValues) {
  const Notes notes = {{"theta", std::vector{0.1, -1.0 / 3.0, 5e-324, -0.0, kInf}},
                       {"none", std::vector<double>()},
                       {"cold", std::int64_t{48}},
                       {"words", "[1,2]"}};
  const std::string text = notes_to_text(notes);
  EXPECT_EQ(text,
            R"({"cold":48,"none":[],"theta":[0.1,-0.3333333333333333,5e-324,-0.0,"inf"],"words":"[1,2]"})");
  EXPECT_EQ(notes_from_text(text), notes);
}

TEST(Notes, OfEarlierVersionsAreRead) {
  EXPECT_EQ(notes_from_text(attributes_to_text({{"model.theta", "1 2"}, {"model.cold", std::int64_t{4}}})),
            (Notes{{"model.theta", "1 2"}, {"model.cold", std::int64_t{4}}}));
}

TEST(Notes, DamageIsReportedAsCorruptStorage) {
  for (const std::string text : {"", "{\"a\":[1}", "{\"a\":[[1]]}", "{\"a\":[true]}", "{\"a\":}", "[1]"}) {
    EXPECT_EQ(code_of([&] { notes_from_text(text); }), ErrorCode::StorageCorrupt) << text;
  }
}

TEST(Numbers, NanAndInfinitiesAreWords) {
  EXPECT_EQ(numbers_to_text(std::vector{0.5, 1e300, std::nan(""), kInf, -kInf, -0.0}),
            R"([0.5,1e+300,"nan","inf","-inf",-0.0])");
  const std::vector<double> read = numbers_from_text(R"([0.5, 1, "nan", "inf", "-inf"])");
  ASSERT_EQ(read.size(), 5u);
  EXPECT_EQ(read[1], 1.0);
  EXPECT_TRUE(std::isnan(read[2]));
  EXPECT_EQ(read[4], -kInf);
}

TEST(Numbers, DamageIsReportedAsCorruptStorage) {
  for (const std::string text : {"", "[", "[1", "[1,]", "[\"one\"]", "[true]", "{}"}) {
    EXPECT_EQ(code_of([&] { numbers_from_text(text); }), ErrorCode::StorageCorrupt) << text;
  }
}

RC_GTEST_PROP(Params, ComeBackAsTheyWere, ()) {
  const Space space = *test::any_space();
  const Configuration configuration = *test::any_configuration(space);
  RC_ASSERT(params_from_text(params_to_text(configuration), space) == configuration);
}

RC_GTEST_PROP(Attributes, ComeBackAsTheyWere, ()) {
  Attributes attributes;
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i) attributes[*test::any_text()] = *test::any_value();
  RC_ASSERT(attributes_from_text(attributes_to_text(attributes)) == attributes);
}

RC_GTEST_PROP(Notes, ComeBackToTheLastBit, ()) {
  Notes notes;
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
    if (*rc::gen::arbitrary<bool>()) {
      notes[*test::any_text()] = as_note(*test::any_value());
    } else {
      notes[*test::any_text()] = *rc::gen::container<std::vector<double>>(test::finite());
    }
  }
  RC_ASSERT(notes_from_text(notes_to_text(notes)) == notes);
}

RC_GTEST_PROP(Records, DamagedTextNeverCrashes, ()) {
  const Space space = small_space();
  std::string text = params_to_text(space.configuration({10.0, "poly", std::int64_t{3}}));
  const auto place = *rc::gen::inRange<std::size_t>(0, text.size());
  text[place] = *rc::gen::arbitrary<char>();
  if (*rc::gen::arbitrary<bool>()) text.resize(place);
  try {
    params_from_text(text, space);
  } catch (const Error& error) {
    RC_ASSERT(error.code() == ErrorCode::StorageCorrupt);
  }
}

}  // namespace
}  // namespace hone::codec
