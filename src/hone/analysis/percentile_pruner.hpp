// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "hone/analysis/look_interval.hpp"
#include "hone/core/pruner.hpp"

namespace hone::analysis {

struct MedianOptions {
  /// Complete trials with reports that there must be before any trial is stopped.
  std::int64_t startup_trials = 5;
  LookInterval look = {};

  /// `prefix` stands before the names of the options.
  void declare(OptionReader& option, const std::string& prefix = "");
};

struct PercentileOptions {
  /// So many trials in a hundred go on.
  double percentile = 25.0;
  MedianOptions median = {};

  void declare(OptionReader& option);
};

/// The median stopping rule and its like for other shares: a trial at step s is stopped when its best report
/// so far is worse than the percentile, over the complete trials, of the mean of their reports up to step s
/// (the best trials being the lowest percentiles, between neighbours linearly). A report that is not a number
/// is worse than any. Of several objectives its best report of each so far is compared, and it is stopped
/// when more than that share of those means are ahead of it (count_ahead()). Golovin et al. (2017), Google
/// Vizier, section 3.2.2.
class PercentilePruner : public Pruner {
 public:
  explicit PercentilePruner(PercentileOptions options = {}) : options_(options) {}

  /// Costs one pass over the reports of all complete trials.
  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  PercentileOptions options_;
};

/// The same with the median.
class MedianPruner final : public PercentilePruner {
 public:
  explicit MedianPruner(MedianOptions options = {})
      : PercentilePruner({.percentile = 50.0, .median = options}) {}
};

}  // namespace hone::analysis
