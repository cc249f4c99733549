// SPDX-License-Identifier: MIT
#include "hone/catalog/other_words.hpp"

#include <gtest/gtest.h>

#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "support/throws.hpp"

namespace hone::catalog {
namespace {

TEST(OtherWords, AreAnsweredWithOurs) {
  EXPECT_EQ(test::message_of([] { sampler_named("bayes"); }),
            "there is no sampler 'bayes'; use hebo, the default, or gp: both are Bayesian optimisation");
  EXPECT_EQ(test::message_of([] { pruner_named("sha"); }),
            "there is no pruner 'sha'; use asha, which is successive halving");
  EXPECT_EQ(sampler_advice("Grid-Search"), "use grid");
  EXPECT_EQ(sampler_advice("TPESampler"), "use tpe");
  EXPECT_EQ(sampler_advice("NSGA-II"), "use nsga2");
  EXPECT_EQ(sampler_advice("cmaes"), "use hebo, the default; there is no evolution strategy");
  EXPECT_EQ(sampler_advice("hyperband"),
            "that one stops trials early: use pruner: asha or hyperband, and any sampler beside it");
  EXPECT_EQ(sampler_advice("tpee"), "") << "a typing error is guessed at";
}

TEST(OtherWords, AreNoneOfOurs) {
  for (const SamplerInfo& sampler : samplers()) EXPECT_EQ(sampler_advice(sampler.name), "") << sampler.name;
  for (const PrunerInfo& pruner : pruners()) EXPECT_EQ(pruner_advice(pruner.name), "") << pruner.name;
}

// `hone methods NAME` means one of them.
TEST(OtherWords, SamplersAndPrunersShareNoName) {
  for (const PrunerInfo& pruner : pruners()) {
    for (const SamplerInfo& sampler : samplers()) EXPECT_NE(pruner.name, sampler.name);
  }
}

}  // namespace
}  // namespace hone::catalog
