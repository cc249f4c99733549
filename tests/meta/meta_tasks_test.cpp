// SPDX-License-Identifier: MIT
#include "hone/meta/meta_tasks.hpp"

#include <gtest/gtest.h>

#include "hone/base/rng.hpp"
#include "meta/basins.hpp"

namespace hone::meta {
namespace {

using learners::Utility;

/// Studies whose noise is in proportion to the value: y (1 + noise n).
std::vector<SourceStudy> noisy(double noise) {
  auto sources = test::basins(8, 60);
  Rng rng(5);
  for (SourceStudy& source : sources) {
    for (Trial& trial : source.trials) trial.values.front() *= 1.0 + noise * rng.normal();
  }
  return sources;
}

MetaTasks tasks_of(const std::vector<SourceStudy>& sources, const MetaTaskRule& rule = {}) {
  const Study study = test::in_plane();
  return meta_tasks(SamplerInput(study, sources), search::SearchSpace(study.space), rule);
}

bool same(const MetaTasks& a, const MetaTasks& b) {
  if (a.utility != b.utility || a.tasks.size() != b.tasks.size()) return false;
  for (std::size_t i = 0; i < a.tasks.size(); ++i) {
    if (a.tasks[i].labels.label != b.tasks[i].labels.label) return false;
    if (a.tasks[i].labels.weight != b.tasks[i].labels.weight) return false;
  }
  return true;
}

TEST(MetaTasks, CountByImprovementUnlessTheBestTrialsAreLuck) {
  for (const double noise : {0.0, 0.1}) {
    const MetaTasks tasks = tasks_of(noisy(noise));
    EXPECT_EQ(tasks.utility, Utility::CappedImprovement) << noise;
    EXPECT_TRUE(same(tasks, tasks_of(noisy(noise), {.utility = Utility::CappedImprovement})));
  }
  const MetaTasks tasks = tasks_of(noisy(1.0));
  EXPECT_EQ(tasks.utility, Utility::Probability);
  EXPECT_TRUE(same(tasks, tasks_of(noisy(1.0), {.utility = Utility::Probability})));
}

TEST(MetaTasks, CountAsTheRuleSays) {
  for (const Utility utility : {Utility::CappedImprovement, Utility::Improvement, Utility::Probability}) {
    for (const double noise : {0.0, 1.0})
      EXPECT_EQ(tasks_of(noisy(noise), {.utility = utility}).utility, utility);
  }
}

TEST(MetaTasks, AreTheSameUnderPositiveAffineMaps) {
  for (const double noise : {0.0, 0.1, 1.0}) {
    const auto sources = noisy(noise);
    auto mapped = sources;
    for (SourceStudy& source : mapped) {
      for (Trial& trial : source.trials) trial.values.front() = 3.7 * trial.values.front() + 0.123;
    }
    EXPECT_TRUE(same(tasks_of(sources), tasks_of(mapped))) << noise;
  }
}

TEST(MetaTasks, OfNothingAreNone) {
  const MetaTasks tasks = tasks_of({});
  EXPECT_TRUE(tasks.tasks.empty());
  EXPECT_EQ(tasks.utility, Utility::CappedImprovement);
}

}  // namespace
}  // namespace hone::meta
