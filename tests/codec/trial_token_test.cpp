// SPDX-License-Identifier: MIT
#include "hone/codec/trial_token.hpp"

#include <gtest/gtest.h>

#include <set>

#include "hone/base/error.hpp"

namespace hone::codec {
namespace {

TEST(TrialToken, IsJudgedByTheKeyThatMadeIt) {
  const TokenKey key("secret");
  const std::int64_t token = key.token_of(3, 7, 2);
  EXPECT_EQ(key.fence_in(3, 7, token), 2);
  EXPECT_EQ(fence_part(token), 2);
  EXPECT_EQ(key.fence_in(3, 8, token), std::nullopt) << "another trial";
  EXPECT_EQ(key.fence_in(4, 7, token), std::nullopt) << "another study";
  EXPECT_EQ(TokenKey("other").fence_in(3, 7, token), std::nullopt);
  EXPECT_EQ(key.fence_in(3, 7, token + 1), std::nullopt) << "the next hand-over";
  EXPECT_EQ(key.fence_in(3, 7, -token), std::nullopt);
}

TEST(TrialToken, IsZeroWithoutAFence) {
  EXPECT_EQ(TokenKey("secret").token_of(3, 7, 0), 0);
  EXPECT_EQ(TokenKey("secret").fence_in(3, 7, 0), 0);
}

// Python: h = lambda t: hashlib.sha256(t.encode()).hexdigest()
// (int(h("secret " + h("secret 3 7 2")), 16) >> (256 - 37) << 16) | 2
TEST(TrialToken, IsTheKeyedHashThatIsDescribed) {
  EXPECT_EQ(TokenKey("secret").token_of(3, 7, 2), 1873113019252738);
}

TEST(TrialToken, CannotBeDerivedFromAnother) {
  const TokenKey key("secret");
  std::set<std::int64_t> steps;
  for (std::int64_t number = 1; number < 200; ++number) {
    const std::int64_t token = key.token_of(1, number, 1);
    EXPECT_LT(token, std::int64_t{1} << 53) << "what a double holds";
    steps.insert(token - key.token_of(1, number - 1, 1));
  }
  EXPECT_EQ(steps.size(), 199U);
}

TEST(TrialToken, SaysWhenATrialWasHandedOverTooOften) {
  EXPECT_NO_THROW(TokenKey("secret").token_of(1, 0, 65'535));
  EXPECT_THROW(TokenKey("secret").token_of(1, 0, 65'536), Error);
}

}  // namespace
}  // namespace hone::codec
