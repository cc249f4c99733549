// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/ensembles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "bench/quality/contestant.hpp"
#include "bench/quality/malibo/ensemble_problem.hpp"
#include "bench/quality/malibo/least_value.hpp"
#include "bench/quality/statistics.hpp"

namespace hone::quality::malibo {
namespace {

LeastValue least_of(const std::string& name, const std::vector<double>& parameters) {
  const Ensemble& ensemble = *find_ensemble(name);
  return least_value([&](std::span<const double> x) { return ensemble.value(x, parameters); }, ensemble.box);
}

// The minima that the literature gives for the usual parameters of each family.
TEST(Ensembles, HaveTheKnownMinima) {
  EXPECT_NEAR(least_of("forrester", {1, 0, 0}).value, -6.02074, 5e-6);
  EXPECT_NEAR(least_of("forrester", {1, 0, 0}).x[0], 0.75725, 5e-6);
  EXPECT_NEAR(least_of("forrester", {0.5, 10, -5}).value, 0.66510, 5e-6);
  EXPECT_NEAR(least_of("forrester", {0.5, 10, -5}).x[0], 0.0924, 5e-5);
  using std::numbers::pi;
  const std::vector<double> usual = {1, 5.1 / (4 * pi * pi), 5 / pi, 6, 10, 1 / (8 * pi)};
  EXPECT_NEAR(least_of("branin", usual).value, 0.397887, 5e-7);
  EXPECT_NEAR(least_of("hartmann3", {1, 1.2, 3, 3.2}).value, -3.86278, 5e-6);
  const LeastValue bottom = least_of("quadratic", {1.5, -0.9, 0.25});
  EXPECT_NEAR(bottom.value, -0.25, 1e-14);
  EXPECT_NEAR(bottom.x[0], -0.9, 1e-7);
}

/// Mean regret of uniform points over members of an ensemble, with its standard error.
struct RandomRegret {
  std::array<double, 5> mean;
  std::array<double, 5> error;
};
constexpr std::array<int, 5> kDraws = {1, 10, 20, 50, 100};

RandomRegret random_regret(const Ensemble& ensemble, int members) {
  std::array<std::vector<double>, 5> regrets;
  constexpr int kSearches = 20;
  Rng rng(7);
  for (int t = 0; t < members; ++t) {
    const std::vector<double> parameters = ensemble.draw(rng);
    const double least =
        least_value([&](std::span<const double> x) { return ensemble.value(x, parameters); }, ensemble.box)
            .value;
    std::array<double, 5> sum{};
    for (int search = 0; search < kSearches; ++search) {
      double best = std::numeric_limits<double>::infinity();
      for (int n = 1; n <= kDraws.back(); ++n) {
        std::vector<double> x;
        for (const Interval& side : ensemble.box) x.push_back(rng.uniform(side.low, side.high));
        best = std::min(best, ensemble.value(x, parameters));
        for (std::size_t k = 0; k < kDraws.size(); ++k) sum[k] += n == kDraws[k] ? best - least : 0.0;
      }
    }
    for (std::size_t k = 0; k < kDraws.size(); ++k) regrets[k].push_back(sum[k] / kSearches);
  }
  RandomRegret result{};
  for (std::size_t k = 0; k < kDraws.size(); ++k) {
    result.mean[k] = mean(regrets[k]);
    result.error[k] = deviation(regrets[k]) / std::sqrt(static_cast<double>(members));
  }
  return result;
}

// Expectations over the points, means over tasks and their standard errors, by
// tests/reference/quality_ensembles.py.
struct KnownRegret {
  const char* ensemble;
  int members;
  std::array<double, 5> mean;
  std::array<double, 5> error;
};
const KnownRegret kKnownRegrets[] = {
    {"forrester", 1000, {9.753, 1.789, 0.7153, 0.1463, 0.03867}, {0.087, 0.02, 0.008, 0.0016, 0.00042}},
    {"branin", 200, {53.07, 5.667, 2.901, 1.143, 0.5653}, {0.65, 0.05, 0.027, 0.01, 0.005}},
    {"hartmann3", 100, {2.871, 1.163, 0.7854, 0.4538, 0.296}, {0.033, 0.016, 0.012, 0.009, 0.0069}}};

TEST(Ensembles, AreAsHardForRandomSearchAsComputedElsewhere) {
  for (const KnownRegret& known : kKnownRegrets) {
    const RandomRegret found = random_regret(*find_ensemble(known.ensemble), known.members);
    for (std::size_t k = 0; k < kDraws.size(); ++k) {
      EXPECT_NEAR(found.mean[k], known.mean[k], 3.0 * std::hypot(found.error[k], known.error[k]))
          << known.ensemble << " after " << kDraws[k];
    }
  }
}

TEST(EnsembleProblem, IsAnotherMemberForEachSeedAndTheSameForAllLevelsOfNoise) {
  const Ensemble& branin = *find_ensemble("branin");
  const MetaData meta{.tasks = 2, .points = 3};
  const Problem quiet = ensemble_problem(branin, 0.0, meta).drawn(1);
  const Problem loud = ensemble_problem(branin, 1.0, meta).drawn(1);
  const Problem other = ensemble_problem(branin, 0.0, meta).drawn(2);
  EXPECT_EQ(quiet.minimum, loud.minimum);
  EXPECT_NE(quiet.minimum, other.minimum);
  EXPECT_EQ(loud.name, "branin/noise=1");
  EXPECT_DOUBLE_EQ(quiet.value(quiet.argmins.front()), quiet.minimum);
}

TEST(EnsembleProblem, NoiseGrowsWithTheValue) {
  const Problem problem = member_problem(*find_ensemble("quadratic"), 0.1, {1, 0, 0});
  Rng rng(3);
  std::vector<double> seen;
  const Configuration place = point(problem.space, {1.0});
  for (int i = 0; i < 4000; ++i) seen.push_back(problem.noisy(place, problem.value(place), rng));
  EXPECT_NEAR(mean(seen), 1.0, 0.01);
  EXPECT_NEAR(deviation(seen), 0.1, 0.005);
  EXPECT_EQ(problem.noisy(place, 0.0, rng), 0.0) << "at 0 there is none";
}

constexpr int kTried = 40;

/// What a sampler tries when it is told scale * f + shift.
std::vector<Configuration> tried(const Problem& problem, const std::string& sampler, double scale,
                                 double shift) {
  const auto contestant = make_sampler_contestant(
      {.name = "affine", .space = problem.space, .sampler = {sampler}, .seed = 5, .horizon = kTried});
  std::vector<Configuration> points;
  for (int i = 0; i < kTried; ++i) {
    points.push_back(contestant->ask(1).front());
    const std::array<std::optional<double>, 1> told = {scale * problem.value(points.back()) + shift};
    contestant->tell(told);
  }
  return points;
}

/// How many points two samplers try alike before they part.
std::ptrdiff_t alike(const std::vector<Configuration>& a, const std::vector<Configuration>& b) {
  return std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin();
}

// Powers of two, whose products are exact. Other maps round the weights differently, and proposals part after
// a dozen or two of trials: that is not promised here.
TEST(Lfbo, ProposesTheSameForAnyScaleThatIsExact) {
  for (const char* name : {"forrester", "branin", "hartmann3"}) {
    const Problem problem = ensemble_problem(*find_ensemble(name), 0.0, {}).drawn(1);
    const auto plain = tried(problem, "lfbo", 1.0, 0.0);
    for (const double scale : {1024.0, 0x1p-30})
      EXPECT_EQ(alike(plain, tried(problem, "lfbo", scale, 0.0)), kTried) << name << " times " << scale;
  }
}

}  // namespace
}  // namespace hone::quality::malibo
