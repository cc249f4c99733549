// SPDX-License-Identifier: MIT
#include "hone/catalog/samplers.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::catalog {
namespace {

TEST(MakeSampler, NamesTheSamplersWhenOneIsUnknown) {
  const Study study{.space = Space({real("x", 0, 1)}), .sampler = {"sobel"}};
  const std::string message = test::message_of([&] { make_sampler(study); });
  EXPECT_TRUE(message.starts_with("there is no sampler 'sobel' (did you mean 'sobol'?); use one of "))
      << message;
}

TEST(Samplers, HaveDifferentNamesAndASummary) {
  for (const SamplerInfo& info : samplers()) {
    EXPECT_FALSE(info.summary.empty());
    int times = 0;
    for (const SamplerInfo& other : samplers()) times += other.name == info.name ? 1 : 0;
    EXPECT_EQ(times, 1) << info.name;
  }
}

}  // namespace
}  // namespace hone::catalog
