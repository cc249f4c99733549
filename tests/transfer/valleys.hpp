// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/gp.hpp"
#include "support/drive.hpp"

// Studies that resemble each other, for samplers that learn from others.
namespace hone::test::valleys {

using Function = std::function<double(const Configuration&)>;

inline Space square() { return Space({real("x", -2, 2), real("y", 1e-3, 1, Scale::Log)}); }

// A valley whose place depends on the task.
inline Function shifted_valley(double shift) {
  return [shift](const Configuration& c) {
    const double u = c.real("x") - 0.7 - shift;
    const double v = std::log10(c.real("y")) + 1.2 + shift;
    return 100.0 + 10.0 * (u * u + v * v + 0.3 * std::sin(5.0 * u));
  };
}

inline SourceStudy earlier(const std::string& name, const Function& f, std::uint64_t seed, int trials = 25) {
  samplers::GaussianProcess even(
      {.space = square(), .sampler = {"gp", {{"startup", {std::int64_t{1000}}}}}, .seed = seed});
  return {name, square(), {Objective{}}, test::drive(even, trials, trials, seed, f)};
}

inline std::vector<SourceStudy> helpful() {
  return {earlier("a", shifted_valley(0.1), 1), earlier("b", shifted_valley(-0.1), 2),
          earlier("c", shifted_valley(0.05), 3)};
}

inline Study target_study(const std::string& sampler, std::int64_t horizon, std::uint64_t seed = 7) {
  return {.space = square(), .sampler = {sampler}, .seed = seed, .horizon = horizon};
}

inline double best_of(const std::vector<Trial>& trials) {
  double best = trials.front().values.front();
  for (const Trial& trial : trials) best = std::min(best, trial.values.front());
  return best;
}

// How far the best of ten trials is above the minimum, as a mean over seeds.
template <class Made>
double mean_regret(const std::vector<SourceStudy>& sources, const std::string& name) {
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Study study = target_study(name, 30, seed);
    Made sampler(SamplerInput(study, sources));
    sum += best_of(test::drive(sampler, 10, 1, seed, shifted_valley(0.0))) - 97.0;
  }
  return sum / 5.0;
}

}  // namespace hone::test::valleys
