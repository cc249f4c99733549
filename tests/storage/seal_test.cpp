// SPDX-License-Identifier: MIT
#include "hone/storage/seal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace hone::storage {
namespace {

// Computed with Python's integers from the definition; files that exist hold such numbers.
TEST(Seal, IsTheSameForEver) {
  EXPECT_EQ(Seal().value(), 0x686f6e6520736561);
  EXPECT_EQ(Seal().add(std::int64_t{-1}).value(), static_cast<std::int64_t>(2211477988289858282ULL));
  EXPECT_EQ(Seal().add(0.5).value(), static_cast<std::int64_t>(6969257484873792226ULL));
  EXPECT_EQ(Seal().add("trial 7 of many").value(), static_cast<std::int64_t>(9579028826940142069ULL));
}

RC_GTEST_PROP(Seal, SeesEveryFlippedByte, (const std::string& text)) {
  RC_PRE(!text.empty());
  std::string damaged = text;
  char& byte = damaged[*rc::gen::inRange<std::size_t>(0, text.size())];
  byte = static_cast<char>(byte ^ *rc::gen::inRange(1, 256));
  RC_ASSERT(Seal().add(text).add("more").value() != Seal().add(damaged).add("more").value());
}

TEST(Seal, TellsTextsApartThatOnlyTogetherAreEqual) {
  EXPECT_NE(Seal().add("ab").add("c").value(), Seal().add("a").add("bc").value());
  EXPECT_NE(Seal().add("").value(), Seal().value());
  EXPECT_NE(Seal().add(std::string(8, '\0')).value(), Seal().add(std::string(9, '\0')).value());
}

TEST(Seal, TakesOneNanForTheOther) {
  EXPECT_EQ(Seal().add(-std::numeric_limits<double>::quiet_NaN()).value(), Seal().add(std::nan("7")).value());
  EXPECT_NE(Seal().add(0.0).value(), Seal().add(-0.0).value());
}

}  // namespace
}  // namespace hone::storage
