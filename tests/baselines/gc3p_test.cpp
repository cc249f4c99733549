// SPDX-License-Identifier: MIT
#include "hone/baselines/gc3p.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/random.hpp"
#include "support/drive.hpp"
#include "support/shelf.hpp"

namespace hone::baselines {
namespace {

using Objectives = std::function<double(const Configuration&)>;

Space copula_plane() { return Space({real("x", -2, 2), real("y", 1e-3, 1, Scale::Log), boolean("flag")}); }

Objectives copula_basin(double shift) {
  return [shift](const Configuration& c) {
    const double u = c.real("x") - 0.7 - shift;
    const double v = std::log10(c.real("y")) + 1.2 + shift;
    return 10.0 * (u * u + v * v) + (std::get<bool>(*c.find("flag")) ? 0.0 : 3.0);
  };
}

/// Each on a scale of its own.
std::vector<SourceStudy> copula_basins() {
  std::vector<SourceStudy> sources;
  for (const double shift : {0.1, -0.1, 0.05}) {
    samplers::Random random({.space = copula_plane(), .sampler = {"random"}, .seed = 4 + sources.size()});
    const auto scaled = [value = copula_basin(shift), scale = std::pow(1e3, std::ssize(sources))](
                            const Configuration& c) { return scale * value(c); };
    sources.push_back({"basin" + std::to_string(sources.size()),
                       copula_plane(),
                       {Objective{}},
                       test::drive(random, 40, 40, 4 + sources.size(), scaled)});
  }
  return sources;
}

Study copula_study(std::uint64_t seed = 7) {
  // A network as large as the problem.
  const Options small = {
      {"blocks", {std::int64_t{1}}}, {"width", {std::int64_t{20}}}, {"steps", {std::int64_t{400}}}};
  return {.name = "target", .space = copula_plane(), .sampler = {"gc3p", small}, .seed = seed, .horizon = 30};
}

double least_value(const std::vector<Trial>& trials) {
  double best = trials.front().values.front();
  for (const Trial& trial : trials) best = std::min(best, trial.values.front());
  return best;
}

std::vector<Configuration> configurations_of(const std::vector<Trial>& trials) {
  std::vector<Configuration> out;
  for (const Trial& trial : trials) out.push_back(trial.configuration);
  return out;
}

TEST(Gc3p, DrawsItsFirstTrialsFromThePriorAndGoesOnFromThere) {
  const auto sources = copula_basins();
  double cold = 0.0, warm = 0.0, first = 0.0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Study study = copula_study(seed);
    Gc3p informed(SamplerInput(study, sources));
    Gc3p alone{SamplerInput(study)};
    const auto trials = test::drive(informed, 12, 1, seed, copula_basin(0.0));
    first += trials.front().values.front() / 3.0;
    warm += least_value(trials) / 3.0;
    cold += least_value(test::drive(alone, 12, 1, seed, copula_basin(0.0))) / 3.0;
  }
  EXPECT_LT(first, 8.0) << "a point at random has 27";
  EXPECT_LT(warm, 0.7 * cold);
}

// Bit for bit: models see ranks alone. With sources and without, one by one and in batches.
TEST(Gc3p, EveryIncreasingMapOfTheObjectiveLeavesAllProposals) {
  const auto sources = copula_basins();
  const Study study = copula_study();
  const Objectives plain = copula_basin(0.0);
  const std::vector<Objectives> maps = {[plain](const Configuration& c) { return 1e6 * plain(c) - 4e5; },
                                        [plain](const Configuration& c) { return std::exp(plain(c) / 10.0); },
                                        [plain](const Configuration& c) { return -1.0 / (1e-3 + plain(c)); }};
  for (const bool informed : {true, false}) {
    const auto run = [&](const Objectives& objective) {
      Gc3p sampler(SamplerInput(study, informed ? sources : std::vector<SourceStudy>()));
      return configurations_of(test::drive(sampler, 14, informed ? 1 : 2, 1, objective));
    };
    const auto expected = run(plain);
    for (const Objectives& map : maps) EXPECT_EQ(run(map), expected);
  }
}

TEST(Gc3p, ScalesOfSourcesDoNotMatter) {
  auto sources = copula_basins();
  const Study study = copula_study();
  Gc3p before(SamplerInput(study, sources));
  for (Trial& trial : sources[1].trials) trial.values[0] = std::sqrt(trial.values[0]) - 12.0;
  Gc3p after(SamplerInput(study, sources));
  EXPECT_EQ(test::drive(before, 8, 1, 1, copula_basin(0.0)), test::drive(after, 8, 1, 1, copula_basin(0.0)));
}

TEST(Gc3p, KeepsItsNetworkAndFindsItAgain) {
  const auto sources = copula_basins();
  const Study study = copula_study();
  test::Shelf shelf;
  const auto drafts = Gc3p::prepare({study, sources, &shelf});
  ASSERT_EQ(drafts.size(), 1U);
  EXPECT_EQ(drafts[0].kind, "gc3p-network");
  EXPECT_EQ(drafts[0].name, "target");
  ASSERT_EQ(drafts[0].sources.size(), 3U);
  EXPECT_EQ(drafts[0].sources[2].trials, 40);
  shelf.put(drafts[0]);
  EXPECT_TRUE(Gc3p::prepare({study, sources, &shelf}).empty());
  Gc3p trained(SamplerInput(study, sources));
  Gc3p recalled({study, sources, &shelf});
  EXPECT_EQ(test::drive(trained, 8, 1, 1, copula_basin(0.0)),
            test::drive(recalled, 8, 1, 1, copula_basin(0.0)));

  Study other = study;
  other.sampler.options["width"] = {std::int64_t{21}};
  EXPECT_EQ(Gc3p::prepare({other, sources, &shelf}).size(), 1U) << "another network";
  EXPECT_TRUE(Gc3p::prepare(SamplerInput(study)).empty()) << "nothing to learn from";
}

TEST(Gc3p, GoesOnWhenTrialsFail) {
  const auto sources = copula_basins();
  const Study study = copula_study();
  Gc3p sampler(SamplerInput(study, sources));
  std::vector<Trial> trials;
  for (int i = 0; i < 16; ++i) {
    const auto proposals = sampler.ask({.count = 1, .seed = mix_seed(1, static_cast<std::uint64_t>(i))});
    ASSERT_EQ(proposals.size(), 1U);
    const TrialState state = i < 6 || i % 3 == 0 ? TrialState::Failed : TrialState::Complete;
    trials.push_back(test::finish(i, proposals[0], state, copula_basin(0.0)(proposals[0].configuration)));
    sampler.tell({&trials.back(), 1});
  }
  double best = 1e9;
  for (const Trial& trial : trials) {
    if (!trial.values.empty()) best = std::min(best, trial.values[0]);
  }
  EXPECT_LT(best, 4.0);
}

}  // namespace
}  // namespace hone::baselines
