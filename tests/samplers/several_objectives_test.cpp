// SPDX-License-Identifier: MIT
// hebo and gp led by the volume that a front dominates, from the ask to the front: limits on outcomes, trials
// that run meanwhile, and more objectives than there are boxes for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/samplers/gp.hpp"
#include "hone/samplers/hebo.hpp"
#include "hone/samplers/random.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

using Values = std::vector<double>;

// Squares of the distances from as many corners of the cube: the front is the simplex between them.
Values distances(const Configuration& at, std::size_t objectives) {
  Values values;
  for (std::size_t k = 0; k < objectives; ++k) {
    double sum = 0.0;
    for (std::size_t j = 0; j < at.size(); ++j) {
      const double x = std::get<double>(*at[j]) - (j == k ? 1.0 : 0.0);
      sum += x * x;
    }
    values.push_back(sum);
  }
  return values;
}

Study cube(const std::string& sampler, int dimensions, std::size_t objectives) {
  std::vector<Parameter> parameters;
  for (int j = 0; j < dimensions; ++j) parameters.push_back(real("x" + std::to_string(j), 0, 1));
  Study study{.space = Space(std::move(parameters)), .sampler = {sampler}, .seed = 4};
  study.objectives.clear();
  for (std::size_t k = 0; k < objectives; ++k) study.objectives.push_back({.name = "f" + std::to_string(k)});
  return study;
}

std::unique_ptr<Sampler> sampler_of(const Study& study) {
  if (study.sampler.name == "random") return std::make_unique<Random>(study);
  if (study.sampler.name == "gp") return std::make_unique<GaussianProcess>(study);
  return std::make_unique<Hebo>(study);
}

/// Results come one batch late, so that each ask but the first has pending trials.
std::vector<Trial> drive_late(const Study& study, int count, int batch) {
  const auto sampler = sampler_of(study);
  std::vector<Trial> all, running;
  while (std::ssize(all) < count) {
    const auto next = std::ssize(all);
    const auto proposals = sampler->ask(
        {.count = batch, .running = running, .seed = mix_seed(study.seed, static_cast<std::uint64_t>(next))});
    for (Trial& trial : running) {
      trial.state = TrialState::Complete;
      trial.values = distances(trial.configuration, study.objectives.size());
      trial.attributes["first"] = std::get<double>(*trial.configuration[0]);
      judge_outcome(study.constraints_on, trial);
      all[static_cast<std::size_t>(trial.number)] = trial;
    }
    sampler->tell(running);
    running.clear();
    for (const Proposal& proposal : proposals) {
      running.push_back(test::finish(std::ssize(all), proposal, TrialState::Running, 0.0));
      all.push_back(running.back());
    }
  }
  std::erase_if(all, [](const Trial& trial) { return trial.state != TrialState::Complete; });
  return all;
}

/// The volume that feasible trials dominate below a corner, by the share of 20,000 points that they do: right
/// to about 0.003 of the box, whatever the number of objectives.
double volume_of(const std::vector<Trial>& trials, std::size_t objectives, double corner) {
  constexpr int kPoints = 20000;
  Rng rng(1);
  int dominated = 0;
  Values point(objectives);
  for (int i = 0; i < kPoints; ++i) {
    for (double& one : point) one = corner * rng.uniform();
    dominated += std::ranges::any_of(trials, [&](const Trial& trial) {
      return feasible(trial) && std::ranges::equal(trial.values, point, std::less_equal<>());
    });
  }
  return std::pow(corner, static_cast<double>(objectives)) * dominated / kPoints;
}

class SeveralObjectivesOf : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Samplers, SeveralObjectivesOf, ::testing::Values("hebo", "gp"));

// The front is f2 = 2 (1 - sqrt(f1 / 2))², and the integral of 1 - f2 where that is positive 0.438.
TEST_P(SeveralObjectivesOf, FillTheFrontWhileTrialsRun) {
  EXPECT_GT(volume_of(drive_late(cube(GetParam(), 2, 2), 36, 3), 2, 1.0), 0.38);
}

// Where x0 ends at 0.5 the front goes on along that edge: 0.344 + 0.074.
TEST_P(SeveralObjectivesOf, KeepALimitOnAnOutcome) {
  Study study = cube(GetParam(), 2, 2);
  study.constraints_on.emplace_back("first <= 0.5", std::vector<std::string>{"f0", "f1"},
                                    study.space.parameters());
  const auto trials = drive_late(study, 36, 3);
  EXPECT_GT(volume_of(trials, 2, 1.0), 0.37);
  EXPECT_GT(std::ranges::count_if(trials, feasible), std::ssize(trials) / 2);
}

TEST_P(SeveralObjectivesOf, DominateMoreThanRandomSearchOfFour) {
  const Study study = cube(GetParam(), 4, 4);
  EXPECT_GT(volume_of(drive_late(study, 36, 4), 4, 2.0),
            1.2 * volume_of(drive_late(cube("random", 4, 4), 36, 4), 4, 2.0));
}

}  // namespace
}  // namespace hone::samplers
