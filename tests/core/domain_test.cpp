// SPDX-License-Identifier: MIT
#include "hone/core/domain.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;

TEST(RealRange, RefusesWhatCannotBeARange) {
  EXPECT_EQ(message_of([] { RealRange(3, 2); }),
            "low is 3 and high is 2; make low smaller than high (for a fixed value use type: constant)");
  EXPECT_THROW(RealRange(1, 1), Error);
  EXPECT_THROW(RealRange(NAN, 1), Error);
  EXPECT_THROW(RealRange(0, INFINITY), Error);
  EXPECT_THROW(RealRange(-1e308, 1e308), Error);
  EXPECT_THROW(RealRange(0, 1, Scale::Log), Error);
  EXPECT_THROW(RealRange(0, 0.5, Scale::Logit), Error);
  EXPECT_THROW(RealRange(0, 1, Scale::Linear, 0.0), Error);
  EXPECT_THROW(RealRange(0, 1, Scale::Linear, 2.0), Error);
  EXPECT_THROW(RealRange(0, 1, Scale::Linear, 1e-17), Error);
}

TEST(RealRange, StepsReachTheUpperBoundDespiteRounding) {
  const RealRange range(0.0, 0.3, Scale::Linear, 0.1);
  EXPECT_EQ(range.count(), 4);
  EXPECT_EQ(range.at(3), 0.3);
  EXPECT_EQ(RealRange(0.0, 1.0, Scale::Linear, 0.3).count(), 4);
  EXPECT_FALSE(RealRange(0, 1).count());
}

TEST(IntRange, CountsItsSteps) {
  EXPECT_EQ(IntRange(1, 10).count(), 10);
  EXPECT_EQ(IntRange(1, 10, Scale::Linear, 4).count(), 3);
  EXPECT_EQ(IntRange(5, 5).count(), 1);
  EXPECT_THROW(IntRange(2, 1), Error);
  EXPECT_THROW(IntRange(0, 9, Scale::Log), Error);
  EXPECT_THROW(IntRange(1, 9, Scale::Logit), Error);
  EXPECT_THROW(IntRange(0, std::numeric_limits<std::int64_t>::max()), Error);
}

// With more than a few choices another way is gone than with a few.
TEST(Choices, OfAnyNumberFindTheSame) {
  for (const std::int64_t count : {3, 16, 17, 400}) {
    std::vector<Value> values;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t mixed = i * 7919 % count;
      if (i % 3 == 0) values.push_back(mixed);
      if (i % 3 == 1) values.push_back("c" + std::to_string(mixed));
      if (i % 3 == 2) values.push_back(static_cast<double>(i) + 0.5);
    }
    values.push_back(true);
    values.push_back(std::string("true"));
    const Choices choices(values);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(choices.find(values[i]), i);
    EXPECT_EQ(choices.find(0.0), choices.find(std::int64_t{0})) << "the same number in another type";
    for (const Value& absent : {Value(false), Value(-1.0), Value(std::string("c")), Value(1e9),
                                Value(std::numeric_limits<double>::quiet_NaN())})
      EXPECT_EQ(choices.find(absent), std::nullopt) << to_text(absent);
    values.push_back(values.front());
    EXPECT_THROW(Choices{values}, Error);
  }
}

TEST(Choices, RefusesRepeatsAcrossTypesOfNumbers) {
  EXPECT_THROW(Choices({}), Error);
  EXPECT_THROW(Choices({std::int64_t{1}, 1.0}), Error);
  EXPECT_NO_THROW(Choices({std::int64_t{1}, true, std::string("1")}));
}

TEST(Admit, AdjustsTheTypeAndKeepsTheValue) {
  EXPECT_EQ(admit(RealRange(0, 5), std::int64_t{3}), Value(3.0));
  EXPECT_EQ(admit(IntRange(0, 5), 3.0), Value(std::int64_t{3}));
  EXPECT_EQ(admit(Choices({1.0, std::string("a")}), std::int64_t{1}), Value(1.0));
  EXPECT_EQ(admit(RealRange(0, 1, Scale::Linear, 0.1), 0.30000000000000004), Value(0.1 * 3));
}

TEST(Admit, SaysWhatWouldBePossible) {
  EXPECT_EQ(message_of([] { admit(RealRange(0, 5), 7.5); }),
            "the value 7.5 is not possible here; give a number in [0, 5]");
  EXPECT_EQ(message_of([] {
              admit(Choices({std::string("rbf"), std::string("poly")}), std::string("rfb"));
            }),
            "the value rfb is not possible here; give one of rbf, poly (did you mean 'rbf'?)");
  EXPECT_THROW(admit(IntRange(0, 5), 2.5), Error);
  EXPECT_THROW(admit(IntRange(0, 6, Scale::Linear, 2), 3.0), Error);
  EXPECT_THROW(admit(Toggle{}, std::int64_t{1}), Error);
  EXPECT_THROW(admit(Constant{2.0}, 3.0), Error);
  EXPECT_FALSE(contains(RealRange(0, 1), NAN));
}

RC_GTEST_PROP(Domain, EveryListedValueOfAFiniteDomainIsAdmittedUnchanged, ()) {
  const auto low = *rc::gen::inRange<std::int64_t>(-1000, 1000);
  const IntRange range(low, low + *rc::gen::inRange(0, 50), Scale::Linear, *rc::gen::inRange(1, 7));
  for (std::int64_t i = 0; i < range.count(); ++i) {
    const Value value = value_at(range, i);
    RC_ASSERT(admit(range, value) == value);
  }
}

}  // namespace
}  // namespace hone
