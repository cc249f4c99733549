// SPDX-License-Identifier: MIT
#include "hone/transfer/weight_notes.hpp"

#include <gtest/gtest.h>

namespace hone::transfer {
namespace {

// improvement_test.cpp reads what the judge really writes.
TEST(WeightNotes, AreReadBack) {
  const auto weights = noted_weights({{"transfer.own", 0.5},
                                      {"transfer.weight.a.b: c", 0.3},
                                      {"transfer.agreement.a.b: c", 0.9},
                                      {"transfer.agreement.near", 0.6},
                                      {"transfer.dropped", std::int64_t{7}},
                                      {"transfer.dropped.far", true},
                                      {"transferred", true},
                                      {"model.theta", std::vector<double>{1.0}}});
  ASSERT_TRUE(weights);
  EXPECT_EQ(weights->own, 0.5);
  EXPECT_EQ(weights->dropped, 7);
  ASSERT_EQ(weights->sources.size(), 3u);
  EXPECT_EQ(weights->sources.at("a.b: c").weight, 0.3);
  EXPECT_EQ(weights->sources.at("a.b: c").agreement, 0.9);
  EXPECT_EQ(weights->sources.at("near").weight, 0.0);
  EXPECT_TRUE(weights->sources.at("far").dropped);
  EXPECT_FALSE(weights->sources.at("far").agreement);
}

TEST(WeightNotes, MayBeWholeNumbers) {
  EXPECT_EQ(noted_weights({{"transfer.own", std::int64_t{1}}})->own, 1.0);
}

TEST(WeightNotes, OfOtherSamplersAreNone) {
  EXPECT_FALSE(noted_weights({}));
  EXPECT_FALSE(noted_weights({{"stage", std::int64_t{1}}}));
}

}  // namespace
}  // namespace hone::transfer
