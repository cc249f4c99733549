// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "hone/analysis/look_interval.hpp"
#include "hone/core/pruner.hpp"

namespace hone::analysis {

struct ThresholdOptions {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  LookInterval look = {};

  void declare(OptionReader& option);
};

/// Stops a trial whose report of the first objective lies outside of limits that are known beforehand, or is
/// not a number: a loss that has diverged, an accuracy below that of guessing.
class ThresholdPruner final : public Pruner {
 public:
  /// Throws Error(InvalidOption) unless there is a limit, and lower is not above upper.
  explicit ThresholdPruner(ThresholdOptions options);

  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  ThresholdOptions options_;
};

}  // namespace hone::analysis
