// SPDX-License-Identifier: MIT
#include "hone/analysis/signed_rank.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "reference/analysis_signed_rank.hpp"
#include "support/near.hpp"

namespace hone::analysis {
namespace {

TEST(SignedRank, MatchesEnumerationAndScipy) {
  for (const reference::SignedRank& known : reference::kSignedRanks) {
    const auto p = signed_rank_p(known.differences);
    ASSERT_TRUE(p.has_value());
    EXPECT_TRUE(test::near_rel(*p, known.p, 1e-9)) << known.differences.size() << " differences";
  }
}

TEST(SignedRank, SaysNothingOfNothing) {
  EXPECT_FALSE(signed_rank_p({}).has_value());
  const std::vector<double> broken = {1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_FALSE(signed_rank_p(broken).has_value());
}

}  // namespace
}  // namespace hone::analysis
