// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/study.hpp"

namespace hone {

/// The value of a configuration. An exception that it throws makes the trial a failed one.
using Function = std::function<double(const Configuration&)>;

struct MinimizeOptions {
  std::int64_t trials = 100;  ///< in all, those of an earlier run in the same store included
  std::string sampler = kDefaultSampler;
  std::uint64_t seed = 0;
  std::string store = "memory:";  ///< or sqlite:PATH to keep the trials and go on later
  std::string name = "study";     ///< under which the store keeps them
  Options sampler_options = {};
};

/// What a search found.
struct Found {
  std::optional<Trial> best;  ///< nothing when every trial failed
  std::vector<Trial> trials;
};

/// Searches the space for the configuration of the least value, one trial after the other:
///   const auto found = hone::minimize(space, f, {.trials = 60});
Found minimize(const Space& space, const Function& function, const MinimizeOptions& options = {});

/// The same for the largest value.
Found maximize(const Space& space, const Function& function, const MinimizeOptions& options = {});

}  // namespace hone
