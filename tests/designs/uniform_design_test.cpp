// SPDX-License-Identifier: MIT
#include "hone/designs/uniform_design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "hone/base/error.hpp"
#include "hone/designs/latin_hypercube.hpp"
#include "hone/designs/time_budget.hpp"

namespace hone::designs {
namespace {

TEST(UniformDesign, FindsTheBestKnownDesignOfTable1) {
  // Yang and Zhang (2021), table 1: CD2 squared is 177259/230400000.
  const SearchResult result = uniform_design(20, 2, 20, {.seed = 1, .iterations = 200000, .restarts = 5});
  EXPECT_TRUE(result.design.balanced());
  EXPECT_NEAR(result.value, 177259.0 / 230400000.0, 1e-14);
}

TEST(UniformDesign, IsMuchBetterThanALatinHypercubeInEveryCriterion) {
  const DesignPoints plain = latin_hypercube(20, 4, 3, CellPlace::Centred);
  for (int c = 0; c < 7; ++c) {
    const auto criterion = static_cast<Criterion>(c);
    const SearchResult result =
        uniform_design(20, 4, 20, {.seed = 1, .criterion = criterion, .iterations = 30000});
    const double before = criterion_value(plain, criterion);
    EXPECT_TRUE(result.design.balanced());
    EXPECT_EQ(result.value, criterion_value(result.design.points(), criterion));
    if (criterion == Criterion::Maximin) {
      EXPECT_GT(result.value, 1.5 * before);
    } else {
      EXPECT_LT(result.value, 0.8 * before) << criterion_name(criterion);
    }
  }
}

TEST(UniformDesign, IsTheSameForAnyNumberOfThreads) {
  for (const Method method : {Method::Annealing, Method::AugUd}) {
    DesignSearchOptions options{.seed = 5, .method = method, .iterations = 20000, .restarts = 5};
    const SearchResult one = uniform_design(15, 3, 15, options);
    for (const int threads : {2, 3, 8}) {
      options.threads = threads;
      const SearchResult many = uniform_design(15, 3, 15, options);
      EXPECT_EQ(one.design, many.design);
      EXPECT_EQ(one.tried, many.tried);
    }
    options.seed = 6;
    EXPECT_NE(one.design, uniform_design(15, 3, 15, options).design);
  }
}

TEST(UniformDesign, MoreRestartsAreNeverWorse) {
  double before = 1.0;
  for (const int restarts : {1, 2, 4, 8}) {
    const double value =
        uniform_design(12, 4, 12, {.seed = 3, .iterations = 5000, .restarts = restarts}).value;
    EXPECT_LE(value, before);
    before = value;
  }
}

TEST(UniformDesign, CannotBeImprovedByOneExchange) {
  const SearchResult result = uniform_design(12, 3, 12, {.seed = 1, .iterations = 100000});
  const Design& design = result.design;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 12; ++i) {
      for (int k = 0; k < i; ++k) {
        DesignPoints points = design.points();
        std::swap(points(i, j), points(k, j));
        EXPECT_GE(discrepancy(points), result.value - 1e-14);
      }
    }
  }
}

TEST(UniformDesign, HandlesLevelsThatDoNotDivideTheRuns) {
  const SearchResult fewer = uniform_design(10, 3, 4, {.iterations = 5000});
  const SearchResult more = uniform_design(5, 3, 12, {.iterations = 5000});
  for (int j = 0; j < 3; ++j) {
    std::vector<int> few(4), many(12);
    for (int i = 0; i < 10; ++i) ++few[static_cast<std::size_t>(fewer.design(i, j) - 1)];
    for (int i = 0; i < 5; ++i) ++many[static_cast<std::size_t>(more.design(i, j) - 1)];
    EXPECT_EQ(std::ranges::minmax(few).min, 2);
    EXPECT_EQ(std::ranges::minmax(few).max, 3);
    EXPECT_EQ(std::ranges::max(many), 1);
  }
}

// With few levels the annealing used to end warm, and on 36 x 12 of 6 levels above 0.1701 for seeds 1 to 3.
TEST(UniformDesign, SearchesFewLevelsToAColderEnd) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const SearchResult result = uniform_design(36, 12, 6, {.seed = seed, .iterations = 1000000});
    EXPECT_TRUE(result.design.balanced());
    EXPECT_LT(result.value, 0.1695) << "seed " << seed;
  }
}

TEST(UniformDesign, HandlesTheSmallestSizes) {
  EXPECT_EQ(uniform_design(1, 2, 1).design, Design(1, 2, 1, {1, 1}));
  EXPECT_NEAR(uniform_design(2, 1, 2).value, 1.0 / 48.0, 1e-15);
  EXPECT_EQ(uniform_design(3, 1, 1).design, Design(3, 1, 1, {1, 1, 1}));
  EXPECT_NEAR(uniform_design(4, 2, 2).value, 215.0 / 4608.0, 1e-15);
}

