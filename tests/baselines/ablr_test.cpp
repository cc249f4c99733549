// SPDX-License-Identifier: MIT
#include "hone/baselines/ablr.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/random.hpp"
#include "support/drive.hpp"
#include "support/shelf.hpp"
#include "support/throws.hpp"

namespace hone::baselines {
namespace {

Space plane() { return Space({real("x", -2, 2), real("y", 1e-3, 1, Scale::Log), boolean("flag")}); }

std::function<double(const Configuration&)> basin(double shift) {
  return [shift](const Configuration& c) {
    const double u = c.real("x") - 0.7 - shift;
    const double v = std::log10(c.real("y")) + 1.2 + shift;
    return 10.0 * (u * u + v * v) + (std::get<bool>(*c.find("flag")) ? 0.0 : 3.0);
  };
}

std::vector<SourceStudy> basins() {
  std::vector<SourceStudy> sources;
  for (const double shift : {0.1, -0.1, 0.05}) {
    samplers::Random random({.space = plane(), .sampler = {"random"}, .seed = 4 + sources.size()});
    sources.push_back({"basin" + std::to_string(sources.size()),
                       plane(),
                       {Objective{}},
                       test::drive(random, 30, 30, 4 + sources.size(), basin(shift))});
  }
  return sources;
}

Study in_plane(std::uint64_t seed = 7) {
  // A network as large as the problem.
  const Options small = {{"layers", {std::int64_t{2}}}, {"width", {std::int64_t{20}}}};
  return {.name = "target", .space = plane(), .sampler = {"ablr", small}, .seed = seed, .horizon = 30};
}

double best_value(const std::vector<Trial>& trials) {
  double best = trials.front().values.front();
  for (const Trial& trial : trials) best = std::min(best, trial.values.front());
  return best;
}

TEST(Ablr, BeginsWithWhatTheSourcesFoundBestAndGoesOnFromThere) {
  const auto sources = basins();
  double cold = 0.0, warm = 0.0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Study study = in_plane(seed);
    Ablr informed(SamplerInput(study, sources));
    Ablr alone{SamplerInput(study)};
    const auto trials = test::drive(informed, 12, 1, seed, basin(0.0));
    EXPECT_LT(trials.front().values.front(), 5.0);
    warm += best_value(trials) / 2.0;
    cold += best_value(test::drive(alone, 12, 1, seed, basin(0.0))) / 2.0;
  }
  EXPECT_LT(warm, 0.5 * cold);
}

TEST(Ablr, RefusesMoreChoicesThanItCanAfford) {
  std::vector<Value> values;
  for (std::int64_t i = 0; i < 500; ++i) values.emplace_back(i);
  const auto study_of = [&](int parameters) {
    std::vector<Parameter> all = {real("x", 0, 1)};
    for (int p = 0; p < parameters; ++p) all.push_back(categorical("c" + std::to_string(p), values));
    return Study{.space = Space(all), .sampler = {"ablr"}};
  };
  const Study many = study_of(4);
  const std::string problem = hone::test::message_of([&] { Ablr sampler{SamplerInput(many)}; });
  EXPECT_NE(problem.find("ablr learns a network that reads each choice as a number, 2001 in this space"),
            std::string::npos)
      << problem;
  const Study enough = study_of(3);
  EXPECT_NO_THROW(Ablr sampler{SamplerInput(enough)});
}

TEST(Ablr, KeepsItsNetworkAndFindsItAgain) {
  const auto sources = basins();
  const Study study = in_plane();
  test::Shelf shelf;
  const auto drafts = Ablr::prepare({study, sources, &shelf});
  ASSERT_EQ(drafts.size(), 1U);
  EXPECT_EQ(drafts[0].kind, "ablr-network");
  EXPECT_EQ(drafts[0].name, "target");
  ASSERT_EQ(drafts[0].sources.size(), 3U);
  EXPECT_EQ(drafts[0].sources[2].trials, 30);
  shelf.put(drafts[0]);
  EXPECT_TRUE(Ablr::prepare({study, sources, &shelf}).empty());
  Ablr trained(SamplerInput(study, sources));
  Ablr recalled({study, sources, &shelf});
  EXPECT_EQ(test::drive(trained, 6, 1, 1, basin(0.0)), test::drive(recalled, 6, 1, 1, basin(0.0)));
  Study wider = study;
  wider.sampler.options["width"] = {std::int64_t{30}};
  EXPECT_EQ(Ablr::prepare({wider, sources, &shelf}).size(), 1U);
  EXPECT_TRUE(Ablr::prepare(study).empty());
}

}  // namespace
}  // namespace hone::baselines
