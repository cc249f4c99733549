// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/quality/contestant.hpp"
#include "bench/quality/problem.hpp"

namespace hone::quality {

/// How a run is done; runs are compared only with runs of the same setting.
struct RunSetting {
  int budget = 128;  ///< evaluations
  int batch = 8;     ///< asked at a time
  int start = 0;  ///< the first so many points are the same for all methods, from a scrambled Sobol sequence
  friend auto operator<=>(const RunSetting&, const RunSetting&) = default;
};

/// Which run it is.
struct RunKey {
  std::string problem;
  std::string method;
  std::uint64_t seed = 0;
  RunSetting setting = {};
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

/// A point at which the value of the incumbent changed.
struct Improvement {
  int evaluation = 0;  ///< from 1
  double value = 0.0;
  friend bool operator==(const Improvement&, const Improvement&) = default;
};

/// What a run found. It holds all that reports need of its problem, so that they work without the problem.
struct Run {
  RunKey key = {};
  std::string version = {};         ///< of the method
  double minimum = 0.0;             ///< of the problem
  std::optional<double> poor = {};  ///< of the problem
  int evaluations = 0;              ///< fewer than the budget when the method had nothing left
  int failures = 0;
  std::vector<Improvement> curve = {};
  std::vector<double> ask_seconds = {};  ///< processor time of each ask, with the tell before it
  friend bool operator==(const Run&, const Run&) = default;
};

/// The value, without noise, of the incumbent after so many evaluations: the point that looked best, or the
/// best one where the problem says so. Infinite while every evaluation has failed.
double value_at(const Run& run, int evaluation);

/// The study that a run's method works on.
Study study_of(const Problem& problem, const Choice& method, const RunKey& key);

/// The first points of every method.
std::vector<Configuration> shared_start(const Problem& problem, const RunKey& key);

/// Runs a contestant to the end of the budget. Noise depends on the seed and the number of the evaluation
/// alone.
Run execute(const Problem& problem, Contestant& contestant, const RunKey& key);

}  // namespace hone::quality
