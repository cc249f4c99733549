// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hone/core/pruner.hpp"

namespace hone::analysis {

struct HyperbandOptions {
  /// Step of the first rung of the bracket that stops most.
  std::int64_t min_resource = 1;
  /// Step at which trials are complete; 0: the largest that a complete trial has reported.
  std::int64_t max_resource = 0;
  /// Each rung is so many times as far as the one before, and one in so many trials passes it.
  std::int64_t reduction_factor = 3;

  void declare(OptionReader& option);
};

/// Hyperband with asynchronous brackets: bracket k = 0, 1, ..., s is successive halving (as AshaPruner) whose
/// first rung lies at min_resource * reduction_factor^k and whose rungs lie below max_resource, so that the
/// last stops nobody. With s the largest number for which that is not beyond max_resource, bracket k takes a
/// share of the trials that is proportional to what Hyperband gives it,
///   ceil((s + 1) / (k' + 1) * reduction_factor^k'),   k' = s - k,
/// and each trial belongs to one by its number. So trials that only show late what they are worth have a
/// bracket that waits for them. Li et al. (2018), Hyperband, algorithm 1; Li et al. (2020), A System for
/// Massively Parallel Hyperparameter Tuning, section 3, for the asynchronous rungs.
class HyperbandPruner final : public Pruner {
 public:
  explicit HyperbandPruner(HyperbandOptions options = {});

  /// Nobody is stopped while max_resource is not known.
  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  HyperbandOptions options_;
};

/// How many trials in a round each bracket takes, the first being the one that stops most.
std::vector<std::int64_t> bracket_sizes(std::int64_t min_resource, std::int64_t max_resource,
                                        std::int64_t reduction_factor);

/// The bracket of a trial: shares of the numbers 0 to n as even as they can be, for every n.
std::size_t bracket_of(std::int64_t number, const std::vector<std::int64_t>& sizes);

}  // namespace hone::analysis
