// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "hone/core/sampler_input.hpp"
#include "hone/samplers/random.hpp"
#include "support/drive.hpp"

// Studies that are alike: basins whose lowest points lie near each other, on scales of their own.
namespace hone::meta::test {

inline Space plane() {
  return Space({real("x", -2, 2), real("y", 1e-3, 1, Scale::Log),
                categorical("kind", {Value("a"), Value("b")}),
                when(real("extra", 0, 1), "kind", {Value("b")})});
}

inline std::function<double(const Configuration&)> basin(double shift, double scale = 1.0) {
  return [=](const Configuration& c) {
    const double u = c.real("x") - 0.7 - shift;
    const double v = std::log10(c.real("y")) + 1.2 + shift;
    const bool is_a = to_text(*c.find("kind")) == "a";
    return scale * (u * u + v * v + (is_a ? 0.5 : 0.0));
  };
}

inline std::vector<SourceStudy> basins(int count = 6, int trials = 40) {
  std::vector<SourceStudy> sources;
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<std::uint64_t>(4 + i);
    samplers::Random random({.space = plane(), .sampler = {"random"}, .seed = seed});
    sources.push_back(
        {"basin" + std::to_string(i),
         plane(),
         {Objective{}},
         hone::test::drive(random, trials, trials, seed, basin(0.1 * (i % 3) - 0.1, std::pow(10.0, i - 2)))});
  }
  return sources;
}

inline Study in_plane(std::uint64_t seed = 7, Options options = {}) {
  // A training as small as the problem.
  options.try_emplace("training.epochs", OptionValues{Value(std::int64_t{200})});
  return {.name = "target", .space = plane(), .sampler = {"malibo", options}, .seed = seed, .horizon = 30};
}

}  // namespace hone::meta::test