TEST(UniformDesign, RefusesWhatItCannotDo) {
  EXPECT_THROW(uniform_design(0, 2, 2), Error);
  EXPECT_THROW(uniform_design(5001, 2, 2), Error);
  EXPECT_THROW(uniform_design(10, 0, 2), Error);
  EXPECT_THROW(uniform_design(10, 501, 2), Error);
  EXPECT_THROW(uniform_design(10, 2, 0), Error);
  EXPECT_THROW(uniform_design(10, 2, 3, {.criterion = Criterion::Maximin}), Error);
  EXPECT_THROW(uniform_design(10, 2, 10, {.iterations = -1}), Error);
  EXPECT_THROW(uniform_design(10, 2, 10, {.restarts = 0}), Error);
  EXPECT_THROW(uniform_design(10, 2, 10, {.threads = 0}), Error);
  EXPECT_THROW(uniform_design(10, 2, 10, {.phi_power = 51}), Error);
  try {
    uniform_design(10000, 3, 100);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("Sobol"), std::string::npos);
  }
}

TEST(UniformDesign, KeepsToATimeBudget) {
  using Clock = std::chrono::steady_clock;
  for (const Method method : {Method::Annealing, Method::AugUd}) {
    const auto start = Clock::now();
    const SearchResult result = uniform_design(
        30, 5, 30, {.method = method, .restarts = 3, .spent = time_budget(std::chrono::milliseconds(60))});
    const std::chrono::duration<double> taken = Clock::now() - start;
    EXPECT_GE(taken.count(), 0.05);
    EXPECT_LT(taken.count(), 5.0);  // generous: the machine may be busy
    EXPECT_TRUE(result.design.balanced());
  }
}

// A clock that moves on by a fifth of the time whenever it is read: a pass over some columns of a large
// design then takes longer than there is, so that neither a search nor a finer one may begin.
TEST(UniformDesign, DoesNotBeginWhatTheTimeHasNoRoomFor) {
  for (const Method method : {Method::Annealing, Method::AugUd}) {
    for (const int levels : {100, 300}) {
      int readings = 0;
      const SearchResult result = uniform_design(
          300, 200, levels, {.method = method, .restarts = 3, .spent = [&] { return 0.2 * readings++; }});
      EXPECT_EQ(result.tried, 0);
      EXPECT_TRUE(result.design.balanced());
      EXPECT_EQ(result.value, criterion_value(result.design.points(), Criterion::Cd2));
    }
  }
}

// The published search reaches 0.000782 or lower at this size in every one of ten published-package runs.
TEST(AugUd, ReachesTheQualityOfThePublishedPackage) {
  const SearchResult result = uniform_design(20, 2, 20, {.seed = 1, .method = Method::AugUd, .restarts = 3});
  EXPECT_LT(result.value, 0.000785);
  EXPECT_EQ(result.tried, 3 * 50 * 100 * 38);  // min(50, 0.2 x 20² x 19 / 40) = 38 candidates a step
}

TEST(Augment, KeepsExistingRunsAndBalancesTheWhole) {
  const Design existing(5, 3, 20, {1, 5, 9, 4, 17, 20, 7, 2, 14, 12, 11, 3, 20, 8, 6});
  for (const Method method : {Method::Annealing, Method::AugUd}) {
    const SearchResult result = augment(existing, 15, {.seed = 2, .method = method, .iterations = 30000});
    EXPECT_EQ(result.design.runs(), 20);
    EXPECT_TRUE(result.design.balanced());
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(std::ranges::equal(result.design.row(i), existing.row(i)));
    EXPECT_EQ(result.value, discrepancy(result.design.points()));
  }
}

TEST(Augment, BeatsAddingAUniformDesignThatDoesNotKnowTheExistingRuns) {
  const Design existing(5, 2, 20, {3, 3, 4, 5, 5, 2, 2, 4, 6, 6});  // all in one corner
  const Design nested =
      stack(existing, snap(uniform_design(15, 2, 15, {.iterations = 20000}).design.points(), 20));
  EXPECT_LT(augment(existing, 15, {.iterations = 20000}).value, 0.8 * discrepancy(nested.points()));
}

TEST(Augment, AcceptsCrowdedLevelsAndNothingToAdd) {
  const Design crowded(4, 2, 6, {1, 1, 1, 2, 1, 3, 1, 1});
  const SearchResult result = augment(crowded, 5, {.iterations = 2000});
  std::vector<int> levels;
  for (int i = 4; i < 9; ++i) levels.push_back(result.design(i, 0));
  std::ranges::sort(levels);
  EXPECT_EQ(levels, (std::vector<int>{2, 3, 4, 5, 6}));
  EXPECT_EQ(augment(crowded, 0).design, crowded);
  EXPECT_EQ(augment(crowded, 1, {.iterations = 100}).design.runs(), 5);
  EXPECT_THROW(augment(crowded, -1), Error);
}

TEST(AugmentFactors, LeavesExistingColumnsAlone) {
  const Design existing = uniform_design(15, 2, 15, {.iterations = 5000}).design;
  for (const Method method : {Method::Annealing, Method::AugUd}) {
    const SearchResult result = augment_factors(existing, 2, {.method = method, .iterations = 20000});
    EXPECT_EQ(result.design.factors(), 4);
    EXPECT_TRUE(result.design.balanced());
    for (int i = 0; i < 15; ++i) {
      EXPECT_EQ(result.design(i, 0), existing(i, 0));
      EXPECT_EQ(result.design(i, 1), existing(i, 1));
    }
  }
  EXPECT_EQ(augment_factors(existing, 0).design, existing);
  EXPECT_THROW(augment_factors(existing, -1), Error);
}

}  // namespace
}  // namespace hone::designs
